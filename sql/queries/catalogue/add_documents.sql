-- Documents never seen before, as if nothing were known of them: update_documents then enters what is.
INSERT INTO documents (
  id, url_sha224, url, original_url, host_id, run_id, checked_at, outcome, detail, final_url, standing, availability, first_at,
  checks, changes, text_changes, gone_times, failures, due_at, version_at, version_outcome, state, sha224, media_type, language,
  title, bytes, characters, mentions
)
SELECT (SELECT coalesce(max(id), 0) FROM documents) + row_number() OVER (ORDER BY hosts.host, given.url),
       given.url_sha224, given.url, given.original_url, hosts.id, :run_id, -1, '', '', '', '', 'unknown', given.first_at,
       0, 0, 0, 0, 0, 0, given.first_at, '', '', '', '', '', '', 0, 0, 0
FROM (
  SELECT url_sha224, min(url) AS url, min(original_url) AS original_url, min(host) AS host, min(fetched_at) AS first_at
  FROM staged GROUP BY url_sha224
) AS given
JOIN hosts ON hosts.host = given.host
WHERE NOT EXISTS (SELECT 1 FROM documents WHERE documents.url_sha224 = given.url_sha224)

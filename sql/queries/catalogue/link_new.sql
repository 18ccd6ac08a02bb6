-- Documents never seen before get the next numbers, in the order of their addresses.
UPDATE staged SET
  document_id = fresh.id,
  is_version = CASE WHEN staged.sha224 <> '' AND staged.outcome NOT IN ('unchanged', 'not-modified') THEN 1 ELSE 0 END
FROM (
  SELECT url_sha224, (SELECT coalesce(max(id), 0) FROM documents) + row_number() OVER (ORDER BY host, url) AS id
  FROM (SELECT url_sha224, min(host) AS host, min(url) AS url FROM staged WHERE document_id IS NULL
        GROUP BY url_sha224) AS unknown
) AS fresh
WHERE fresh.url_sha224 = staged.url_sha224

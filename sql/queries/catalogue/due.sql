-- Documents to check again, the longest overdue first. A wanted host is meant with everything below it.
SELECT d.url, d.original_url, h.host, d.media_type, d.bytes,
       -- What failed in our own hands is read again whether it changed or not; and a page that says that it does not
       -- exist has to say so again: "unchanged" would be a sign of life.
       CASE WHEN d.version_outcome IN ('reader-failed', 'text-limit', 'ner-limit', 'soft-404') THEN ''
            ELSE d.sha224 END AS sha224,
       d.text_sha224, d.etag, d.last_modified, d.sha1, d.final_url
FROM documents AS d JOIN hosts AS h ON h.id = d.host_id
WHERE d.due_at <= :due AND d.checked_at <= :checked
  AND (:any_host = 1 OR EXISTS (
    SELECT 1 FROM wanted AS w WHERE w.kind = 'host' AND (
      h.host = w.name OR (
        length(h.host) > length(w.name) AND substr(h.host, length(h.host) - length(w.name)) = '.' || w.name))))
  AND (:any_type = 1 OR d.media_type IN (SELECT w.name FROM wanted AS w WHERE w.kind = 'type'))
ORDER BY d.due_at, d.id
LIMIT :most

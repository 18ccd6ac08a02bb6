-- A page of documents by host and address: host by host along the index until the page is full. Of each host only as
-- many as the page holds: PostgreSQL does not see that the index has a host's addresses in order, and would sort them all.
SELECT d.id, d.url, h.host, d.outcome, d.detail, d.status, d.standing, d.availability, d.checked_at, d.version_at,
       d.first_at, d.checks, d.changes, d.due_at, d.sha224, d.media_type, d.language, d.title, d.bytes, d.characters,
       d.mentions, d.gone_times, d.state
FROM hosts AS h CROSS JOIN LATERAL (
  SELECT * FROM documents AS one
  WHERE one.host_id = h.id
    AND (substr(one.url, 1, 200), one.id) > (CASE WHEN h.host = :after_host THEN :after_text ELSE '' END,
                                             CASE WHEN h.host = :after_host THEN CAST(:after_id AS INTEGER) ELSE 0 END)
    AND (:media_type = '' OR one.media_type = :media_type)
    AND (:language = '' OR one.language = :language)
    AND (:standing = '' OR one.standing = :standing)
    AND (:availability = '' OR one.availability = :availability)
    AND (:errors = 0 OR one.standing <> 'read')
    AND (:changed = 0 OR one.changes > 0)
    AND +one.version_at >= :since AND +one.version_at < :until
  ORDER BY substr(one.url, 1, 200), one.id
  LIMIT :most
) AS d
WHERE h.host >= :after_host AND (:host = '' OR h.host LIKE :host ESCAPE '\')
ORDER BY h.host, substr(d.url, 1, 200), d.id
LIMIT :most

SELECT d.id, d.url, h.host, d.standing, d.checked_at, d.version_at, d.media_type, d.language, d.title, d.bytes, d.mentions
FROM documents AS d JOIN hosts AS h ON h.id = d.host_id
WHERE (:host = '' OR h.host LIKE :host ESCAPE '\')
  AND (:media_type = '' OR d.media_type = :media_type)
  AND (:language = '' OR d.language = :language)
  AND (:standing = '' OR d.standing = :standing)
  AND (:errors = 0 OR d.standing <> 'read')
  AND (:changed = 0 OR d.changes > 0)
  AND d.version_at >= :since AND d.version_at < :until
ORDER BY +d.ORDER_COLUMN DESC LIMIT 50;
SELECT d.media_type, d.language, d.standing, count(*)
FROM documents AS d JOIN hosts AS h ON h.id = d.host_id
WHERE (:host = '' OR h.host LIKE :host ESCAPE '\')
  AND (:media_type = '' OR d.media_type = :media_type)
  AND (:language = '' OR d.language = :language)
  AND (:standing = '' OR d.standing = :standing)
  AND (:errors = 0 OR d.standing <> 'read')
  AND (:changed = 0 OR d.changes > 0)
  AND d.version_at >= :since AND d.version_at < :until
GROUP BY d.media_type, d.language, d.standing

-- A page of documents, the newest version first: along the index of this order until the page is full.
-- The sign before a column keeps its index out: the plan is made for the order, or for the filter, not by chance.
SELECT d.id, d.url, h.host, d.outcome, d.detail, d.status, d.standing, d.availability, d.checked_at, d.version_at,
       d.first_at, d.checks, d.changes, d.due_at, d.sha224, d.media_type, d.language, d.title, d.bytes, d.characters,
       d.mentions, d.gone_times, d.state
FROM documents AS d JOIN hosts AS h ON h.id = d.host_id
WHERE (d.version_at, d.id) < (:after_number, :after_id)
  AND (:host = '' OR h.host LIKE :host ESCAPE '\')
  AND (:media_type = '' OR d.media_type = :media_type)
  AND (:language = '' OR d.language = :language)
  AND (:standing = '' OR d.standing = :standing)
  AND (:availability = '' OR d.availability = :availability)
  AND (:errors = 0 OR d.standing <> 'read')
  AND (:changed = 0 OR d.changes > 0)
  AND d.version_at >= :since
ORDER BY d.version_at DESC, d.id DESC
LIMIT :most

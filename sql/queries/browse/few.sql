-- A page of documents when a filter leaves few: these first, by the index of the filter, and then sorted.
-- The sign before a column keeps its index out: the plan is made for the order, or for the filter, not by chance.
WITH few AS MATERIALIZED (
  SELECT d.id FROM hosts AS h JOIN documents AS d ON d.host_id = h.id
  WHERE :driver = 'host' AND h.host LIKE :host ESCAPE '\'
  UNION ALL
  SELECT d.id FROM documents AS d WHERE :driver = 'standing' AND d.standing = :standing
  UNION ALL
  SELECT d.id FROM documents AS d WHERE :driver = 'media_type' AND d.media_type = :media_type
  UNION ALL
  SELECT d.id FROM documents AS d WHERE :driver = 'language' AND d.language = :language
  UNION ALL
  SELECT d.id FROM documents AS d WHERE :driver = 'date' AND d.version_at >= :since AND d.version_at < :until
), matching AS (
  -- Not as joins: SQLite would first build a Bloom filter over all documents.
  SELECT d.id, (SELECT h.host FROM hosts AS h WHERE h.id = d.host_id) AS host, substr(d.url, 1, 200) AS address,
         CASE :sort WHEN 'newest' THEN d.version_at WHEN 'checked' THEN d.checked_at WHEN 'largest' THEN d.bytes
                    WHEN 'mentions' THEN d.mentions ELSE 0 END AS number
  FROM documents AS d
  WHERE d.id IN (SELECT id FROM few)
    AND (:host = '' OR d.host_id IN (SELECT h.id FROM hosts AS h WHERE h.host LIKE :host ESCAPE '\'))
    AND (:media_type = '' OR d.media_type = :media_type)
    AND (:language = '' OR d.language = :language)
    AND (:standing = '' OR d.standing = :standing)
    AND (:availability = '' OR d.availability = :availability)
    AND (:errors = 0 OR d.standing <> 'read')
    AND (:changed = 0 OR d.changes > 0)
    AND (:named = 0 OR d.mentions > 0)
    AND (:received = 0 OR d.sha224 <> '')
    AND +d.version_at >= :since AND +d.version_at < :until
), page AS MATERIALIZED (
  SELECT id, host, address, number FROM matching
  WHERE (:sort <> 'url' AND (number, id) < (:after_number, :after_id))
     OR (:sort = 'url' AND (host, address, id) > (:after_host, :after_text, :after_id))
  ORDER BY CASE WHEN :sort = 'url' THEN host END, CASE WHEN :sort = 'url' THEN address END,
           CASE WHEN :sort = 'url' THEN id END, number DESC, id DESC
  LIMIT :most
)
SELECT d.id, d.url, h.host, d.outcome, d.detail, d.status, d.standing, d.availability, d.checked_at, d.version_at,
       d.first_at, d.checks, d.changes, d.due_at, d.sha224, d.media_type, d.language, d.title, d.bytes, d.characters,
       d.mentions, d.gone_times, d.state
FROM page JOIN documents AS d ON d.id = page.id JOIN hosts AS h ON h.id = d.host_id
ORDER BY CASE WHEN :sort = 'url' THEN page.host END, CASE WHEN :sort = 'url' THEN page.address END,
         CASE WHEN :sort = 'url' THEN page.id END, page.number DESC, page.id DESC

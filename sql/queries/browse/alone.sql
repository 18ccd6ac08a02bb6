-- How many documents an order leads past (that of versions only through the days that are asked for), and how many each
-- filter would leave alone.
SELECT
  CAST(coalesce(sum(CASE WHEN t.received >= :received AND t.named >= :named AND (
    :sort <> 'newest' OR (t.version_day >= :since_day AND t.version_day < :until_day)
  ) THEN t.documents ELSE 0 END), 0) AS BIGINT) AS everything,
  CAST(coalesce(sum(CASE WHEN t.standing = :standing THEN t.documents ELSE 0 END), 0) AS BIGINT) AS standing,
  CAST(coalesce(sum(CASE WHEN t.media_type = :media_type THEN t.documents ELSE 0 END), 0) AS BIGINT) AS media_type,
  CAST(coalesce(sum(CASE WHEN t.language = :language THEN t.documents ELSE 0 END), 0) AS BIGINT) AS language,
  CAST(coalesce(sum(CASE WHEN t.version_day >= :since_day AND t.version_day < :until_day THEN t.documents ELSE 0 END), 0)
       AS BIGINT) AS date,
  (SELECT CAST(coalesce(sum(h.documents), 0) AS BIGINT) FROM hosts AS h
   WHERE :host <> '' AND h.host LIKE :host ESCAPE '\') AS host
FROM overview AS t

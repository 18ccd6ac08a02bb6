INSERT INTO tallies (
  host_id, media_type, language, standing, availability, changed, received, named, version_day, documents, bytes
)
SELECT host_id, media_type, language, standing, availability, changed, received, named, version_day, count(*), sum(bytes)
FROM (
  SELECT d.host_id, d.media_type, d.language, d.standing, d.availability, d.bytes,
         CASE WHEN d.changes > 0 THEN 1 ELSE 0 END AS changed,
         CASE WHEN d.sha224 <> '' THEN 1 ELSE 0 END AS received,
         CASE WHEN d.mentions > 0 THEN 1 ELSE 0 END AS named,
         CAST(d.version_at / 86400000000 AS INTEGER) AS version_day
  FROM documents AS d
  WHERE d.host_id IN (SELECT id FROM hosts WHERE uncounted = 1)
) AS counted
GROUP BY host_id, media_type, language, standing, availability, changed, received, named, version_day

INSERT INTO tallies (host_id, media_type, language, standing, availability, changed, version_day, documents, bytes)
SELECT d.host_id, d.media_type, d.language, d.standing, d.availability, CASE WHEN d.changes > 0 THEN 1 ELSE 0 END AS changed,
       CAST(d.version_at / 86400000000 AS INTEGER) AS version_day, count(*), sum(d.bytes)
FROM documents AS d
WHERE d.host_id IN (SELECT id FROM hosts WHERE uncounted = 1)
GROUP BY d.host_id, d.media_type, d.language, d.standing, d.availability, CASE WHEN d.changes > 0 THEN 1 ELSE 0 END,
         CAST(d.version_at / 86400000000 AS INTEGER)

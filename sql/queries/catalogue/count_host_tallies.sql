INSERT INTO host_tallies (
  host_id, media_type, language, standing, availability, changed, received, named, documents
)
SELECT host_id, media_type, language, standing, availability, changed, received, named, sum(documents)
FROM tallies WHERE host_id IN (SELECT id FROM hosts WHERE uncounted = 1)
GROUP BY host_id, media_type, language, standing, availability, changed, received, named

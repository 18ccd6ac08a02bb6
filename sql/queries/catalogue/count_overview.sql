INSERT INTO overview (
  media_type, language, standing, availability, changed, received, named, version_day, documents, bytes
)
SELECT media_type, language, standing, availability, changed, received, named, version_day, sum(documents), sum(bytes)
FROM tallies GROUP BY media_type, language, standing, availability, changed, received, named, version_day

-- The same for the hosts that match, whatever the day.
WITH matching AS MATERIALIZED (
  SELECT t.media_type, t.language, t.standing, t.availability, sum(t.documents) AS documents
  FROM hosts AS h JOIN host_tallies AS t ON t.host_id = h.id
  WHERE h.host LIKE :host ESCAPE '\'
    AND (:media_type = '' OR t.media_type = :media_type)
    AND (:language = '' OR t.language = :language)
    AND (:standing = '' OR t.standing = :standing)
    AND (:availability = '' OR t.availability = :availability)
    AND (:errors = 0 OR t.standing <> 'read')
    AND t.changed >= :changed AND t.received >= :received AND t.named >= :named
  GROUP BY t.media_type, t.language, t.standing, t.availability)
SELECT 'total' AS facet, '' AS name, CAST(coalesce(sum(documents), 0) AS BIGINT) AS documents FROM matching
UNION ALL SELECT 'media_type', media_type, CAST(sum(documents) AS BIGINT) FROM matching GROUP BY media_type
UNION ALL SELECT 'language', language, CAST(sum(documents) AS BIGINT) FROM matching GROUP BY language
UNION ALL SELECT 'standing', standing, CAST(sum(documents) AS BIGINT) FROM matching GROUP BY standing
UNION ALL SELECT 'availability', availability, CAST(sum(documents) AS BIGINT) FROM matching GROUP BY availability
ORDER BY 1, 3 DESC, 2

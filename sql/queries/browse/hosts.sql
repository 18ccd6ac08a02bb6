-- The hosts with the most matching documents.
SELECT h.host, CAST(sum(t.documents) AS BIGINT) AS documents
FROM hosts AS h JOIN tallies AS t ON t.host_id = h.id
WHERE (:host = '' OR h.host LIKE :host ESCAPE '\')
    AND (:media_type = '' OR t.media_type = :media_type)
    AND (:language = '' OR t.language = :language)
    AND (:standing = '' OR t.standing = :standing)
    AND (:availability = '' OR t.availability = :availability)
    AND (:errors = 0 OR t.standing <> 'read')
    AND t.changed >= :changed AND t.received >= :received AND t.named >= :named
    AND t.version_day >= :since_day AND t.version_day < :until_day
GROUP BY h.id, h.host ORDER BY 2 DESC, 1 LIMIT :most

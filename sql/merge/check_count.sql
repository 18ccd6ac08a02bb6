-- Focus nodes that have too few or too many values of a path. The same triple twice is one triple.
WITH found AS (
  SELECT subject, count(DISTINCT object) AS n FROM facts WHERE path = $path GROUP BY subject
)
SELECT CAST(f.subject AS VARCHAR), CASE WHEN coalesce(n, 0) < $least THEN 'MinCount' ELSE 'MaxCount' END
FROM (SELECT DISTINCT subject FROM facts WHERE path = $type AND list_contains(list_transform($classes, lambda c: md5_number('<' || c || '>')), object)) AS f
LEFT JOIN found USING (subject)
WHERE coalesce(n, 0) < $least OR n > $most
ORDER BY ALL LIMIT $limit;

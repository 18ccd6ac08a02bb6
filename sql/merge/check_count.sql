-- Focus nodes that have too few or too many values of a path. The same triple twice is one triple, which is looked at
-- only where it matters: counting what is distinct costs many times what counting costs.
WITH found AS (
  SELECT subject, count(*) AS n FROM facts WHERE path = $path GROUP BY subject
), apart AS (
  SELECT subject, count(DISTINCT object) AS n
  FROM facts SEMI JOIN (SELECT subject FROM found WHERE n > $most OR $least > 1) USING (subject)
  WHERE path = $path GROUP BY subject
), focus AS (
  SELECT DISTINCT subject FROM facts
  WHERE path = $type AND list_contains(list_transform($classes, lambda c: hash('<' || c || '>')), object)
), counted AS (
  SELECT subject, coalesce(apart.n, found.n, 0) AS n
  FROM focus LEFT JOIN found USING (subject) LEFT JOIN apart USING (subject)
)
SELECT CAST(subject AS VARCHAR), CASE WHEN n < $least THEN 'MinCount' ELSE 'MaxCount' END
FROM counted WHERE n < $least OR n > $most
ORDER BY ALL LIMIT $limit;

-- Focus nodes with a value that is not of the class it must be of.
WITH members AS (
  SELECT DISTINCT subject AS object FROM facts WHERE path = $type AND list_contains(list_transform($wanted, lambda c: hash('<' || c || '>')), object)
)
SELECT DISTINCT CAST(v.subject AS VARCHAR), 'Class'
FROM (SELECT subject, object FROM facts WHERE path = $path) AS v ANTI JOIN members USING (object)
SEMI JOIN (SELECT subject FROM facts WHERE path = $type AND list_contains(list_transform($classes, lambda c: hash('<' || c || '>')), object)) AS f USING (subject)
ORDER BY ALL LIMIT $limit;

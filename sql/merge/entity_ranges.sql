-- Ranges of entities with about $size relations each: what is sorted and written at a time.
WITH weights AS (
  SELECT e.id, sum(1 + coalesce(s.pages, 0)) OVER (ORDER BY e.id) AS total
  FROM entities AS e LEFT JOIN (SELECT entity, count(*) AS pages FROM sites GROUP BY entity) AS s ON s.entity = e.id
  WHERE e.type = $type
)
SELECT min(id), max(id) FROM weights GROUP BY total // $size ORDER BY 1;

-- Ranges of documents with about $size mentions each: what is sorted and written at a time.
WITH weights AS (
  SELECT d.id, sum(1 + coalesce(m.names, 0)) OVER (ORDER BY d.id) AS total
  FROM documents AS d
  LEFT JOIN (SELECT document, count(*) AS names FROM mentions GROUP BY document) AS m ON m.document = d.id
)
SELECT min(id), max(id) FROM weights GROUP BY total // $size ORDER BY 1;

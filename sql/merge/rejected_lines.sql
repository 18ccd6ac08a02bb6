-- One JSON object a line.
SELECT CAST(to_json(r) AS VARCHAR) || chr(10) AS line FROM rejected AS r ORDER BY r;

INSERT INTO runs (id, run)
SELECT (SELECT coalesce(max(id), 0) FROM runs) + 1, :run
WHERE NOT EXISTS (SELECT 1 FROM runs WHERE run = :run)

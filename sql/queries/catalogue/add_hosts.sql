INSERT INTO hosts (id, host)
SELECT (SELECT coalesce(max(id), 0) FROM hosts) + row_number() OVER (ORDER BY host), host
FROM (SELECT DISTINCT host FROM staged) AS given
WHERE NOT EXISTS (SELECT 1 FROM hosts WHERE hosts.host = given.host)

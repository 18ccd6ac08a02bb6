SELECT id, host FROM hosts WHERE stale = 1 ORDER BY host

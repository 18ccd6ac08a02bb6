SELECT stage, started_at, seconds, cpu_seconds, figures FROM run_stages WHERE run_id = :run_id
ORDER BY started_at, stage

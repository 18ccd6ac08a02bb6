INSERT INTO run_stages (run_id, stage, started_at, seconds, cpu_seconds, figures)
VALUES (:run_id, :stage, :started_at, :seconds, :cpu_seconds, :figures)
ON CONFLICT (run_id, stage) DO UPDATE
SET started_at = excluded.started_at, seconds = excluded.seconds, cpu_seconds = excluded.cpu_seconds,
    figures = excluded.figures

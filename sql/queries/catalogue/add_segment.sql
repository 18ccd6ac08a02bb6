INSERT INTO segments (path, run_id, documents) VALUES (:path, :run_id, :documents)

INSERT INTO run_outcomes (run_id, outcome, documents, bytes, stored_bytes, mentions)
VALUES (:run_id, :outcome, :documents, 0, 0, 0)
ON CONFLICT (run_id, outcome) DO UPDATE SET documents = excluded.documents

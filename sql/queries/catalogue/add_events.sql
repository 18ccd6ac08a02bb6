INSERT INTO events (document_id, checked_at, run_id, outcome, detail, status)
SELECT document_id, fetched_at, :run_id, outcome, detail, status
FROM staged WHERE outcome NOT IN ('unchanged', 'not-modified')
ON CONFLICT (document_id, checked_at) DO NOTHING

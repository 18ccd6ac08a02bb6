INSERT INTO run_outcomes (run_id, outcome, documents, bytes, stored_bytes, mentions)
SELECT :run_id, outcome, count(*), sum(bytes), sum(warc_length), sum(mentions)
FROM staged WHERE true GROUP BY outcome
ON CONFLICT (run_id, outcome) DO UPDATE
SET documents = run_outcomes.documents + excluded.documents,
    bytes = run_outcomes.bytes + excluded.bytes,
    stored_bytes = run_outcomes.stored_bytes + excluded.stored_bytes,
    mentions = run_outcomes.mentions + excluded.mentions

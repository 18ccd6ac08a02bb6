SELECT r.outcome, o.stage, o.sentence, r.documents, r.bytes
FROM run_outcomes AS r JOIN outcomes AS o ON o.code = r.outcome
WHERE r.run_id = :run_id ORDER BY r.documents DESC, r.outcome

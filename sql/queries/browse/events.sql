-- What happened to a document, the newest first.
SELECT e.checked_at, r.run, e.outcome, o.sentence, e.detail, e.status
FROM events AS e JOIN runs AS r ON r.id = e.run_id JOIN outcomes AS o ON o.code = e.outcome
WHERE e.document_id = :document_id ORDER BY e.checked_at DESC

-- Of the documents of a run. An error is a document that did not get as far as its names.
SELECT coalesce(sum(r.documents), 0) AS documents,
       coalesce(sum(CASE WHEN r.outcome = 'read' THEN r.documents ELSE 0 END), 0) AS changed,
       coalesce(sum(CASE WHEN o.stage <> 'done' THEN r.documents ELSE 0 END), 0) AS errors,
       coalesce(sum(r.bytes), 0) AS bytes,
       coalesce(sum(r.stored_bytes), 0) AS stored_bytes,
       coalesce(sum(r.mentions), 0) AS mentions
FROM run_outcomes AS r JOIN outcomes AS o ON o.code = r.outcome
WHERE r.run_id = :run_id AND o.stage <> 'plan'

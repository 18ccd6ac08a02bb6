-- The versions of a document, the newest first.
SELECT v.fetched_at, r.run, v.sha224, v.text_sha224, v.outcome, v.status, v.final_url, v.headers, v.media_type,
       v.language, v.title, v.bytes, v.characters, v.mentions
FROM versions AS v JOIN runs AS r ON r.id = v.run_id WHERE v.document_id = :document_id ORDER BY v.fetched_at DESC

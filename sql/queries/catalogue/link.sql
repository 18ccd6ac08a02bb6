-- Documents that are known, and whether this is a new version of them. (Read again without a change, it is not.)
UPDATE staged SET
  document_id = documents.id,
  is_version = CASE WHEN staged.sha224 <> '' AND staged.outcome NOT IN ('unchanged', 'not-modified')
                         AND staged.sha224 <> documents.sha224 THEN 1 ELSE 0 END
FROM documents WHERE documents.url_sha224 = staged.url_sha224

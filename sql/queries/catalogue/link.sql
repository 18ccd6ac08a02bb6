UPDATE staged SET document_id = documents.id
FROM documents WHERE documents.url_sha224 = staged.url_sha224

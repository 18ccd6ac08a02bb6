-- Everything the archive has of a host, document by document.
SELECT d.url_sha224, d.url, v.sha224, v.fetched_at, v.status, v.headers, v.final_url
FROM documents AS d JOIN versions AS v ON v.document_id = d.id
WHERE d.host_id = :host_id
ORDER BY d.url_sha224, v.fetched_at

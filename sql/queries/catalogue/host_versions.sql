-- Everything the archive has of the hosts between two ids whose metadata is to be published, document by document.
SELECT h.host, d.url_sha224, d.url, v.sha224, v.fetched_at, v.status, v.headers, v.final_url
FROM hosts AS h JOIN documents AS d ON d.host_id = h.id JOIN versions AS v ON v.document_id = d.id
WHERE h.stale > 0 AND h.id > :after AND h.id <= :last
ORDER BY h.id, d.url_sha224, v.fetched_at

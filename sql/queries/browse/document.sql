-- One document.
SELECT d.id, d.url, h.host, d.outcome, d.detail, d.status, d.standing, d.availability, d.checked_at, d.version_at,
       d.first_at, d.checks, d.changes, d.due_at, d.sha224, d.media_type, d.language, d.title, d.bytes, d.characters,
       d.mentions, d.gone_times, d.state
FROM documents AS d JOIN hosts AS h ON h.id = d.host_id WHERE d.url_sha224 = :url_sha224

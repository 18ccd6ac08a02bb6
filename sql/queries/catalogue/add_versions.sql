-- Bytes that differ from those of the newest version. (Read again without a change, a version stays the one it was.)
INSERT INTO versions (
  document_id, fetched_at, run_id, sha224, text_sha224, outcome, status, final_url, redirects, headers, media_type,
  encoding, language, title, bytes, characters, mentions, warc, warc_offset, warc_length
)
SELECT d.id, s.fetched_at, :run_id, s.sha224, s.text_sha224, s.outcome, s.status, s.final_url, s.redirects, s.headers,
       s.media_type, s.encoding, s.language, s.title, s.bytes, s.characters, s.mentions, s.warc, s.warc_offset,
       s.warc_length
FROM staged AS s JOIN documents AS d ON d.id = s.document_id
WHERE s.sha224 <> '' AND s.outcome NOT IN ('unchanged', 'not-modified') AND s.sha224 <> d.sha224
ON CONFLICT (document_id, fetched_at) DO NOTHING

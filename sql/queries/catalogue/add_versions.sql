INSERT INTO versions (
  document_id, fetched_at, run_id, sha224, text_sha224, outcome, status, final_url, redirects, headers, media_type,
  encoding, language, title, bytes, characters, mentions, warc, warc_offset, warc_length
)
SELECT document_id, fetched_at, :run_id, sha224, text_sha224, outcome, status, final_url, redirects, headers,
       media_type, encoding, language, title, bytes, characters, mentions, warc, warc_offset, warc_length
FROM staged WHERE is_version = 1
ON CONFLICT (document_id, fetched_at) DO NOTHING

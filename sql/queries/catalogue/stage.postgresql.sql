COPY staged (
  url_sha224, url, original_url, host, outcome, detail, fetched_at, status, final_url, redirects, headers, bytes, sha224,
  sha1, etag, last_modified, media_type, encoding, language, title, text_sha224, characters, mentions, warc, warc_offset,
  warc_length
) FROM STDIN

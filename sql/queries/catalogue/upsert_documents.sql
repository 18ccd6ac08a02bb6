-- What a check adds to what is known of a document; a document never seen before starts from nothing. Only a newer check
-- counts: runs may be synced in any order.
WITH facts AS (
  SELECT s.*, h.id AS host_id, o.availability AS reported, o.retry,
         coalesce(d.first_at, s.fetched_at) AS first_at,
         coalesce(d.checks, 0) AS old_checks, coalesce(d.changes, 0) AS old_changes,
         coalesce(d.text_changes, 0) AS old_text_changes,
         coalesce(d.final_url, '') AS old_final_url, coalesce(d.version_at, s.fetched_at) AS old_version_at,
         coalesce(d.version_outcome, '') AS old_version_outcome, coalesce(d.state, '') AS old_state,
         coalesce(d.sha224, '') AS old_sha224, coalesce(d.sha1, '') AS old_sha1,
         d.text_sha224 AS old_text_sha224, d.etag AS old_etag,
         d.last_modified AS old_last_modified, coalesce(d.media_type, '') AS old_media_type,
         coalesce(d.language, '') AS old_language, coalesce(d.title, '') AS old_title,
         coalesce(d.bytes, 0) AS old_bytes, coalesce(d.characters, 0) AS old_characters,
         coalesce(d.mentions, 0) AS old_mentions,
         -- A sign of life ends a series of "gone"; an unreachable server says nothing about the document.
         CASE WHEN s.outcome IN ('gone', 'soft-404') THEN coalesce(d.gone_times, 0) + 1
              WHEN o.availability = 'yes' THEN 0 ELSE coalesce(d.gone_times, 0) END AS new_gone_times,
         CASE WHEN o.retry = 1 THEN coalesce(d.failures, 0) + 1
              WHEN o.availability = 'unknown' THEN coalesce(d.failures, 0) ELSE 0 END AS new_failures,
         CASE WHEN s.sha224 <> '' AND s.outcome NOT IN ('unchanged', 'not-modified') THEN 1 ELSE 0 END AS is_reading,
         CASE WHEN s.outcome IN ('read', 'no-text', 'foreign-language', 'unsupported-type')
              THEN 1 ELSE 0 END AS is_state,
         row_number() OVER (PARTITION BY s.document_id ORDER BY s.fetched_at DESC) AS newest
  FROM staged AS s
  JOIN hosts AS h ON h.host = s.host
  JOIN outcomes AS o ON o.code = s.outcome
  LEFT JOIN documents AS d ON d.id = s.document_id
  WHERE d.id IS NULL OR s.fetched_at > d.checked_at
), changes AS (
  SELECT facts.*,
         CASE WHEN is_version = 1 AND is_state = 1 AND old_sha224 <> ''
                   AND coalesce(text_sha224, '') <> coalesce(old_text_sha224, '') THEN 1 ELSE 0 END AS is_text_change
  FROM facts WHERE newest = 1
), intervals AS (
  -- The mean time between changes, so far as it was watched; half of it after a change. A document that has not
  -- changed yet is given as long again as it has been known.
  SELECT changes.*,
         CASE WHEN new_gone_times >= 2 THEN :maximum
              WHEN retry = 1 OR new_gone_times = 1 THEN :minimum
              WHEN old_text_changes + is_text_change = 0 THEN fetched_at - first_at
              ELSE (fetched_at - first_at) / ((old_text_changes + is_text_change) * (1 + is_text_change))
         END AS span
  FROM changes
)
INSERT INTO documents (
  id, url_sha224, url, original_url, host_id, run_id, checked_at, outcome, detail, status, final_url, standing,
  availability, first_at, checks, changes, text_changes, gone_times, failures, due_at, version_at, version_outcome,
  state, sha224, sha1, text_sha224, etag, last_modified, media_type, language, title, bytes, characters, mentions
)
SELECT
  document_id, url_sha224, url, original_url, host_id, :run_id, fetched_at, outcome, detail, status,
  CASE WHEN reported = 'yes' THEN final_url ELSE old_final_url END,
  CASE WHEN outcome IN ('unchanged', 'not-modified') THEN old_version_outcome
       WHEN outcome = 'unchanged-text' THEN old_state ELSE outcome END,
  CASE WHEN reported = 'unknown' AND new_failures >= :tries THEN 'no' ELSE reported END,
  first_at,
  old_checks + 1,
  old_changes + CASE WHEN old_sha224 <> '' THEN is_version ELSE 0 END,
  old_text_changes + is_text_change,
  new_gone_times,
  new_failures,
  fetched_at + CASE WHEN span < :minimum THEN :minimum WHEN span > :maximum THEN :maximum ELSE span END,
  CASE WHEN is_version = 1 THEN fetched_at ELSE old_version_at END,
  CASE WHEN outcome = 'unchanged-text' THEN old_state WHEN is_reading = 1 THEN outcome ELSE old_version_outcome END,
  CASE WHEN is_state = 1 THEN outcome ELSE old_state END,
  CASE WHEN is_reading = 1 THEN sha224 ELSE old_sha224 END,
  CASE WHEN is_reading = 1 THEN sha1 ELSE old_sha1 END,
  CASE WHEN is_state = 1 THEN text_sha224 ELSE old_text_sha224 END,
  -- Those of an error page say nothing of the document: asked with its date, the server would call a change older than
  -- the error "not modified". And content that was not received leaves nothing to compare with.
  CASE WHEN sha224 <> '' THEN etag WHEN outcome = 'not-modified' THEN coalesce(etag, old_etag)
       WHEN reported <> 'yes' THEN old_etag END,
  CASE WHEN sha224 <> '' THEN last_modified WHEN outcome = 'not-modified' THEN coalesce(last_modified, old_last_modified)
       WHEN reported <> 'yes' THEN old_last_modified END,
  CASE WHEN is_reading = 1 THEN media_type ELSE old_media_type END,
  CASE WHEN is_state = 1 THEN language ELSE old_language END,
  CASE WHEN is_state = 1 THEN title ELSE old_title END,
  CASE WHEN is_reading = 1 THEN bytes ELSE old_bytes END,
  CASE WHEN is_state = 1 THEN characters ELSE old_characters END,
  CASE WHEN is_state = 1 THEN mentions ELSE old_mentions END
FROM intervals WHERE true
ON CONFLICT (id) DO UPDATE SET
  run_id = excluded.run_id, checked_at = excluded.checked_at, outcome = excluded.outcome, detail = excluded.detail,
  status = excluded.status, final_url = excluded.final_url, standing = excluded.standing,
  availability = excluded.availability, checks = excluded.checks, changes = excluded.changes,
  text_changes = excluded.text_changes, gone_times = excluded.gone_times, failures = excluded.failures,
  due_at = excluded.due_at, version_at = excluded.version_at, version_outcome = excluded.version_outcome,
  state = excluded.state, sha224 = excluded.sha224, sha1 = excluded.sha1, text_sha224 = excluded.text_sha224,
  etag = excluded.etag, last_modified = excluded.last_modified, media_type = excluded.media_type,
  language = excluded.language, title = excluded.title, bytes = excluded.bytes, characters = excluded.characters,
  mentions = excluded.mentions

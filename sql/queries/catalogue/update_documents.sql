-- What a check adds to what is known of a document. Only a newer check does: runs may be synced in any order.
WITH facts AS (
  SELECT s.*, d.host_id, d.first_at, d.sha224 AS old_sha224, d.state AS old_state,
         d.version_outcome AS old_version_outcome, d.text_sha224 AS old_text_sha224, d.text_changes AS old_text_changes,
         d.failures AS old_failures, o.availability AS reported, o.retry,
         -- A sign of life ends a series of "gone"; an unreachable server says nothing about the document.
         CASE WHEN s.outcome IN ('gone', 'soft-404') THEN d.gone_times + 1
              WHEN o.availability = 'yes' THEN 0 ELSE d.gone_times END AS new_gone_times,
         CASE WHEN o.retry = 1 THEN d.failures + 1
              WHEN o.availability = 'unknown' THEN d.failures ELSE 0 END AS new_failures,
         CASE WHEN s.sha224 <> '' AND s.outcome NOT IN ('unchanged', 'not-modified') THEN 1 ELSE 0 END AS is_reading,
         CASE WHEN s.sha224 <> '' AND s.outcome NOT IN ('unchanged', 'not-modified') AND s.sha224 <> d.sha224
              THEN 1 ELSE 0 END AS is_version,
         CASE WHEN s.outcome IN ('read', 'no-text', 'foreign-language', 'unsupported-type')
              THEN 1 ELSE 0 END AS is_state
  FROM staged AS s
  JOIN documents AS d ON d.id = s.document_id
  JOIN outcomes AS o ON o.code = s.outcome
  WHERE s.fetched_at > d.checked_at
), changes AS (
  SELECT facts.*,
         CASE WHEN is_version = 1 AND is_state = 1 AND old_sha224 <> ''
                   AND coalesce(text_sha224, '') <> coalesce(old_text_sha224, '') THEN 1 ELSE 0 END AS is_text_change
  FROM facts
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
UPDATE documents SET
  run_id = :run_id,
  checked_at = i.fetched_at,
  outcome = i.outcome,
  detail = i.detail,
  status = i.status,
  final_url = CASE WHEN i.reported = 'yes' THEN i.final_url ELSE documents.final_url END,
  standing = CASE WHEN i.outcome IN ('unchanged', 'not-modified') THEN i.old_version_outcome
                  WHEN i.outcome = 'unchanged-text' THEN i.old_state ELSE i.outcome END,
  availability = CASE WHEN i.reported = 'unknown' AND i.new_failures >= :tries THEN 'no' ELSE i.reported END,
  checks = documents.checks + 1,
  changes = documents.changes + CASE WHEN i.old_sha224 <> '' THEN i.is_version ELSE 0 END,
  text_changes = i.old_text_changes + i.is_text_change,
  gone_times = i.new_gone_times,
  failures = i.new_failures,
  due_at = i.fetched_at + CASE WHEN i.span < :minimum THEN :minimum WHEN i.span > :maximum THEN :maximum
                               ELSE i.span END,
  version_at = CASE WHEN i.is_version = 1 THEN i.fetched_at ELSE documents.version_at END,
  version_outcome = CASE WHEN i.outcome = 'unchanged-text' THEN i.old_state WHEN i.is_reading = 1 THEN i.outcome
                         ELSE documents.version_outcome END,
  state = CASE WHEN i.is_state = 1 THEN i.outcome ELSE documents.state END,
  sha224 = CASE WHEN i.is_reading = 1 THEN i.sha224 ELSE documents.sha224 END,
  text_sha224 = CASE WHEN i.is_state = 1 THEN i.text_sha224 ELSE documents.text_sha224 END,
  etag = CASE WHEN i.sha224 <> '' THEN i.etag ELSE coalesce(i.etag, documents.etag) END,
  last_modified = CASE WHEN i.sha224 <> '' THEN i.last_modified ELSE coalesce(i.last_modified, documents.last_modified) END,
  media_type = CASE WHEN i.is_reading = 1 THEN i.media_type ELSE documents.media_type END,
  language = CASE WHEN i.is_state = 1 THEN i.language ELSE documents.language END,
  title = CASE WHEN i.is_state = 1 THEN i.title ELSE documents.title END,
  bytes = CASE WHEN i.is_reading = 1 THEN i.bytes ELSE documents.bytes END,
  characters = CASE WHEN i.is_state = 1 THEN i.characters ELSE documents.characters END,
  mentions = CASE WHEN i.is_state = 1 THEN i.mentions ELSE documents.mentions END
FROM intervals AS i
WHERE documents.id = i.document_id

-- Hosts whose published metadata will no longer be all there is.
UPDATE hosts SET stale = stale + 1
WHERE id IN (
  SELECT d.host_id FROM staged AS s JOIN documents AS d ON d.id = s.document_id
  WHERE s.sha224 <> '' AND s.outcome NOT IN ('unchanged', 'not-modified') AND s.sha224 <> d.sha224
)

-- Hosts of which a check changes a count: not those that only said that nothing changed.
UPDATE hosts SET uncounted = 1
WHERE uncounted = 0 AND host IN (
  SELECT s.host FROM staged AS s LEFT JOIN documents AS d ON d.id = s.document_id
  WHERE d.id IS NULL OR NOT (
    s.outcome IN ('unchanged', 'not-modified') AND d.standing = d.version_outcome AND d.availability = 'yes')
)

-- Documents that another address answers for than before.
UPDATE runs SET moved = moved + (
  SELECT count(*) FROM staged AS s
  JOIN documents AS d ON d.id = s.document_id
  JOIN outcomes AS o ON o.code = s.outcome
  WHERE o.availability = 'yes' AND d.final_url <> '' AND s.final_url <> d.final_url AND s.fetched_at > d.checked_at
)
WHERE id = :run_id

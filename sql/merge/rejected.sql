-- What the release leaves out and why: mentions and documents by reason.
SELECT reason, count(*) FROM (
  SELECT coalesce(f.rejected, 'corrected') AS reason
  FROM mentions AS m JOIN forms AS f ON f.id = m.form ANTI JOIN form_entities AS e ON e.form = m.form
  UNION ALL
  SELECT DISTINCT 'invalid-url ' || url FROM checks WHERE iri IS NULL
) GROUP BY reason ORDER BY reason;

-- What the release leaves out and why: names that are none, documents whose address cannot be an IRI.
CREATE TABLE rejected AS
SELECT CASE WHEN m.form IS NULL THEN 'impossible-place' ELSE coalesce(f.rejected, 'corrected') END AS reason,
       d.url, m.start, m.stop AS "end", left(m.surface, 100) AS surface
FROM mentions AS m LEFT JOIN forms AS f ON f.id = m.form JOIN documents AS d ON d.id = m.document
ANTI JOIN form_entities AS e ON e.form = m.form
UNION ALL
SELECT DISTINCT 'invalid-url', left(url, 500), NULL, NULL, NULL FROM checks WHERE iri IS NULL
ORDER BY ALL;

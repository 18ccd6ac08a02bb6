-- One row per entity. Its name is the most used of its spellings (the one people set, if they did), its number follows
-- the order of its IRI between angle brackets, which is the order of the lines of the release.
CREATE TABLE entities AS
WITH spellings AS (
  SELECT iri, type, name, moved, sum(uses) AS uses FROM named WHERE iri IS NOT NULL GROUP BY ALL
), best AS (
  SELECT * FROM spellings QUALIFY row_number() OVER (PARTITION BY iri ORDER BY moved, uses DESC, name) = 1
)
SELECT row_number() OVER (ORDER BY b.iri || '>') AS id, b.iri, b.type, coalesce(nullif(clean(p.name), ''), b.name) AS name
FROM best AS b LEFT JOIN preferred_names AS p USING (iri)
ORDER BY id;

-- Every form under which an entity can be looked up: as named, as seen, as EstNLTK's lemmas have it, and in lower case.
CREATE TABLE lemmas AS
WITH seen AS (
  SELECT e.id AS entity, unnest([n.surface, n.lemma, n.name]) AS form FROM named AS n JOIN entities AS e USING (iri)
  UNION ALL SELECT id, name FROM entities
), cased AS (
  SELECT entity, unnest([form, lower(form)]) AS form FROM seen
)
SELECT DISTINCT entity, form FROM cased WHERE form <> '' AND length(form) <= $longest ORDER BY entity, form || '"';

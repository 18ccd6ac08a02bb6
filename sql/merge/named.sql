-- The forms of the current versions with the entity each belongs to, after the corrections made by people.
-- `entity_iri` is ours: base, kind, and the name's slug. A form without entity was taken out by a correction.
CREATE TABLE named AS
WITH used AS (
  SELECT form, count(*) AS uses FROM mentions GROUP BY form
), decided AS (
  SELECT f.id, f.type, coalesce(d.name, f.name) AS name, f.surface, f.lemma,
         CASE WHEN d.name IS NULL THEN f.decided_by ELSE 'corpus' END AS decided_by, u.uses
  FROM used AS u JOIN forms AS f ON f.id = u.form LEFT JOIN decisions AS d ON d.id = f.id
  WHERE f.rejected IS NULL
), keys AS (
  SELECT type, key, $base || '/' || lower(type) || '/' || slug(key) AS iri
  FROM (SELECT DISTINCT type, name_key(name) AS key FROM decided)
)
SELECT n.id, n.name, n.surface, n.lemma, n.uses,
       CASE WHEN c.iri IS NULL THEN n.decided_by ELSE 'correction' END AS decided_by,
       CASE WHEN c.iri IS NULL THEN k.iri ELSE c.replaced_by END AS iri,
       CASE WHEN c.iri IS NULL THEN n.type ELSE c.type END AS type,
       c.iri IS NOT NULL AS moved
FROM decided AS n JOIN keys AS k ON k.type = n.type AND k.key = name_key(n.name)
LEFT JOIN corrections AS c ON c.iri = k.iri;

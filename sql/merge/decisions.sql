-- The canonical name, decided by the whole corpus: of the candidates of a guess, or of what only a list of known names
-- decided, the first that stands somewhere in the nominative wins. What its own document could decide stays as it is.
CREATE TABLE decisions AS
WITH attested AS (
  SELECT DISTINCT type, name_key(name) AS key FROM forms WHERE decided_by = 'nominative' AND rejected IS NULL
), offered AS (
  SELECT id, type, clean(unnest(candidates)) AS name, generate_subscripts(candidates, 1) AS position
  FROM forms WHERE decided_by IN ('guess', 'known') AND rejected IS NULL
)
SELECT o.id, arg_min(o.name, o.position) AS name
FROM offered AS o JOIN attested AS a ON a.type = o.type AND a.key = name_key(o.name)
WHERE length(o.name) <= $longest
GROUP BY o.id;

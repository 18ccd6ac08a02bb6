-- Focus nodes with a value of the wrong kind: not an IRI, of another datatype, too long or short, not of the pattern,
-- not in the list. A parameter that is NULL asks nothing.
WITH wrong AS (
  SELECT subject, object, unnest([
    CASE WHEN $iri AND NOT is_iri THEN 'NodeKind' END,
    CASE WHEN datatype IS DISTINCT FROM $datatype AND $datatype IS NOT NULL THEN 'Datatype' END,
    CASE WHEN characters < $shortest THEN 'MinLength' END,
    CASE WHEN characters > $longest THEN 'MaxLength' END,
    CASE WHEN $pattern IS NOT NULL AND NOT regexp_matches(text, $pattern) THEN 'Pattern' END,
    CASE WHEN $words IS NOT NULL AND NOT list_contains($words, text) THEN 'In' END
  ]) AS component
  FROM facts WHERE path = $path
)
SELECT DISTINCT CAST(subject AS VARCHAR), component FROM wrong
SEMI JOIN (SELECT subject FROM facts WHERE path = $type AND list_contains(list_transform($classes, lambda c: hash('<' || c || '>')), object)) USING (subject)
WHERE component IS NOT NULL
ORDER BY ALL LIMIT $limit;

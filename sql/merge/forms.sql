-- Every form that any version of any document ever had, as found and made clean. Old versions count here because a name
-- once seen in the nominative stays known: entities must not be renamed when the page that showed it vanishes.
CREATE TABLE forms AS
WITH distinct_forms AS (
  SELECT form_id(m) AS id, any_value(m.type) AS type, any_value(m.name) AS name, any_value(m.surface) AS surface,
         any_value(m.lemma) AS lemma, any_value(m.candidates) AS candidates, any_value(m.decided_by) AS decided_by
  FROM read_parquet($mentions) AS m GROUP BY form_id(m)
)
SELECT id, type, clean(name) AS name, clean(surface) AS surface, clean(lemma) AS lemma, candidates, decided_by,
       CASE WHEN NOT list_contains($types, type) THEN 'unknown-type'
            -- Composing can lengthen a name, so both are measured.
            WHEN greatest(length(name), length(surface), length(clean(name))) > $longest THEN 'name-too-long'
            WHEN surface = '' OR NOT regexp_matches(clean(name), '[\p{L}\p{N}]') THEN 'name-without-letters'
       END AS rejected
FROM distinct_forms;

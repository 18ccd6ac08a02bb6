-- The names in the current versions, in order of document and place. What a name says about itself (its form) is the
-- same for many mentions and lies in `forms`; a mention whose place is impossible has none.
CREATE TABLE mentions AS
SELECT d.id AS document, m.start, m."end" AS stop,
       CASE WHEN m.start >= 0 AND m."end" > m.start THEN form_id(m) END AS form, m.confidence, m.surface, m.snippet
FROM read_parquet($mentions, filename = true) AS m
JOIN documents AS d ON d.mentions_path = m.filename AND d.url = m.url AND d.sha224 = m.sha224
ORDER BY document, m.start, stop;

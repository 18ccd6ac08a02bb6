-- What the release holds.
SELECT
  (SELECT count(*) FROM documents) AS documents,
  (SELECT count(*) FROM mentions SEMI JOIN form_entities USING (form)) AS mentions,
  (SELECT count(*) FROM sites) AS relations,
  (SELECT count(*) FROM entities WHERE type = 'PER') AS people,
  (SELECT count(*) FROM entities WHERE type = 'ORG') AS organisations,
  (SELECT count(*) FROM entities WHERE type = 'LOC') AS places,
  (SELECT utc(max(fetched_at)) FROM checks) AS newest;

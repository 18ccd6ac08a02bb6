-- How people say that an entity is written.
CREATE TABLE preferred_names AS
SELECT unnest(CAST($iris AS VARCHAR[])) AS iri, unnest(CAST($names AS VARCHAR[])) AS name;

-- What people corrected: the entity, and what stands in its place (NULL: nothing).
CREATE TABLE corrections AS
SELECT unnest(CAST($iris AS VARCHAR[])) AS iri, unnest(CAST($replaced_by AS VARCHAR[])) AS replaced_by,
       unnest(CAST($types AS VARCHAR[])) AS type;

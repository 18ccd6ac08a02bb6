-- The predicates that the shapes speak of, with a number for each, and whether a shape looks at the text of its values.
CREATE OR REPLACE TABLE shape_paths AS
SELECT unnest($predicates) AS predicate, CAST(unnest($numbers) AS USMALLINT) AS id, unnest($keep) AS keep;

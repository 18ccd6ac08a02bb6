-- The triples of a release that its shapes speak of, read back from the files to be published. Subjects and objects are
-- digests; the text of an object is there where a shape looks at it.
CREATE OR REPLACE TABLE facts (subject UHUGEINT, path USMALLINT, object UHUGEINT, is_iri BOOLEAN, datatype VARCHAR,
                               characters INTEGER, text VARCHAR);

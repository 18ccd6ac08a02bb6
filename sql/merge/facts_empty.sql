-- The triples of a release that its shapes speak of, read back from the files to be published. Subjects and objects are
-- 64-bit digests: two of 20 million terms have the same one with a chance of 1 in 100,000, and then one more or one less
-- is found wrong. The text of an object is there where a shape looks at it.
CREATE OR REPLACE TABLE facts (subject UBIGINT, path USMALLINT, object UBIGINT, is_iri BOOLEAN, datatype VARCHAR,
                               characters INTEGER, text VARCHAR);

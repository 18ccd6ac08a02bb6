-- What stands in one of the two files only.
CREATE OR REPLACE TABLE changed_keys AS SELECT key FROM line_keys GROUP BY key HAVING sum(side) <> 0;

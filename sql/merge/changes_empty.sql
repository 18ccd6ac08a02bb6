-- The lines of two files, as digests: the lines themselves would not fit in memory. -1 stands for old, 1 for new.
CREATE OR REPLACE TABLE line_keys (key UHUGEINT, side TINYINT);
CREATE OR REPLACE TABLE changed (sign VARCHAR, line VARCHAR);

-- Digests of the lines that stand in one of the two files only. Digests, because the lines would not fit in memory.
CREATE OR REPLACE TABLE changed_keys AS
SELECT md5_number(line) AS key FROM (
  SELECT line, -1 AS side FROM read_csv($old, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false,
    delim = chr(1), quote = '', escape = '', compression = 'gzip')
  UNION ALL
  SELECT line, 1 FROM read_csv($new, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false,
    delim = chr(1), quote = '', escape = '', compression = 'gzip')
) GROUP BY key HAVING sum(side) <> 0;

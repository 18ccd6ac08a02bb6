-- The lines themselves, as rows of an RDF Patch: D for deleted, A for added.
SELECT sign || ' ' || line || chr(10) AS text FROM (
  SELECT 'D' AS sign, line FROM read_csv($old, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false,
    delim = chr(1), quote = '', escape = '', compression = 'gzip')
  UNION ALL
  SELECT 'A', line FROM read_csv($new, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false,
    delim = chr(1), quote = '', escape = '', compression = 'gzip')
) WHERE md5_number(line) IN (SELECT key FROM changed_keys)
ORDER BY line, sign;

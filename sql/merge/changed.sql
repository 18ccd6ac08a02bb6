-- The lines behind these digests.
INSERT INTO changed
SELECT $sign, line
FROM read_csv($file, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false, delim = chr(1), quote = '',
              escape = '')
WHERE md5_number(line) IN (SELECT key FROM changed_keys);

INSERT INTO line_keys
SELECT md5_number(line), CASE WHEN $sign = 'D' THEN -1 ELSE 1 END
FROM read_csv($file, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false, delim = chr(1), quote = '',
              escape = '');

-- The subjects behind some digests, for a message that names them.
SELECT DISTINCT CAST(hash(split_part(line, ' ', 1)) AS VARCHAR), split_part(line, ' ', 1)
FROM read_csv($file, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false, delim = chr(1), quote = '',
              escape = '')
WHERE list_contains($digests, CAST(hash(split_part(line, ' ', 1)) AS VARCHAR));

-- Adds the lines of a file that end in $ending: a full stop, or a graph's name and a full stop.
-- An IRI holds no blank, so the first blank ends the subject and the second the predicate.
INSERT INTO facts
WITH split AS (
  SELECT split_part(line, ' ', 1) AS subject, split_part(line, ' ', 2) AS predicate,
         left(line, length(line) - length($ending)) AS said
  FROM read_csv($file, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false, delim = chr(1), quote = '',
                escape = '')
  WHERE ends_with(line, $ending)
), objects AS (
  SELECT s.subject, p.id AS path, p.keep, substr(s.said, length(s.subject) + length(s.predicate) + 3) AS object
  FROM split AS s JOIN shape_paths AS p USING (predicate)
), tails AS (  -- what follows the closing quote: nothing, a language or a datatype
  SELECT *, starts_with(object, '<') AS is_iri,
         CASE WHEN starts_with(object, '<') OR ends_with(object, '"') THEN ''
              WHEN ends_with(object, '>') THEN '^^<' || string_split(object, '"^^<')[-1]
              ELSE '@' || string_split(object, '"@')[-1] END AS tail
  FROM objects
), texts AS (
  SELECT *, object[2:length(object) - length(tail) - 1] AS raw,
         CASE WHEN is_iri THEN NULL WHEN tail = '' THEN $string WHEN starts_with(tail, '@') THEN $language_string
              ELSE tail[4:-2] END AS datatype
  FROM tails
), plain AS (
  SELECT *, CASE WHEN contains(raw, '\')
                 THEN replace(replace(replace(replace(replace(raw, '\\', chr(1)), '\"', '"'), '\n', chr(10)), '\r', chr(13)),
                              chr(1), '\')
                 ELSE raw END AS text
  FROM texts
)
SELECT hash(subject), path, hash(object), is_iri,
       -- A value outside the lexical space of its datatype has not that datatype (XML Schema part 2). The patterns stand
       -- here because one that comes from a table is compiled for every row.
       CASE WHEN CASE datatype
                   WHEN 'http://www.w3.org/2001/XMLSchema#nonNegativeInteger' THEN regexp_matches(text, '^\+?[0-9]+$')
                   WHEN 'http://www.w3.org/2001/XMLSchema#integer' THEN regexp_matches(text, '^[+-]?[0-9]+$')
                   WHEN 'http://www.w3.org/2001/XMLSchema#double'
                   THEN regexp_matches(text, '^([+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?INF|NaN)$')
                   WHEN 'http://www.w3.org/2001/XMLSchema#dateTime'
                   THEN regexp_matches(text, '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?Z$')
                   ELSE true END
            THEN datatype ELSE 'ill-formed' END,
       length(text), CASE WHEN keep THEN text END
FROM plain;

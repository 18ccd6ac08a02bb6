-- Text as it may stand in RDF/XML: control characters, surrogates and non-characters become U+FFFD, one for one, so
-- that character offsets stay true (XML 1.0, production 2).
CREATE MACRO xml_characters(x) AS regexp_replace(x,
  '[\x{00}-\x{08}\x{0B}\x{0C}\x{0E}-\x{1F}\x{7F}-\x{84}\x{86}-\x{9F}\x{FDD0}-\x{FDEF}\x{FFFE}\x{FFFF}\x{1FFFE}\x{1FFFF}'
  || '\x{2FFFE}\x{2FFFF}\x{3FFFE}\x{3FFFF}\x{4FFFE}\x{4FFFF}\x{5FFFE}\x{5FFFF}\x{6FFFE}\x{6FFFF}\x{7FFFE}\x{7FFFF}'
  || '\x{8FFFE}\x{8FFFF}\x{9FFFE}\x{9FFFF}\x{AFFFE}\x{AFFFF}\x{BFFFE}\x{BFFFF}\x{CFFFE}\x{CFFFF}\x{DFFFE}\x{DFFFF}'
  || '\x{EFFFE}\x{EFFFF}\x{FFFFE}\x{FFFFF}\x{10FFFE}\x{10FFFF}]', chr(65533), 'g');

-- A name as people type it: composed (NFC), white space and control characters one blank, nothing invisible
-- (soft hyphens, zero-width spaces, marks and overrides of writing direction, tags).
CREATE MACRO clean(x) AS trim(nfc_normalize(regexp_replace(regexp_replace(xml_characters(x),
  '[\x{AD}\x{61C}\x{180E}\x{200B}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{206F}\x{FEFF}\x{FFF9}-\x{FFFB}'
  || '\x{E0000}-\x{E0FFF}\p{Co}]', '', 'g'),
  '[\s\p{Z}\x{85}\x{FFFD}]+', ' ', 'g')));

-- What makes two names the same entity: everything but case.
CREATE MACRO name_key(x) AS nfc_normalize(lower(x));

-- The inside of an N-Triples string (STRING_LITERAL_QUOTE: only these four must be escaped).
CREATE MACRO quoted(x) AS
  '"' || replace(replace(replace(replace(x, '\', '\\'), '"', '\"'), chr(10), '\n'), chr(13), '\r') || '"';

CREATE MACRO iri(x) AS '<' || x || '>';

CREATE MACRO typed(x, datatype) AS '"' || x || '"^^<' || datatype || '>';

-- A line of N-Triples, or of N-Quads with the graph's name before the full stop; nothing if the object is NULL.
CREATE MACRO line(subject, predicate, object, ending) AS
  coalesce(subject || ' <' || predicate || '> ' || object || ending, '');

-- Character data and attribute values of XML. A carriage return must be a reference, or the parser makes it a newline.
CREATE MACRO xml_text(x) AS
  replace(replace(replace(replace(replace(x, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), chr(13), '&#13;');

CREATE MACRO utc(t) AS strftime(make_timestamp(t), '%Y-%m-%dT%H:%M:%SZ');

-- Identifies what a mention says about its name. The cast of a row quotes its parts, so no two rows read the same.
CREATE MACRO form_id(m) AS md5_number(CAST(
  row(m.type, m.name, m.surface, m.lemma, m.candidates, m.decided_by) AS VARCHAR));

-- Entities of one kind, a range of them, as N-Triples and as RDF/XML: each row is some whole lines of both.
WITH wanted AS (
  SELECT id, iri, name, xml_text(iri) AS xml_iri,
         CASE WHEN $type = 'PER' AND contains(name, ' ') THEN regexp_extract(name, '^(.*) [^ ]+$', 1) END AS given,
         CASE WHEN $type = 'PER' AND contains(name, ' ') THEN regexp_extract(name, ' ([^ ]+)$', 1) END AS family
  FROM entities WHERE type = $type AND id BETWEEN $first AND $last
)
SELECT nt, xml FROM (
  SELECT id, 0 AS part, 0 AS place,
         line(iri(iri), $rdf_type, iri($class), $ending) || line(iri(iri), $label, quoted(name), $ending)
         || line(iri(iri), $name, quoted(name), $ending)
         || line(iri(iri), $given_name, quoted(given), $ending)
         || line(iri(iri), $family_name, quoted(family), $ending) AS nt,
         '<' || $class_tag || ' rdf:about="' || xml_iri || '">' || chr(10)
         || '  <rdfs:label>' || xml_text(name) || '</rdfs:label>' || chr(10)
         || '  <' || $name_tag || '>' || xml_text(name) || '</' || $name_tag || '>' || chr(10)
         || coalesce('  <foaf:givenName>' || xml_text(given) || '</foaf:givenName>' || chr(10), '')
         || coalesce('  <foaf:familyName>' || xml_text(family) || '</foaf:familyName>' || chr(10), '') AS xml
  FROM wanted
  UNION ALL
  SELECT w.id, 1, row_number() OVER (PARTITION BY w.id ORDER BY l.form || '"'),
         line(iri(w.iri), $lemma, quoted(l.form), $ending),
         '  <ner:lemma>' || xml_text(l.form) || '</ner:lemma>' || chr(10)
  FROM wanted AS w JOIN lemmas AS l ON l.entity = w.id
  UNION ALL
  SELECT w.id, 2, s.document,
         line(iri(w.iri), $mentioned_at, iri(d.iri), $ending),
         '  <ner:mentionedAtSite rdf:resource="' || xml_text(d.iri) || '"/>' || chr(10)
  FROM wanted AS w JOIN sites AS s ON s.entity = w.id JOIN documents AS d ON d.id = s.document
  WHERE s.entity BETWEEN $first AND $last
  UNION ALL
  SELECT id, 3, 0, '', '</' || $class_tag || '>' || chr(10) FROM wanted
) ORDER BY id, part, place;

-- The mentions in a range of documents as N-Quads. A mention's IRI is its place in the text (RFC 5147).
SELECT line(subject, $rdf_type, iri($phrase_class), $ending)
    || line(subject, $context, iri(version), $ending)
    || line(subject, $begin, typed(CAST(start AS VARCHAR), $non_negative), $ending)
    || line(subject, $end, typed(CAST(stop AS VARCHAR), $non_negative), $ending)
    || line(subject, $anchor, quoted(xml_characters(surface)), $ending)
    || line(subject, $entity, iri(entity_iri), $ending)
    || line(subject, $confidence, typed(CAST(round(greatest(0, least(1, confidence)), 4) AS VARCHAR), $double), $ending)
    || line(subject, $decided_by, quoted(decided_by), $ending)
    || line(subject, $snippet, quoted(nullif(left(xml_characters(snippet), 500), '')), $ending) AS nt
FROM (
  SELECT '<' || d.version || '#char=' || m.start || ',' || m.stop || '>' AS subject, d.version, e.iri AS entity_iri,
         f.decided_by, m.start, m.stop, m.surface, m.confidence, m.snippet
  FROM mentions AS m JOIN form_entities AS f USING (form) JOIN entities AS e ON e.id = f.entity
  JOIN documents AS d ON d.id = m.document
  WHERE m.document BETWEEN $first AND $last
  ORDER BY m.document, m.start, m.stop
);

-- The documents of a range as N-Triples.
SELECT line(iri(iri), $rdf_type, iri($document_class), $ending)
    || line(iri(iri), $rdf_type, iri($distribution_class), $ending)
    || line(iri(iri), $title, quoted(nullif(title, '')), $ending)
    || line(iri(iri), $language, quoted(nullif(nullif(clean(language), ''), 'und')), $ending)
    || line(iri(iri), $format, quoted(nullif(clean(media_type), '')), $ending)
    || line(iri(iri), $byte_size, typed(CASE WHEN bytes >= 0 THEN bytes END, $non_negative), $ending)
    || line(iri(iri), $issued, typed(utc(first_read), $date_time), $ending)
    || line(iri(iri), $modified, typed(utc(modified), $date_time), $ending)
    || line(iri(iri), $has_version, iri(version), $ending)
    || line(iri(iri), $host, quoted(clean(host)), $ending) AS nt
FROM (SELECT * FROM documents WHERE id BETWEEN $first AND $last ORDER BY id);

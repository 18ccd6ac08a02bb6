-- The current versions of a range of documents as N-Quads: the text that the offsets of mentions refer to.
SELECT line(iri(version), $rdf_type, iri($context_class), $ending)
    || line(iri(version), $begin, typed('0', $non_negative), $ending)
    || line(iri(version), $end, typed(CAST(greatest(characters, 0) AS VARCHAR), $non_negative), $ending)
    || line(iri(version), $version_of, iri(iri), $ending)
    || line(iri(version), $identifier, quoted('urn:sha224:' || clean(sha224)), $ending)
    || line(iri(version), $generated_at, typed(utc(since), $date_time), $ending)
    || line(iri(version), $generated_by, iri(run_iri(run)), $ending) AS nt
FROM (SELECT * FROM documents WHERE id BETWEEN $first AND $last ORDER BY id);

-- Every row that says something about a document's state, of all runs. Times are microseconds since 1970.
-- `document_iri` is NULL for addresses that cannot be an IRI.
CREATE TABLE checks AS
SELECT document_iri(d.url) AS iri, d.url, s.run, s.mentions AS mentions_path,
       epoch_us(d.fetched_at) AS fetched_at, d.outcome, d.sha224, d.host, d.bytes, d.last_modified, d.media_type,
       d.language, d.title, d.characters
FROM read_parquet($documents, filename = true) AS d JOIN segments AS s ON s.documents = d.filename
WHERE list_contains($alive, d.outcome) OR list_contains($gone, d.outcome);

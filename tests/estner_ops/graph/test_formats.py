import pytest

from estner_ops.graph.formats import negotiate


@pytest.mark.parametrize(("accept", "formats"), [
    ("", ("json", "ttl")), ("*/*", ("json", "ttl")), ("text/csv", ("csv", "ttl")),
    ("application/sparql-results+xml;q=0.5, text/tab-separated-values", ("tsv", "ttl")),
    ("application/sparql-results+xml, application/sparql-results+json;q=0.9", ("xml", "ttl")),
    ("application/rdf+xml", ("json", "rdf")), ("application/n-triples, text/turtle;q=0.1", ("json", "nt")),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", ("xml", "ttl")),
    ("text/csv;q=0", ("json", "ttl")), ("text/csv;q=x", ("json", "ttl")), ("APPLICATION/JSON", ("json", "ttl")),
])
def test_what_an_accept_header_asks_for(accept, formats):
    assert negotiate(accept) == formats

import pyoxigraph as ox
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from estner_ops.graph.iris import document_iri, run_iri, slug


@pytest.mark.parametrize(("url", "iri"), [
    ("http://www.ut.ee/et?a=1&b=2", "http://www.ut.ee/et?a=1&b=2"),
    ("HTTP://a.ee/b c", "http://a.ee/b%20c"),
    ("http://õun.ee/ä", "http://õun.ee/ä"),
    ("http://a.ee/?q=[1]|{2}", "http://a.ee/?q=%5B1%5D%7C%7B2%7D"),
    ("http://a.ee/100%", "http://a.ee/100%25"),
    ("http://a.ee/%C3%A4%zz", "http://a.ee/%C3%A4%25zz"),
    ("http://a.ee/x#top", "http://a.ee/x"),
    ("http://user:secret@a.ee/", "http://a.ee/"),
    ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("http://a.ee/\u202eegap", "http://a.ee/%E2%80%AEegap"),
    ("http://a.ee/a\nb\x00", "http://a.ee/a%0Ab%00"),
    ("http://[zz]/", None), ("http:///x", None), ("ftp://a.ee/", None), ("http://a b/", None), ("", None),
    ("javascript:alert(1)", None), ("http://a.ee:99999999/", None),
])
def test_the_iri_of_a_document_is_its_url_made_valid(url, iri):
    assert document_iri(url) == iri


@given(st.one_of(st.text(), st.text().map(lambda text: f"http://a.ee/{text}"), st.text().map("http://{}/".format)))
@example("http://a.ee/\ud800")
def test_every_iri_of_a_document_is_accepted_by_a_strict_parser_and_stays_the_same(url):
    iri = document_iri(url)
    if iri is not None:
        list(ox.parse(f"<{iri}> <http://a/b> <{iri}> .".encode(), ox.RdfFormat.N_TRIPLES))
        assert document_iri(iri) == iri


@given(st.text(min_size=1), st.text(min_size=1))
def test_two_names_never_have_the_same_slug(one, other):
    assert (slug(one) == slug(other)) is (one == other)


@given(st.text(min_size=1))
def test_a_slug_is_one_valid_segment_of_a_path(name):
    iri = f"http://www.estner.ee/id/per/{slug(name)}"
    list(ox.parse(f"<{iri}> <http://a/b> <{iri}> .".encode(), ox.RdfFormat.N_TRIPLES))
    assert "/" not in slug(name)
    assert not set(slug(name)) & set(" <>?#[]@")


def test_a_slug_is_readable():
    assert slug("toomas hendrik ilves") == "toomas_hendrik_ilves"
    assert slug("a & b/c_d~e") == "a_%26_b~2c~1d~0e"
    assert slug("õnne 13") == "õnne_13"


def test_run_ids_of_airflow_make_valid_iris():
    iri = run_iri("http://www.estner.ee/id", "manual__2026-11-18T10:00:00+00:00")
    assert iri == "http://www.estner.ee/id/run/manual__2026-11-18T10%3A00%3A00%2B00%3A00"

import doctest
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from yarl import URL

from estner_ops.plan import address
from estner_ops.plan.address import MAX_LENGTH, canonical_address, canonical_url, identity_of, in_utf8


def test_examples_of_the_module():
    assert doctest.testmod(address).failed == 0


@pytest.mark.parametrize(("url", "canonical"), [
    ("http://a.ee/", "http://a.ee/"),
    ("http://a.ee", "http://a.ee/"),
    ("http://a.ee?q=1", "http://a.ee/?q=1"),
    ("HTTP://WWW.Riik.EE/Tee", "http://www.riik.ee/Tee"),
    ("https://a.ee:443/x", "https://a.ee/x"),
    ("http://a.ee:443/x", "http://a.ee:443/x"),
    ("http://a.ee:080/x", "http://a.ee/x"),
    ("http://õun.ee/", "http://xn--un-bka.ee/"),
    ("http://a.ee/tee#osa", "http://a.ee/tee"),
    ("http://a.ee/õ b", "http://a.ee/%C3%B5%20b"),
    ("http://a.ee/%c3%b5%7e%2f", "http://a.ee/%C3%B5~%2F"),
    ("http://a.ee/a/./b/../c", "http://a.ee/a/c"),
    ("http://a.ee/%2e%2e/a", "http://a.ee/a"),
    ("http://a.ee//a//b/", "http://a.ee//a//b/"),
    ("http://a.ee/x?b=2&a=1&a=0", "http://a.ee/x?b=2&a=1&a=0"),
    ("http://a.ee/x?a=b+c%20d%26e%3D", "http://a.ee/x?a=b+c%20d%26e%3D"),
    ("http://193.40.10.165/SPC.pdf", "http://193.40.10.165/SPC.pdf"),
    ("http://[2001:DB8::0:1]:80/", "http://[2001:db8::1]/"),
    ("http://a_b.ee/", "http://a_b.ee/"),
    ("http://a.ee/100%", "http://a.ee/100%25"),
    ("http://a.ee/\udce4", "http://a.ee/%E4"),
])
def test_canonical_form(url, canonical):
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


@pytest.mark.parametrize("url", [
    "", "a.ee", "dns:a.ee", "ftp://a.ee/", "http:", "http:/a.ee/", "http://", "http:///x", "http://a..ee/", "http://.ee/",
    "http://-a.ee/", "http://a.ee:0/", "http://a.ee:99999/", "http://a.ee:x/", "http://a%2fb.ee/", "http://a b.ee/",
    "http://" + "a" * 64 + ".ee/", "http://" + "a." * 130 + "ee/", "http://[::1/", "http://[fe80::1%25eth0]/",
    "http://[]@", "http://[ n:]/", "http://[+cõ:n]/", "http://a.ee\\@b.ee/", "javascript:alert(1)",
    "http://a.ee/" + "x" * MAX_LENGTH, "http://a.ee/\ud800",
])
def test_what_is_no_url(url):
    with pytest.raises(ValueError):
        canonical_url(url)


def test_the_host_is_the_unit_of_politeness():
    def host(url: str) -> str:
        found = canonical_address(url.encode())
        assert found
        return found[1]

    assert host("http://A.ee:80/x") == host("https://a.ee/y") == "a.ee"
    assert host("http://a.ee./x") == host("http://A.ee.:80/x") == "a.ee"
    assert host("http://a.ee:8080/") == "a.ee:8080"
    assert host("http://name:word@a.ee/") == "a.ee"
    assert host("http://[::1]:81/") == "[::1]:81"


ADDRESSES = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=40).map(lambda text: f"http://a.ee/{text}".encode()),
    st.text("abcAZ019_-~.,;:=+@!$*()'/?#&%[]|\\ 2fFeEõ", max_size=40).map(lambda text: f"http://a.ee/{text}".encode()),
    st.text("abcXN.-019:@[]õ%?#+|\\ \x1f", max_size=30).map(lambda text: f"http://{text}".encode()),
    st.text("abn:.0 %+õ", max_size=12).map(lambda text: f"http://[{text}]/x".encode()),
)


@given(ADDRESSES)
@example(b"http://a.ee/%25%32%65%2e/")
@example(b"http://a.ee/x?")
def test_any_address_is_canonical_after_once(raw):
    found = canonical_address(raw)
    if found:
        assert found[0].isascii()
        assert canonical_address(found[0]) == found


@given(ADDRESSES)
def test_the_glance_agrees_with_the_parser(raw):
    plain = address._PLAIN(raw)
    if plain and b"/." not in raw and canonical_address(raw):
        assert str(URL(raw.decode())) == raw.decode()


@given(st.binary(max_size=60))
def test_every_address_can_be_stored_and_keeps_its_bytes(raw):
    text = in_utf8(raw)
    text.decode()
    assert text == raw or unquote_to_bytes(text) == unquote_to_bytes(raw)
    assert in_utf8(text) == text


@given(ADDRESSES)
def test_an_address_and_what_is_stored_of_it_are_the_same(raw):
    assert identity_of(in_utf8(raw)) == identity_of(raw)

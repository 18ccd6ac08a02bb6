"""Keys as the Internet Archive's canonicaliser makes them: the expected values were printed by its `surt` package."""

import pytest

from estner_ops.archive.surt import surt

SID = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(("url", "key"), [
    ("http://www.Riigikogu.ee/Tegevus/?b=2&a=1", "ee,riigikogu)/tegevus?a=1&b=2"),
    ("https://ee.ee:443/", "ee,ee)/"),
    ("https://ee.ee:80/", "ee,ee:80)/"),
    ("http://ee.ee:8080/x/", "ee,ee:8080)/x"),
    ("http://ee.ee/a%20b%C3%B5?", "ee,ee)/a%20b%c3%b5"),
    ("http://www2.ee.ee/a//b/../c", "ee,ee)/a/c"),
    ("http://[::1]:80/a", "::1)/a"),
    ("http://1.2.3.4/a", "4,3,2,1)/a"),
    (f"http://ee.ee/A?PHPSESSID={SID}&z=1", "ee,ee)/a?z=1"),
    (f"http://ee.ee/a?x=1&sid={SID}&y=2", "ee,ee)/a?x=1&y=2"),
    ("http://ee.ee/(S(abcdefghijklmnopqrstuvwx))/a.aspx", "ee,ee)/a.aspx"),
    ("http://õ.ee/õ", "ee,xn--mda)/%c3%b5"),
    ("http://ee.ee/a?b=C&a", "ee,ee)/a?a&b=c"),
    ("http://user:pw@ee.ee/a#frag", "ee,ee)/a"),
    ("http://ee.ee/a?&b=1&&", "ee,ee)/a?&&&b=1"),
    ("http://ee.ee/%2525a", "ee,ee)/%25a"),
    ("http://ee.ee/%7Efoo/", "ee,ee)/~foo"),
    ("http://ee.ee/%ff%fe", "ee,ee)/%ff%fe"),
])
def test_keys(url: str, key: str) -> None:
    assert surt(url) == key


@pytest.mark.parametrize("url", ["http://ee.ee:port/", "http://[::1/", "ftp://a b/c", "", "http:///x", "a\n\tb c",
                                 "http://ee.ee/\x0b\x1c\x85\ud800", "http://" + "õ" * 100 + ".ee/"])
def test_anything_gets_a_key_of_one_word(url: str) -> None:
    key = surt(url)
    assert not any(character.isspace() for character in key)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estner_ops.fetch.failures import Failure
from estner_ops.fetch.target import follow, parse


@pytest.mark.parametrize(("url", "sent"), [
    ("http://A.Test", "http://a.test/"),
    ("https://a.test:443/x", "https://a.test/x"),
    ("http://a.test:443/x", "http://a.test:443/x"),
    ("http://user:secret@a.test/x", "http://a.test/x"),
    ("http://a.test/a b?c d#e", "http://a.test/a%20b?c%20d"),
    ("http://a.test/%C3%B5?q=%22", "http://a.test/%C3%B5?q=%22"),
    ("http://a.test/õ?q=õ", "http://a.test/%C3%B5?q=%C3%B5"),
    ("http://õunapuu.ee/", "http://xn--unapuu-oxa.ee/"),
    ("http://a.test?q", "http://a.test/?q"),
    ("http://[2001:DB8::0:1]:8080/x", "http://[2001:db8::1]:8080/x"),
    ("http://under_score.test/", "http://under_score.test/"),
])
def test_what_is_sent(url, sent):
    assert parse(url).url == sent


@pytest.mark.parametrize("url", ["ftp://a.test/", "javascript:alert(1)", "http://", "http://a b/", "http://[::1/", "x",
                                 "http://a.test:x/", "http://-/", "http://a.test/" + "x" * 9000, "http://[fe80::1%eth0]/",
                                 "http://a\tb\0.test/"])
def test_what_is_none(url):
    with pytest.raises(Failure) as caught:
        parse(url)
    assert caught.value.code == "invalid-url"


@given(st.text(max_size=200), st.sampled_from(["http://a.test/{}", "http://a.test/?{}", "http://{}/", "{}"]))
def test_no_url_can_break_a_request_line(text, pattern):
    try:
        target = parse(pattern.format(text))
    except Failure:
        return
    assert target.path.isascii()
    assert target.path.isprintable()
    assert " " not in target.path
    assert target.authority.isascii()
    assert target.authority.isprintable()
    assert parse(target.url) == target


def test_following():
    base = parse("http://a.test/x/y?z")
    assert follow(base, "../w").url == "http://a.test/w"
    assert follow(base, "//b.test").url == "http://b.test/"
    assert follow(base, " https://c.test/ ").url == "https://c.test/"
    with pytest.raises(Failure, match="bad-redirect"):
        follow(base, "http://[")

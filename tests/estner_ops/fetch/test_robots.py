import pytest

from estner_ops.fetch.failures import Failure
from estner_ops.fetch.robots import agent_token, rules


def allowed(text: str, path: str) -> bool:
    try:
        rules(200, text.encode(), "EstNER").check(f"http://a.test{path}")
    except Failure as failure:
        return failure.code != "robots-forbidden"
    return True


def test_our_own_group_counts_and_not_the_others():
    text = "User-agent: GoogleBot\nUser-agent: EstNER\nDisallow: /ours\n\nUser-agent: *\nDisallow: /all\n" \
           "User-agent: OtherBot\nUser-agent: ThirdBot\nDisallow: /"
    assert not allowed(text, "/ours")
    assert allowed(text, "/all")
    assert allowed(text, "/")


def test_the_general_group_without_our_own():
    text = "\ufeffuser-agent: bot\ndisallow: /\n\nUSER-AGENT: *\nDisallow: /*.pdf$\nAllow: /avalik/\nDisallow: /avalik"
    assert not allowed(text, "/x/y.pdf")
    assert allowed(text, "/x/y.pdf?z")
    assert allowed(text, "/avalik/x")
    assert not allowed(text, "/avalik")
    assert allowed("", "/x")
    assert allowed("<html>not found</html>", "/x")


def test_groups_that_share_their_rules_with_ours():
    assert not allowed("User-agent: a\nUser-agent: b\nUser-agent: *\nUser-agent: c\nDisallow: /x", "/x")
    assert rules(200, b"User-agent: a\nCrawl-delay: 99\nUser-agent: *\nCrawl-delay: 2.5", "EstNER").crawl_delay == 2.5


@pytest.mark.parametrize("status", [500, 503, 302, 100])
def test_nothing_is_allowed_while_the_rules_are_unknown(status):
    with pytest.raises(Failure, match="robots-unknown"):
        rules(status, b"", "EstNER").check("http://a.test/")


def test_our_name():
    assert agent_token("EstNER/0.1 (+http://www.estner.ee/bot)") == "EstNER"

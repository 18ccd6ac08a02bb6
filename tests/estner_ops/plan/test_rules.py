import pytest

from estner_ops.outcomes import OUTCOMES
from estner_ops.plan.address import canonical_address
from estner_ops.plan.rules import ADDRESS_RULES, ANSWER_RULES, EXTENSION_RULES, PATH_RULES, reason_against


def reason(address="http://a.ee/x", path="L", status=200, media_type="text/html"):
    raw = address.encode()
    identity = canonical_address(raw)
    return reason_against(path.encode(), raw, identity[0] if identity else None, status, media_type)


@pytest.mark.parametrize(("line", "code"), [
    ({}, None),
    ({"path": "-"}, None),
    ({"path": "12+LLR" + "L" * 47}, None),
    ({"path": "LX"}, "speculative"),
    ({"path": "XE"}, "speculative"),
    ({"path": "XP"}, "speculative"),
    ({"path": "LP"}, "prerequisite"),
    ({"path": "PE"}, None),
    ({"address": "dns:a.ee", "path": "P", "status": 1}, "prerequisite"),
    ({"address": "dns:a.ee", "status": 1}, "not-http"),
    ({"address": "ftp://a.ee/x"}, "not-http"),
    ({"address": "whois:a.ee"}, "not-http"),
    ({"address": "http://a..ee/"}, "invalid-url"),
    ({"address": "HTTPS://A.ee/x"}, None),
    ({"address": "http://a.ee/robots.txt"}, "robots-file"),
    ({"address": "http://a.ee:80/robots.txt?x"}, "robots-file"),
    ({"address": "http://a.ee/doc/robots.txt", "media_type": "text/plain"}, None),
    ({"status": 0}, "failed-at-crawl"),
    ({"status": -9998}, "failed-at-crawl"),
    ({"status": 404}, "failed-at-crawl"),
    ({"status": 503}, "failed-at-crawl"),
    ({"status": 301}, "redirect"),
    ({"status": 304}, None),
    ({"status": 1}, None),
    ({"status": 404, "media_type": "image/png"}, "failed-at-crawl"),
    ({"media_type": "image/png"}, "not-text"),
    ({"media_type": "excel", "address": "http://a.ee/a.xls"}, None),
    ({"media_type": "no-type", "address": "http://a.ee/a.jpg"}, "not-text"),
    ({"media_type": "text/html", "address": "http://a.ee/a.jpg"}, None),
])
def test_the_first_rule_that_applies(line, code):
    assert reason(**line) == code


def test_every_rule_has_a_sentence():
    for rules in (PATH_RULES, ADDRESS_RULES, ANSWER_RULES, EXTENSION_RULES):
        for code, _ in rules:
            assert OUTCOMES[code].stage == "plan"

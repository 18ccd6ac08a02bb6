import doctest

import pytest

from estner_ops.plan import media
from estner_ops.plan.media import extension_may_hold_text, type_may_hold_text


def test_examples_of_the_module():
    assert doctest.testmod(media).failed == 0


@pytest.mark.parametrize("media_type", [
    "text/html", "text/plain", "application/pdf", "application/rss+xml", "application/vnd.ms-excel",
    "application/msword", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.oasis.opendocument.text",
    "application/json", "application/geo+json",
])
def test_text(media_type):
    assert type_may_hold_text(media_type) is True


@pytest.mark.parametrize("media_type", [
    "image/jpeg", "image/svg+xml", "video/mp4", "audio/mpeg", "font/woff2", "application/font-woff", "text/css",
    "application/x-javascript", "text/javascript", "application/x-shockwave-flash", "application/x-rar-compressed",
    "application/x-tar", "text/dns",
])
def test_not_text(media_type):
    assert type_may_hold_text(media_type) is False


@pytest.mark.parametrize("media_type", [
    "excel", "xml", "pdf", "plain", "json", "unknown", "no-type", "-", "", "application/octet-stream",
    "application/zip",
    "application/force-download", "õ", "text/x-never-heard-of",
])
def test_the_address_decides(media_type):
    assert type_may_hold_text(media_type) is None


@pytest.mark.parametrize(("address", "expected"), [
    (b"http://a.ee/x.xls", True), (b"http://a.ee/x.ZIP", False), (b"http://a.ee/x.jpg?y=.html", False),
    (b"http://a.ee/x.html?y=.jpg", True), (b"http://a.ee/", True), (b"http://a.ee", True), (b"http://a.zip/x", True),
    (b"http://a.ee/v1.js/x", True), (b"http://a.ee/x.tar.gz#a", False), (b"http://a.ee/x.mp3;s=1", False),
    (b"http://a.ee/x.", True), (b"http://a.ee/x.docx", True),
])
def test_extensions(address, expected):
    assert extension_may_hold_text(address) is expected

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estner_ops.plan.line import Particulars, fields_of, particulars_of, status_of

H3 = (b"2014-05-08T21:36:00.528Z   200      68393 http://www.javest.ee/ - - text/html #040 20140508213559699+762 "
      b"sha1:LE2J37T5CRHUHLZP2MRWUDPQSCAIIFJF - content-size:68686,3t")
DIGEST = "LE2J37T5CRHUHLZP2MRWUDPQSCAIIFJF"


def particulars(line: bytes) -> Particulars:
    fields = fields_of(line)
    assert fields
    return particulars_of(fields)


@pytest.mark.parametrize("line", [
    pytest.param(H3, id="NetarchiveSuite"),
    pytest.param(H3 + b"\r", id="CRLF"),
    pytest.param(H3.rsplit(b" ", 1)[0], id="Heritrix 3 without annotations"),
    pytest.param(H3.rsplit(b" ", 2)[0] + b" 3t", id="2005, without a source tag"),
    pytest.param(H3.replace(b"sha1:", b""), id="2005, bare digest"),
    pytest.param(H3 + b",stream: Eicar-Test-Signature FOUND", id="annotation with spaces"),
    pytest.param(H3 + b',duplicate:"file.arc,9358"', id="annotation with a quoted comma"),
    pytest.param(H3 + b" {}", id="empty JSON"),
    pytest.param(H3.replace(b"   200      68393", b" 200 68393"), id="not padded"),
    pytest.param(H3.replace(b" - - text", b" 12+" + b"L" * 50 + b" - text"), id="path overflow"),
])
def test_dialects(line):
    fields = fields_of(line)
    assert fields
    assert (fields[3], status_of(fields[1]), fields[6]) == (b"http://www.javest.ee/", 200, b"text/html")
    assert particulars_of(fields) == Particulars(68393, DIGEST, None, None)


@pytest.mark.parametrize("json", [
    b'{"contentSize":9,"warcFilename":"EE-1.warc.gz","warcFileOffset":123}',
    b'{"warcFileOffset": 123, "warcFilename": "EE-1.warc.gz", "scopeDecision": "a {b} c"}',
])
@pytest.mark.parametrize("before", [b"", b",stream: {odd} FOUND", b",a {b"])
def test_trailing_json(json, before):
    for end in (b"", b"\r", b" \r"):
        assert particulars(H3 + before + b" " + json + end) == Particulars(68393, DIGEST, "EE-1.warc.gz", 123)


@pytest.mark.parametrize("json", [b'{"warcFilename":7,"warcFileOffset":"x"}', b"{", b"{{{{}", b'{"warcFileOffset":-1}',
                                  b'{"warcFileOffset":true,"warcFilename":""}', b"[1]}", b'{"a":' * 9999 + b"}"])
def test_odd_json_says_nothing(json):
    assert particulars(H3 + b" " + json) == Particulars(68393, DIGEST, None, None)


@pytest.mark.parametrize(("size", "expected"), [
    (b"-", None), (b"0", 0), (b"5000000000", 5_000_000_000), (b"-1", None), (b"9" * 30, None), (b"x", None),
])
def test_sizes(size, expected):
    assert particulars(H3.replace(b"68393", size)).size == expected


def test_an_unknown_size_is_taken_from_the_json():
    assert particulars(H3.replace(b"68393", b"-") + b' {"contentSize":512}').size == 512


@pytest.mark.parametrize("digest", [b"-", b"md5:LE2J37T5CRHUHLZP2MRWUDPQSCAIIFJF", b"sha1:short", b"\xff"])
def test_other_digests_are_none(digest):
    assert particulars(H3.replace(b"sha1:" + DIGEST.encode(), digest)).digest is None


@pytest.mark.parametrize("line", [
    b"", b" ", b"\0" * 50, H3[:70], H3[: H3.index(b" #")], H3.replace(b"  200", b"    -"),
    H3.replace(b"  200", b"1_000"), H3.replace(b"  200", b"9" * 5000),
    b"Exception in thread main java.lang.Error: 1 2 3 4 5 6 7",
    H3.replace(b"http://www.javest.ee/", b"http://www.javest.ee/a b"),
])
def test_stray_and_truncated_lines(line):
    assert fields_of(line) is None


@pytest.mark.parametrize("status", [0, 1, 2001, -9998, -1, 599])
def test_special_statuses(status):
    fields = fields_of(H3.replace(b"  200", b"%5d" % status))
    assert fields
    assert status_of(fields[1]) == status


@given(st.binary(max_size=200))
def test_any_bytes(raw):
    for line in (raw, H3 + raw, H3[:60] + raw + H3[60:]):
        fields = fields_of(line)
        if fields:
            particulars_of(fields)

from hypothesis import given
from hypothesis import strategies as st

from estner_ops.outcomes import OUTCOMES
from estner_ops.plan.judge import Judge
from estner_ops.records import Known, Source

PIECES = st.sampled_from([
    b"2014-05-08T21:36:00.528Z", b"200", b"  404", b"-9998", b"-", b"1", b"http://a.ee/", b"http://b.ee/x.pdf",
    b"dns:a.ee", b"http://\xff.ee/\xe4", "http://õ.ee/".encode(), b"L", b"LX", b"P", b"text/html",
    b"image/png", b"\xff/\0", b"#040",
    b"20140508213559699+762", b"sha1:LE2J37T5CRHUHLZP2MRWUDPQSCAIIFJF", b'{"warcFilename":"a","warcFileOffset":1}',
    b"{", b"\r", b"99999999999999999999",
])
LIKELY = st.lists(PIECES, min_size=4, max_size=14).map(b" ".join)
WELL_FORMED = st.tuples(
    st.sampled_from([b"200", b"404", b"301", b"-1", b"0"]), st.sampled_from([b"-", b"10", b"99999999999"]),
    st.sampled_from([b"http://a.ee/", b"http://A.ee", b"http://b.ee/x", b"http://a..ee/", b"dns:x", b"http://a.ee/\xff"]),
    st.sampled_from([b"-", b"L", b"LX", b"P"]), st.sampled_from([b"text/html", b"image/gif", b"unknown", b"\xc3"]),
).map(lambda part: b"2014 %s %s %s %s - %s #001 2014 sha1:x - -" % part)


@given(st.lists(st.one_of(st.binary(max_size=150), LIKELY, WELL_FORMED), max_size=40))
def test_any_lines_whatsoever_get_one_outcome_each(lines):
    judge = Judge(max_body=10**8)
    block = judge.lines(lines)
    assert len(block.lines.outcome) == judge.counts.total() == len(lines)
    assert set(judge.counts) <= OUTCOMES.keys()
    assert len({len(column) for column in block.lines}) == len({len(column) for column in block.sources}) == 1
    assert len(block.sources.url) == judge.counts["accepted"] == len(set(block.sources.url))
    assert sum(load.documents for load in judge.hosts()) == judge.counts["accepted"]
    for text in (*block.lines.url, *block.sources.url, *block.sources.original_url):
        text.decode()


@given(st.lists(WELL_FORMED, max_size=30), st.integers(1, 10))
def test_blocks_make_no_difference(lines, size):
    whole, blockwise = Judge(10**8), Judge(10**8)
    outcomes = [code for start in range(0, len(lines), size)
                for code in blockwise.lines(lines[start : start + size]).lines.outcome]
    assert whole.lines(lines).lines.outcome == outcomes
    assert whole.hosts() == blockwise.hosts()


def test_only_an_accepted_line_makes_duplicates(line):
    block = Judge(10**8).lines([line("http://a.ee/x", status=-4), line("http://a.ee/x"), line("http://A.ee:80/x#y"),
                                line("http://a.ee/X")])
    assert block.lines.outcome == ["failed-at-crawl", "accepted", "duplicate", "accepted"]


def test_the_original_is_kept(line):
    block = Judge(10**8).lines([line("HTTP://Õun.EE:80/tee")])
    assert block.sources.original_url == ["HTTP://Õun.EE:80/tee".encode()]
    assert block.sources.url == [b"http://xn--un-bka.ee/tee"]


def test_documents_of_the_catalogue_keep_what_is_known():
    known = Known("ab", "cd", '"e"', "Mon", "ef", "http://b.ee/")
    judge = Judge(10**8)
    source = Source("http://a.ee/", "http://A.ee", "a.ee", "text/html", 7, known=known)
    block = judge.documents([source, source])
    assert block.lines.outcome == ["accepted", "duplicate"]
    assert [column[0] for column in block.sources[-6:]] == ["ab", "cd", '"e"', "Mon", "ef", "http://b.ee/"]

"""A snippet is made of whole words and holds the mention whatever surrounds it."""

from hypothesis import given
from hypothesis import strategies as st

from estner_ops.reading import SNIPPET, _snippet
from estner_ops.records import Mention


def mention(start: int, end: int) -> Mention:
    return Mention(start, end, "x", "LOC", "X", "x", ("X",), "guess", 0.5)


def test_words_are_not_cut() -> None:
    text = ("Serveri ruumides käis pikkade aastate jooksul väga palju rahvast, sest Tartu Ülikool lubas seda; "
            "hiljem pandi uksed lukku ja kõik lahkusid õhtuks koju.")
    start = text.index("Tartu")
    assert _snippet(text, mention(start, start + len("Tartu Ülikool"))) == (
        "käis pikkade aastate jooksul väga palju rahvast, sest Tartu Ülikool lubas seda; "
        "hiljem pandi uksed lukku ja kõik lahkusid")


def test_at_the_ends_of_a_text_nothing_is_lost() -> None:
    assert _snippet("Tartu linn", mention(0, 5)) == "Tartu linn"
    assert _snippet("linn on Tartu", mention(8, 13)) == "linn on Tartu"


@given(st.text("ab \n", max_size=200), st.text("xyz", min_size=1, max_size=80), st.text("ab \n", max_size=200))
def test_the_mention_is_always_whole(before: str, name: str, after: str) -> None:
    seen = _snippet(before + name + after, mention(len(before), len(before) + len(name)))
    assert name in seen
    assert len(seen) <= len(name) + 2 * SNIPPET
    assert all(name in word or word in (before + " " + after).split() for word in seen.split())

"""Names of a text, and the words around them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from estner_ops.ner.tokens import Names, starts_sentence, word_after, word_before


def test_the_words_around_a_place():
    text = "(Saue valla Tallinn-Väike linn."
    assert word_before(text, 6).text == "Saue"
    assert word_after(text, 5).text == "valla"
    assert word_after(text, 11).text == "Tallinn-Väike"
    assert word_before(text, 0) is None
    assert word_after(text, len(text)) is None
    assert word_before("a\nb", 2) is None


def test_where_sentences_begin():
    text = "Üks. Kaks „Kolm“ neli Viis\nKuus"
    assert [starts_sentence(text, text.index(word)) for word in ("Üks", "Kaks", "Kolm", "Viis", "Kuus")] == [
        True, True, True, False, True,
    ]  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), max_size=30))
def test_never_two_names_at_one_place(stretches):
    names = Names("Sõna " * 12, [])
    for start, length in stretches:
        new = names.put(start, start + length, "PER")
        assert names.between(start, start + length) == [new]
    every = list(names)
    assert all(one.end <= other.start for one, other in pairwise(every))


def test_words_known_from_the_engine_are_kept():
    names = Names("Haridus- ja Teadusministeerium", [])
    first = names.put(12, 30, "ORG")
    whole = names.put(0, 30, "ORG")
    assert [word.text for word in whole.words] == ["Haridus-", "ja", "Teadusministeerium"]
    assert whole.words[-1] is first.words[0]

from estner_ops.ner.lean.ordering import Ordering
from estner_ops.ner.lean.reading import reading


def test_the_likeliest_reading_comes_first() -> None:
    they, it = reading("ole", "0", "", "V", "vad"), reading("ole", "0", "", "V", "b")
    assert Ordering().ordered("on", [they, it]) == (it, they)
    assert Ordering().ordered("On", [they, it]) == (it, they)


def test_unlisted_words_are_ordered_by_part_of_speech() -> None:
    verb, noun = reading("qwx", "0", "", "V", "o"), reading("qwx", "0", "", "S", "sg n")
    assert Ordering().ordered("qwx", [verb, noun]) == (noun, verb)


def test_of_readings_that_look_the_same_only_the_first_counts() -> None:
    one, same = reading("Põhja_maa", "de", "", "H", "pl g"), reading("Põhjamaa", "de", "", "H", "pl g")
    other = reading("Põhjamaade", "0", "", "H", "sg g")
    assert Ordering().ordered("Põhjamaade", [one, same, other])[0] == one

"""The lists of known names are clean."""

import pytest

from estner_ops.ner.known import known_names, listed


@pytest.mark.parametrize("which", ["given_names", "surnames", "places", "organisations", "titles", "menu_words"])
def test_lists_have_one_clean_name_a_line(which):
    names = listed(which)
    assert len(names) > 50
    assert all(name == " ".join(name.split()) and name for name in names)


def test_what_is_known_of_a_type():
    known = known_names()
    assert known.has("Mari Tamm", "PER")
    assert known.has("Mari", "PER")
    assert not known.has("Tamm Mari", "PER")
    assert known.has("New York", "LOC")
    assert known.has("Riigikogu", "ORG")
    assert not known.has("Riigikogu", "LOC")

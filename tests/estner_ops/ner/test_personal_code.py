"""Personal identity codes are masked always."""

from hypothesis import given
from hypothesis import strategies as st

from estner_ops.ner.personal_code import is_code, mask


def test_a_code_is_masked_and_nothing_moves():
    text = "Jaan Tamm, isikukood 37605030299, sündinud 1976"
    assert mask(text) == "Jaan Tamm, isikukood ***********, sündinud 1976"


def test_a_code_in_groups_is_masked():
    assert mask("ik 376 0503 0299.") == "ik *** **** ****."
    assert mask("ik 3\N{NO-BREAK SPACE}760503 0299") == "ik *\N{NO-BREAK SPACE}****** ****"
    assert mask("1 101 01 37605030299") == "1 101 01 ***********"  # begins like a code of its own


def test_what_only_looks_like_one_stays():
    for text in ("37605030298", "376050302990", "97605030299", "37613030299", "tel 5551234"):
        assert mask(text) == text


def test_the_second_weights_and_the_zero():
    # The remainder is 10 with the first weights: the second decide; 10 again: the digit is 0.
    codes = [f"3760503{number:03}" for number in range(1000)]
    assert all(sum(is_code(code + str(digit)) for digit in range(10)) == 1 for code in codes)


@given(st.text(alphabet="0123456789 a*", max_size=60))
def test_masking_keeps_lengths_and_masks_once_and_for_all(text):
    assert len(mask(text)) == len(text)
    assert mask(mask(text)) == mask(text)

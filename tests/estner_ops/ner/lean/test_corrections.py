import pytest

from estner_ops.ner.lean import vabamorf
from estner_ops.ner.lean.corrections import Corrector


@pytest.fixture(scope="module")
def corrector() -> Corrector:
    return Corrector()


def corrected(corrector: Corrector, form: str, *types: str) -> set[tuple[str, str, str]]:
    return {(one.root, one.partofspeech, one.form)
            for one in corrector.corrected(form, types, vabamorf.analyse([",", form])[1])}


def test_numbers_are_no_pronouns(corrector: Corrector) -> None:
    assert {part for _, part, _ in corrected(corrector, "6te")} == {"N", "O"}
    assert corrector.is_number("6te")
    assert not corrector.is_number("kuus")


def test_names_with_initials_are_names(corrector: Corrector) -> None:
    assert corrected(corrector, "A. Hein", "name_with_initial") == {("A. _Hein", "H", "sg n")}
    found = corrected(corrector, "A.H. Tammsaare", "name_with_initial")
    assert {root for root, _, _ in found} == {"A. _H. _Tamm_saare"}


@pytest.mark.parametrize(("form", "type_", "part"), [
    ("sait.ee", "www_address_short", "H"), ("mari@sait.ee", "email", "H"), (":D", "emoticon", "Z"),
    ("toim.", "abbreviation", "Y"),
])  # fmt: skip
def test_the_kind_of_compound_decides(corrector: Corrector, form: str, type_: str, part: str) -> None:
    assert {its for _, its, _ in corrected(corrector, form, type_)} == {part}

import pytest

from estner_ops.ner.lean.compounds import Compounder
from estner_ops.ner.lean.hyphens import normal
from estner_ops.ner.lean.tokens import tokens


@pytest.fixture(scope="module")
def compounder() -> Compounder:
    return Compounder(normal)


@pytest.mark.parametrize(("text", "word", "types", "normalized"), [
    ("see on nii 21 134 567 , 45 eurot", "21 134 567 , 45", ("numeric",), "21134567,45"),
    ("tuli 02.02.2010 koju", "02.02.2010", ("numeric_date",), "02.02.2010"),
    ("kiri aadressil mari.mets@sait.ee tuli", "mari.mets@sait.ee", ("email",), None),
    ("loe lehelt Postimees.ee edasi", "Postimees.ee", ("www_address_short",), "Postimees.ee"),
    ("kirjutas A. H. Tammsaare raamatu", "A. H. Tammsaare", ("name_with_initial",), "A. H. Tammsaare"),
    ("andis EKRE-le raha", "EKRE-le", ("hyphenation", "case_ending"), "EKRE-le"),
    ("oli -20,5% vähem", "-20,5%", ("numeric", "sign", "percentage"), "-20,5%"),
    ("väga ka-su-lik asi", "ka-su-lik", ("hyphenation",), "kasulik"),
    ("tore :) Siis läks", ":)", ("emoticon",), ":)"),
    ("tuli s.t. läks", "s.t.", ("non_ending_abbreviation",), "s.t."),
    ('on <a href="x">siin</a> nii', '<a href="x">', ("xml_tag",), None),
])  # fmt: skip
def test_compounds(compounder: Compounder, text: str, word: str, types: tuple[str, ...],
                   normalized: str | None) -> None:
    found = {text[one.start : one.end]: one for one in compounder.compounds(text, tokens(text))}
    assert found[word].types == types
    assert found[word].normalized == normalized


def test_no_compound_reaches_over_the_end_of_a_paragraph(compounder: Compounder) -> None:
    text = "tuli A.\n\nHein läks 5\n\n000 korda"
    assert all("\n\n" not in text[one.start : one.end] for one in compounder.compounds(text, tokens(text)))

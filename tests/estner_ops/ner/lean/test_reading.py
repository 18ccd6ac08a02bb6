import pytest

from estner_ops.ner.lean.reading import reading


@pytest.mark.parametrize(("root", "part", "plain", "tokens", "lemma"), [
    ("t<öö", "S", "töö", ("töö",), "töö"), ("riigi_k<ogu", "S", "riigi_kogu", ("riigi", "kogu"), "riigikogu"),
    ("mine", "V", "mine", ("mine",), "minema"), ("ei", "V", "ei", ("ei",), "ei"), ("?", "Z", "?", ("?",), "?"),
    ("-", "Z", "-", ("-",), "-"), ("Mari-Liis", "H", "Mari-Liis", ("Mari", "Liis"), "Mari-Liis"),
    ("elu=line", "A", "elu=line", ("eluline",), "eluline"), ("_", "Z", "_", ("_",), "_"),
])  # fmt: skip
def test_readings(root: str, part: str, plain: str, tokens: tuple[str, ...], lemma: str) -> None:
    found = reading(root, "0", "", part, "")
    assert (found.root, found.root_tokens, found.lemma) == (plain, tokens, lemma)

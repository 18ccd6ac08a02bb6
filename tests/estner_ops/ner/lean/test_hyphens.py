import pytest

from estner_ops.ner.lean.hyphens import normal


@pytest.mark.parametrize(("word", "expected"), [
    ("ka-su-lik", "kasulik"), ("v-v-vere-taoline", "vere-taoline"), ("maa-alune", None), ("Vana-Hiina", None),
    ("kindlustus-", None), ("15-aastane", None), ("-maja", "maja"), ("qwx-zzk", None),
])  # fmt: skip
def test_normal_forms(word: str, expected: str | None) -> None:
    assert normal(word) == expected

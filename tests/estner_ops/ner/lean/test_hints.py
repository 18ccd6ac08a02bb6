from collections.abc import Iterator

import pytest

from bench.estonian_text import Writer
from estner_ops.ner.lean.compounds import Compounder
from estner_ops.ner.lean.hints import Spots
from estner_ops.ner.lean.tokens import Span, tokens


def whole(self: Spots, text: str) -> Iterator[Span]:
    yield 0, len(text)


def test_spots_hold_all_compound_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = Writer(21).collection(5_000)
    compounder = Compounder(lambda word: None)
    found = [compounder.compounds(document, tokens(document)) for document in documents]
    monkeypatch.setattr(Spots, "spots", whole)
    assert found == [compounder.compounds(document, tokens(document)) for document in documents]
    assert sum(map(len, found)) > 500


@pytest.mark.parametrize("text", [
    "see on meie . ee teine . ee kolmas", "olid head a la carte toidud", "aasta 5 \n\n km/h tuul",
    "<b lugu on pikk ja lai> jah", "sõitis nn kiiresti kohale", "tuli A. Hein koju", "ütles Toomas - i onu",
    "kell\n21:14 tuli", "kes ei tea st ei oska",
])  # fmt: skip
def test_spots_in_odd_places(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    compounder = Compounder(lambda word: None)
    found = compounder.compounds(text, tokens(text))
    monkeypatch.setattr(Spots, "spots", whole)
    assert found == compounder.compounds(text, tokens(text))


def test_plain_prose_has_no_spots() -> None:
    assert list(Spots().spots("Lapsed mängisid pargis palliga, aga vanemad vaatasid rahulikult. Ilm oli ilus")) == []


def test_a_spot_is_no_larger_than_it_must_be() -> None:
    text = "lapsed mängisid pargis kella 15.30 ajal väga toreda palliga ning koeraga"
    (start, end), = Spots().spots(text)
    assert "15.30" in text[start:end]
    assert end - start < len(text) / 2

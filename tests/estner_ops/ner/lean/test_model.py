"""The weights are those that CRFsuite itself works with."""

import math
from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from estner_ops.ner.lean import engine, sources
from estner_ops.ner.lean.model import OFFSETS, Model, read


@pytest.fixture(scope="module")
def model() -> Model:
    return engine._parts().model


@pytest.fixture(scope="module")
def tagger() -> pycrfsuite.Tagger:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(sources.NER_MODEL / "model.bin"))
    return tagger


def weights_of(tagger: pycrfsuite.Tagger, model: Model, attribute: str) -> np.ndarray:
    """Of one attribute by itself, up to a constant."""
    tagger.set([[attribute]])
    return np.array([math.log(tagger.probability([label])) for label in model.labels])


@pytest.mark.parametrize(("field", "value", "offset"), [
    ("lem", "tallinn", 0), ("lem", "minister", -1), ("iu", "y", 1), ("pos", "_H_", 0), ("gaz", "loc", 0),
    ("end", "s", 0), ("s4", "linn", 0), ("pgaz", "per", 0), ("fsnt", "y", -1),
])  # fmt: skip
def test_single_attributes(model: Model, tagger: pycrfsuite.Tagger, field: str, value: str, offset: int) -> None:
    weights = model.field(field).of(value)
    assert weights is not None
    ours = weights[OFFSETS.index(offset)]
    theirs = weights_of(tagger, model, f"{field}[{offset}]={value}")
    assert np.allclose(ours - ours[0], theirs - theirs[0], atol=1e-9)
    assert np.abs(ours).max() > 0


def test_a_template_that_stands_twice_counts_twice(model: Model, tagger: pycrfsuite.Tagger) -> None:
    weights = model.field("au").of("y")
    assert weights is not None
    theirs = weights_of(tagger, model, "au[1]=y")
    ours = weights[OFFSETS.index(1)]
    assert np.allclose(ours - ours[0], 2 * (theirs - theirs[0]), atol=1e-9)


def test_pairs(model: Model, tagger: pycrfsuite.Tagger) -> None:
    index = model.field("lem").index
    first, second = np.array([index["eesti"]]), np.array([index["vabariik"]])
    known, places = model.pairs["lem"].find(first, second)
    assert known.tolist() == [0]
    for member, attribute in enumerate(("lem[0]|lem[1]=eesti|vabariik", "lem[0]|lem[-1]=vabariik|eesti")):
        ours, theirs = model.pairs["lem"].weights[places[0], member], weights_of(tagger, model, attribute)
        assert np.allclose(ours - ours[0], theirs - theirs[0], atol=1e-9)
    assert model.pairs["lem"].find(second, first)[0].tolist() == []


def test_refuses_another_format(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"lCRF" + bytes(60))
    with pytest.raises(ValueError, match="not a CRFsuite model"):
        read(tmp_path)

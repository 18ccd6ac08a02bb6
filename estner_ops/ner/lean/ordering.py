"""The order of the readings that disambiguation leaves: the likeliest first, by EstNLTK's counts from a treebank."""

import csv
from collections.abc import Sequence
from pathlib import Path

from estner_ops.ner.lean import sources
from estner_ops.ner.lean.reading import Reading

_COUNTS = sources.MORPHOLOGY / "reorderings"
_WORDS = _COUNTS / "et_edt-ud-train_amb_word_analyses_all.csv"
_PARTS_OF_SPEECH = _COUNTS / "et_edt-ud-train_cat_postag_freq_all.csv"
_Key = tuple[str, str, str, str, str]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, dialect="excel-tab"))


class Ordering:
    def __init__(self) -> None:
        self._words: dict[str, dict[_Key, float]] = {}
        for row in _rows(_WORDS):
            key = (row["lemma"], row["ending"], row["clitic"], row["partofspeech"], row["form"])
            self._words.setdefault(row["text"], {}).setdefault(key, float(row["prob"]))
        self._parts = {row["partofspeech"]: int(row["freq"]) for row in _rows(_PARTS_OF_SPEECH)}

    def ordered(self, word: str, readings: Sequence[Reading]) -> tuple[Reading, ...]:
        if len(readings) == 1:
            return tuple(readings)
        known = self._words.get(word) or self._words.get(word.lower())
        if known is None:
            return tuple(sorted(readings, key=lambda one: -self._parts.get(one.partofspeech, 0)))
        left = list(readings)
        found: list[tuple[float, Reading]] = []
        for key, likelihood in known.items():
            for place, one in enumerate(left):
                if key == (one.lemma, one.ending, one.clitic, one.partofspeech, one.form):
                    found.append((likelihood, left.pop(place)))  # the first: another that looks the same has no count
                    break
        found += [(0.0, one) for one in left]
        return tuple(one for _, one in sorted(found, key=lambda pair: -pair[0]))

"""EstNLTK's named entities with lean data structures: the same names, many times faster."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from estner_ops.ner.lean import hyphens, model, sources, vabamorf
from estner_ops.ner.lean.compounds import Compounder
from estner_ops.ner.lean.corrections import Corrector
from estner_ops.ner.lean.forms import Forms
from estner_ops.ner.lean.gazetteer import Gazetteer
from estner_ops.ner.lean.guard import guarded
from estner_ops.ner.lean.hmm import Hmm
from estner_ops.ner.lean.lexicon import Lexicon
from estner_ops.ner.lean.morphology import Morphology
from estner_ops.ner.lean.ordering import Ordering
from estner_ops.ner.lean.punkt import Punkt
from estner_ops.ner.lean.reading import Reading, reading
from estner_ops.ner.lean.scores import Scorer
from estner_ops.ner.lean.sentences import SentenceSplitter
from estner_ops.ner.lean.tags import Tagset
from estner_ops.ner.lean.tokens import tokens
from estner_ops.ner.lean.windows import Outline, windows
from estner_ops.ner.lean.words import words
from estner_ops.ner.tagged import Analysis, Tagged, Word
from estner_ops.records import EntityType

_MOST_FORMS = 80_000  # word forms remembered, 1.9 KB each; before the next text they are forgotten, all at once
_MOST_ENTITY_WORDS = 10_000
Small = NDArray[np.int32]  # a long document has a million words


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is read from EstNLTK's files, once in a process; nothing of it changes later."""

    model: model.Model
    gazetteer: Gazetteer
    scorer: Scorer
    compounder: Compounder
    splitter: SentenceSplitter
    hmm: Hmm
    corrector: Corrector
    ordering: Ordering


class _Piece(NamedTuple):
    starts: Small  # of words
    ends: Small
    types: Small
    lengths: NDArray[np.int64]  # of sentences


@cache
def _parts() -> _Parts:
    crf, gazetteer = model.read(sources.NER_MODEL), Gazetteer(sources.GAZETTEER)
    normal = lru_cache(maxsize=_MOST_ENTITY_WORDS)(hyphens.normal)
    return _Parts(crf, gazetteer, Scorer(crf, gazetteer), Compounder(normal),
                  SentenceSplitter(Punkt(sources.punkt_folder())), Hmm(sources.LEXICON / "et3.dct"), Corrector(),
                  Ordering())


class LeanEngine:
    """Finds the names in texts. What it remembers between texts makes it faster and nothing else."""

    def __init__(self) -> None:
        self._parts = _parts()
        self._start_afresh()

    def _start_afresh(self) -> None:
        parts = self._parts
        self._lexicon = Lexicon(parts.model, parts.gazetteer)
        self._forms = Forms(Tagset(parts.hmm), parts.corrector, parts.ordering, self._lexicon)
        self._morphology = Morphology(parts.hmm, self._forms)
        self._analyses: dict[int, tuple[Analysis, ...]] = {}  # of types that names consist of

    def tag(self, text: str) -> list[Tagged]:
        if len(self._forms) > _MOST_FORMS:
            self._start_afresh()
        clean = guarded(text)
        pieces = [piece for start, end in windows(clean, self._outline) if (piece := self._read(clean, start, end))]
        if not pieces:
            return []
        starts, ends, types, lengths = (np.concatenate(column) for column in zip(*pieces, strict=True))
        del pieces
        numbers = self._parts.scorer.labels(types, lengths, self._lexicon)
        labels = [self._parts.model.labels[number] for number in numbers.tolist()]
        found = []
        for first, after in _entities(labels):
            chosen = (column[first:after].tolist() for column in (starts, ends, types))
            its_words = tuple(self._word(text, *word) for word in zip(*chosen, strict=True))
            label = cast(EntityType, labels[first][2:])
            found.append(Tagged(its_words[0].start, its_words[-1].end, label, its_words))
        return found

    def _read(self, text: str, start: int, end: int) -> _Piece | None:
        """A part of the text, as far as it can be read without the rest."""
        its_words, ends = self._outline(text[start:end])
        if not its_words:
            return None
        types: list[int] = []
        for first, after in pairwise([0, *ends]):
            types += self._morphology.types(its_words[first:after])
        places = np.array([word[:2] for word in its_words], np.int32).T + np.int32(start)
        return _Piece(places[0], places[1], np.array(types, np.int32), np.diff(ends, prepend=0))

    def _outline(self, text: str) -> Outline:
        its_tokens = tokens(text)
        its_words = words(text, its_tokens, self._parts.compounder.compounds(text, its_tokens))
        return its_words, self._parts.splitter.sentences(text, its_words)

    def _word(self, text: str, start: int, end: int, type_: int) -> Word:
        surface = text[start:end]
        analyses = self._analyses.get(type_)
        if analyses is None:
            analyses = self._analyses[type_] = _analyses(self._lexicon.readings[type_])
        return Word(start, end, surface, analyses, _all_readings(surface))


@lru_cache(maxsize=_MOST_ENTITY_WORDS)
def _all_readings(form: str) -> tuple[Analysis, ...]:
    """What Vabamorf offers for the word inside a sentence, where it takes a capital for a proper name's."""
    return _analyses(dict.fromkeys(reading(*one) for one in vabamorf.analyse([",", form])[1]))


def _analyses(readings: Iterable[Reading]) -> tuple[Analysis, ...]:
    return tuple(Analysis(one.lemma, one.root, one.partofspeech, one.form, one.clitic) for one in readings)


def _entities(labels: list[str]) -> Iterator[tuple[int, int]]:
    """Ranges of words that are one entity: it goes on as long as labels are I- of its type."""
    start = None
    for place, label in enumerate([*labels, "O"]):
        if start is not None and (label[0] != "I" or label[2:] != labels[start][2:]):
            yield start, place
            start = None
        if start is None and label != "O":
            start = place

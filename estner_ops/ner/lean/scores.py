"""How well each label fits each word of a document: the sum of the model's weights over the word's features.

Rows of types are added up at once for the whole document. Some features look at the whole document (is this lemma
written with a capital elsewhere, does a proper name stand before it anywhere): it cannot be scored in pieces.
"""

import numpy as np
from numpy.typing import NDArray

from estner_ops.ner.lean.gazetteer import KINDS, Gazetteer
from estner_ops.ner.lean.lexicon import CAPITAL, PROPER, QUOTE, Lexicon
from estner_ops.ner.lean.model import OFFSETS, Model, Weights

_LOOK_AHEAD = 3  # words that a name in the gazetteer may have
_HERE = OFFSETS.index(0)
Mask = NDArray[np.bool_]


class Scorer:
    def __init__(self, model: Model, gazetteer: Gazetteer) -> None:
        self._model = model
        self._gazetteer = gazetteer
        none = np.zeros((len(OFFSETS), len(model.labels)))
        # By a set of kinds (see gazetteer.py): the model knows single kinds only.
        self._of_kinds = {name: np.zeros((1 << len(KINDS), *none.shape)) for name in ("gaz", "pgaz", "ngaz")}
        for name, table in self._of_kinds.items():
            for bit, kind in enumerate(KINDS):
                weights = model.field(name).of(kind)
                table[1 << bit] = none if weights is None else weights
        kinds = model.field("gaz").index
        self._single_kind = np.full(1 << len(KINDS), len(kinds), np.int64)
        for bit, kind in enumerate(KINDS):
            self._single_kind[1 << bit] = kinds.get(kind, len(kinds))
        self._yes = {name: none if (one := model.field(name).of("y")) is None else one
                     for name in ("fsnt", "iuoc", "pprop", "nprop")}

    def scores(self, types: NDArray[np.int64], lengths: NDArray[np.int64], lexicon: Lexicon) -> Weights:
        """[word, label] for the words of a document, given as numbers of types, in sentences of these lengths."""
        count = len(types)
        sentence = np.repeat(np.arange(len(lengths)), lengths)
        starts = np.cumsum(lengths) - lengths
        first = np.zeros(count, bool)
        first[starts] = True
        flags = lexicon.flags[types]
        capital, proper = (flags & CAPITAL) > 0, (flags & PROPER) > 0
        kinds = self._kinds(types, capital, lexicon)
        rows = lexicon.weights[types]
        rows += self._of_kinds["gaz"][kinds]
        rows[starts] += self._yes["fsnt"]
        scores = rows[:, _HERE].copy()
        for place, offset in enumerate(OFFSETS):
            if offset == 0 or abs(offset) >= count:
                continue
            here, there = (slice(-offset, None), slice(None, offset)) if offset < 0 else (
                slice(None, -offset), slice(offset, None))
            scores[here] += rows[there, place] * (sentence[here] == sentence[there])[:, None]
        scores[starts] += self._model.first_capital * capital[starts, None]
        lemmas = lexicon.lemmas[types]
        follows = np.flatnonzero(~first[1:])  # words with a neighbour to the right in their sentence
        self._add_pairs(scores, "lem", lemmas, follows)
        self._add_pairs(scores, "pos", lexicon.partsofspeech[types], follows)
        self._add_pairs(scores, "gaz", self._single_kind[kinds], follows)
        self._add_pairs(scores, "iu", (~capital).astype(np.int64), follows)  # the model's one value has number 0
        seen = capital & ~first
        seen[1:] &= (flags[:-1] & QUOTE) == 0
        self._add_document_wide(scores, lemmas, seen, follows, proper, kinds)
        return scores

    def _add_pairs(self, scores: Weights, name: str, values: NDArray[np.int64], follows: NDArray[np.intp]) -> None:
        pairs = self._model.pairs[name]
        left = follows[values[follows] < pairs.size]
        known, places = pairs.find(values[left], values[left + 1])
        scores[left[known]] += pairs.weights[places, 0]
        scores[left[known] + 1] += pairs.weights[places, 1]

    def _kinds(self, types: NDArray[np.int64], capital: Mask, lexicon: Lexicon) -> NDArray[np.uint8]:
        """The gazetteer's word on each word: that of the last and longest name that it is part of."""
        kinds = np.zeros(len(types), np.uint8)
        texts = lexicon.lemma_texts
        starts = np.flatnonzero(capital).tolist()
        numbers = types.tolist()
        names = [" ".join([texts[number] for number in numbers[start : start + length]])
                 for start in starts for length in range(2, _LOOK_AHEAD + 1)]
        found = self._gazetteer.kinds(names).reshape(-1, _LOOK_AHEAD - 1).tolist()
        single = lexicon.kinds[types[capital]].tolist()
        for start, alone, longer in zip(starts, single, found, strict=True):
            for length, mask in enumerate((alone, *longer), 1):
                if mask:
                    kinds[start : start + length] = mask
        return kinds

    def _add_document_wide(self, scores: Weights, lemmas: NDArray[np.int64], seen: Mask, follows: NDArray[np.intp],
                           proper: Mask, kinds: NDArray[np.uint8]) -> None:
        """For lemmas that stand inside a sentence with a capital: what stands beside any of their occurrences."""
        different, same = np.unique(lemmas, return_inverse=True)
        of_interest = np.zeros(len(different), bool)
        of_interest[same[seen]] = True
        scores[of_interest[same]] += self._yes["iuoc"][_HERE]
        left, right = follows, follows + 1
        for beside, word, prop, gaz in ((left, right, "pprop", "pgaz"), (right, left, "nprop", "ngaz")):
            chosen = of_interest[same[word]]
            neighbour, lemma = beside[chosen], same[word[chosen]]
            near_proper = np.zeros(len(different), bool)
            near_proper[lemma[proper[neighbour]]] = True
            near_kinds = np.zeros(len(different), np.uint8)
            np.bitwise_or.at(near_kinds, lemma, kinds[neighbour])
            scores[near_proper[same]] += self._yes[prop][_HERE]
            scores += self._of_kinds[gaz][near_kinds[same], _HERE]

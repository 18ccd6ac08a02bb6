"""Labels for the words of a document, by the model's weights for the features of each word.

Rows of types are added up, for thousands of words at once. Some features look at the whole document (is this lemma
written with a capital elsewhere, does a proper name stand before it anywhere): they are gathered first.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from estner_ops.ner.lean.gazetteer import KINDS, Gazetteer
from estner_ops.ner.lean.lexicon import CAPITAL, PROPER, QUOTE, Lexicon
from estner_ops.ner.lean.model import OFFSETS, Model, Weights
from estner_ops.ner.lean.viterbi import best_labels

_LOOK_AHEAD = 3  # words that a name in the gazetteer may have
_HERE = OFFSETS.index(0)
_AT_ONCE = 20_000  # words
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

    def labels(self, types: NDArray[np.int32], lengths: NDArray[np.int64], lexicon: Lexicon) -> NDArray[np.int8]:
        """The label of each word of a document, given as numbers of types, in sentences of these lengths."""
        first = np.zeros(len(types), bool)
        ends = np.cumsum(lengths)
        first[ends - lengths] = True
        flags = lexicon.flags[types]
        kinds = self._kinds(types, (flags & CAPITAL) > 0, lexicon)
        everywhere = self._document_wide(lexicon.lemmas[types], flags, kinds, first)
        found = np.empty(len(types), np.int8)
        start = sentence = 0
        while start < len(types):
            # As many sentences at once as have some thousands of words together.
            after = max(sentence + 1, int(np.searchsorted(ends, start + _AT_ONCE, side="right")))
            part, its = slice(start, int(ends[after - 1])), lengths[sentence:after]
            scores = self._local(types[part], flags[part], kinds[part], first[part], its, lexicon)
            scores += everywhere(part)
            found[part] = best_labels(scores, its, self._model.transitions)
            start, sentence = part.stop, after
        return found

    def _local(self, types: NDArray[np.int32], flags: NDArray[np.uint8], kinds: NDArray[np.uint8], first: Mask,
               lengths: NDArray[np.int64], lexicon: Lexicon) -> Weights:
        """[word, label], by the word and its neighbours in the sentence."""
        capital = (flags & CAPITAL) > 0
        rows = lexicon.weights[types]
        rows += self._of_kinds["gaz"][kinds]
        rows[first] += self._yes["fsnt"]
        scores = rows[:, _HERE].copy()
        sentence = np.repeat(np.arange(len(lengths)), lengths)
        for place, offset in enumerate(OFFSETS):
            if 0 < abs(offset) < len(types):
                ahead, behind = slice(abs(offset), None), slice(None, -abs(offset))
                here, there = (ahead, behind) if offset < 0 else (behind, ahead)
                scores[here] += rows[there, place] * (sentence[here] == sentence[there])[:, None]
        scores[first] += self._model.first_capital * capital[first, None]
        follows = np.flatnonzero(~first[1:])  # words with a neighbour to the right in their sentence
        self._add_pairs(scores, "lem", lexicon.lemmas[types], follows)
        self._add_pairs(scores, "pos", lexicon.partsofspeech[types], follows)
        self._add_pairs(scores, "gaz", self._single_kind[kinds], follows)
        self._add_pairs(scores, "iu", (~capital).astype(np.int64), follows)  # the model's one value has number 0
        return scores

    def _add_pairs(self, scores: Weights, name: str, values: NDArray[np.int64], follows: NDArray[np.intp]) -> None:
        pairs = self._model.pairs[name]
        left = follows[values[follows] < pairs.size]
        known, places = pairs.find(values[left], values[left + 1])
        scores[left[known]] += pairs.weights[places, 0]
        scores[left[known] + 1] += pairs.weights[places, 1]

    def _kinds(self, types: NDArray[np.int32], capital: Mask, lexicon: Lexicon) -> NDArray[np.uint8]:
        """The gazetteer's word on each word: that of the last and longest name that it is part of."""
        kinds = np.zeros(len(types), np.uint8)
        texts = lexicon.lemma_texts
        starts = np.flatnonzero(capital)
        for part in np.array_split(starts, len(starts) // _AT_ONCE + 1):
            following = [[texts[number] for number in types[start : start + _LOOK_AHEAD].tolist()] for start in part]
            names = [" ".join(lemmas[:length]) for lemmas in following for length in range(2, _LOOK_AHEAD + 1)]
            found = self._gazetteer.kinds(names).reshape(-1, _LOOK_AHEAD - 1).tolist()
            alone = lexicon.kinds[types[part]].tolist()
            for start, single, longer in zip(part.tolist(), alone, found, strict=True):
                for length, mask in enumerate((single, *longer), 1):
                    if mask:
                        kinds[start : start + length] = mask
        return kinds

    def _document_wide(self, lemmas: NDArray[np.int64], flags: NDArray[np.uint8], kinds: NDArray[np.uint8],
                       first: Mask) -> Callable[[slice], Weights]:
        """For lemmas that stand inside a sentence with a capital: what stands beside any of their occurrences."""
        different, places = np.unique(lemmas, return_inverse=True)
        same = places.astype(np.int32)
        del places
        seen = ((flags & CAPITAL) > 0) & ~first
        seen[1:] &= (flags[:-1] & QUOTE) == 0
        of_interest = np.zeros(len(different), bool)
        of_interest[same[seen]] = True
        weights = np.where(of_interest[:, None], self._yes["iuoc"][_HERE], 0.0)
        proper = (flags & PROPER) > 0
        left = np.flatnonzero(~first[1:])
        for beside, word, prop, gaz in ((left, left + 1, "pprop", "pgaz"), (left + 1, left, "nprop", "ngaz")):
            chosen = of_interest[same[word]]
            neighbour, lemma = beside[chosen], same[word[chosen]]
            near_proper = np.zeros(len(different), bool)
            near_proper[lemma[proper[neighbour]]] = True
            near_kinds = np.zeros(len(different), np.uint8)
            np.bitwise_or.at(near_kinds, lemma, kinds[neighbour])
            weights[near_proper] += self._yes[prop][_HERE]
            weights += self._of_kinds[gaz][near_kinds, _HERE]
        return lambda part: weights[same[part]]

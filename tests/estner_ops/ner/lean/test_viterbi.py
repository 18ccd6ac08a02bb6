from itertools import pairwise, product

import numpy as np

from estner_ops.ner.lean.viterbi import best_labels


def test_finds_the_best_path_of_every_sentence() -> None:
    chance = np.random.default_rng(1)
    lengths = chance.integers(1, 6, 40)
    scores, transitions = chance.normal(size=(int(lengths.sum()), 3)), chance.normal(size=(3, 3))
    found = best_labels(scores, lengths, transitions)
    start = 0
    for length in lengths.tolist():
        its = scores[start : start + length]
        paths = product(range(3), repeat=length)
        best = max(paths, key=lambda path: sum(its[i, label] for i, label in enumerate(path))
                   + sum(transitions[one, other] for one, other in pairwise(path)))
        assert found[start : start + length].tolist() == list(best)
        start += length


def test_of_equal_paths_takes_the_lowest_labels() -> None:
    assert best_labels(np.zeros((4, 3)), np.array([1, 3]), np.zeros((3, 3))).tolist() == [0, 0, 0, 0]

"""The best sequence of labels for each sentence of a document, all sentences side by side."""

import numpy as np
from numpy.typing import NDArray

from estner_ops.ner.lean.model import Weights


def best_labels(scores: Weights, lengths: NDArray[np.int64], transitions: Weights) -> NDArray[np.int64]:
    """The number of the best label of each word.

    Sentences are sorted by length, longest first: at step t the ones that still go on are the first `going[t]`. Of
    equal paths the one with the lower label number is taken, as CRFsuite does.
    """
    order = np.argsort(-lengths, kind="stable")
    starts = (np.cumsum(lengths) - lengths)[order]
    ordered = lengths[order]
    longest = int(ordered[0])
    going = np.searchsorted(-ordered, -np.arange(longest), side="left")
    best = scores[starts]  # [sentence, label]: of the paths that end here
    came_from: list[NDArray[np.intp]] = []
    turned = transitions.T[None]  # [1, to, from]
    for step in range(1, longest):
        running = going[step]
        paths = best[:running, None, :] + turned
        back = paths.argmax(axis=2)
        came_from.append(back)
        best[:running] = paths.max(axis=2) + scores[starts[:running] + step]
    labels = np.empty(len(scores), np.int64)
    current = best.argmax(axis=1)
    for step in range(longest - 1, 0, -1):
        running = going[step]
        labels[starts[:running] + step] = current[:running]
        current[:running] = came_from[step - 1][np.arange(running), current[:running]]
    labels[starts] = current
    return labels

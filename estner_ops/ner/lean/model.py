"""The weights of EstNLTK's trained CRF, read from CRFsuite's binary file (the text dump rounds them).

The file (format FOMC, version 100) is a header, then chunks: features (kind, source, label, weight), the names of the
labels, the names of the attributes, and references that are not needed here. An attribute's name is a template and a
value: "lem[-1]=minister" is the lemma of the word before.
"""

import ast
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float64]
Attributes = tuple[list[str], list[int]]  # values of one template, and the attributes' numbers
OFFSETS = (-2, -1, 0, 1, 2)  # where a word stands, seen from the word that is being labelled

# Attributes of two words. What is computed for them is in `scores.py`; a model with others needs other code.
PAIRS = {
    (("iu", 0), ("fsnt", 0)), (("lem", 0), ("lem", -1)), (("lem", 0), ("lem", 1)), (("pos", 0), ("pos", -1)),
    (("pos", 0), ("pos", 1)), (("iu", 0), ("iu", 1)), (("iu", 0), ("iu", -1)), (("gaz", 0), ("gaz", 1)),
    (("gaz", -1), ("gaz", 0)),
}  # fmt: skip
_CUT = re.compile(r"\|")


@dataclass(frozen=True, slots=True)
class Field:
    """What the model knows of one property of words: `weights[index[value], offset, label]`."""

    index: dict[str, int]
    weights: Weights

    def of(self, value: str | None) -> Weights | None:
        row = None if value is None else self.index.get(value)
        return None if row is None else self.weights[row]


@dataclass(frozen=True, slots=True)
class Pairs:
    """What the model knows of two neighbours: `weights[place of the pair in keys, which of the two, label]`."""

    size: int
    keys: NDArray[np.int64]  # first * size + second, ascending
    weights: Weights

    def find(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which of the given pairs the model knows, and their places in `weights`."""
        keys = first * self.size + second
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = np.flatnonzero((self.keys[places] == keys) & (second < self.size))
        return known, places[known]


@dataclass(frozen=True, slots=True)
class Model:
    labels: tuple[str, ...]
    transitions: Weights  # [from, to]
    fields: dict[str, Field]
    pairs: dict[str, Pairs]  # of lem, pos, gaz and iu
    first_capital: Weights  # [label], for a word with a capital letter that begins a sentence

    def field(self, name: str) -> Field:
        """The field, empty if the model has no attribute of it."""
        return self.fields.get(name) or Field({}, np.zeros((0, len(OFFSETS), len(self.labels))))


def read(folder: Path) -> Model:
    data = (folder / "model.bin").read_bytes()
    magic, _, kind, version = struct.unpack_from("<4sI4sI", data)
    if (magic, kind, version) != (b"lCRF", b"FOMC", 100):
        raise ValueError(f"{folder / 'model.bin'} is not a CRFsuite model of the known format")
    labels_at, attributes_at = struct.unpack_from("<II", data, 32)
    labels = tuple(_names(data, labels_at))
    weights, transitions = _weights(data, len(labels))
    repeated = _templates(folder / "settings.py")
    found: defaultdict[str, Attributes] = defaultdict(lambda: ([], []))
    for number, attribute in enumerate(_names(data, attributes_at)):
        template, _, value = attribute.partition("=")
        values, numbers = found[template]
        values.append(value)
        numbers.append(number)
    names = {template.partition("[")[0]: None for template in found if "|" not in template}
    fields = {name: _field(name, found, weights, repeated) for name in names}
    pairs = {name: _pairs(fields[name].index, found, name, weights) for name in ("lem", "pos", "gaz", "iu")}
    first_capital = weights[found["iu[0]|fsnt[0]"][1]].sum(axis=0)
    return Model(labels, transitions, fields, pairs, first_capital)


def _names(data: bytes, start: int) -> Iterator[str]:
    """The keys of one of CRFsuite's constant databases, in the order of their numbers."""
    count, table = struct.unpack_from("<II", data, start + 16)
    places = np.frombuffer(data, "<u4", count, start + table).astype(np.int64) + start
    octets = np.frombuffer(data, np.uint8)
    lengths = octets[places[:, None] + np.arange(4, 8)].view("<u4")[:, 0]  # with a final NUL
    for first, after in zip((places + 8).tolist(), (places + 7 + lengths).tolist(), strict=True):
        yield data[first:after].decode()


def _weights(data: bytes, labels: int) -> tuple[Weights, Weights]:
    """[attribute, label] and [label, next label]."""
    start = struct.unpack_from("<I", data, 28)[0]
    count = struct.unpack_from("<I", data, start + 8)[0]
    layout = np.dtype([("kind", "<u4"), ("source", "<u4"), ("label", "<u4"), ("weight", "<f8")])
    features = np.frombuffer(data, layout, count, start + 12)
    state, step = features[features["kind"] == 0], features[features["kind"] == 1]
    weights, transitions = np.zeros((int(state["source"].max()) + 1, labels)), np.zeros((labels, labels))
    weights[state["source"], state["label"]] = state["weight"]
    transitions[step["source"], step["label"]] = step["weight"]
    return weights, transitions


def _templates(path: Path) -> Counter[tuple[str, int]]:
    """How often each template stands in the model's settings: one that stands there twice counts twice."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tables = [node.value for node in tree.body if isinstance(node, ast.Assign)
              and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "TEMPLATES"]
    templates = [tuple(template) for template in ast.literal_eval(tables[0])]
    if {template for template in templates if len(template) == 2} != PAIRS:
        raise ValueError(f"{path} combines features in another way than this program")
    return Counter(template[0] for template in templates if len(template) == 1)


def _field(name: str, found: Mapping[str, Attributes], weights: Weights,
           repeated: Counter[tuple[str, int]]) -> Field:
    template = "ending" if name == "end" else name  # "ending" is written "end" in attributes
    its = [found.get(f"{name}[{offset}]", ([], [])) for offset in OFFSETS]
    index: dict[str, int] = {}
    for values, _ in its:
        for value in values:
            index.setdefault(value, len(index))
    table = np.zeros((len(index), len(OFFSETS), weights.shape[1]))
    for place, (values, numbers) in enumerate(its):
        table[[index[value] for value in values], place] = weights[numbers] * repeated[template, OFFSETS[place]]
    return Field(index, table)


def _pairs(index: dict[str, int], found: Mapping[str, Attributes], name: str, weights: Weights) -> Pairs:
    """The two templates that join a word with its neighbours, as one table for the pair.

    Joined values are cut at every "|" that leaves two values known by themselves: whatever pair of words is written in
    this way has them, since a model learns the single values of a word along with the joined ones.
    """
    keys, members, numbers = [], [], []
    reverse = f"{name}[0]|{name}[-1]"
    for template, member in ((f"{name}[0]|{name}[1]", 0), (reverse, 1), (f"{name}[-1]|{name}[0]", 1)):
        for value, number in zip(*found.get(template, ([], [])), strict=True):
            for cut in _CUT.finditer(value):
                left, right = index.get(value[: cut.start()]), index.get(value[cut.end() :])
                if left is not None and right is not None:
                    first, second = (right, left) if template == reverse else (left, right)
                    keys.append(first * len(index) + second)
                    members.append(member)
                    numbers.append(number)
    different, places = np.unique(np.array(keys, np.int64), return_inverse=True)
    table = np.zeros((len(different), 2, weights.shape[1]))
    np.add.at(table.reshape(-1, weights.shape[1]), 2 * places + np.array(members, np.int64), weights[numbers])
    return Pairs(len(index), different, table)

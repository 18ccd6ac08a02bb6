"""One reading of a word, as EstNLTK's morph_analysis layer has it."""

import re
from typing import NamedTuple

_PHONETIC = re.compile(r"[~?\]<]")
_ONLY_PHONETIC = re.compile(r"[~?\]<]+$")
_COMPOUND = re.compile(r"[_+=]")
_MARKED = re.compile(r"[~?\]<_+=-]")
_MARKERS = frozenset("~?]<_+=-")


class Reading(NamedTuple):
    root: str
    ending: str
    clitic: str
    partofspeech: str
    form: str
    root_tokens: tuple[str, ...]
    lemma: str


def reading(root: str, ending: str, clitic: str, partofspeech: str, form: str) -> Reading:
    """A reading from the five properties that Vabamorf tells: its root still has marks of pronunciation."""
    if not _MARKED.search(root):
        lemma = root + "ma" if partofspeech == "V" and root not in ("ei", "ära") else root
        return Reading(root, ending, clitic, partofspeech, form, (root,), lemma)
    if root in _MARKERS:
        groups = [[root]]
    else:
        groups = [[without_phonetics(_without_joints(part)) for part in group.split("_")] for group in root.split("-")]
    lemma = "-".join("".join(group) for group in groups)
    if partofspeech == "V" and lemma not in ("ei", "ära"):
        lemma += "ma"
    tokens = tuple(part for group in groups for part in group)
    return Reading(without_phonetics(root), ending, clitic, partofspeech, form, tokens, lemma)


def without_phonetics(root: str) -> str:
    return root if _ONLY_PHONETIC.match(root) else _PHONETIC.sub("", root)


def _without_joints(root: str) -> str:
    return root if root in ("_", "+", "=") else _COMPOUND.sub("", root)

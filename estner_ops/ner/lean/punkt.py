"""Where Punkt (Kiss and Strunk, 2006) ends a sentence, with NLTK's model of Estonian.

Punkt decides on a word by itself and the word after it, so decisions are kept by pairs of words. NLTK's own class is
not used because importing NLTK takes 3 s; NLTK before 3.10 is the reference.
"""

import re
from functools import lru_cache
from pathlib import Path

_NUMBER = re.compile(r"^-?[.,]?\d[\d,.-]*\.?$")
_INITIAL = re.compile(r"[^\W\d]\.$")
_ELLIPSIS = re.compile(r"\.\.+$")
_END_SIGNS = frozenset(".?!")
# Where a word type was seen when the model was trained, bits of `ortho_context.tab`.
_UPPER_INSIDE, _UPPER = 1 << 2, 0b0001110
_LOWER_FIRST, _LOWER = 1 << 4, 0b1110000


class Punkt:
    def __init__(self, folder: Path) -> None:
        def lines(name: str) -> list[str]:
            return (folder / name).read_text(encoding="utf-8").split("\n")

        self._abbreviations = frozenset(lines("abbrev_types.txt"))
        self._starters = frozenset(lines("sent_starters.txt"))
        self._collocations = frozenset(tuple(line.split("\t")) for line in lines("collocations.tab"))
        pairs = (line.split("\t") for line in lines("ortho_context.tab") if line)
        self._contexts = {word: int(context) for word, context in pairs}
        self.ends_sentence = lru_cache(maxsize=50_000)(self._ends_sentence)

    def _ends_sentence(self, word: str, after: str) -> bool:
        """Of a word that is `.`, `?` or `!` or ends in a full stop."""
        ends, abbreviation = self._by_itself(word)
        if not word.endswith("."):
            return ends
        kind = _without_stop(_kind(word))
        next_kind = _without_stop(_kind(after)) if self._by_itself(after)[0] else _kind(after)
        initial = bool(_INITIAL.match(word))
        if (kind, next_kind) in self._collocations:
            return False
        starts = self._starts_sentence(after, next_kind)
        may_end_too = (abbreviation or _ELLIPSIS.match(word)) and not initial
        if may_end_too and (starts is True or (after[0].isupper() and next_kind in self._starters)):
            return True
        if initial or kind == "##number##":
            never_lower = not self._contexts.get(next_kind, 0) & _LOWER
            if starts is False or (starts is None and initial and after[0].isupper() and never_lower):
                return False
        return ends

    def _by_itself(self, word: str) -> tuple[bool, bool]:
        """Does the word end a sentence, and is it an abbreviation, as far as one can tell without the next."""
        if word in _END_SIGNS:
            return True, False
        if not word.endswith(".") or word.endswith(".."):
            return False, False
        plain = word[:-1].lower()
        abbreviation = plain in self._abbreviations or plain.split("-")[-1] in self._abbreviations
        return not abbreviation, abbreviation

    def _starts_sentence(self, word: str, kind: str) -> bool | None:
        """By the word's case and the cases it was seen in: yes, no, or no telling."""
        if len(word) == 1 and word in ";:,.!?":
            return False
        context = self._contexts.get(kind, 0)
        if word[0].isupper() and context & _LOWER and not context & _UPPER_INSIDE:
            return True
        if word[0].islower() and (context & _UPPER or not context & _LOWER_FIRST):
            return False
        return None


def _kind(word: str) -> str:
    return _NUMBER.sub("##number##", word.lower())


def _without_stop(kind: str) -> str:
    return kind[:-1] if len(kind) > 1 and kind[-1] == "." else kind

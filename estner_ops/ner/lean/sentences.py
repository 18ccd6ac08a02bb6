"""Sentences: Punkt's, corrected in the ways of EstNLTK's SentenceTokenizer."""

import re
from collections.abc import Sequence
from itertools import pairwise

from estner_ops.ner.lean import sources
from estner_ops.ner.lean.punkt import Punkt
from estner_ops.ner.lean.words import Word

_END_SIGNS = re.compile(r"[.?!…]+")
_OPENING = frozenset('[("')
_PARAGRAPH = "\n\n"
_NEVER_LAST = "non_ending_abbreviation"


class SentenceSplitter:
    def __init__(self, punkt: Punkt) -> None:
        self._punkt = punkt
        tables = sources.rules(sources.SEGMENTATION / "sentence_tokenizer.py", ["merge_patterns"])
        # Two sentences are one if the first rule's pattern matches the left one and its second the right one.
        self._merges = [(*rule["regexes"], rule.get("shift_end", False)) for rule in tables["merge_patterns"]]

    def sentences(self, text: str, words: Sequence[Word]) -> list[int]:
        """For each sentence the number of the first word after it."""
        if not words:
            return []
        ends = self._punkt_ends(words)
        _add_after_repeated_signs(words, ends)
        _add_after_emoticons(words, ends)
        ends.add(len(words))
        paragraphs = _paragraph_ends(text, words)
        return self._merged(text, words, sorted(ends | paragraphs), paragraphs)

    def _punkt_ends(self, words: Sequence[Word]) -> set[int]:
        ends = set()
        for number, (word, after) in enumerate(pairwise(words), 1):
            may_end = word.text[-1] == "." or word.text in ("?", "!")
            if may_end and _NEVER_LAST not in word.types and self._punkt.ends_sentence(word.text, after.text):
                ends.add(number)
        return ends

    def _merged(self, text: str, words: Sequence[Word], ends: list[int], paragraphs: set[int]) -> list[int]:
        """Sentences that Punkt cut in error put together again."""
        merged: list[int] = []
        for start, end in zip([0, *ends], ends, strict=False):
            if start == 0 or start in paragraphs:
                merged.append(end)
                continue
            before = text[words[merged[-2] if len(merged) > 1 else 0].start : words[start - 1].end].rstrip()
            this = text[words[start].start : words[end - 1].end]
            for left, right, moves_end in self._merges:
                match = right.match(this)
                if match and left.match(before):
                    cut = self._new_end(words, start, end, match) if moves_end else None
                    if cut is None:
                        merged[-1] = end
                    elif cut < end:
                        merged[-1:] = [cut, end]
                    else:
                        merged.append(end)
                    break
            else:
                merged.append(end)
        return merged

    @staticmethod
    def _new_end(words: Sequence[Word], start: int, end: int, match: re.Match[str]) -> int | None:
        """The number of the word after the one that the left sentence shall end with, None if no word ends there."""
        place = words[start].start + match.end("end")
        return next((number + 1 for number in range(start, end) if words[number].end == place), None)


def _add_after_repeated_signs(words: Sequence[Word], ends: set[int]) -> None:
    run = 0
    for number, word in enumerate(words):
        if word.text[0] not in ".?!…" or not _END_SIGNS.fullmatch(word.text):
            run = 0
            continue
        run += 1
        if run == 1 and word.text != "…" and len(word.text) == 1:
            continue
        after = words[number + 1].text if number + 1 < len(words) else ""
        if len(after) > 1 and after[0].isupper() and (after[1].islower() or after.isupper()):
            opened = number - run >= 0 and words[number - run].text in _OPENING
            (ends.discard if opened else ends.add)(number + 1)


def _add_after_emoticons(words: Sequence[Word], ends: set[int]) -> None:
    run = 0
    for number, word in enumerate(words):
        if "emoticon" not in word.types:
            run = 0
            continue
        run += 1
        after = words[number + 1] if number + 1 < len(words) else None
        if after and "emoticon" not in after.types and after.text[0].isupper() and after.text[1:2].islower():
            ends.add(number + 1)
            ends.discard(number + 1 - run)


def _paragraph_ends(text: str, words: Sequence[Word]) -> set[int]:
    if _PARAGRAPH not in text:
        return set()
    return {number for number, (word, after) in enumerate(pairwise(words), 1)
            if after.start - word.end > 1 and _PARAGRAPH in text[word.end : after.start]}

"""The language of a text and of its blocks.

The script and the little words of a language decide where they are plain, which they are in prose; lingua (in Rust,
offline) where they are not, as in tables and lists. Lingua alone would cost more than all the rest of reading.
Its low-accuracy mode decides on pieces as long as ours as its other mode does, and takes a tenth of the memory.
What nothing decides is "und": that may be Estonian.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from estner_ops.errors import SettingsError
from estner_ops.records import Block
from estner_ops.text.function_words import FUNCTION_WORDS

if TYPE_CHECKING:
    from lingua import LanguageDetector

UNDECIDED = "und"
CODES = ("et", "ru", "en", "fi", "lv", "lt", "de", "sv", "fr", "pl", "uk", "es", UNDECIDED)  # all that a block may be
_LONG = 120  # letters of a paragraph that is judged by itself
_PIECE = 240  # letters of shorter ones that are judged together
_SAMPLE = 400  # characters of a piece that are looked at
_FEW = 20  # letters below which nothing is decided
_SHORT = 60  # letters below which only Estonian is believed: a name in a list may look like any language
_HARD = 240  # characters that lingua gets: its cost grows with them, its certainty no longer does
_SURE = 0.5
_RIVAL = 0.02  # what Estonian may get when another language is believed: names lost cost more than names too many
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]+")
_ENDINGS = ("mise", "mist", "miseks", "tamine", "damine", "tud", "duse")  # of Estonian words only
_NOT_RUSSIAN = re.compile("[іїєґўјљњћџђ]")


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    letters: int
    cyrillic: bool


def check_languages(wanted: Collection[str]) -> None:
    """Refuses a setting that no block could ever meet: every document would be in a foreign language."""
    if unknown := sorted(set(wanted) - set(CODES)):
        raise SettingsError(f"ESTNER_LANGUAGES: {', '.join(map(repr, unknown))} is none of {' '.join(CODES)}")


def languages(text: str) -> tuple[str, float, tuple[Block, ...]]:
    """The language of most of the text, how sure that is, and the stretches of one language."""
    pieces = list(_pieces(text))
    judged = _settle(pieces, [_judge(text, piece) for piece in pieces])
    weights: dict[str, float] = defaultdict(float)
    blocks: list[Block] = []
    for piece, (language, confidence) in zip(pieces, judged, strict=True):
        weights[language] += piece.letters * confidence
        if blocks and blocks[-1].language == language:
            last = blocks[-1]
            share = (last.end - last.start) / (piece.end - last.start)
            confidence = share * last.confidence + (1 - share) * confidence
            blocks[-1] = Block(last.start, piece.end, language, round(confidence, 4))
        else:
            blocks.append(Block(piece.start, piece.end, language, round(confidence, 4)))
    total = sum(piece.letters for piece in pieces)
    if not total:
        return UNDECIDED, 0.0, tuple(blocks)
    main = max(weights, key=lambda language: (language != UNDECIDED, weights[language]))
    return main, round(weights[main] / total, 4), tuple(blocks)


def _pieces(text: str) -> Iterator[_Piece]:
    """Long paragraphs by themselves, short ones together with their neighbours of the same script."""
    start = end = letters = 0
    cyrillic = False
    some_cyrillic = _CYRILLIC.search(text) is not None
    for found in _PARAGRAPH.finditer(text):
        stop = min(found.end(), found.start() + 2 * _SAMPLE)
        count = sum(map(len, _WORD.findall(text, found.start(), stop)))
        other = some_cyrillic and 2 * sum(map(len, _CYRILLIC.findall(text, found.start(), stop))) > count
        if end and (count >= _LONG or letters >= _PIECE or (count and letters and other != cyrillic)):
            yield _Piece(start, end, letters, cyrillic)
            end = letters = 0
        if not end:
            start = found.start()
        if count and not letters:
            cyrillic = other
        letters, end = letters + count, found.end()
        if count >= _LONG:
            yield _Piece(start, end, letters, cyrillic)
            end = letters = 0
    if end:
        yield _Piece(start, end, letters, cyrillic)


def _judge(text: str, piece: _Piece) -> tuple[str, float]:
    words = _WORD.findall(text, piece.start, min(piece.end, piece.start + 2 * _SAMPLE))
    sample = " ".join(words)[:_SAMPLE].lower()
    if piece.cyrillic:
        if not _NOT_RUSSIAN.search(sample):
            return "ru", 0.99 if piece.letters >= _FEW else 0.8
    elif piece.letters < _FEW:
        return UNDECIDED, 0.0
    plain = _by_words(set(sample.split()))
    if plain:
        return plain, 0.99
    values = {one.language.iso_code_639_1.name.lower(): one.value
              for one in _detector().compute_language_confidence_values(sample[:_HARD])}
    best = max(values, key=values.__getitem__)
    foreign = best != "et" and (piece.letters < _SHORT or values["et"] > _RIVAL
                               or any(map(_is_estonian, sample.split())))
    return UNDECIDED if foreign or values[best] < _SURE else best, values[best]


def _by_words(words: set[str]) -> str | None:
    """The language of which there are several little words, and hardly any of another."""
    found: Counter[str] = Counter()
    for word in words:
        language = FUNCTION_WORDS.get(word) or ("et" if _is_estonian(word) else None)
        if language:
            found[language] += 1
    (language, most), (_, second) = (*found.most_common(2), (UNDECIDED, 0), (UNDECIDED, 0))[:2]
    return language if most >= 3 and most >= 3 * second and (language == "et" or most >= 6 * found["et"]) else None


def _is_estonian(word: str) -> bool:
    return "õ" in word or word.endswith(_ENDINGS)


def _settle(pieces: list[_Piece], judged: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """A heading or a row of numbers between two pieces of one language is of that language."""
    settled = list(judged)
    for number, (piece, (language, _)) in enumerate(zip(pieces, judged, strict=True)):
        if language != UNDECIDED or piece.letters >= _SHORT:
            continue
        before = settled[number - 1][0] if number else None
        after = next((one for one, _ in judged[number + 1 : number + 4] if one != UNDECIDED), None)
        around = before if after in (None, before) else after if before is None else None
        if around:
            settled[number] = (around, _SURE)
    return settled


@cache
def _detector() -> "LanguageDetector":
    from lingua import Language, LanguageDetectorBuilder

    return LanguageDetectorBuilder.from_languages(
        Language.ESTONIAN, Language.RUSSIAN, Language.ENGLISH, Language.FINNISH, Language.LATVIAN, Language.LITHUANIAN,
        Language.GERMAN, Language.SWEDISH, Language.FRENCH, Language.POLISH, Language.UKRAINIAN, Language.SPANISH,
    ).with_low_accuracy_mode().build()

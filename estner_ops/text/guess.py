"""Which one-byte encoding a text without a label is in: the one in which its accented letters make words.

For the encodings of Estonia's neighbourhood the letters tell; for any other charset-normalizer is asked.
"""

import re
from itertools import islice

_SAMPLE = 200_000
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
# In order of preference: where two fit equally well the bytes mean the same in both.
_CANDIDATES = (
    ("windows-1252", "õäöüšžÕÄÖÜŠŽåéèáæøßÅÉ"),
    ("windows-1257", "õäöüšžÕÄÖÜŠŽāčēģīķļņūĀČĒĢĪĶĻŅŪąęėįųĄĘĖĮŲåéøÅß"),
    ("iso-8859-13", "õäöüšžÕÄÖÜŠŽāčēģīķļņūĀČĒĢĪĶĻŅŪąęėįųĄĘĖĮŲåéøÅß"),
    ("iso-8859-15", "õäöüšžÕÄÖÜŠŽåéèáæøßÅÉ"),
    ("iso-8859-4", "õäöüšžÕÄÖÜŠŽāčēģīķļņūĀČĒĢĪĶĻŅŪ"),
    ("windows-1251", "абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ"),
    ("koi8-r", "абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ"),
    ("cp866", "абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ"),
    ("cp775", "õäöüšžÕÄÖÜŠŽāčēģīķļņūĀČĒĢĪĶĻŅŪąęėįų"),
    ("macintosh", "õäöüšžÕÄÖÜŠŽåéèáæøßÅÉ"),
)
_AROUND = "„“”‘’‚»«–—…²³\u00a0"  # what may touch a word
_ALONE = frozenset("•§°©®™€´·½¼¾" + _AROUND)  # what may stand between words; "©veitsi" is a Š misread
_COMMON = frozenset("õäöüоеаинтсāī")  # so frequent in their languages that a real text has them
_HEAD = 4096
_WORDS = 1000  # different ones, that decide
_CASE = re.compile(r"[a-zа-яõäöüšž][A-ZА-ЯÕÄÖÜŠŽ]")


def guess(body: bytes) -> str:
    """A label of the WHATWG table or a Python codec's name."""
    words = b" ".join(islice({word.group(): None for word in _WORD.finditer(body[:_SAMPLE])}, _WORDS))
    best, best_score = "windows-1252", -1.0
    if not words:
        return best
    for name, letters in _CANDIDATES:
        score = _score(words, "mac-roman" if name == "macintosh" else name, frozenset(letters))
        if score > best_score + 1e-9:
            best, best_score = name, score
    return best if best_score > 0.6 else _ask(body) or best


def utf16_without_bom(head: bytes) -> str | None:
    """The byte order, if nearly every second byte is NUL and nearly no other is: UTF-16 of a Latin script."""
    even, odd = head[0:_HEAD:2], head[1:_HEAD:2]
    if len(even) < 2:
        return None
    low, high = even.count(0) / len(even), odd.count(0) / max(len(odd), 1)
    if high > 0.7 and low < 0.05:
        return "utf-16-le"
    if low > 0.7 and high < 0.05:
        return "utf-16-be"
    return None


def _score(words: bytes, codec: str, letters: frozenset[str]) -> float:
    """Between -1 and 1.1: the share of accented characters that this encoding makes sense of."""
    good = bad = common = 0
    for text in words.decode(codec, "replace").split(" "):
        bad += 2 * len(_CASE.findall(text))
        if _ALONE.issuperset(text):
            good += len(text)
            continue
        core = text.strip(_AROUND)
        good += len(text) - len(core)
        for one in core:
            if one in letters:
                good += 1
                common += one in _COMMON
            elif one > "\x7f":
                bad += 1
    total = good + bad
    return (good - bad) / total + 0.1 * common / total if total else 0.0


def _ask(body: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(body[:_SAMPLE]).best()
    return best.encoding if best else None

"""The normal form of a hyphenated word: "ka-su-lik" is "kasulik", "v-v-vere" is "vere", "Vana-Hiina" is itself."""

import re

from estner_ops.ner.lean import vabamorf

_HALF = re.compile(r"[a-zšžõäöüA-ZŠŽÕÄÖÜ]+-$")  # "kindlustus-" of "kindlustus- ja pangainspektsioon"
_LONGEST_STAMMER = 2
# Words of their own that are more often the first syllable of a word cut up.
_SYLLABLES = frozenset({
    "ta", "te", "ma", "va", "de", "me", "ka", "sa", "su", "mu", "ju", "era", "eri", "eks", "all", "esi", "oma", "ees",
})  # fmt: skip


def normal(word: str) -> str | None:
    """The form to analyse in place of the word, None if that is the word itself."""
    if not word.replace("-", "").isalpha() or _HALF.match(word):
        return None
    found = _normal(word)
    return None if found == word else found


def _normal(word: str) -> str:
    plain = _without_stammer(word.strip("-"))
    if _is_word_in_parts(plain):
        return plain
    joined = _joined(plain)
    if _is_word_in_parts(joined):
        return joined
    bare = joined.replace("-", "")
    return bare if _is_word(bare) else word


def _is_word(word: str) -> bool:
    return any(partofspeech not in "YZ" for *_, partofspeech, _ in vabamorf.analyse([word], guess=False)[0])


def _is_word_in_parts(word: str) -> bool:
    parts = word.split("-")
    if len(parts) == 1:
        return _is_word(word)
    return parts[0] not in _SYLLABLES and _is_word(word) and all(map(_is_word, parts))


def _without_stammer(word: str) -> str:
    parts = word.split("-")
    while len(parts) > 1 and len(parts[0]) <= _LONGEST_STAMMER and parts[1].startswith(parts[0]):
        del parts[0]
    return word if len(parts[0]) < 3 else "-".join(parts)


def _joined(word: str) -> str:
    """The parts joined, with a hyphen left where three of a letter would meet."""
    parts = word.split("-")
    for place in range(len(parts) - 1, 0, -1):
        left, right = parts[place - 1], parts[place]
        if left and right and left[-1] == right[0] and (left[-2:-1] == left[-1] or right[:1] == right[1:2]):
            parts.insert(place, "-")
    return "".join(parts)

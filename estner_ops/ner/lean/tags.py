"""Which of the disambiguator's tags a reading has: found out by asking Vabamorf.

Vabamorf makes the tag from part of speech, form and, for some words, the word itself, and tells it to nobody. But its
choices show it: near a made-up word that can be one of two known things, the choice between them depends on the tag.
`_QUESTIONS` tell all tags apart. Each kind of reading is asked for once, and each word that has a tag of its own once.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from estner_ops.ner.lean import vabamorf
from estner_ops.ner.lean.hmm import Candidates, Hmm
from estner_ops.ner.lean.reading import Reading
from estner_ops.ner.lean.vabamorf import Properties

Tags = tuple[int, ...]  # of one reading: a few have two

_MADE_UP = "qwx"  # a word in no list
_UNKNOWN = b"X"
_PREPOSITION, _POSTPOSITION = b"SP", b"ST"  # how their tags begin; a word can be both
_PAST_YOU_OR_THEY = (b"VM2", b"VM3")
_OF_THE_WORD = frozenset("DIJKXZ")  # parts of speech in which single words have tags of their own
_OF_THE_ROOT = frozenset("NOP")
_KNOWN = {
    "An": ("A", "sg n", b"ASN"), "Ag": ("A", "sg g", b"ASG"), "Hg": ("H", "sg g", b"NPSG"),
    "Pn": ("P", "sg n", b"PSN"), "Sn": ("S", "sg n", b"NCSN"), "Sg": ("S", "sg g", b"NCSG"),
    "Sp": ("S", "sg p", b"NCS1"), "Sin": ("S", "sg in", b"NCSA"), "Skom": ("S", "sg kom", b"NCS"),
    "Vb": ("V", "b", b"VM3"), "Vda": ("V", "da", b"VMD"),
}  # fmt: skip


class _Question(NamedTuple):
    """Is the word "?" the first or the second of two things, in a sentence with the word asked for, "*"?"""

    sentence: str
    one: str
    other: str


_QUESTIONS = tuple(_Question(*line.rsplit(" ", 2)) for line in (
    "* ? Sn Sg", "? * Sn Sg", "* ? Sn Sin", "* ? Sn Vb", "? * Sp Sin", "* ? Sp Sin", "? * Sin Vb", "* ? Skom Ag",
    "* ? Hg Pn", "? * Skom Vda", "? * Ag Vda", "* ? Sp Vda", "? * Sn Sin", "? * Sn An",
    # Words that are both prepositions and postpositions need more.
    "* ? An Ag", "? * An Ag", "? * Ag An Skom", "? Sp * An Ag", "* Sg ? An Ag", "? * An Hg", "* Vb ? An Hg",
    "Hg * ? An Ag", "An * ? An Ag",
))  # fmt: skip


class Tagset:
    def __init__(self, hmm: Hmm) -> None:
        self._hmm = hmm
        self._known = {name: hmm.among([hmm.tags.index(tag)]) for name, (*_, tag) in _KNOWN.items()}
        self._kinds: dict[tuple[str, ...], Tags | None] = {
            ("V", "sid", _MADE_UP, _MADE_UP): tuple(hmm.tags.index(tag) for tag in _PAST_YOU_OR_THEY)}
        self._choices: dict[tuple[_Question, Tags], bool] = {}

    def tags(self, form: str, readings: Sequence[Reading]) -> list[Tags] | None:
        """The tags of each of a word's readings, None if that cannot be found out."""
        found = [self._of_kind(form, one, readings) for one in readings]
        seen = self._hmm.word(form.lower())
        if seen and not set(seen[0]).issubset(tag for tags in found if tags for tag in tags):
            # It had another tag in the training text: it may be one of the words with a tag of their own.
            found = [tags if one.partofspeech == "H" else self._ask(form, one)
                     for one, tags in zip(readings, found, strict=True)]
        return None if None in found else [tags for tags in found if tags]

    def candidates(self, form: str, tags: Iterable[Tags]) -> Candidates:
        """The tags among which to choose for a word whose readings have these."""
        possible = {tag for one in tags for tag in one}
        seen = self._hmm.word(form)
        return seen if seen and possible.issuperset(seen[0]) else self._hmm.among(possible)

    def _of_kind(self, form: str, one: Reading, readings: Sequence[Reading]) -> Tags | None:
        part = one.partofspeech
        text = root = _MADE_UP
        if part in _OF_THE_WORD or (part == "G" and any(other.partofspeech == "D" for other in readings)):
            text = form
        elif part in "VA" and form[-3:].lower() in ("nud", "tud", "dud"):
            text = _MADE_UP + form[-3:].lower()
        elif part in _OF_THE_ROOT and one.root.isalpha():
            root = one.root
        key = (part, one.form, text, root)
        if key not in self._kinds:
            self._kinds[key] = self._ask(text, one._replace(root=root))
        return self._kinds[key]

    def _ask(self, form: str, one: Reading) -> Tags | None:
        left = self._adpositions if one.partofspeech == "K" else self._singles
        for question in _QUESTIONS:
            if len(left) == 1:
                break
            expected = [self._expected(question, form, tags) for tags in left]
            if True in expected and False in expected:
                answer = self._answer(form, one[:5], question)
                left = [tags for tags, choice in zip(left, expected, strict=True) if choice == answer]
        seen = self._hmm.word(form)
        if not left or (len(left) > 1 and not (seen and all(set(seen[0]).issubset(tags) for tags in left))):
            return None
        # Tags that are not in Vabamorf's own list become "unknown" too, but only if no reading has another.
        return None if one.partofspeech != "Z" and self._hmm.tags[left[0][0]] == _UNKNOWN else left[0]

    @cached_property
    def _singles(self) -> list[Tags]:
        return [(tag,) for tag in range(1, len(self._hmm.tags))]

    @cached_property
    def _adpositions(self) -> list[Tags]:
        before = [tag for tag, name in enumerate(self._hmm.tags) if name.startswith(_PREPOSITION)]
        after = [tag for tag, name in enumerate(self._hmm.tags) if name.startswith(_POSTPOSITION)]
        return [(tag,) for tag in before + after] + [(one, other) for one in before for other in after]

    def _expected(self, question: _Question, form: str, tags: Tags) -> bool:
        """Which of the two things the unknown word would be, if the reading of the word asked for has these tags."""
        if len(tags) > 1:
            return self._choice(question, self.candidates(form, [tags]))
        if (question, tags) not in self._choices:  # how well a single tag fits the word changes no choice
            self._choices[question, tags] = self._choice(question, self._hmm.among(tags))
        return self._choices[question, tags]

    def _choice(self, question: _Question, word: Candidates) -> bool:
        one, other = self._known[question.one][0][0], self._known[question.other][0][0]
        unknown = self._hmm.among((one, other))
        parts = question.sentence.split()
        sentence = [{"*": word, "?": unknown}.get(part) or self._known[part] for part in parts]
        return unknown[0][self._hmm.decode(sentence)[parts.index("?")]] == one

    def _answer(self, form: str, reading: Properties, question: _Question) -> bool:
        def thing(name: str) -> Properties:
            return (_MADE_UP, "0", "", *_KNOWN[name][:2])

        parts = question.sentence.split()
        choices = [thing(question.one), thing(question.other)]
        sentence = [(form, [reading]) if part == "*" else (_MADE_UP, choices if part == "?" else [thing(part)])
                    for part in parts]
        return vabamorf.disambiguate(sentence)[parts.index("?")] == choices[:1]

"""What an engine finds: names with the words they consist of, before anything is decided about their canonical form."""

from dataclasses import dataclass
from typing import Protocol

from estner_ops.records import EntityType


@dataclass(frozen=True, slots=True)
class Analysis:
    """One reading of a word by Vabamorf."""

    lemma: str
    root: str  # with compound boundaries: "riigi_kogu"
    partofspeech: str
    form: str  # case and number: "sg n", "sg g", "pl in", "" if not inflected
    clitic: str


@dataclass(frozen=True, slots=True)
class Word:
    start: int
    end: int
    text: str
    analyses: tuple[Analysis, ...]  # as EstNLTK's morph_analysis layer has them: disambiguated
    readings: tuple[Analysis, ...]  # all that Vabamorf offers for the form (with proper-name guesses), undisambiguated


@dataclass(frozen=True, slots=True)
class Tagged:
    """A name as the engine sees it: text[start:end], its label and its words."""

    start: int
    end: int
    label: EntityType
    words: tuple[Word, ...]


class Engine(Protocol):
    """Finds names in a text. Must not remember one text while it reads another, and must survive any text."""

    def tag(self, text: str) -> list[Tagged]: ...

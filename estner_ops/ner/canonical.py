"""The nominative of a whole name."""

from estner_ops.ner.tagged import Tagged, Word
from estner_ops.records import Mention


def lemma(tagged: Tagged) -> str:
    """The name with every word's lemma, as EstNLTK gives them."""
    return " ".join(_cased(word.analyses[0].lemma, word.text) if word.analyses else word.text for word in tagged.words)


def mention(text: str, tagged: Tagged) -> Mention:
    surface = text[tagged.start : tagged.end]
    last = tagged.words[-1]
    inner = " ".join(word.text for word in tagged.words[:-1])
    possible = tuple(f"{inner} {nominative}".strip() for nominative in _nominatives(last))
    return Mention(tagged.start, tagged.end, surface, tagged.label, possible[0], lemma(tagged), possible, "guess", 0.5)


def _nominatives(word: Word) -> tuple[str, ...]:
    found = {_cased(one.lemma, word.text): None for one in (*word.analyses, *word.readings) if one.lemma}
    return tuple(found) or (word.text,)


def _cased(lemma: str, surface: str) -> str:
    return lemma[:1].upper() + lemma[1:] if surface[:1].isupper() else lemma

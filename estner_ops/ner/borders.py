"""Where names begin and end: what the model cuts off or takes along."""

import re

from estner_ops.ner import morphology
from estner_ops.ner.known import known_names
from estner_ops.ner.tokens import CAPITAL, Names, word_after, word_before
from estner_ops.ner.words import DESCRIPTIONS, is_body, is_place_word, is_title, noun_lemmas

_EDGE = re.compile(r"^[\s.,;:!?()\[\]/\\|*•–—_-]+|[\s,;:!?()\[\]/\\|*•–—_]+$")
_HYPHENED_LEFT = re.compile(rf"(?:[{CAPITAL}][\w-]* )*[{CAPITAL}]\w*- (?:ja|ning|või) $")
_JOINED_BODIES = re.compile(r" (?:ja|ning) ")
_LOCAL = frozenset({"ill", "adt", "in", "el", "all", "ad", "abl", "ter", "kom"})


def trim(names: Names) -> None:
    """No punctuation at the ends, no full stop of the sentence, no title, no word that only says what the name is."""
    for one in names:
        start, end = _inner(names.text, one.start, one.end)
        words = names.text[start:end].split(" ")
        if len(words) > 1 and words[1][:1].isupper():
            if one.label == "PER" and is_title(words[0]) and not known_names().has(words[0], "PER"):
                start += len(words[0]) + 1
            elif words[0].lower() in DESCRIPTIONS and not is_body(words[-1]):
                start += len(words[0]) + 1
                names.put(start, end, "ORG")
                continue
        if (start, end) != (one.start, one.end) and start < end:
            names.drop(one)
            names.put(start, end, one.label)


def _inner(text: str, start: int, end: int) -> tuple[int, int]:
    while match := _EDGE.search(text[start:end]):
        start, end = (start + match.end(), end) if match.start() == 0 else (start, start + match.start())
        if start >= end:
            return start, start
    last_word = text[start:end].rsplit(" ", 1)[-1]
    # The full stop of an initial ("Jaan T.") or a number ("21.") is part of the name, that of a sentence is not.
    if last_word.endswith(".") and len(last_word) > 3 and "." not in last_word[:-1]:
        end -= 1
    return start, end


def split_cases(names: Names) -> None:
    """A place in a local case ends a name, whatever stands after it: "Riiast New Yorki", "Türil Kalevi tänaval"."""
    for one in names:
        if one.label == "PER" or len(one.words) < 2:
            continue
        first, second = one.words[:2]
        if _in_local_case(first.text) and second.text[:1].isupper() and not _agrees(first.text, one.words[-1].text):
            names.drop(one)
            names.put(first.start, first.end, "LOC")
            names.put(second.start, one.end, one.label)


def _in_local_case(word: str) -> bool:
    read = morphology.lexical(word)
    return bool(read) and all(
        one.partofspeech == "H" and one.form.removeprefix("sg ") in _LOCAL for one in read if one.partofspeech != "V"
    )


def _agrees(first: str, last: str) -> bool:
    """Whether the first word is an adjective of the last: "Suurel Munamäel"."""
    cases = {one.form for one in morphology.lexical(last)}
    return any(one.partofspeech == "A" and one.form in cases for one in morphology.lexical(first.lower()))


def join_coordinated(names: Names) -> None:
    """Bodies whose name is a list: "Haridus- ja Teadusministeerium", "Eesti Linnade ja Valdade Liit"."""
    for one in names:
        if one.label == "PER":
            continue
        before = names.text[max(0, one.start - 80) : one.start]
        if match := _HYPHENED_LEFT.search(before):
            names.put(one.start - len(match[0]), one.end, "ORG")
            continue
        if one.label == "ORG" and (joined := _JOINED_BODIES.match(names.text, one.end)):
            for second in names.between(joined.end(), joined.end() + 1):
                if second.start == joined.end() and second.label == "ORG" and _is_list(one.words[-1].text):
                    names.put(one.start, second.end, "ORG")


def _is_list(word: str) -> bool:
    """A plural genitive that ends no name of a body: it can only go on after "ja"."""
    forms = {one.form for one in morphology.lexical(word.lower())}
    return "pl g" in forms and not is_body(word)


def add_place_words(names: Names) -> None:
    """A place word after a name is part of it, and makes it a place: "Saue vallas", "Vabaduse väljakule"."""
    for one in names:
        after = word_after(names.text, one.end)
        if after is None or not is_place_word(after[1]):
            continue
        if after[1][:1].isupper() or is_place_word(one.words[-1].text) or is_body(one.words[-1].text):
            continue
        if _genitive_possible(one.words[-1].text):
            names.put(one.start, after.end(), "LOC")


def _genitive_possible(word: str) -> bool:
    return any(one.form in ("sg g", "pl g", "") or one.partofspeech in "AG" for one in morphology.readings(word))


def take_adjectives(names: Names) -> None:
    """A capitalised adjective left of a place or body that agrees with it: "Suur Munamägi"."""
    for one in names:
        before = word_before(names.text, one.start)
        if one.label == "PER" or before is None or not before[1][:1].isupper() or noun_lemmas(before[1]):
            continue
        if one.words and _agrees(before[1], one.words[-1].text):
            names.put(before.start(1), one.end, one.label)

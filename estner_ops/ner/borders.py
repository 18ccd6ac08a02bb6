"""Where names begin and end: what the model cuts off or takes along."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from estner_ops.ner import morphology
from estner_ops.ner.known import known_names
from estner_ops.ner.tagged import Word
from estner_ops.ner.tokens import CAPITAL, Names, word_after, word_before
from estner_ops.ner.words import DESCRIPTIONS, LEGAL_FORM, is_body, is_place_word, is_street_word, is_title, noun_lemmas

_EDGE = re.compile(r"^[\s.,;:!?()\[\]/\\|*•–—_-]+|[\s,;:!?()\[\]/\\|*•–—_]+$")
_OPENING, _CLOSING = "„“\"'‘«", "“”\"'’»"
_OTHER_THING = re.compile(r"\s*\n\s*\n|\s+\S*(?:@|://|www\.)\S*")
_HYPHENED_LEFT = re.compile(rf"(?:[{CAPITAL}][\w-]* )*[{CAPITAL}]\w*- (?:ja|ning|või) $")
_JOINED_BODIES = re.compile(r" (?:ja|ning) ")
_LOCAL = frozenset({"ill", "adt", "in", "el", "all", "ad", "abl", "ter", "kom"})


def trim(names: Names) -> None:
    """No punctuation at the ends, no full stop of the sentence, no title, no word that only says what the name is."""
    for one in names:
        start, end = _inner(names.text, one.start, one.end)
        words = names.text[start:end].split(" ")
        while len(words) > 1 and words[-1].islower() and is_title(words[-1]):  # "Keila linnapea"
            end -= len(words.pop()) + 1
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
    if cut := _OTHER_THING.search(text, start, end):
        end = max(start, cut.start())
    while match := _EDGE.search(text[start:end]):
        start, end = (start + match.end(), end) if match.start() == 0 else (start, start + match.start())
        if start >= end:
            return start, start
    if text[start] in _OPENING and not any(sign in text[start + 1 : end] for sign in _CLOSING):
        start += 1
    elif text[end - 1] in _CLOSING and not any(sign in text[start : end - 1] for sign in _OPENING):
        end -= 1
    last_word = text[start:end].rsplit(" ", 1)[-1]
    # The full stop of an initial ("Jaan T.") or a number ("21.") is part of the name, that of a sentence is not.
    if last_word.endswith(".") and (len(last_word) > 3 or LEGAL_FORM.fullmatch(last_word[:-1])):
        end -= "." not in last_word[:-1]
    return start, end


def split_cases(names: Names) -> None:
    """A place in the nominative or a local case ends a name: "Riiast New Yorki", "Tallinn Kristiine linnaosa"."""
    for one in names:
        parts = list(_parts(one.words)) if one.label != "PER" else []
        if len(parts) > 1:
            names.drop(one)
            for start, end in parts[:-1]:
                names.put(start, end, "LOC")
            names.put(parts[-1][0], one.end, one.label)


def _parts(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Where each of the places ends that a name of these words begins with, and what is left."""
    first = 0  # word of the part
    for at, (word, following) in enumerate(pairwise(words)):
        if not following.text[:1].isupper():
            continue
        whole_place = at > first and word.text.islower() and is_place_word(word.text)
        if whole_place or (at == first and _ends_name(word.text) and not _agrees(word.text, words[-1].text)):
            yield words[first].start, word.end
            first = at + 1
    if words:
        yield words[first].start, words[-1].end


def _ends_name(word: str) -> bool:
    read = [one for one in morphology.lexical(word) if one.partofspeech != "V"]
    cases = {one.form.removeprefix("sg ") for one in read}
    if any(one.partofspeech != "H" for one in read):
        return False
    return bool(cases) and (cases <= _LOCAL or (cases == {"n"} and word in known_names().places))


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
            start = one.start - len(match[0])
            for word in match[0].split(" ")[:-3]:
                start += len(word) + 1 if is_body(word) else 0  # another body's name ends there
            names.put(start, one.end, "ORG")
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
    """A place word after a name is part of it, and makes it a place: "Saue vallas", "Vabaduse väljakule", "Turu tn"."""
    for one in names:
        after = word_after(names.text, one.end)
        if after is None or after.text[:1].isupper() or not (
            is_street_word(names.text, after) or is_place_word(after.text)
        ):
            continue
        last = one.words[-1].text
        if not is_place_word(last) and not is_body(last) and _genitive_possible(last):
            names.put(one.start, after.end, "LOC")


def add_bodies(names: Names) -> None:
    """A capitalised body after a name is part of it: "Kambja Apteek"."""
    for one in names:
        after = word_after(names.text, one.end)
        if after is None or not after.text[:1].isupper() or not is_body(after.text):
            continue
        last = one.words[-1].text
        if not names.between(after.start, after.end) and not is_body(last) and _genitive_possible(last):
            names.put(one.start, after.end, "ORG")


def _genitive_possible(word: str) -> bool:
    return any(one.form in ("sg g", "pl g", "") or one.partofspeech in "AG" for one in morphology.readings(word))


def take_adjectives(names: Names) -> None:
    """A capitalised adjective left of a place or body that agrees with it: "Suur Munamägi"."""
    for one in names:
        before = word_before(names.text, one.start)
        if one.label == "PER" or before is None or not before.text[:1].isupper() or noun_lemmas(before.text):
            continue
        if one.words and _agrees(before.text, one.words[-1].text) and one.words[-1].text not in known_names().places:
            names.put(before.start, one.end, one.label)

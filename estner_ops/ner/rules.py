"""The rules that correct an engine's names, in the order they are applied.

Each was kept because it helps on the tuning part of `bench/gold`; `./estner bench ner --quality` prints what every one
of them is worth there, and what all of them are worth on text they were not made with.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from estner_ops.ner import borders, junk, labels, missed
from estner_ops.ner.tagged import Tagged
from estner_ops.ner.tokens import Names

Rule = Callable[[Names], None]

RULES: tuple[Rule, ...] = (
    borders.trim,
    borders.split_cases,
    borders.join_coordinated,
    missed.by_legal_form,
    borders.add_place_words,
    borders.add_bodies,
    borders.take_adjectives,
    missed.by_given_name,
    missed.by_initials,
    missed.by_place_word,
    missed.by_body,
    missed.by_known_name,
    missed.by_known_body,
    missed.by_known_place,
    labels.by_words,
    labels.by_known,
    junk.drop,
    missed.by_family_name,  # last: it goes by who was found to be a person
)


def corrected(
    text: str, tagged: Sequence[Tagged], rules: Sequence[Rule] = RULES
) -> tuple[list[Tagged], Counter[str]]:
    """The names as the rules leave them, and how many were dropped for which reason."""
    names = Names(text, tagged)
    for rule in rules:
        rule(names)
    return list(names), names.dropped

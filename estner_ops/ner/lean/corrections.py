"""Readings as EstNLTK has them before disambiguation: Vabamorf's, corrected for compound tokens and numbers."""

import csv
from collections.abc import Collection, Sequence

import regex

from estner_ops.ner.lean import sources
from estner_ops.ner.lean.reading import Reading, reading, without_phonetics
from estner_ops.ner.lean.vabamorf import Properties

# Words of these types keep the readings they have: the disambiguator does not see them.
SET_ASIDE = frozenset({"emoticon", "xml_tag"})
_NEW_PART_OF_SPEECH = {"emoticon": "Z", "www_address": "H", "www_address_short": "H", "email": "H"}
_ABBREVIATIONS = frozenset({"abbreviation", "non_ending_abbreviation"})
_NUMBERS = frozenset({"numeric", "percentage"})
_UPPER, _LOWER = "A-ZÖÄÜÕŽŠ", "a-zöäüõšž"
_SPACE_BEFORE_NAME = regex.compile(rf"(\.)\s+([{_UPPER}])")
_NO_SPACE_BEFORE_NAME = regex.compile(rf"([{_UPPER}]\.)([{_UPPER}])")
_LOWER_NAME = regex.compile(rf"(\.\s+_)([{_LOWER}])")
_NUMERIC_ROOT = regex.compile(r"(?=\D*\d)[0-9.,\- ]+$")
_NUMBER_WITH_ENDING = regex.compile(r"-?(\d+\.?)-?(\D*)$")


class Corrector:
    def __init__(self) -> None:
        self._rules: dict[str, dict[str, list[tuple[str, str, str]]]] = {}
        path = sources.MORPHOLOGY / "number_fixes" / "number_analysis_rules.csv"
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                endings = self._rules.setdefault(row["number"], {})
                endings.setdefault(row["suffix"], []).append((row["pos"], row["form"], row["ending"]))
        self._patterns = {pattern: regex.compile(pattern) for pattern in self._rules}

    def corrected(self, form: str, types: Collection[str], found: Sequence[Properties]) -> tuple[Reading, ...]:
        if SET_ASIDE.intersection(types):
            return tuple(dict.fromkeys(_for_compound(reading(*one), types) for one in found))
        numbers = self._of_number(form) if any(map(str.isnumeric, form)) else []
        if numbers:
            return tuple(numbers)
        # EstNLTK corrects roots, and makes lemmas from them again after disambiguation.
        plain = dict.fromkeys((without_phonetics(root), *others) for root, *others in found)
        if types:
            plain = dict.fromkeys(_for_compound(reading(*one), types)[:5] for one in plain)
        return tuple(reading(*one) for one in plain)

    def is_number(self, form: str) -> bool:
        return any(map(str.isnumeric, form)) and bool(self._of_number(form))

    def _of_number(self, form: str) -> list[Reading]:
        match = _NUMBER_WITH_ENDING.match(form)
        if not match:
            return []
        number, ending = match.groups()
        before, after = "-" * form.startswith("-"), "-" * form.endswith("-")
        rule = next((rule for rule, pattern in self._patterns.items() if pattern.match(number)), None)
        if rule is None:
            return []
        ordinal = number.rstrip(".") + "."
        return [reading(before + (ordinal if part == "O" else number) + after, its_ending, "", part, its_form)
                for part, its_form, its_ending in self._rules[rule].get(ending, ())]


def _for_compound(one: Reading, types: Collection[str]) -> Reading:
    part, root = one.partofspeech, one.root
    if "name_with_initial" in types and part != "V":
        part = "H"
        root = _SPACE_BEFORE_NAME.sub(r"\1 _\2", root)
        root = _NO_SPACE_BEFORE_NAME.sub(r"\1 _\2", root)
        root = _LOWER_NAME.sub(lambda match: match[1] + match[2].upper(), root)
    for type_, new in _NEW_PART_OF_SPEECH.items():
        if type_ in types:
            part = new
    if part in "SH" and _ABBREVIATIONS.intersection(types):
        part = "Y"
    if part == "Y" and (_NUMBERS.intersection(types) or ("case_ending" in types and _NUMERIC_ROOT.match(root))):
        part = "N"
    return one._replace(partofspeech=part, root=root)

"""What else can be found in a text by its form: registry codes, e-mail addresses, phones, accounts, dates, money.

Off unless the setting `findings` names kinds. Codes with check digits are only taken if these are right, dates only if
there is such a day. Personal identity codes are not among them and never will be: they are masked everywhere.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date

from estner_ops.errors import SettingsError
from estner_ops.ner.personal_code import mask


@dataclass(frozen=True, slots=True)
class Finding:
    """text[start:end] == surface."""

    start: int
    end: int
    kind: str
    surface: str
    value: str  # in one form for all: digits only, ISO 8601 dates, amounts with a full stop and the currency's code


_MONTHS = ("jaanuar", "veebruar", "märts", "aprill", "mai", "juuni", "juuli", "august", "september", "oktoober",
           "november", "detsember")  # fmt: skip
_STEMS = {stem: number for number, month in enumerate(_MONTHS, 1) for stem in {month, month[:3]}}
_CURRENCIES = {"€": "EUR", "eur": "EUR", "eurot": "EUR", "euro": "EUR", "eurole": "EUR", "krooni": "EEK",
               "kroon": "EEK", "eek": "EEK", "dollarit": "USD", "dollar": "USD", "usd": "USD", "$": "USD",
               "naela": "GBP"}  # fmt: skip
_SCALES = {"tuhat": 1_000, "tuhande": 1_000, "tuh": 1_000, "miljonit": 1_000_000, "miljon": 1_000_000,
           "miljoni": 1_000_000, "mln": 1_000_000, "miljardit": 1_000_000_000, "miljard": 1_000_000_000,
           "miljardi": 1_000_000_000, "mld": 1_000_000_000}  # fmt: skip
_CURRENCY_WORDS = "|".join(word for word in _CURRENCIES if word.isalpha())
# A few groups of digits at most: rows of a table could go on for ever, and each number be tried as the first.
_NUMBER = r"\d{1,3}(?:[ \u00a0.]\d{3}){1,5}(?:,\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_PATTERNS = {
    "registry-code": re.compile(r"(?<![\w.,-])([17-9]\d{7})(?![\w-]|[.,]\d)"),
    "e-mail": re.compile(
        r"(?<![\w.+-])([A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})(?![\w@])"),
    "phone": re.compile(
        r"(?<![\w+])(?:(\+372[ \u00a0-]?\d(?:[ \u00a0-]?\d){6,7})|"
        r"(?:tel|telefon|mob|mobiil|faks)[.:]{0,2}[ \u00a0]?(\d(?:[ \u00a0-]?\d){6,7}))(?![\w]|[ \u00a0-]\d)", re.I),
    "bank-account": re.compile(
        r"(?<!\w)([A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?[A-Z0-9]{1,3})?)(?!\w)"),
    "date": re.compile(
        rf"(?<![\w.])(?:(\d{{1,2}})\.[ \u00a0]?(?:(\d{{1,2}})\.[ \u00a0]?|({'|'.join(_STEMS)})\w*[ \u00a0])"
        r"(\d{4})|(\d{4})-(\d{2})-(\d{2}))(?![\d-])", re.I),
    "money": re.compile(
        rf"(?<![\w.,])({_NUMBER})[ \u00a0]?(?:({'|'.join(_SCALES)})\.?[ \u00a0])?(€|\$|(?:{_CURRENCY_WORDS})(?!\w))",
        re.I),
}  # fmt: skip
KINDS = tuple(_PATTERNS)


def find(text: str, kinds: Collection[str]) -> list[Finding]:
    """What the text has of these kinds, in its order."""
    if unknown := sorted(set(kinds) - set(KINDS)):
        raise SettingsError(f"ESTNER_FINDINGS: {', '.join(unknown)} is none of {', '.join(KINDS)}")
    if not kinds:
        return []
    text = mask(text)
    found = []
    for kind in kinds:
        for match in _PATTERNS[kind].finditer(text):
            if value := _VALUES[kind](match):
                found.append(Finding(match.start(), match.end(), kind, match[0], value))
    return sorted(found, key=lambda one: (one.start, one.end))


def _registry_code(match: re.Match[str]) -> str:
    digits = [int(digit) for digit in match[1]]
    for first in (1, 3):
        rest = sum(digit * weight for digit, weight in zip(digits[:7], range(first, first + 7), strict=True)) % 11
        if rest < 10:
            return match[1] if digits[7] == rest else ""
    return match[1] if digits[7] == 0 else ""


def _email(match: re.Match[str]) -> str:
    return "" if ".." in match[1] else match[1].lower()


def _phone(match: re.Match[str]) -> str:
    return "+372" + re.sub(r"\D", "", match[1] or match[2]).removeprefix("372")


def _account(match: re.Match[str]) -> str:
    """An IBAN whose check digits are right (ISO 13616), Estonian ones of 20 characters only."""
    code = re.sub(r"\s", "", match[1])
    if (code.startswith("EE") and len(code) != 20) or not 15 <= len(code) <= 34:
        return ""
    number = "".join(str(int(sign, 36)) for sign in code[4:] + code[:4])
    return code if int(number) % 97 == 1 else ""


def _date(match: re.Match[str]) -> str:
    day, month, name, year = match[1], match[2], match[3], match[4]
    if match[5]:
        year, month, day = match[5], match[6], match[7]
    try:
        return date(int(year), _STEMS[name.lower()] if name else int(month), int(day)).isoformat()
    except ValueError:
        return ""


def _money(match: re.Match[str]) -> str:
    number = re.sub(r"[ \u00a0]", "", match[1])
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?", number):
        number = number.replace(".", "")
    amount = float(number.replace(",", ".")) * _SCALES.get((match[2] or "").lower(), 1)
    return f"{amount:.2f} {_CURRENCIES[match[3].lower()]}"


_VALUES: dict[str, Callable[[re.Match[str]], str]] = {
    "registry-code": _registry_code, "e-mail": _email, "phone": _phone, "bank-account": _account, "date": _date,
    "money": _money,
}  # fmt: skip

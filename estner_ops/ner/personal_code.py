"""Personal identity codes are masked always: they are found by their form and their check digit (EVS 585)."""

import re

_FORM = r"[1-8] \d \d (?:0 [1-9]|1 [0-2]) (?:0 [1-9]|[12] \d|3 [01]) \d \d \d \d"
_CODE = re.compile(r"(?<!\d)" + _FORM.replace(" ", "[ \N{NO-BREAK SPACE}]?") + r"(?!\d)")  # some write it in groups
_DIGIT = re.compile(r"\d")
_WEIGHTS = ((1, 2, 3, 4, 5, 6, 7, 8, 9, 1), (3, 4, 5, 6, 7, 8, 9, 1, 2, 3))


def mask(text: str) -> str:
    """The text with every personal identity code replaced by asterisks: offsets stay."""
    pieces, done, at = [], 0, 0
    while match := _CODE.search(text, at):
        at = match.start() + 1  # what is none may hide the beginning of one
        if is_code("".join(_DIGIT.findall(match[0]))):
            pieces += [text[done:match.start()], _DIGIT.sub("*", match[0])]
            done = at = match.end()
    return "".join(pieces) + text[done:]


def is_code(digits: str) -> bool:
    numbers = [int(digit) for digit in digits]
    for weights in _WEIGHTS:
        rest = sum(number * weight for number, weight in zip(numbers, weights, strict=False)) % 11
        if rest < 10:
            return numbers[10] == rest
    return numbers[10] == 0

"""Lines as a printer wrapped them: which breaks are soft, so that a name may go on, and which are not."""

import re
from collections.abc import Iterator

# A word cut at the line's end.
_CUT = re.compile(r"(?<=[^\W\d_])(?:[-\u2010\u00ad]|\u00ad-)[ \t]*\n[ \t]*(?=[^\W\d_])")
_SUSPENDED = re.compile(r"(?:ja|või|ning|ega|kui|and|or|und|oder)\b")  # "era- ja riigikoolid": the hyphen stays
_COLUMNS = re.compile(r"\t+| {3,}")
_ENDS = re.compile(r"[^\W\d_]{3}[.!?][”“\"»)]?$")  # the end of a sentence
_TITLES = re.compile(  # not one: a name follows
    r"\b(?:prof|dots|mag|akad|kin|ins|arh|adv|kol|kpt|ltn|mjr|gen|min|pst|mnt|end|adm|ing|dir)\.$", re.IGNORECASE
)
_BULLETS = ("•", "- ", "* ", "– ")
_SHORT = 0.6  # of the page's line width: a line that ends there did not end for want of room


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of wrapped text. Line feeds inside one are soft; columns and short lines end one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    width = _width(text.split("\n"))
    pending: list[str] = []
    for line in join_hyphens(text).split("\n"):
        cells = _COLUMNS.split(line.strip())
        first = cells[0].strip()
        if pending and not (first and _goes_on(pending[-1], first, width)):
            yield "\n".join(pending)
            pending = []
        if first:
            pending.append(first)
        for cell in cells[1:]:
            if pending:
                yield "\n".join(pending)
            pending = [cell.strip()] if cell.strip() else []
    if pending:
        yield "\n".join(pending)


def join_hyphens(text: str) -> str:
    """Joins words that were cut at the end of a line; "Põhja-\\nEesti" keeps its hyphen, "era-\\nja" its break."""

    def joined(cut: re.Match[str]) -> str:
        rest = text[cut.end() : cut.end() + 6]
        if _SUSPENDED.match(rest):
            return cut.group().rstrip() + " "
        return "" if rest[:1].islower() else "-"

    return _CUT.sub(joined, text)


def _goes_on(line: str, following: str, width: int) -> bool:
    """Whether the sentence may go on in the following line."""
    if following[0].islower():
        return True
    ended = len(line) < _SHORT * width or (_ENDS.search(line) and not _TITLES.search(line))
    return not ended and not following.startswith(_BULLETS)


def _width(lines: list[str]) -> int:
    """The usual width of a full line: nine tenths of the lines with text are no longer."""
    lengths = sorted(len(line.strip()) for line in lines if line.strip())
    return max(lengths[int(len(lengths) * 0.9)] if lengths else 0, 60)

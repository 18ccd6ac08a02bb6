"""Names in a text: who and what is mentioned where, in which form, and what the nominative of it is."""

from collections import Counter
from collections.abc import Collection, Sequence

from estner_ops.ner import canonical, engines, findings, rules
from estner_ops.ner.findings import Finding
from estner_ops.ner.personal_code import mask
from estner_ops.records import Block, Mention
from estner_ops.settings import Settings

__all__ = ["Finding", "Tagger", "in_languages", "mask"]


class Tagger:
    """The names of a text."""

    def __init__(self, settings: Settings) -> None:
        self._engine = engines.load(settings.engine)
        self._languages = frozenset(settings.languages)
        self._findings = settings.findings
        findings.find("", self._findings)  # a mistyped kind stops the start
        self.dropped: Counter[str] = Counter()  # what the last text had that is no name, by reason
        self.calls = 0  # of the engine: what costs the time

    def mentions(self, text: str, blocks: Sequence[Block] = ()) -> list[Mention]:
        """The names of the text, in their order. With blocks, only of those in the languages of the settings."""
        self.dropped = Counter()
        readable = in_languages(text, blocks, self._languages)
        if not readable.strip():
            return []
        self.calls += 1
        tagged, self.dropped = rules.corrected(readable, self._engine.tag(readable))
        return canonical.mentions(readable, tagged)

    def findings(self, text: str) -> list[Finding]:
        """What else the text has, of the kinds that the settings name: none of them by default."""
        return findings.find(text, self._findings)


def in_languages(text: str, blocks: Sequence[Block], languages: Collection[str]) -> str:
    """The text with blocks of other languages blanked: offsets stay, and what is left is still one document."""
    parts, done = [], 0
    for block in blocks:
        if block.language in languages or block.end <= done:
            continue
        start = max(block.start, done)
        blank = "\n" + " " * (block.end - start - 1)  # a line of its own, so that no name reaches over it
        parts += [text[done:start], blank]
        done = block.end
    return "".join([*parts, text[done:]])

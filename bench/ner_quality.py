"""How right the names are: EstNLTK's default and ours, on text with known names that no rule was made with.

`text`: names found with the right place and type. `nominatives`: share of right canonical forms, of the list (place and
type given) and of the names found in the text; EstNLTK's is the usual rule, the lemma of the last word. With
`--tuning` the parts that the rules were made with are scored instead, their mistakes are listed, and each rule is left
out in turn.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from estner_ops.ner import canonical, rules
from estner_ops.ner.known import NOTHING_KNOWN, KnownNames, known_names
from estner_ops.ner.stock import StockEngine, analyses
from estner_ops.ner.tagged import Tagged, Word
from estner_ops.records import Mention

GOLD = Path(__file__).parent / "gold"
PARTS = ("tuning", "heldout")
_MARKED = re.compile(r"\[(PER|ORG|LOC) ([^\]|]+)(?:\|([^\]]+))?\]")


@dataclass(frozen=True)
class Gold:
    start: int
    end: int
    type: str
    nominative: str


@dataclass(frozen=True)
class Document:
    text: str
    names: tuple[Gold, ...]
    tagged: list[Tagged]  # by EstNLTK


@dataclass(frozen=True)
class Case:
    text: str
    gold: Gold
    tagged: Tagged


def marked_documents(part: str) -> Iterator[tuple[str, tuple[Gold, ...]]]:
    for marked in re.split(r"^#.*\n", (GOLD / f"text_{part}.txt").read_text("utf-8"), flags=re.M)[1:]:
        marked = marked.strip()
        text, names, done = "", [], 0
        for found in _MARKED.finditer(marked):
            text += marked[done : found.start()]
            names.append(Gold(len(text), len(text) + len(found[2]), found[1], found[3] or found[2]))
            text, done = text + found[2], found.end()
        yield text + marked[done:], tuple(names)


def documents(part: str) -> list[Document]:
    engine = StockEngine()
    return [Document(text, names, engine.tag(text)) for text, names in marked_documents(part)]


def listed(part: str) -> Iterator[tuple[str, Gold]]:
    """The list's cases: a text and the name in it."""
    for line in (GOLD / f"names_{part}.tsv").read_text("utf-8").splitlines():
        kind, form, nominative = line.split("\t")
        before, bracket, rest = form.partition("[")
        # Without a sentence: in brackets, since a line to itself would tell that it is a nominative.
        before, inside, after = (before, *rest.split("]", 1)) if bracket else ("(", form, ")")
        yield before + inside + after, Gold(len(before), len(before) + len(inside), kind, nominative)


def cases(part: str) -> Iterator[Case]:
    """The list's cases with the words of the name as EstNLTK disambiguates them."""
    from estnltk import Text

    for text, gold in listed(part):
        words = tuple(
            Word(span.start, span.end, span.text, analyses(span), ())
            for span in Text(text + " .").tag_layer("morph_analysis")["morph_analysis"]
            if span.start >= gold.start and span.end <= gold.end
        )
        yield Case(text, gold, Tagged(gold.start, gold.end, gold.type, words))  # type: ignore[arg-type]


def scores(wanted: Sequence[set[Any]], found: Sequence[set[Any]]) -> dict[str, float]:
    right = sum(len(each & other) for each, other in zip(wanted, found, strict=True))
    precision, recall = right / sum(map(len, found)), right / sum(map(len, wanted))
    return {"precision": round(precision, 4), "recall": round(recall, 4),
            "f1": round(2 * precision * recall / (precision + recall), 4)}  # fmt: skip


def spans(tagged: Sequence[Tagged]) -> set[tuple[int, int, str]]:
    return {(one.start, one.end, one.label) for one in tagged}


def gold_spans(document: Document) -> set[tuple[int, int, str]]:
    return {(one.start, one.end, one.type) for one in document.names}


def last_lemma(text: str, tagged: Tagged) -> str:
    """The usual rule: keep the inner words, take the lemma of the last."""
    last = tagged.words[-1]
    lemma = last.analyses[0].lemma if last.analyses else last.text
    return text[tagged.start : last.start] + (lemma[:1].upper() + lemma[1:] if last.text[:1].isupper() else lemma)


def text_scores(found: Sequence[Document]) -> dict[str, Any]:
    wanted = [gold_spans(one) for one in found]
    ours = [rules.corrected(one.text, one.tagged)[0] for one in found]
    mentions = [canonical.mentions(one.text, tagged) for one, tagged in zip(found, ours, strict=True)]
    return {
        "names": sum(map(len, wanted)),
        "estnltk": scores(wanted, [spans(one.tagged) for one in found]),
        "ours": scores(wanted, [spans(one) for one in ours]),
        "nominatives_estnltk": _share(
            (last_lemma(one.text, tagged), gold.nominative)
            for one in found for tagged in one.tagged for gold in one.names if _same(gold, tagged)
        ),
        "nominatives_ours": _share(
            (mention.name, gold.nominative)
            for one, every in zip(found, mentions, strict=True) for mention in every for gold in one.names
            if (mention.start, mention.end, mention.type) == (gold.start, gold.end, gold.type)
        ),
    }  # fmt: skip


def _same(gold: Gold, tagged: Tagged) -> bool:
    return (gold.start, gold.end, gold.type) == (tagged.start, tagged.end, tagged.label)


def _share(pairs: Iterator[tuple[str, str]]) -> float:
    right = [given == wanted for given, wanted in pairs]
    return round(sum(right) / len(right), 4)


def nominative(case: Case, known: KnownNames) -> Mention:
    [mention] = canonical.mentions(case.text, [case.tagged], known)
    return mention


def list_scores(every: Sequence[Case]) -> dict[str, Any]:
    known = known_names()
    found: dict[str, Any] = {
        "cases": len(every),
        "ours": _share((nominative(case, known).name, case.gold.nominative) for case in every),
        "estnltk": _share((last_lemma(case.text, case.tagged), case.gold.nominative) for case in every),
        "without_known_names": _share((nominative(case, NOTHING_KNOWN).name, case.gold.nominative) for case in every),
    }
    for kind in ("PER", "ORG", "LOC"):
        found[kind] = _share(
            (nominative(case, known).name, case.gold.nominative) for case in every if case.gold.type == kind
        )
    return found


def print_mistakes(found: Sequence[Document], every: Sequence[Case]) -> None:
    for case in every:
        mention = nominative(case, known_names())
        if mention.name != case.gold.nominative:
            print(f"nominative: {case.text!r} gives {mention.name!r}, not {case.gold.nominative!r}")
    for one in found:
        ours = spans(rules.corrected(one.text, one.tagged)[0])
        for start, end, kind in sorted(ours ^ gold_spans(one)):
            what = "too much" if (start, end, kind) in ours else "missed"
            print(f"{what}: {kind} {one.text[start:end]!r} in {one.text[max(0, start - 25) : end + 20]!r}")


def rule_worth(found: Sequence[Document]) -> dict[str, float]:
    """How much F1 falls without each rule."""
    wanted = [gold_spans(one) for one in found]

    def f1(used: Sequence[rules.Rule]) -> float:
        return scores(wanted, [spans(rules.corrected(one.text, one.tagged, used)[0]) for one in found])["f1"]

    with_all = f1(rules.RULES)
    return {
        f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}":
            round(with_all - f1([other for other in rules.RULES if other is not rule]), 4)
        for rule in rules.RULES
    }  # fmt: skip


def main(arguments: list[str]) -> dict[str, Any]:
    tuning = "--tuning" in arguments
    part = "tuning" if tuning else "heldout"
    found, every = documents(part), list(cases(part))
    result: dict[str, Any] = {"part": part, "text": text_scores(found), "list": list_scores(every)}
    if tuning:
        print_mistakes(found, every)
        result["rules"] = rule_worth(found)
        for rule, worth in result["rules"].items():
            print(f"without {rule}: F1 falls by {worth}")
    else:
        whole = [*every, *cases("tuning")]
        result["list_whole"] = list_scores(whole)
    text = result["text"]
    print(f"{part}: {text['names']} names in {len(found)} documents")
    for who in ("estnltk", "ours"):
        print(f"  {who}: {text[who]}, right nominatives {text['nominatives_' + who]}")
    for key in ("list", "list_whole"):
        if key in result:
            print(f"{key}: {result[key]}")
    return result


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))

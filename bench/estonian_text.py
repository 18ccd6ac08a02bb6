"""Estonian text of any length, made up: every kind of thing that documents on the web are full of.

Words are inflected by Vabamorf's synthesizer and joined into compounds, so that new word forms keep coming at the rate
of written Estonian (about one in four in 50,000 words). The same seed gives the same text.
"""

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

_LISTS = Path(__file__).with_name("estonian_words.txt").read_text(encoding="utf-8")
NOUNS, VERBS, ADJECTIVES, ADVERBS, GIVEN, FAMILY, PLACES, BODIES, ABBREVIATIONS = (
    [word.strip() for word in words.split(",")] for words in re.findall(r"\]\n([^\[]+)", _LISTS))
CASES = ["n", "g", "p", "in", "el", "all", "ad", "kom", "ill", "abl", "tr", "ter", "es", "ab"]
TENSES = ["b", "s", "nud", "vad", "da", "ma", "sid", "takse", "ti", "tud", "ks", "n", "des", "sime", "me", "sin", "mas",
          "d", "te", "mata", "o", "neg"]
MONTHS = ["jaanuar", "veebruar", "märts", "aprill", "mai", "juuni", "juuli", "august", "september", "oktoober",
          "november", "detsember"]
SCRAPS = [
    '<div class="uudis">', "</p>", "&nbsp;", "---", "***", "#eesti @kasutaja", '{"nimi": "Tartu"}', "a/b/c", "5-6",
    "C:\\Kaust\\fail.txt", "function(){return x;}", "ka-su-lik", "v-v-väga", "1 . 2 . 3", "kes -i", "A.B.C.", "№ 5",
    "½", "--", "x² + y²", "日本", "Москва", "naïve", "œuvre", "ﬁnants", "e\u0301t", "\u00ad", "\u200b", "\ufeff",
    "“„”", "…", "1500.- krooni", "s . o .", "www . sait . ee", "info(at)sait.ee", "30 km / h", "20%ni", "18.20ni",
    " .ee", "T. S. Eliot", "C. A. T.", "Dr. Kask", "Hr Saar", "a la", "E 251", "ISBN 978-9985-0-1234-5",
    "''", "\t\t", "\r\n", "\u02eeTartu\u02ee",
]  # fmt: skip
LAST_LINE = "\n\nJa nii on. "  # EstNLTK forgets a name that ends the text
EMOTICONS = [":)", ":-D", ";)", ":(", ":P", ":-S", ":o )", "=)", ":D:D"]


@lru_cache(maxsize=200_000)
def _inflected(lemma: str, form: str, part: str) -> str:
    from estner_ops.ner.lean import vabamorf

    made = list(vabamorf.instance().synthesize(lemma, form, part, "", True, False))
    return str(made[0]) if made else lemma


class Writer:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def text(self, words: int) -> str:
        """One text, at least as many words long."""
        return "\n\n".join(self.collection(words))

    def collection(self, words: int) -> list[str]:
        """Documents, together at least as many words long."""
        found: list[str] = []
        count = 0
        for document in self.documents():
            found.append(document)
            count += len(document.split())
            if count >= words:
                break
        return found

    def documents(self) -> Iterator[str]:
        kinds = [self._news] * 6 + [self._minutes, self._law, self._contacts, self._table, self._comments, self._prices,
                                    self._oddities]
        while True:
            yield self._pick(kinds)()

    def _pick(self, options: Any) -> Any:
        return self._random.choice(options)

    def _number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def _often(self, options: list[str]) -> str:
        """One of the options, the earlier ones more often, as words are."""
        return options[int(len(options) * self._random.random() ** 2)]

    def _noun(self, case: str | None = None) -> str:
        stem = self._often(NOUNS)
        form = f"{self._pick(['sg', 'sg', 'sg', 'pl'])} {case or self._often(CASES)}"
        if self._number(1, 4) == 1:
            stem = _inflected(self._often(NOUNS), "sg g", "S") + stem
        return _inflected(stem, form, "S")

    def _name(self, name: str, case: str) -> str:
        head, _, last = name.rpartition(" ")
        return f"{head} {_inflected(last, f'sg {case}', 'H')}".lstrip()

    def _person(self, case: str = "n") -> str:
        given, family = self._pick(GIVEN), self._pick(FAMILY)
        style = self._number(1, 12)
        if style == 1:
            given = f"{given[0]}. {self._pick(GIVEN)[0]}."
        elif style == 2:
            given = f"{given[0]}."
        elif style == 3:
            return self._name(family, case)
        elif style == 4:
            given = f"{given} {self._pick(GIVEN)}"
        return self._name(f"{given} {family}", case)

    def _mention(self) -> str:
        case = self._pick(CASES)
        kind = self._number(1, 4)
        if kind == 1:
            return self._person(case)
        if kind == 2:
            return self._name(self._pick(PLACES), case)
        if kind == 3:
            return self._name(self._pick(BODIES), case)
        return self._pick(["EKRE-le", "ÜRO-s", "USA-st", "Kravitz'i", "MTÜ-ga", "ERR-i", "BNS -ile", "Google´i"])

    def _phrase(self) -> str:
        kind = self._number(1, 10)
        if kind <= 4:
            return self._noun()
        if kind <= 6:
            case = self._often(CASES)
            return f"{_inflected(self._often(ADJECTIVES), f'sg {case}', 'A')} {self._noun(case)}"
        if kind <= 8:
            return self._mention()
        return self._pick([self._date, self._amount, lambda: self._pick(ADVERBS), lambda: self._pick(ABBREVIATIONS)])()

    def _clause(self) -> str:
        verb = _inflected(self._pick(VERBS), self._often(TENSES), "V")
        words = [self._phrase(), verb, *(self._phrase() for _ in range(self._number(1, 5)))]
        if self._number(1, 3) == 1:
            words.insert(1, self._pick(ADVERBS))
        return " ".join(words)

    def _sentence(self) -> str:
        joint = [", et ", ", kes ", ", mis ", ", aga ", " ja ", " ning ", " – ", "; ", ", kui "]
        clauses = [self._clause() for _ in range(self._pick([1, 1, 2, 2, 3]))]
        text = clauses[0] + "".join(self._pick(joint) + clause for clause in clauses[1:])
        text = text[0].upper() + text[1:]
        style = self._number(1, 14)
        if style == 1:
            opening, closing = self._pick(["„“", '""', "«»", "””"])
            said = self._pick(["ütles", "teatas", "lisas"])
            return f"{opening}{text}{self._pick('.!?')}{closing} {said} {self._person()}."
        if style == 2:
            return f"{text} ({self._phrase()} {self._date()})."
        return text + self._pick(["."] * 9 + ["!", "?", "...", "…", "?!"])

    def _date(self) -> str:
        day, month, year = self._number(1, 28), self._number(1, 12), self._number(1918, 2026)
        return self._pick([
            f"{day}. {_inflected(MONTHS[month - 1], 'sg ad', 'S')} {year}", f"{day:02}.{month:02}.{year}",
            f"{year}. aastal", f"{year}-{month:02}-{day:02}", f"{day}. {MONTHS[month - 1][:3]}. {year}", f"{year}.a.",
            f"kell {month:02}:{day:02}", f"{year - 1990}ndatel", "XX saj.", f"{day}.–{day + 1}. {MONTHS[month - 1]}",
            f"{year}/{(year + 1) % 100:02} õ.a.", f"{self._pick(['I', 'II', 'III', 'IV', 'IX'])}. kvartalis",
        ])

    def _amount(self) -> str:
        big = self._number(1, 999_999)
        return self._pick([
            f"{big} eurot", f"{big:,} €".replace(",", " "), f"{big / 100:.2f}".replace(".", ","), f"{big % 100}%",
            f"{big % 100},{big % 10}%-line", f"{big % 200} km/h", f"-{big % 30} °C", f"{big % 50}-aastane", f"{big}.-",
            f"{big % 1000}-st", f"{big % 100} 000", f"{big % 40}.", f"§ {big % 90}", f"+{big % 30}", f"{big % 12}ks",
        ])

    def _news(self) -> str:
        clause = self._clause()
        heading = self._pick([clause.upper(), clause.capitalize(), f"{self._mention()}: {clause}"])
        paragraphs = [" ".join(self._sentence() for _ in range(self._number(2, 6))) for _ in range(self._number(2, 6))]
        lead = f"{self._pick(PLACES).upper()}, {self._date()}. " if self._number(1, 3) == 1 else ""
        return "\n\n".join([heading, lead + paragraphs[0], *paragraphs[1:]])

    def _minutes(self) -> str:
        people = ", ".join(self._person() for _ in range(self._number(3, 9)))
        points = [f"{number}. {self._sentence()}\n{number}.1. {self._sentence()}" for number in range(1, 6)]
        return f"PROTOKOLL nr {self._number(1, 99)}\n{self._date()}\nOsalesid: {people}\n\n" + "\n".join(points)

    def _law(self) -> str:
        lines = [f"§ {number}. {self._clause().capitalize()}\n({self._number(1, 4)}) {self._sentence()}\n"
                 f"1) {self._clause()};\n2) {self._clause()}." for number in range(1, self._number(3, 7))]
        return "\n\n".join(lines)

    def _contacts(self) -> str:
        lines = []
        for _ in range(self._number(3, 10)):
            person, place, low, high = self._person(), self._pick(PLACES), self._number(1, 99), self._number(1000, 9999)
            user, host = person.lower().replace(" ", "."), f"{place.lower()}.ee"
            lines.append(f"{person}, {self._noun('n')}\ntel. +372 6{low} {high}, e-post: {user}@{host}\n"
                         f"{self._pick(FAMILY)} tn {low}-{high % 9}, {high}5 {place}\n"
                         f"http://www.{host}/{user}?id={low} või {place}.ee")
        return "\n".join(lines)

    def _table(self) -> str:
        rows = ["Nimi\tAsukoht\tAasta\tSumma\tOsakaal"]
        rows += [f"{self._pick(BODIES)}\t{self._pick(PLACES)}\t{self._number(1990, 2026)}\t{self._number(1, 10**6)}\t"
                 f"{self._number(0, 100)},{self._number(0, 9)}%" for _ in range(self._number(4, 25))]
        return "\n".join(rows)

    def _comments(self) -> str:
        lines = []
        for _ in range(self._number(3, 9)):
            text = self._sentence()
            text = self._pick([text, text.lower(), text.upper(), text.replace(".", "!!!"), text.replace(" ", "  ")])
            user = f"{self._pick(GIVEN).lower()}{self._number(1, 99)}"
            lines.append(f"{user} {self._date()}: {text} {self._pick(EMOTICONS)}")
        return "\n".join(lines)

    def _prices(self) -> str:
        items = [f"* {self._noun('n')} – {self._amount()} ({self._amount()})" for _ in range(self._number(4, 14))]
        return f"{self._pick(BODIES).upper()} HINNAKIRI\n" + "\n".join(items)

    def _oddities(self) -> str:
        scraps = [lambda: self._pick(SCRAPS), self._phrase, self._sentence]
        return " ".join(self._pick(scraps)() for _ in range(self._number(20, 60)))

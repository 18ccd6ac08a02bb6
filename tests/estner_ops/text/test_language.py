"""The language of a text and of its blocks."""

import pytest

from estner_ops.text.function_words import FUNCTION_WORDS
from estner_ops.text.language import CODES, _detector, languages

SAMPLES = {
    "et": "Valitsus kiitis neljapäevasel istungil heaks eelnõu, mille kohaselt hakkavad kohalikud omavalitsused alates "
          "uuest aastast ise otsustama, kuidas nad toetust jagavad.",
    "ru": "Правительство одобрило на заседании в четверг законопроект, согласно которому местные самоуправления сами "
          "решают, как распределять поддержку.",
    "en": "On Thursday the government approved a bill according to which local authorities will decide for themselves "
          "how they distribute the support from next year.",
    "fi": "Hallitus hyväksyi torstain istunnossaan lakiesityksen, jonka mukaan kunnat päättävät ensi vuodesta alkaen "
          "itse, miten ne jakavat tuen asukkailleen.",
    "lv": "Valdība ceturtdienas sēdē apstiprināja likumprojektu, saskaņā ar kuru pašvaldības no nākamā gada pašas "
          "lems, kā sadalīt atbalstu iedzīvotājiem.",
    "lt": "Vyriausybė ketvirtadienio posėdyje pritarė įstatymo projektui, pagal kurį savivaldybės nuo kitų metų pačios "
          "spręs, kaip paskirstyti paramą gyventojams.",
    "de": "Die Regierung hat am Donnerstag einen Gesetzentwurf gebilligt, nach dem die Gemeinden vom nächsten Jahr an "
          "selbst entscheiden, wie sie die Förderung verteilen.",
    "sv": "Regeringen godkände på torsdagen ett lagförslag enligt vilket kommunerna från och med nästa år själva "
          "bestämmer hur de fördelar stödet.",
    "uk": "Уряд схвалив у четвер законопроєкт, згідно з яким місцеві громади від наступного року самі вирішують, "
          "як їм розподіляти підтримку між мешканцями.",
}
ROWS = {
    "et": ["Tallinna Linnavalitsus", "Vabaduse väljak 7", "Haridusamet", "juhataja", "Lasteaed Pääsusilm", "õpetaja",
           "Nõmme linnaosa valitsus", "Kultuurikeskus", "Jõgeva maakond", "Rahandusministeerium"],
    "en": ["Tallinn City Government", "Education Department", "head of department", "kindergarten teacher", "Museum",
           "Ministry of Finance", "Cultural Centre", "county governor", "foreign affairs adviser", "public transport"],
    "fi": ["Helsingin kaupunki", "opetusvirasto", "johtaja", "päiväkodin opettaja", "kulttuurikeskus", "maakunta",
           "valtiovarainministeriö", "kaupunginhallituksen puheenjohtaja", "joukkoliikenne", "sosiaalitoimisto"],
}


def test_the_codes_are_all_that_a_block_may_be() -> None:
    asked = {one.language.iso_code_639_1.name.lower() for one in _detector().compute_language_confidence_values("ja")}
    assert asked | set(FUNCTION_WORDS.values()) | {"und"} == set(CODES)


@pytest.mark.parametrize("language", SAMPLES)
def test_prose(language: str) -> None:
    found, confidence, blocks = languages(SAMPLES[language])
    assert found == language
    assert confidence > 0.8
    assert [(block.start, block.end, block.language) for block in blocks] == [(0, len(SAMPLES[language]), language)]


@pytest.mark.parametrize("language", ROWS)
def test_cells_are_judged_together(language: str) -> None:
    found, _, blocks = languages("\n\n".join(ROWS[language]))
    assert found == language
    assert len(blocks) == 1


def test_each_block_has_its_language_and_its_place() -> None:
    order = ("et", "ru", "et", "en", "de")
    text = "\n\n".join(SAMPLES[one] for one in order)
    _, _, blocks = languages(text)
    assert [block.language for block in blocks] == list(order)
    assert [text[block.start : block.end] for block in blocks] == [SAMPLES[one] for one in order]


def test_russian_is_never_taken_for_estonian() -> None:
    text = "\n\n".join(["Таллинн", "Tallinn", "Мэр города Юри Ратас", "Jüri Ratas", "Нарва", "1234", "Narva linn"])
    _, _, blocks = languages(text)
    for block in blocks:
        piece = text[block.start : block.end]
        assert (block.language == "ru") == any("а" <= one.lower() <= "я" for one in piece), piece


def test_short_lines_take_the_language_around_them() -> None:
    text = "\n\n".join([SAMPLES["en"], "Tallinn", SAMPLES["en"], "12 345", SAMPLES["en"]])
    assert [block.language for block in languages(text)[2]] == ["en"]


@pytest.mark.parametrize("text", ["Jaan Tamm", "12 34 56", "ABC", "Mari", "§ 5"])
def test_too_little_is_undecided(text: str) -> None:
    found, _, blocks = languages(text)
    assert found == "und"
    assert [block.language for block in blocks] == ["und"]


def test_estonian_names_in_a_list_are_not_foreign() -> None:
    names = ["Jaan Tamm", "Mari Mägi", "Toomas Hendrik Ilves", "Kersti Kaljulaid", "Lennart Meri", "Arnold Rüütel",
             "Andrus Ansip", "Taavi Rõivas", "Edgar Savisaar", "Kaja Kallas", "Alar Karis", "Siim Kallas"]
    assert languages("\n\n".join(names))[0] in ("et", "und")


def test_no_text_has_no_blocks() -> None:
    assert languages("") == ("und", 0.0, ())


def test_blocks_cover_the_text_in_order() -> None:
    text = "\n\n".join([*SAMPLES.values(), *ROWS["et"], "12", *ROWS["en"]])
    blocks = languages(text)[2]
    covered = [text[block.start : block.end] for block in blocks]
    assert "\n\n".join(covered) == text

"""Words that tell what a name is: legal forms, kinds of bodies, administrative and street words, titles.

Matched as whole words or word ends, never inside: "as" once made an organisation of Brasiilia.
"""

import re
from functools import lru_cache

from estner_ops.ner import morphology
from estner_ops.ner.known import listed
from estner_ops.ner.tokens import Near

_CASE_ENDING = "isse|ile|ilt|iga|ist|iks|ita|ini|ina|sse|it|il|is|le|lt|ga|st|ks|ta|ni|na|i|l|s|t|d"
LEGAL_FORMS = "AS|OÜ|MTÜ|SA|TÜ|KÜ|UÜ|FIE|HÜ|Ltd|GmbH|Oy|Oyj|AB|SIA|UAB|LLC|Inc"
LEGAL_FORM = re.compile(rf"({LEGAL_FORMS})(?:-?(?:{_CASE_ENDING}))?")

# Before a name proper these carry the case, and the name stays: "sihtasutusele Archimedes".
LEGAL_WORDS = frozenset({
    "aktsiaselts", "osaühing", "sihtasutus", "mittetulundusühing", "täisühing", "usaldusühing", "korteriühistu",
    "hooneühistu", "tulundusühistu",
})  # fmt: skip
GENERIC_FIRST = LEGAL_WORDS | {
    "ühistu", "selts", "ühing", "rahvusooper", "lasteaed", "ansambel", "klubi", "jalgpalliklubi", "spordiklubi",
    "erakond", "muuseum", "teater", "advokaadibüroo",
}  # fmt: skip
# Before a name proper they say what it is and are no part of it: "kirjastus Varrak".
DESCRIPTIONS = frozenset({
    "ajakiri", "ajaleht", "kirjastus", "ettevõte", "firma", "pank", "kontsern", "ühing", "telekanal", "raadio",
    "agentuur", "portaal", "veebileht", "büroo", "pood", "kauplus", "restoran", "hotell",
})  # fmt: skip

# Last words of the names of bodies. Word ends as well: "Teadusministeerium", "linnavalitsus".
BODY_ENDS = (
    "ministeerium", "amet", "inspektsioon", "valitsus", "volikogu", "riigikogu", "nõukogu", "raamatukogu",
    "kohus", "kool", "gümnaasium", "lasteaed", "haigla", "kliinik", "kliinikum", "muuseum", "teater", "pank", "erakond",
    "liit", "selts", "ansambel", "keskus", "ühendus", "ühing", "klubi", "asutus", "sihtasutus", "fond", "instituut",
    "akadeemia", "agentuur", "komisjon", "komitee", "kassa", "prokuratuur", "kantselei", "koda", "ühistu",
    "kirjastus", "grupp", "orkester", "koor", "vangla", "arhiiv", "büroo", "kontsern", "parlament", "kogudus",
    "kaitsevägi", "kaitseliit", "päästekeskus", "organisatsioon", "ettevõte", "aktsiaselts", "osaühing", "teenistus",
    "apteek", "ringhääling", "kolledž", "kõrgkool", "õppekeskus", "teabekeskus", "lennujaam", "advokatuur",
)  # fmt: skip
BODIES_KNOWN_BY_END = (
    "ministeerium", "amet", "inspektsioon", "kontroll", "kohus", "kantselei", "prokuratuur", "erakond", "kassa", "vägi",
    "kaitseliit", "arhiiv", "keskus", "riigikogu", "levi",
)  # fmt: skip

# Last words of the names of places. Written with a small letter they still belong to the name.
PLACE_WORDS = frozenset({
    "vald", "linn", "linnaosa", "küla", "alev", "alevik", "maakond", "osavald", "maantee", "tänav", "puiestee",
    "väljak", "plats", "põik", "park", "kvartal", "asum", "saar", "saared", "poolsaar", "laht", "järv", "jõgi", "oja",
    "raba", "soo", "mägi", "kõrgustik", "rahvuspark", "looduspark", "looduskaitseala", "maastikukaitseala", "ookean",
    "meri", "org", "neem", "väin", "mäestik", "kõrb", "piirkond", "toomkirik",
})  # fmt: skip
# Those that also make a place of an unknown word before them, found nowhere else: "Turu tänav 14".
PLACE_MAKERS = frozenset({
    "vald", "linnaosa", "küla", "alev", "alevik", "maakond", "maantee", "tänav", "puiestee", "väljak", "plats",
    "rahvuspark", "kõrgustik", "poolsaar", "looduskaitseala", "looduspark",
})  # fmt: skip

TITLES = listed("titles")

# How addresses write them, and what the name of the street has instead.
STREET_WORDS = {"tn": "tänav", "mnt": "maantee", "pst": "puiestee"}


@lru_cache(maxsize=20_000)
def noun_lemmas(word: str) -> frozenset[str]:
    """The nouns that the dictionary knows this word as a form of, in small letters."""
    read = (*morphology.lexical(word), *(morphology.lexical(word.lower()) if word[:1].isupper() else ()))
    return frozenset(one.lemma.lower() for one in read if one.partofspeech in "SH")


def is_body(word: str) -> bool:
    return any(lemma.endswith(BODY_ENDS) for lemma in noun_lemmas(word))


def is_place_word(word: str, among: frozenset[str] = PLACE_WORDS) -> bool:
    return not among.isdisjoint(noun_lemmas(word))


def is_street_word(text: str, word: Near) -> bool:
    """Whether a word is that of a street in an address: "tn", "mnt", or "tee" before a number."""
    return word.text in STREET_WORDS or (word.text == "tee" and text[word.end + 1 : word.end + 2].isdigit())


def is_title(word: str) -> bool:
    return not TITLES.isdisjoint(noun_lemmas(word.rstrip("."))) or word.lower().rstrip(".") in TITLES

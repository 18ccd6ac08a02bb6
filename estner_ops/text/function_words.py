"""Little words that are frequent in one of our languages and hardly occur in the others."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FREQUENT: dict[str, frozenset[str]] = {
    "et": _words("""
        ja ning või kui mis mille kes kelle see selle seda sellest selles neid nende need tema aga ka kuid ent siis nii
        oma oli olid olnud ole pole pidi peab saab saavad võib võivad tuleb kus kuhu kuna sest et mida millest millel
        iga kõik kogu ära üle alla pärast enne läbi kuni alates kohta järgi poolt eest vastu juures juurde seisuga vahel
        aasta aastal aastat lõige lõike punkt korras alusel kohaselt eesti jms jne
    """),
    "en": _words("""
        the of and to is are was were for with that this these those by from as at be been have has had not or which
        their its they he she his her will would can could should must may between after before when where who what
    """),
    "fi": _words("""
        että jotka joka jonka jossa josta mutta myös ovat olivat ollut kuin sekä hän hänen tämä tämän niiden sen voi
        voidaan tulee mukaan kanssa vuoden vuonna sekä joita joiden eivät eikä olla olisi tai ennen jälkeen suomen
    """),
    "de": _words("""
        der die das und ist nicht mit für auf dem den des ein eine einer eines einem zu zum zur von vom bei nach aus
        auch sich werden wird wurde wurden sind hat haben oder als durch über unter zwischen
    """),
    "lv": _words("""
        un ir kas ar par lai nav vai no kā arī pēc tiek bija tika kuru kura kuras šī šis tās to tā viņš viņa gada gadā
        var jābūt latvijas uz pie bet līdz starp
    """),
    "lt": _words("""
        ir yra kad su iš bei arba buvo taip jo jos jų apie dėl pagal metų metais kurie kuri kuris kurių gali turi būti
        lietuvos prie po nuo iki tarp tačiau ar šis ši
    """),
    "sv": _words("""
        och att det som är av för med den inte på till har om ett en var från eller kan ska skall men vi de efter vid
        mellan under över
    """),
    "fr": _words("""
        les des est une dans pour par sur avec qui que sont aux cette ces ou mais leur leurs été être ont du au entre
    """),
    "es": _words("el los las del una que por con para como más pero sus este esta estos estas fue ser son entre hasta"),
    "pl": _words("się nie na jest że przez oraz dla od do jak ale był była były które który która po przy między lub"),
}

# Word to language. A word that stands in two lists decides nothing.
FUNCTION_WORDS: dict[str, str] = {
    word: language for language, words in _FREQUENT.items() for word in words
    if sum(word in others for others in _FREQUENT.values()) == 1
}

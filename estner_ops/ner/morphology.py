"""Vabamorf's readings of single words, and its synthesis, kept in bounded caches."""

from functools import lru_cache

from estner_ops.ner.lean import vabamorf
from estner_ops.ner.lean.reading import reading
from estner_ops.ner.tagged import Analysis

CACHED_FORMS = 20_000  # about 1.7 KB each
LONGEST_WORD = 100  # longer "words" are not words, and cost the analyser more than they tell


@lru_cache(maxsize=CACHED_FORMS)
def readings(form: str) -> tuple[Analysis, ...]:
    """Everything Vabamorf offers for a word on its own, its guesses at proper names included."""
    return _analyse(form, guess=True)


@lru_cache(maxsize=CACHED_FORMS)
def lexical(form: str) -> tuple[Analysis, ...]:
    """The readings that Vabamorf's dictionary backs: no guesses."""
    return _analyse(form, guess=False)


@lru_cache(maxsize=CACHED_FORMS)
def plural_nominatives(lemma: str, partofspeech: str) -> tuple[str, ...]:
    """The plural of a word: ("ühendriik", "S") gives ("ühendriigid",)."""
    if not _sound(lemma):
        return ()
    return tuple(vabamorf.instance().synthesize(lemma, "pl n", partofspeech, "", False, False))


def _analyse(form: str, guess: bool) -> tuple[Analysis, ...]:
    if not _sound(form):
        return ()
    [found] = vabamorf.analyse([form], guess=guess)
    read = (reading(*one) for one in found)
    return tuple({Analysis(one.lemma, one.root, one.partofspeech, one.form, one.clitic): None for one in read})


def _sound(form: str) -> bool:
    """Whether the analyser takes the word: NUL ends the process, lone surrogates raise, white space makes two words."""
    return 0 < len(form) <= LONGEST_WORD and form.isprintable() and " " not in form

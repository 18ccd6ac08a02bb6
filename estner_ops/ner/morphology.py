"""Vabamorf's readings of single words, kept in a bounded cache.

Vabamorf must not be shared over a fork (the child would share its dictionary's file offset with the parent), so a
process that finds itself forked makes its own.
"""

import os
from functools import lru_cache
from typing import Any

from estner_ops.ner.tagged import Analysis

CACHED_FORMS = 50_000  # about 1.7 KB each
LONGEST_WORD = 100  # longer "words" are not words, and cost the analyser more than they tell

_vabamorf: tuple[int, Any] | None = None


def vabamorf() -> Any:
    """This process's Vabamorf."""
    global _vabamorf
    if _vabamorf is None or _vabamorf[0] != os.getpid():
        from estnltk.vabamorf.morf import Vabamorf

        _vabamorf = (os.getpid(), Vabamorf.instance())
    return _vabamorf[1]


@lru_cache(maxsize=CACHED_FORMS)
def readings(form: str) -> tuple[Analysis, ...]:
    """Everything Vabamorf offers for a word on its own, its guesses at proper names included."""
    return _analyse(form, guess=True)


@lru_cache(maxsize=CACHED_FORMS)
def lexical(form: str) -> tuple[Analysis, ...]:
    """The readings that Vabamorf's dictionary backs: no guesses."""
    return _analyse(form, guess=False)


@lru_cache(maxsize=CACHED_FORMS)
def synthesize(lemma: str, form: str, partofspeech: str) -> tuple[str, ...]:
    """The word forms of a lemma in a case, e.g. ("vabariik", "pl n", "S") gives ("vabariigid",)."""
    if not _sound(lemma):
        return ()
    return tuple(vabamorf().synthesize(lemma, form, partofspeech, guess=False))


def _analyse(form: str, guess: bool) -> tuple[Analysis, ...]:
    if not _sound(form):
        return ()
    [word] = vabamorf().analyze([form], disambiguate=False, guess=guess, propername=guess)
    found = {
        Analysis(one["lemma"], one["root"], one["partofspeech"], one["form"], one["clitic"]): None
        for one in word["analysis"]
    }
    return tuple(found)


def _sound(form: str) -> bool:
    """Whether the analyser takes the word: NUL ends the process, lone surrogates raise, white space makes two words."""
    return 0 < len(form) <= LONGEST_WORD and form.isprintable() and " " not in form

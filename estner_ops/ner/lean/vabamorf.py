"""Vabamorf's binding, loaded by itself, with an instance for each process.

Vabamorf reads its dictionary from an open file all the time. After a fork parent and child share the position in that
file and silently get wrong readings: a child opens its own.
"""

import importlib.util
import os
import sys
from types import ModuleType
from typing import Any

from estner_ops.ner.lean import sources

_NAME = "estnltk.vabamorf._vabamorf"  # under this name EstNLTK finds it loaded, should it be imported too


def _load() -> ModuleType:
    if _NAME not in sys.modules:
        path = next(sources.VABAMORF.glob("_vabamorf*.so"))
        spec = importlib.util.spec_from_file_location(_NAME, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[_NAME] = module
        spec.loader.exec_module(module)
    return sys.modules[_NAME]


_binding = _load()
_instance: Any = None


def _forget() -> None:
    global _instance
    _instance = None


os.register_at_fork(after_in_child=_forget)


def instance() -> Any:
    global _instance
    if _instance is None:
        _instance = _binding.Vabamorf(str(sources.LEXICON / "et.dct"), str(sources.LEXICON / "et3.dct"))
    return _instance


Properties = tuple[str, str, str, str, str]  # root, ending, clitic, part of speech, form


def analyse(words: list[str], *, guess: bool = True) -> list[list[Properties]]:
    """All readings of each word of a sentence; with `guess` also of unknown words and of words as proper names."""
    found = instance().analyze(_binding.StringVector(words), False, guess, True, guess, False)
    return [[(one.root, one.ending, one.clitic, one.partofspeech, one.form) for one in readings]
            for _, readings in found]


def disambiguate(words: list[tuple[str, list[Properties]]]) -> list[list[Properties]]:
    """The readings that are left of those given, for each word of a sentence."""
    sentence = _binding.SentenceAnalysis([
        _binding.WordAnalysis(word, _binding.AnalysisVector([_binding.Analysis(*one) for one in readings]))
        for word, readings in words])  # fmt: skip
    return [[(one.root, one.ending, one.clitic, one.partofspeech, one.form) for one in readings]
            for _, readings in instance().disambiguate(sentence)]

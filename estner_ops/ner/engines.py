"""Which engine finds names: ours, EstNLTK's own, or any class that can `tag(text)`."""

import importlib

from estner_ops.errors import SettingsError
from estner_ops.ner.tagged import Engine

_OURS = {"lean": "estner_ops.ner.lean:LeanEngine", "estnltk": "estner_ops.ner.stock:StockEngine"}


def load(engine: str) -> Engine:
    """The engine of a setting: `lean`, `estnltk`, or `package.module:Class` of another one, made without arguments."""
    place = _OURS.get(engine, engine)
    module_name, _, class_name = place.partition(":")
    if not module_name or not class_name:
        raise SettingsError(f"ESTNER_ENGINE: {engine!r} is none of {', '.join(_OURS)}, nor of the form module:Class")
    try:
        made = getattr(importlib.import_module(module_name), class_name)()
    except (ImportError, AttributeError) as error:
        raise SettingsError(f"ESTNER_ENGINE: no engine {class_name} in {module_name}: {error}") from error
    if not callable(getattr(made, "tag", None)):
        raise SettingsError(f"ESTNER_ENGINE: {place} has no method tag(text)")
    engine_made: Engine = made
    return engine_made

"""Another engine takes the place of ours without a change to the pipeline."""

import sys
from types import ModuleType

import pytest

from estner_ops.errors import SettingsError
from estner_ops.ner import Tagger
from estner_ops.ner.engines import load
from estner_ops.ner.tagged import Tagged
from estner_ops.settings import Settings


class WholeWords:
    """Takes every capitalised word for a person: spans and labels only, as a model without morphology has them."""

    def tag(self, text):
        found, start = [], 0
        for word in text.split(" "):
            if word[:1].isupper():
                found.append(Tagged(start, start + len(word), "PER", ()))
            start += len(word) + 1
        return found


@pytest.fixture
def elsewhere(monkeypatch):
    module = ModuleType("a_model_of_somebody")
    module.WholeWords = WholeWords
    module.Mute = type("Mute", (), {})
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module.__name__


def test_a_class_of_somebody_else(elsewhere):
    tagger = Tagger(Settings(engine=f"{elsewhere}:WholeWords"))
    [mention] = tagger.mentions("eile rääkisin Kravitzi teemal")
    assert (mention.surface, mention.name, mention.type) == ("Kravitzi", "Kravitz", "PER")


@pytest.mark.parametrize("engine", ["nosuch", "", ":", "no.such.module:Class", "estner_ops.ner.stock:Missing"])
def test_an_engine_that_is_not_there_names_itself(engine):
    with pytest.raises(SettingsError, match="ESTNER_ENGINE"):
        load(engine)


def test_an_engine_must_tag(elsewhere):
    with pytest.raises(SettingsError, match="tag"):
        load(f"{elsewhere}:Mute")

"""Names everybody knows, in the nominative: given names, surnames, places, organisations."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from estner_ops.records import EntityType


@dataclass(frozen=True, slots=True)
class KnownNames:
    given: frozenset[str] = frozenset()
    surnames: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    organisations: frozenset[str] = frozenset()

    def has(self, name: str, kind: EntityType) -> bool:
        """Whether the name, or of a person's name the last part, is one of its kind."""
        if kind == "PER":
            given, _, last = name.rpartition(" ")
            return last in self.surnames or (not given and last in self.given)
        return name in (self.places if kind == "LOC" else self.organisations)


NOTHING_KNOWN = KnownNames()


@cache
def known_names() -> KnownNames:
    return KnownNames(*map(listed, ("given_names", "surnames", "places", "organisations")))


def listed(which: str) -> frozenset[str]:
    """The lines of a list that comes with this package."""
    return frozenset((files("estner_ops.ner") / "data" / f"{which}.txt").read_text("utf-8").splitlines())

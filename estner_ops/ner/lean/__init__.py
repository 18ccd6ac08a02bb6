"""EstNLTK's default named entities, found with lean data structures around EstNLTK's own parts.

The way of a text: tokens → compound tokens → words → sentences → readings → disambiguated readings → types → scores →
labels. Every step gives what the layer of EstNLTK gives; tests compare them layer by layer.
"""

from estner_ops.ner.lean.engine import LeanEngine

__all__ = ["LeanEngine"]

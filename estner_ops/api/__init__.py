"""The small service that answers: SPARQL for programs, a page for people. Reads releases; writes nothing."""

from estner_ops.api.app import create_app

__all__ = ["create_app"]

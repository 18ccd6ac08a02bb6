from tests.web import _answer, authority, known, web

__all__ = ["_answer", "authority", "known", "web"]

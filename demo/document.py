"""A document of the demo web: what the server sends for its address, how badly, and what must come of it."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from demo.markup import Name


@dataclass(frozen=True, slots=True)
class Reply:
    body: bytes = field(default=b"", repr=False)
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    modified: str = ""  # HTTP date; "" if the server does not know
    wait: float = 0.0  # seconds before the first byte
    pieces: int = 1  # the body is sent in so many parts
    pause: float = 0.0  # seconds between two parts
    cut: int | None = None  # bytes of the body after which the connection is dropped
    chunked: bool = False  # no Content-Length: how much there is shows only at its end

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


@dataclass(frozen=True, slots=True)
class Document:
    url: str
    format: str
    outcome: str  # of its first fetch: a code of estner_ops/outcomes.py
    reply: Reply
    encoding: str = ""
    charset: str = ""  # where the encoding is declared: header, meta (in the document) or none
    names: tuple[Name, ...] = ()  # in the graph if the outcome is "read", else nowhere

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    @property
    def target(self) -> str:
        """Path and query: what a request line names."""
        parts = urlsplit(self.url)
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    @property
    def clean(self) -> bool:
        return self.outcome == "read"

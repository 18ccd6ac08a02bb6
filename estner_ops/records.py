"""What passes between the stages. Frozen: a record is a fact about one moment."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

EntityType = Literal["PER", "ORG", "LOC"]


@dataclass(frozen=True, slots=True)
class Known:
    """What the catalogue knows of a document's newest version, so that only changes cost work."""

    sha224: str
    text_sha224: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    sha1: str = ""  # of the payload as it was sent, Base32
    url: str = ""  # the address that answered, to which etag and last_modified belong; "": the document's own


@dataclass(frozen=True, slots=True)
class Source:
    """A URL worth fetching: what is left of the log after filtering and de-duplication."""

    url: str  # canonical form: the document's identity
    original_url: str  # as the log has it: what is sent to the server
    host: str  # host[:port] of the canonical URL: the unit of politeness
    media_type: str = ""  # the crawler's word for it
    size: int | None = None
    crawl_digest: str | None = None  # sha1 in Base32, as the log has it
    warc_filename: str | None = None
    warc_offset: int | None = None
    known: Known | None = None


@dataclass(frozen=True, slots=True)
class Redirect:
    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """One HTTP request and its response as they went over the wire (transfer coding removed): what a WARC keeps."""

    url: str
    ip: str
    started: datetime
    request_head: bytes
    response_head: bytes
    payload: bytes  # the body with its Content-Encoding still on


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of fetching one source. `body` is there exactly when `outcome` is None: it goes on to text."""

    source: Source
    outcome: str | None  # a code of outcomes.py, None while the document is not finished
    detail: str  # the particulars of this outcome, "" if there are none
    fetched_at: datetime
    duration: float = 0.0
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    final_url: str = ""
    redirects: tuple[Redirect, ...] = ()
    ip: str = ""
    body: bytes | None = field(default=None, repr=False)  # Content-Encoding removed
    sha224: str = ""  # of body
    exchanges: tuple[Exchange, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of an extracted text that is in one language: text[start:end]."""

    start: int
    end: int
    language: str  # ISO 639-1, "und" if undecided
    confidence: float


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a reader would see of a document. `text` is "" when there is an outcome."""

    outcome: str | None
    detail: str
    media_type: str  # by content
    text: str = ""
    title: str = ""
    encoding: str = ""
    language: str = "und"
    language_confidence: float = 0.0
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """One name in one version: text[start:end] == surface."""

    start: int
    end: int
    surface: str
    type: EntityType
    name: str  # the nominative, as far as this document tells
    lemma: str  # the form EstNLTK's lemmas give, word by word
    candidates: tuple[str, ...]  # possible nominatives, best first, `name` among them
    decided_by: str  # what decided on `name`: nominative | document | known | guess
    confidence: float

"""Lines of the index: one for each URL and time at which a document's bytes were archived.

A line is CDXJ, as replay tools read it: `<surt> <yyyymmddhhmmss> {json}`. Beside the fields those tools use it carries
the document's own URL (a redirected document lies in the WARC under the URL that answered) and its content's SHA-224.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from estner_ops.archive.surt import surt

REVISIT = "warc/revisit"
_KEY_DIGITS = 20  # of a SHA-224 in the key lines: 80 bits narrow it down, the index line has the whole digest


@dataclass(frozen=True, slots=True)
class Entry:
    document: str  # the document's URL
    url: str  # the URL of the WARC record: where redirects led
    time: datetime
    status: int | None
    media_type: str  # REVISIT if the record only refers to an earlier one
    sha1: str  # of the payload as sent, Base32; of a 304 that of the version it confirms, "" if nobody knows it
    sha224: str  # of the content, "" if the record has none of its own and names none
    bytes: int  # of the content
    warc: str  # path in the store
    offset: int
    length: int

    @property
    def is_revisit(self) -> bool:
        return self.media_type == REVISIT

    @property
    def dated_path(self) -> str:
        """Where the reference system kept it: <dd_mm_yyyy>/<host>/<sha224(url)>."""
        return f"{self.time:%d_%m_%Y}/{document_host(self.document)}/{sha224(self.document)}"


def document_host(url: str) -> str:
    return url.split("/", 3)[2]


def sha224(text: str) -> str:
    return hashlib.sha224(text.encode("utf-8", "surrogatepass")).hexdigest()


def timestamp(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y%m%d%H%M%S")


def index_lines(entry: Entry) -> Iterator[str]:
    """The entry under its document's URL and, if another URL answered, under that as well."""
    body = json.dumps({
        "url": entry.url, "mime": entry.media_type, "status": "" if entry.status is None else str(entry.status),
        "digest": f"sha1:{entry.sha1}" if entry.sha1 else "-", "length": str(entry.length), "offset": str(entry.offset),
        "filename": entry.warc, "document": entry.document, "sha224": entry.sha224, "bytes": str(entry.bytes),
        "time": entry.time.astimezone(UTC).isoformat(),
    })
    for key in sorted({surt(entry.document), surt(entry.url)}):
        yield f"{key} {timestamp(entry.time)} {body}"


def key_lines(entry: Entry) -> Iterator[str]:
    """Lines that lead from a digest to the index line: u: of the document's URL, d: of its content."""
    end = f"{timestamp(entry.time)} {surt(entry.document)}"
    yield f"{url_key(entry.document)}{end}"
    if entry.sha224:
        yield f"{digest_key(entry.sha224)}{end}"


def url_key(url: str) -> str:
    return url_digest_key(sha224(url))


def url_digest_key(digest: str) -> str:
    return f"u:{digest[:_KEY_DIGITS]} "


def digest_key(digest: str) -> str:
    return f"d:{digest[:_KEY_DIGITS]} "


def parse_line(line: str) -> Entry:
    fields = json.loads(line.split(" ", 2)[2])
    return Entry(
        document=fields["document"], url=fields["url"], time=datetime.fromisoformat(fields["time"]),
        status=int(fields["status"]) if fields["status"] else None, media_type=fields["mime"],
        sha1=fields["digest"].removeprefix("sha1:").strip("-"), sha224=fields["sha224"], bytes=int(fields["bytes"]),
        warc=fields["filename"], offset=int(fields["offset"]), length=int(fields["length"]),
    )

"""Replies that nobody would write as a page: redirects to nowhere, files that are broken, bodies without end."""

import gzip
import io
from collections.abc import Iterator

from PIL import Image

from demo.document import Document, Reply
from demo.formats.pdf import scan
from demo.formats.sheets import xlsx
from demo.markup import pages

MAX_BODY = 1_000_000  # the limit on bodies with which the demo web is to be fetched
METADATA_ADDRESS = "http://169.254.169.254/computeMetadata/v1/"


def oddities() -> Iterator[Document]:
    yield from _redirects()
    yield from _files()


def _redirects() -> Iterator[Document]:
    host = "http://suunab.demo.test"
    for path, location, outcome in (
        ("/ring-a.html", f"{host}/ring-b.html", "bad-redirect"),
        ("/ring-b.html", f"{host}/ring-a.html", "bad-redirect"),
        ("/failiserver.html", "ftp://suunab.demo.test/fail.txt", "bad-redirect"),
        ("/sisevork.html", METADATA_ADDRESS, "address-refused"),
    ):
        yield Document(f"{host}{path}", "html", outcome, Reply(b"", 302, (("Location", location),)))


def _files() -> Iterator[Document]:
    host = "http://failid.demo.test"
    # Large, but with one line to read: who fetches it without the limit is not kept busy by it.
    comment = b"<!--" + b" tais " * (MAX_BODY // 3) + b"-->"
    large = b"<!DOCTYPE html>\n<title>Koondfail</title>\n" + comment + b"\n<p>See on suur fail.</p>\n"
    workbook = xlsx(next(page for page in pages("avaandmed") if page.format == "xlsx"))
    for path, format, outcome, media_type, reply in (
        ("/koondfail.html", "html", "too-large", "text/html; charset=utf-8", Reply(large)),
        ("/lopmatu.html", "html", "too-large", "text/html; charset=utf-8", Reply(large, chunked=True)),
        ("/pomm.html", "html", "unpacks-too-large", "text/html; charset=utf-8",
         Reply(gzip.compress(large, mtime=0), headers=(("Content-Encoding", "gzip"),))),
        ("/skaneeritud.pdf", "pdf", "no-text", "application/pdf", Reply(scan())),
        ("/poolik.xlsx", "xlsx", "broken-document",
         "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Reply(workbook[: len(workbook) // 2])),
        ("/pilt.html", "html", "unsupported-type", "text/html", Reply(_picture())),
    ):
        sent = Reply(reply.body, reply.status, (("Content-Type", media_type), *reply.headers), chunked=reply.chunked)
        yield Document(f"{host}{path}", format, outcome, sent)


def _picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (64, 48), (0, 114, 206)).save(file, "PNG")
    return file.getvalue()

"""Every document of the demo web, in both of its states: what the server sends and what must come of it.

State 1 is the web of the crawl log. State 2 is the same web a month later: texts/muutused.txt replaces some pages, one
is gone, one has moved, and one differs only in bytes that no reader sees.
"""

from dataclasses import replace

from demo.document import Document, Reply
from demo.formats import body, content_type
from demo.markup import Page, pages
from demo.oddities import oddities

CLEAN_TEXTS = ("ministeerium", "linn", "vald", "ylikool", "statistika", "muuseum", "arhiiv", "yhendus", "register",
               "avaandmed")
ODD_TEXTS = ("kummalised",)
CHANGED_TEXTS = "muutused"

MODIFIED = {1: "Mon, 02 Mar 2026 08:00:00 GMT", 2: "Wed, 01 Apr 2026 08:00:00 GMT"}
STAMPED = "http://www.linn.demo.test/dokument?id=17"
VANISHED = "http://www.vald.demo.test/uudised/kylad.html"
MOVED = ("http://muuseum.demo.test/naitused/muusika.html", "http://muuseum.demo.test/naitused/muusikatuba.html")


def documents(state: int = 1) -> dict[str, Document]:
    """The documents by URL, in the order of the texts."""
    written = [page for text in (*CLEAN_TEXTS, *ODD_TEXTS) for page in pages(text)]
    found = {page.url: _document(page, 1) for page in written}
    found |= {odd.url: odd for odd in oddities()}
    old, new = "http://suunab.demo.test/vana.html", "http://suunab.demo.test/uus.html"
    found[old] = _redirected(found[new], old)
    stamped = next(page for page in written if page.url == STAMPED)
    return found if state == 1 else found | _changes(found, stamped)


def _changes(found: dict[str, Document], stamped: Page) -> dict[str, Document]:
    """What state 2 has in place of state 1's documents."""
    changed = {page.url: _document(page, 2) for page in pages(CHANGED_TEXTS)}
    old, new = MOVED
    gone = Reply(b"Kustutatud\n", 410, (("Content-Type", "text/plain; charset=utf-8"),))
    return changed | {
        old: _redirected(changed[new], old),
        VANISHED: replace(found[VANISHED], outcome="gone", names=(), reply=gone),
        STAMPED: _document(replace(stamped, options=stamped.options | {"stamp": "1. aprill"}), 2),
    }


def _redirected(target: Document, url: str) -> Document:
    """A document that the server has elsewhere: its names are those of the target, its URL is its own."""
    return replace(target, url=url, reply=Reply(b"", 301, (("Location", target.url),)))


def _document(page: Page, state: int) -> Document:
    options = page.options
    outcome = options.get("outcome", "read")
    headers = [("Content-Type", content_type(page))]
    if "content-encoding" in options:
        headers.append(("Content-Encoding", options["content-encoding"]))
    if "retry-after" in options:
        headers.append(("Retry-After", options["retry-after"]))
    reply = Reply(
        body=b"" if "empty" in options else body(page),
        status=int(options.get("status", 200)),
        headers=tuple(headers),
        modified=MODIFIED[state],
        wait=float(options.get("wait", 0)),
        pieces=int(options.get("pieces", 1)),
        pause=float(options.get("pause", 0)),
        cut=int(options["cut"]) if "cut" in options else None,
    )
    charset = options.get("charset", "header") if page.encoding else ""
    names = page.names if outcome == "read" else ()
    return Document(page.url, page.format, outcome, reply, page.encoding, charset, names)

"""The one final word on a log line, a source or a document: every code, its stage and its sentence.

Codes are stable: they stand in stored tables, statistics and the API. Add new ones; never give one a new meaning.
"""

from dataclasses import dataclass
from typing import Literal

Stage = Literal["plan", "fetch", "text", "ner", "done"]
Availability = Literal["yes", "no", "unknown"]


@dataclass(frozen=True, slots=True)
class Outcome:
    stage: Stage
    code: str
    sentence: str
    availability: Availability = "unknown"
    retry: bool = False  # worth another try later, without anybody changing anything


_ALL = (
    # A log line. "accepted" lines become sources and get a second outcome, that of their document.
    Outcome("plan", "accepted", "The line became a source and was handed to a shard."),
    Outcome("plan", "malformed-line", "The line is not a crawl log line: it has too few fields or no status."),
    Outcome("plan", "speculative", "Found by guessing inside scripts (X in the discovery path)."),
    Outcome("plan", "prerequisite", "Fetched by the crawler only as a prerequisite (discovery path ends in P)."),
    Outcome("plan", "not-http", "The address is not http or https (dns, ftp, whois…)."),
    Outcome("plan", "invalid-url", "The address is not a valid URL."),
    Outcome("plan", "robots-file", "robots.txt is a rule for crawlers, not a document."),
    Outcome("plan", "failed-at-crawl", "The crawler itself could not fetch it (status 0 or below, or 400 and above)."),
    Outcome("plan", "redirect", "The server redirected the crawler; the target has a line of its own."),
    Outcome("plan", "not-text", "The content type cannot hold text (image, media, font, script, archive…)."),
    Outcome("plan", "duplicate", "An earlier line has the same canonical URL."),
    # A source that was fetched, or could not be.
    Outcome("fetch", "http-error", "The server answered with an error status.", "no"),
    Outcome("fetch", "gone", "The server says the document does not exist (404 or 410).", "no"),
    Outcome("fetch", "soft-404", "The server answered 200 with a page that says the document does not exist.", "no"),
    Outcome("fetch", "server-busy", "The server asked to come back later (429 or 503).", retry=True),
    Outcome("fetch", "robots-forbidden", "The host's robots.txt does not allow this address.", "unknown"),
    Outcome("fetch", "robots-unknown", "The host's robots.txt could not be read, so nothing was fetched.", retry=True),
    Outcome("fetch", "host-down", "The host did not answer several times in a row and was given up for this run.",
            retry=True),
    Outcome("fetch", "dns-failed", "The host's name has no address.", retry=True),
    Outcome("fetch", "connect-failed", "No connection to the host.", retry=True),
    Outcome("fetch", "connection-lost", "The connection broke before the document was complete.", retry=True),
    Outcome("fetch", "timed-out", "The document was not complete before its deadline.", retry=True),
    Outcome("fetch", "too-slow", "The server sent fewer bytes a second than the minimum rate.", retry=True),
    Outcome("fetch", "too-large", "The document is larger than the limit.", "yes"),
    Outcome("fetch", "unpacks-too-large", "The compressed document unpacks to more than the limit.", "yes"),
    Outcome("fetch", "bad-encoding", "The body is not what its Content-Encoding says.", "yes"),
    Outcome("fetch", "bad-headers", "The response headers are malformed or too large.", "unknown"),
    Outcome("fetch", "bad-redirect", "Redirected in a loop, too often, or to something that is not http.", "no"),
    Outcome("fetch", "bad-certificate", "The server's TLS certificate is not valid.", "unknown"),
    Outcome("fetch", "address-refused", "The host leads to a private, loopback, link-local or other refused address.",
            "no"),
    Outcome("fetch", "not-in-warc", "The WARC files given for replay do not hold this document.", "unknown"),
    # A document that was fetched and not read.
    Outcome("text", "unsupported-type", "The content cannot hold text for us (image, media, font, script, archive…).",
            "yes"),
    Outcome("text", "no-text", "The document holds no text (an empty page, a scan without a text layer).", "yes"),
    Outcome("text", "encrypted", "The document is protected by a password.", "yes"),
    Outcome("text", "broken-document", "No reader could make sense of the document.", "yes"),
    Outcome("text", "text-limit", "Reading the document took more time, memory or space than its limit.", "yes"),
    Outcome("text", "foreign-language", "No part of the document seems to be in Estonian.", "yes"),
    Outcome("text", "reader-failed", "Our reader raised an error nobody foresaw; the task log has its trace.", "yes"),
    Outcome("ner", "ner-limit", "Finding names took more time or memory than its limit.", "yes"),
    # A document that is in the graph.
    Outcome("done", "read", "The document was read and its names are in the graph.", "yes"),
    Outcome("done", "not-modified", "The server says nothing changed since the last version (304).", "yes"),
    Outcome("done", "unchanged", "Fetched again: the bytes are those of the last version.", "yes"),
    Outcome("done", "unchanged-text", "Fetched again: the bytes changed, the text did not.", "yes"),
)

OUTCOMES: dict[str, Outcome] = {outcome.code: outcome for outcome in _ALL}

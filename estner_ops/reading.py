"""Reading one document, inside a reader process: bytes → text → names. Joins the text and the name stage."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from estner_ops.fetch.soft404 import is_soft_404
from estner_ops.ner import Finding, Tagger, mask
from estner_ops.pool import Failure
from estner_ops.records import Extracted, Mention, Redirect
from estner_ops.settings import Settings
from estner_ops.text import check_languages, extract

SNIPPET = 60  # characters kept on each side of a name


@dataclass(frozen=True, slots=True)
class ReadJob:
    body: bytes = field(repr=False)
    declared: str  # the Content-Type header
    url: str  # the final one, after redirects
    redirects: tuple[Redirect, ...] = ()
    known_text: str | None = None  # the text's digest in the version we know


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a document. `outcome` is a final one."""

    outcome: str
    detail: str
    media_type: str = ""
    encoding: str = ""
    language: str = "und"
    language_confidence: float = 0.0
    title: str = ""
    text_sha224: str | None = None
    characters: int = 0
    mentions: tuple[Mention, ...] = ()
    snippets: tuple[str, ...] = ()  # one for each mention
    cpu_seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    ner_calls: int = 0  # how often the engine that finds names was called: by no means for what did not change


class Reader:
    """Built once in each reader process; called for every document."""

    def __init__(self, settings: Settings) -> None:
        check_languages(settings.languages)  # a mistyped one stops the start
        self._settings = settings
        self._tagger = Tagger(settings)

    def __call__(self, job: ReadJob, stage: Callable[[str], None]) -> Reading:
        started = time.process_time()
        stage("text")
        extracted = extract(job.body, declared=job.declared, url=job.url, settings=self._settings)
        digest = hashlib.sha224(extracted.text.encode()).hexdigest() if extracted.text else None
        if extracted.outcome is not None:
            return _reading(extracted, extracted.outcome, digest, (), started)
        if is_soft_404(extracted.title, extracted.text, job.url, job.redirects):
            return _reading(extracted, "soft-404", digest, (), started)
        if digest is not None and digest == job.known_text:
            return _reading(extracted, "unchanged-text", digest, (), started)
        stage("ner")
        called = self._tagger.calls
        mentions = tuple(self._tagger.mentions(extracted.text, extracted.blocks))
        found = tuple(self._tagger.findings(extracted.text))
        return replace(_reading(extracted, "read", digest, mentions, started), findings=found,
                       ner_calls=self._tagger.calls - called)


def failed(failure: Failure) -> Reading:
    """What is said of a document whose reader did not come back."""
    reason = failure.detail.splitlines()[0]
    calls = int(failure.stage == "ner")  # it was called, though it gave no answer
    if failure.reason == "error":
        return Reading("reader-failed", f"{failure.stage}: {reason}", ner_calls=calls)
    if failure.stage == "ner":
        return Reading("ner-limit", reason, ner_calls=calls)
    # A reader that crashed on a document (a parser in C, say) did not understand it; the others ran into a limit.
    return Reading("broken-document" if failure.reason == "crash" else "text-limit", reason)


def _reading(extracted: Extracted, outcome: str, digest: str | None, mentions: tuple[Mention, ...],
             started: float) -> Reading:
    masked = mask(extracted.text) if mentions else ""
    return Reading(
        outcome, extracted.detail, extracted.media_type, extracted.encoding, extracted.language,
        extracted.language_confidence, mask(extracted.title), digest, len(extracted.text), mentions,
        tuple(_snippet(masked, mention) for mention in mentions), time.process_time() - started,
    )


def _snippet(text: str, mention: Mention) -> str:
    """The whole words around a mention."""
    start, end = max(0, mention.start - SNIPPET), min(len(text), mention.end + SNIPPET)
    while 0 < start < mention.start and not text[start - 1].isspace():
        start += 1
    while mention.end < end < len(text) and not text[end].isspace():
        end -= 1
    return " ".join(text[start:end].split())

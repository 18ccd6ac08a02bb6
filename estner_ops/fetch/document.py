"""Fetches one source: robots, redirects, the body and its outcome."""

import asyncio
import hashlib
import io
from datetime import UTC, datetime

from estner_ops.fetch import http, target
from estner_ops.fetch.browse import REDIRECTS, Browser
from estner_ops.fetch.cookies import Cookies
from estner_ops.fetch.failures import Failure
from estner_ops.fetch.memory import Reservation
from estner_ops.records import Exchange, Fetched, Redirect, Source
from estner_ops.unpack import UnpackError, codings, unpack

_HASH_IN_LOOP = 1_000_000  # bytes above which hashing would hold up other hosts


class Visit:
    """One try at one source. What it learns on the way is kept whatever the end is."""

    def __init__(self, browser: Browser, source: Source, memory: Reservation) -> None:
        self._browser, self._source, self._memory = browser, source, memory
        self._settings = browser.settings
        self._answer: http.Answer | None = None
        self._redirects: list[Redirect] = []
        self._exchanges: list[Exchange] = []
        self._url = source.original_url
        self._spent = 0.0
        self._cookies = Cookies()

    async def fetch(self) -> tuple[Fetched, Failure | None]:
        """What came of it, and the failure behind it if it was one."""
        at = datetime.now(UTC)
        try:
            answer = await self._follow()
            return await self._judge(answer, at), None
        except Failure as failure:
            return self._fetched(at, failure.code, failure.detail), failure

    async def _follow(self) -> http.Answer:
        """The answer at the end of the redirects."""
        where = target.parse(self._source.original_url)
        seen = {self._request(where)}
        while True:
            self._url = where.url
            (await self._browser.rules(where)).check(where.url)
            answer = await self._ask(where)
            location = answer.head.first("location")
            if answer.head.status not in REDIRECTS or location is None:
                return answer
            self._redirects.append(Redirect(where.url, answer.head.status, location[:8000]))
            self._cookies.take(where, answer.head)
            where = target.follow(where, location)
            if self._request(where) in seen:
                raise Failure("bad-redirect", f"a loop: {where.url} again")
            if len(self._redirects) > self._settings.max_redirects:
                raise Failure("bad-redirect", f"more than {self._settings.max_redirects} redirects")
            seen.add(self._request(where))
            self._memory.release()

    def _request(self, where: target.Target) -> bytes:
        conditions = {"Cookie": self._cookies.header(where), **self._conditions(where)}
        return http.request_head(where, self._settings, conditions)

    async def _ask(self, where: target.Target) -> http.Answer:
        request = self._request(where)
        left = self._settings.document_seconds - self._spent
        try:
            answer = await self._browser.get(where, request, self._memory, left, self._settings.max_body)
        except Failure as failure:
            self._spent += failure.took
            raise
        self._answer = answer
        self._spent += answer.took
        if answer.failure is None:
            self._exchanges.append(
                Exchange(where.url, answer.ip, answer.started, request, answer.head.raw, answer.payload)
            )
        return answer

    def _conditions(self, where: target.Target) -> dict[str, str]:
        """Asked only of the address that gave them: another one's page may be older than ours and yet be another page.

        (RFC 9110, 8.8: validators tell representations of the same resource apart.)
        """
        known = self._source.known
        if known is None or (where.url != known.url if known.url else self._redirects):
            return {}
        return {"If-None-Match": known.etag or "", "If-Modified-Since": known.last_modified or ""}

    async def _judge(self, answer: http.Answer, at: datetime) -> Fetched:
        status, known = answer.head.status, self._source.known
        if status == 304 and known is not None:
            return self._fetched(at, "not-modified", "")
        if status not in (200, 203):
            code = {404: "gone", 410: "gone", 429: "server-busy", 503: "server-busy"}.get(status, "http-error")
            raise Failure(code, f"status {status}")
        if answer.failure is not None:
            raise answer.failure
        body = await self._unpacked(answer)
        sha224 = await _digest(body)
        if known is not None and known.sha224 == sha224:
            return self._fetched(at, "unchanged", "", None, sha224)
        return self._fetched(at, None, "", body, sha224)

    async def _unpacked(self, answer: http.Answer) -> bytes:
        body = answer.payload
        try:
            for coding in codings(answer.head.get("content-encoding") or "") if body else ():
                unpacked = io.BytesIO()
                for piece in unpack(body, coding, self._settings.max_body):
                    await self._memory.grow(len(piece))
                    unpacked.write(piece)
                    await asyncio.sleep(0)  # other hosts' turn: a large document takes a while
                body = unpacked.getvalue()
        except UnpackError as error:
            raise Failure(error.code, str(error)) from error
        return body

    def _fetched(self, at: datetime, outcome: str | None, detail: str, body: bytes | None = None,
                 sha224: str = "") -> Fetched:
        answer = self._answer
        return Fetched(
            self._source, outcome, detail, answer.started if answer else at, self._spent,
            status=answer.head.status if answer else None, headers=answer.head.headers if answer else (),
            final_url=self._url, redirects=tuple(self._redirects), ip=answer.ip if answer else "",
            body=body, sha224=sha224, exchanges=tuple(self._exchanges),
        )


async def _digest(body: bytes) -> str:
    if len(body) < _HASH_IN_LOOP:
        return hashlib.sha224(body).hexdigest()
    return (await asyncio.to_thread(hashlib.sha224, body)).hexdigest()

"""Polite requests: every exchange with any host of a run goes through here."""

import re
import time
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from estner_ops.fetch import http, robots, target
from estner_ops.fetch.connect import Connector
from estner_ops.fetch.failures import Failure
from estner_ops.fetch.host import Host
from estner_ops.fetch.idle import IdleWires
from estner_ops.fetch.memory import Memory, Reservation
from estner_ops.fetch.target import Target
from estner_ops.settings import Settings
from estner_ops.unpack import UnpackError, codings, unpack

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({429, 503})
_LARGE_RULES = 50_000  # bytes of a robots.txt above which it is not remembered long after its host's last source


class Browser:
    """The state of one run's conversation with the web."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._agent = robots.agent_token(settings.user_agent)
        self._connector = Connector(settings)
        self._hosts: dict[str, Host] = {}
        # A document is held as sent and unpacked until it is handed on.
        self.memory = Memory(settings.memory_in_flight, 2 * settings.max_body + http.SLACK)
        self._idle = IdleWires(settings.hosts_at_once)
        self._large: list[tuple[Host, str]] = []  # sites with large rules, of the host that was finished last

    def close(self) -> None:
        self._idle.close()
        self._connector.close()

    def host(self, where: Target) -> Host:
        found = self._hosts.get(where.server)
        if found is None:
            found = self._hosts[where.server] = Host(where.server, self.settings)
        return found

    def begin(self) -> None:
        """New sources come. Rules that could not be read are asked for again: that was a while ago."""
        for host in self._hosts.values():
            host.robots = {site: known for site, known in host.robots.items() if known.failure is None}

    def finished(self, url: str) -> None:
        """No more sources of this host are at hand; it may still be the target of others' redirects.

        Large rules go when the next host is finished: until then the next part of the same host may need them.
        """
        with suppress(Failure):
            host = self.host(target.parse(url))
            for other, site in self._large if self._large and self._large[0][0] is not host else ():
                other.robots.pop(site, None)
            self._large = [(host, site) for site, known in host.robots.items() if known.size > _LARGE_RULES]
            for site in host.robots:
                self._idle.drop(site)

    async def get(self, where: Target, request: bytes, memory: Reservation, seconds: float, limit: int) -> http.Answer:
        """One request when its host's turn has come; keeps the host's record.

        Memory is drawn on only now: whoever waits for a turn must hold none, or two could wait for each other.
        """
        assert not memory.held
        host = self.host(where)
        async with host.turn:
            if host.given_up is None:
                await host.pace.wait()
            if host.given_up is not None:
                raise host.given_up.with_traceback(None)
            await memory.grow(http.SLACK)
            began = time.monotonic()
            try:
                answer = await self._exchange(where, request, memory, seconds, limit)
            except Failure as failure:
                failure.took = time.monotonic() - began
                host.failed(failure)
                raise
            if answer.failure is not None and answer.failure.unanswered:
                host.failed(answer.failure)
            elif answer.head.status in BUSY:
                host.busy(answer.head.status, retry_after(answer.head.first("retry-after")))
            else:
                host.answered(answer.waited)
            return answer

    async def _exchange(self, where: Target, request: bytes, memory: Reservation, seconds: float,
                        limit: int) -> http.Answer:
        ends = time.monotonic() + seconds
        wire = self._idle.take(where.site)
        if wire is not None:
            before = wire.received
            try:
                answer = await http.exchange(wire, request, self.settings, memory, seconds, limit)
            except Failure as failure:
                # The server may hang up on an idle connection just as we use it; that is nobody's fault.
                if failure.code != "connection-lost" or wire.received != before:
                    raise
                wire = None
        if wire is None:
            wire = await self._connector.open(where)
            answer = await http.exchange(wire, request, self.settings, memory, ends - time.monotonic(), limit)
        if answer.reusable:
            self._idle.keep(where.site, wire)
        return answer

    async def rules(self, where: Target) -> robots.Rules:
        """What robots.txt says for this site: asked once a run. A host that cannot be reached raises its Failure."""
        host = self.host(where)
        async with host.robots_turn:
            known = host.robots.get(where.site)
            if known is None:
                known = host.robots[where.site] = await self._read_rules(where)
                if known.crawl_delay:
                    host.pace.asked(known.crawl_delay)
            return known

    async def _read_rules(self, where: Target) -> robots.Rules:
        failure: Failure | None = None
        for _ in range(self.settings.tries):
            try:
                return await self._ask_rules(where)
            except Failure as error:
                failure = error
            if failure.code in _HOST_FAILURES:
                raise failure
            if not failure.passing:
                break
        if failure is not None and failure.code in _SITE_FAILURES:
            return robots.Rules(self._agent, failure=failure)
        return robots.unknown(self._agent, failure)

    async def _ask_rules(self, where: Target) -> robots.Rules:
        at = target.parse(f"{where.site}/robots.txt")
        memory = self.memory.reserve()
        try:
            for _ in range(robots.MOST_REDIRECTS + 1):
                request = http.request_head(at, self.settings, {})
                answer = await self.get(at, request, memory, self.settings.document_seconds, robots.SIZE_LIMIT)
                status, location = answer.head.status, answer.head.first("location")
                if status in REDIRECTS and location is not None:
                    at = target.follow(at, location)
                    memory.release()
                    continue
                # 429 is a 4xx, but a server that is too busy for robots.txt is not to be crawled.
                if status in BUSY or status >= 500:
                    raise Failure("server-busy", f"status {status}")
                if answer.failure is not None and answer.failure.code != "too-large":
                    raise answer.failure
                return robots.rules(status, _unpacked(answer), self._agent)
            return robots.Rules(self._agent)  # RFC 9309, 2.3.1.2: too many redirects count as unavailable
        except Failure as failure:
            if at.site != where.site:
                raise Failure("robots-unknown", f"robots.txt at {at.url}: {failure}") from failure
            raise
        finally:
            memory.release()


# The host is tried again, until it answers or is given up.
_HOST_FAILURES = frozenset({"connect-failed", "host-down"})
# Every source of the site would meet the same, and these say more than "robots-unknown".
_SITE_FAILURES = frozenset({"dns-failed", "address-refused", "bad-certificate"})


def _unpacked(answer: http.Answer) -> bytes:
    """As much of a robots.txt as is read. One that is packed wrongly must not count as one without rules."""
    body = answer.payload
    try:
        for coding in codings(answer.head.get("content-encoding") or "") if body and answer.head.status < 300 else ():
            parts: list[bytes] = []
            pieces = unpack(body, coding, 4 * robots.SIZE_LIMIT)
            while sum(map(len, parts)) < robots.SIZE_LIMIT and (piece := next(pieces, None)) is not None:
                parts.append(piece)
            body = b"".join(parts)
    except UnpackError as error:
        raise Failure(error.code, str(error)) from error
    return body


def retry_after(text: str | None) -> float | None:
    """Seconds until a server wants to be asked again (RFC 9110, 10.2.3), None if it does not say."""
    if text is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", text.strip()):
        return float(text.strip())  # which strips more than float() does
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())

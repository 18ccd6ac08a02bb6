"""What a site's robots.txt says to us (RFC 9309)."""

import re
from dataclasses import dataclass

from protego import Protego

from estner_ops.fetch.failures import Failure

SIZE_LIMIT = 512_000  # RFC 9309, 2.5: at least 500 KiB; the rest is not read
MOST_REDIRECTS = 5  # RFC 9309, 2.3.1.2

_AGENT_LINE = re.compile(r"\s*user[ -]?agent\s*[: ]\s*([^#]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules for one site: what a file says, everything (no file) or nothing (a failure)."""

    agent: str
    parsed: Protego | None = None
    failure: Failure | None = None
    crawl_delay: float = 0.0
    size: int = 0

    def check(self, url: str) -> None:
        """Raises the Failure of a source that must not be fetched."""
        if self.failure is not None:
            raise self.failure.with_traceback(None)
        if self.parsed is not None and not self.parsed.can_fetch(url, self.agent):
            raise Failure("robots-forbidden")


def agent_token(user_agent: str) -> str:
    """The product token that a robots.txt may name us by (RFC 9309, 2.2.1)."""
    match = re.match(r"[A-Za-z_-]+", user_agent)
    return match[0] if match else user_agent


def rules(status: int, body: bytes, agent: str) -> Rules:
    """2xx: what the file says. 4xx: no rules. The rest: nobody knows, so nothing may be fetched."""
    if 200 <= status < 300:
        parsed = Protego.parse(_relevant(body[:SIZE_LIMIT].decode("utf-8-sig", "replace"), agent))
        return Rules(agent, parsed, None, _delay(parsed, agent), len(body))
    if 400 <= status < 500:
        return Rules(agent)
    return unknown(agent, f"status {status}")


def _delay(parsed: Protego, agent: str) -> float:
    """Seconds between two requests, by either of the two directives that some sites use and no standard has."""
    rate = parsed.request_rate(agent)
    return max(0.0, parsed.crawl_delay(agent) or 0.0, rate.seconds / rate.requests if rate and rate.requests else 0.0)


def unknown(agent: str, why: object) -> Rules:
    return Rules(agent, failure=Failure("robots-unknown", f"robots.txt: {why}"))


def _relevant(text: str, agent: str) -> str:
    """The file with all groups that cannot concern us under one name.

    Protego keeps the rules of a group once per agent: thousands of agents over thousands of rules would take it
    minutes and gigabytes.
    """
    lines: list[str] = []
    for line in text.splitlines():
        match = _AGENT_LINE.match(line)
        if match:
            name = match[1].strip().lower().replace("*", "")
            if name and name not in agent.lower():
                line = "User-agent: -"
            if lines and lines[-1] == line:
                continue
        lines.append(line)
    return "\n".join(lines)

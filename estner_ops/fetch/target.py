"""A URL as the fetcher needs it: where to connect, what to ask for, and nothing that could break a request line."""

import re
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv6Address
from urllib.parse import quote, urljoin, urlsplit

import idna

from estner_ops.fetch.failures import Failure

_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,252}[a-z0-9_])?\.?\Z")
# What WHATWG leaves alone in a path and a query; `%` stays, since the URL is already escaped where it must be.
_PATH_SAFE = "!$%&'()*+,-./:;=@[]\\^_|~"
_QUERY_SAFE = "!$%&()*+,-./:;=?@[]\\^_`{|}~"
_LONGEST = 8000


@dataclass(frozen=True)
class Target:
    scheme: str
    host: str  # lower case, ASCII; an IPv6 address without brackets
    port: int
    path: str  # what stands in the request line

    @cached_property
    def authority(self) -> str:
        """host[:port], as the Host header has it."""
        return self._with_port(f"[{self.host}]" if ":" in self.host else self.host)

    @cached_property
    def server(self) -> str:
        """host[:port], as politeness knows the host: a dot at the end of the name leads to the same one."""
        return self._with_port(f"[{self.host}]" if ":" in self.host else self.host.removesuffix("."))

    @cached_property
    def site(self) -> str:
        """What one robots.txt is valid for (RFC 9309, 2.3)."""
        return f"{self.scheme}://{self.authority}"

    @cached_property
    def url(self) -> str:
        return self.site + self.path

    def _with_port(self, name: str) -> str:
        return name if self.port == _PORTS[self.scheme] else f"{name}:{self.port}"


def parse(url: str, code: str = "invalid-url") -> Target:
    """The target of a URL; a Failure with the given code if it has none."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        host = parts.hostname or ""
    except ValueError as error:
        raise Failure(code, f"not a URL: {url[:200]!r} ({error})") from error
    scheme = parts.scheme.lower()
    if scheme not in _PORTS:
        raise Failure(code, f"not http or https: {url[:200]!r}")
    query = "?" + quote(parts.query, safe=_QUERY_SAFE) if parts.query else ""
    path = quote(parts.path or "/", safe=_PATH_SAFE) + query
    if len(path) > _LONGEST:
        raise Failure(code, f"a URL of {len(url)} characters")
    return Target(scheme, _ascii(host, url, code), _PORTS[scheme] if port is None else port,
                  path if path.startswith("/") else "/" + path)


def follow(target: Target, location: str) -> Target:
    """Where a redirect leads."""
    try:
        return parse(urljoin(target.url, location.strip()), "bad-redirect")
    except ValueError as error:
        raise Failure("bad-redirect", f"not a URL: {location[:200]!r}") from error


def _ascii(host: str, url: str, code: str) -> str:
    if ":" in host:
        try:
            return str(IPv6Address(host if "%" not in host else ""))  # a zone is of this machine, not of the web
        except ValueError as error:
            raise Failure(code, f"not an address in {url[:200]!r}") from error
    if not host.isascii():
        try:
            host = idna.encode(host, uts46=True).decode()
        except idna.IDNAError as error:
            raise Failure(code, f"not a host name in {url[:200]!r}: {error}") from error
    if not _HOST.match(host):
        raise Failure(code, f"not a host name in {url[:200]!r}")
    return host

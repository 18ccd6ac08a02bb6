"""The identity of a document: one canonical form for every way in which its URL may be spelt.

Scheme and host in lower case, international names in punycode, no default port, no fragment, dot segments resolved,
percent-encoding normalised (RFC 3986, section 6.2.2). Path and query keep their letters and their order: servers tell
`?a=1&b=2` from `?b=2&a=1`.
"""

import re
from functools import lru_cache

from yarl import URL

MAX_LENGTH = 8192  # Heritrix itself stops at 2083 characters; servers answer 414 long before this

# An address of which nothing would change, seen at a glance: nine of ten are, and a regex costs a tenth of a parser.
_PLAIN = re.compile(rb"https?://([a-z0-9.-]+)/[A-Za-z0-9_~,;=+:@!$*()/.-]*(?:\?[A-Za-z0-9_~,;=:@!$*()/.&-]+)?").fullmatch
_HTTP = re.compile(rb"https?://", re.IGNORECASE).match
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?").fullmatch
_NOT_UTF8 = re.compile("[\udc80-\udcff]")


def canonical_url(url: str) -> str:
    """The canonical form of an http or https URL; ValueError if it is not a valid one.

    >>> canonical_url("HTTP://Õun.ee:80/a/../%7etere tore?b=2&a=1#lõpp")
    'http://xn--un-bka.ee/~tere%20tore?b=2&a=1'
    """
    canonical = canonical_address(url.encode("utf-8", "surrogateescape"))
    if canonical is None:
        raise ValueError(f"not a valid http or https URL: {url!r}")
    return canonical[0].decode("ascii")


def canonical_address(address: bytes) -> tuple[bytes, str] | None:
    """The canonical form of an address in a log, and its host[:port]; None if it is not a valid http or https URL."""
    plain = _PLAIN(address)
    if plain and b"/." not in address and len(address) <= MAX_LENGTH:
        host = _host(plain[1])
        return (address, host) if host else None
    if len(address) > MAX_LENGTH or not is_http(address):
        return None
    try:
        url = URL(printable(address)).with_fragment(None)
    except ValueError:  # UnicodeError of a host that IDNA does not allow is one, too
        return None
    port, name = url.explicit_port, url.raw_host or ""
    if port == 0 or not _is_host(name):
        return None
    canonical = str(url if url.raw_path else url.with_path("/"))
    if len(canonical) > 3 * MAX_LENGTH or not canonical.isascii():
        return None
    literal = f"[{name}]" if ":" in name else name
    return canonical.encode(), literal if port is None or url.is_default_port() else f"{literal}:{port}"


def is_http(address: bytes) -> bool:
    return _HTTP(address) is not None


def printable(address: bytes) -> str:
    """The address as text. Bytes that are not UTF-8 are percent-encoded, as a browser would send them."""
    if address.isascii():
        return address.decode("ascii")
    return _NOT_UTF8.sub(lambda byte: f"%{ord(byte[0]) - 0xDC00:02X}", address.decode("utf-8", "surrogateescape"))


@lru_cache(maxsize=65536)
def _host(name: bytes) -> str:
    text = name.decode("ascii")
    return text if _is_host(text) else ""


def _is_host(name: str) -> bool:
    """Whether a lower-case name can be a host's: RFC 1123 with the underscore that real names have, or an address."""
    if ":" in name:
        return "%" not in name  # yarl has checked the IPv6 address; a zone is of no use outside this machine
    labels = name.removesuffix(".").split(".")
    return len(name) <= 253 and all(map(_LABEL, labels))

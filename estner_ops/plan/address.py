"""The identity of a document: one canonical form for every way in which its URL may be spelt.

Scheme and host in lower case, international names in punycode, no default port, no fragment, dot segments resolved,
percent-encoding normalised (RFC 3986, section 6.2.2). Path and query keep their letters and their order: servers tell
`?a=1&b=2` from `?b=2&a=1`.
"""

import re
from functools import lru_cache
from ipaddress import IPv6Address

from yarl import URL

MAX_LENGTH = 8192  # Heritrix itself stops at 2083 characters; servers answer 414 long before this

# An address of which nothing would change, seen at a glance: nearly all are, and a regex costs a tenth of a parser.
_PLAIN = re.compile(
    rb"https?://([a-z0-9.-]+)"
    rb"/[A-Za-z0-9_~,;=+:@!$*()/.-]*(?:%(?:20|[89A-F][0-9A-F])[A-Za-z0-9_~,;=+:@!$*()/.-]*)*"
    rb"(?:\?(?!\Z)[A-Za-z0-9_~,;=:@!$*()/.&-]*(?:%(?:20|[89A-F][0-9A-F])[A-Za-z0-9_~,;=:@!$*()/.&-]*)*)?"
).fullmatch
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
    """The canonical form of an address in a log, and its host[:port]; None if it is not a valid http or https URL.

    The host is whom the fetcher has to be polite to: `a.ee.` is another spelling, but the same server as `a.ee`.
    """
    if len(address) > MAX_LENGTH:
        return None
    plain = _PLAIN(address)
    if plain and b"/." not in address:
        host = _host(plain[1])
        return (address, host) if host else None
    if not is_http(address):
        return None
    try:
        url = URL(in_utf8(address.partition(b"#")[0]).decode())
    except (ValueError, IndexError):  # of a host that IDNA does not allow; IndexError of `http://[]@`
        return None
    port, name = url.explicit_port, url.raw_host or ""
    if port == 0 or not _is_host(name):
        return None
    canonical = str(url)
    if canonical.count("/") == 2:  # the empty path and "/" are the same (RFC 3986, section 6.2.3)
        canonical += "/"
    if len(canonical) > 3 * MAX_LENGTH or not canonical.isascii():
        return None
    literal = f"[{name}]" if ":" in name else name.removesuffix(".")
    return canonical.encode(), literal if port is None or url.is_default_port() else f"{literal}:{port}"


def is_http(address: bytes) -> bool:
    return _HTTP(address) is not None


def in_utf8(address: bytes) -> bytes:
    """The address in UTF-8. Bytes that are not are percent-encoded, as a browser would send them."""
    if address.isascii():
        return address
    text = address.decode("utf-8", "surrogateescape")
    return _NOT_UTF8.sub(lambda byte: f"%{ord(byte[0]) - 0xDC00:02X}", text).encode()


def identity_of(address: bytes) -> bytes:
    """What all spellings of an address share; of one that is not a valid http or https URL, the address itself."""
    found = canonical_address(address)
    return found[0] if found else in_utf8(address)


@lru_cache(maxsize=65536)
def _host(name: bytes) -> str:
    text = name.decode("ascii")
    return text.removesuffix(".") if _is_host(text) else ""


def _is_host(name: str) -> bool:
    """Whether a lower-case name can be a host's: RFC 1123 with the underscore that real names have, or an address."""
    if ":" in name:
        return _is_ipv6(name)
    labels = name.removesuffix(".").split(".")
    return len(name) <= 253 and all(map(_LABEL, labels))


def _is_ipv6(name: str) -> bool:
    try:
        return IPv6Address(name).scope_id is None  # a zone is of no use outside this machine
    except ValueError:
        return False

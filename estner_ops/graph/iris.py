"""IRIs: of documents (made valid, whatever the log held) and of entities (made from the name, one to one).

An IRI here satisfies RFC 3987 in the strict reading of RDF parsers: no white space, no brackets outside an address
literal, every percent sign followed by two hexadecimal digits, no private or unassigned code points.
"""

import ipaddress
import re
from urllib.parse import quote

LONGEST_URL = 8000  # characters: RFC 9110 asks servers to understand as many, and nobody needs more

# RFC 3987 ucschar, what an IRI may hold besides ASCII, without the line separators and the bidirectional formatting
# characters, which section 4.1 forbids.
_UCS = (
    "\u00a0-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
    "\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd\U00070000-\U0007fffd\U00080000-\U0008fffd"
    "\U00090000-\U0009fffd\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U000cfffd\U000d0000-\U000dfffd"
    "\U000e1000-\U000efffd"
)
_PLAIN = rf"A-Za-z0-9\-._~{_UCS}"
_AUTHORITY = re.compile(
    rf"(?:(?:[{_PLAIN}!$&'()*+,;=]|%[0-9A-Fa-f]{{2}})+|\[[0-9A-Fa-f:.]{{2,45}}\])(?::[0-9]{{0,5}})?")
_PARTS = re.compile(r"(https?)://([^/?#]*)([^#]*)(#.*)?", re.IGNORECASE | re.DOTALL)
_NOT_ALLOWED = re.compile(rf"%(?![0-9A-Fa-f]{{2}})|[^{_PLAIN}:/?@!$&'()*+,;=%]")
_SPECIAL = re.compile(rf"[^{_PLAIN}]")
_ESCAPES = str.maketrans({"~": "~0", "_": "~1", "/": "~2", " ": "_"})


def document_iri(url: str) -> str | None:
    """The IRI of a document: its URL, without fragment, with what an IRI may not hold percent-encoded.

    None if no IRI can be made of it. A valid URL is its own IRI.
    """
    parts = _PARTS.fullmatch(url)
    if not parts or len(url) > LONGEST_URL:
        return None
    scheme, authority, path, _ = parts.groups()
    host = authority.rpartition("@")[2]  # names and passwords are never published
    if not _AUTHORITY.fullmatch(host) or (host.startswith("[") and not _is_ip6(host)):
        return None
    return f"{scheme.lower()}://{host}{_NOT_ALLOWED.sub(_percent, path)}"


def slug(key: str) -> str:
    """The last part of an entity's IRI, one to one: no two keys have the same, and a reader still sees the name.

    A space becomes an underscore; the few characters this needs or that servers mistreat in paths are escaped with a
    tilde, and all else that is not allowed is percent-encoded.
    """
    return _SPECIAL.sub(_percent, key.translate(_ESCAPES))


def entity_iri(base: str, path: str, key: str) -> str:
    return f"{base}/{path}/{slug(key)}"


def run_iri(base: str, run: str) -> str:
    return f"{base}/run/{_SPECIAL.sub(_percent, run)}"


def _percent(match: re.Match[str]) -> str:
    return quote(match[0], safe="", errors="surrogatepass")


def _is_ip6(host: str) -> bool:
    try:
        ipaddress.IPv6Address(host[1:host.index("]")])
    except ValueError:
        return False
    return True

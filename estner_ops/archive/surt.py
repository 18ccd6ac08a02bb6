"""Sortable URLs: the key under which web-archive tools look a URL up in an index.

    >>> surt("http://www.Riigikogu.ee:80/Tegevus/?b=2&a=1#top")
    'ee,riigikogu)/tegevus?a=1&b=2'

The rules are those of the Internet Archive's canonicaliser, so that our index and a replay tool agree on the key: what
rarely tells two documents apart (www, default port, letter case, order of parameters, session ids) is dropped. Two
documents may therefore share a key; an index line also carries the URL itself.
"""

import re
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

_WWW = re.compile(r"^www\d*\.")
_DEFAULT_PORTS = {"http": 80, "https": 443}
# Everything printable but the two characters that would be read as an escape or a fragment.
_SAFE = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in "%#")
_PLAIN = re.compile("[!-$&-~]*")  # nothing to escape or to unescape
_SESSION_QUERY = re.compile(
    r"(?:^|(?<=&))(?:jsessionid=[0-9a-z]{32}|phpsessid=[0-9a-z]{32}|sid=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}"
    r"|cfid=[^&]+&cftoken=[^&]+)(?:&|$)"
)
_SESSION_PATH = re.compile(r"^(.*/)\((?:[a-z]\([0-9a-z]{24}\))+\)/|^(.*/)\([0-9a-z]{24}\)/")


def surt(url: str) -> str:
    """The sort key of an http or https URL; of anything else the URL itself, without white space."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        host = parts.hostname
    except ValueError:  # a broken port or IPv6 address: still needs a place in the index
        return re.sub(r"\s", "%20", url)
    if not host or parts.scheme not in _DEFAULT_PORTS:
        return re.sub(r"\s", "%20", url)
    suffix = f":{port}" if port is not None and port != _DEFAULT_PORTS[parts.scheme] else ""
    path, query = _path(parts.path), _query(parts.query)
    return f"{_reversed_host(host)}{suffix}){path}{'?' + query if query else ''}"


def _reversed_host(host: str) -> str:
    host = _WWW.sub("", host.lower().rstrip("."))
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            host = quote_from_bytes(host.encode())
    return ",".join(reversed(host.split("."))) if ":" not in host else host


def _path(path: str) -> str:
    segments: list[str] = []
    for segment in _escaped(path).lower().split("/"):
        if segment == "..":
            segments = segments[:-1]
        elif segment not in ("", "."):
            segments.append(segment)
    joined = "/" + "/".join(segments)
    stripped = _SESSION_PATH.match(joined)
    if stripped and ".aspx" in joined[stripped.end():]:
        joined = (stripped[1] or stripped[2]) + joined[stripped.end():]
    return joined


def _query(query: str) -> str:
    query = _SESSION_QUERY.sub("", _escaped(query).lower()) if query else ""
    return "&".join(sorted(query.split("&"))) if "&" in query else query


def _escaped(part: str) -> str:
    """One and only one level of percent escapes, whatever the server's links have."""
    if _PLAIN.fullmatch(part):
        return part
    raw = part.encode("utf-8", "surrogatepass")
    while b"%" in raw:
        once = unquote_to_bytes(raw)
        if once == raw:
            break
        raw = once
    return quote_from_bytes(raw, safe=_SAFE)

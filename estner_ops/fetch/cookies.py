"""Cookies for the length of one chain of redirects: some sites send everybody in a circle until one is returned."""

import re

from estner_ops.fetch.http import Head
from estner_ops.fetch.target import Target

_COOKIE = re.compile(r"\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([!-+\--:<-\[\]-~]*)\s*(?:;|\Z)")  # RFC 6265, 4.1.1
_MOST, _LONGEST = 20, 4000


class Cookies:
    """They go back to the very site that set them and are forgotten with the document."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, str]] = {}

    def take(self, where: Target, head: Head) -> None:
        jar = self._of.setdefault(where.site, {})
        for name, value in head.headers:
            match = _COOKIE.match(value) if name.lower() == "set-cookie" and len(value) <= _LONGEST else None
            if match and (match[1] in jar or len(jar) < _MOST):
                jar[match[1]] = match[2]

    def header(self, where: Target) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._of.get(where.site, {}).items())

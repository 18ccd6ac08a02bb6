"""Pages that say "not found" with status 200. Only where that is certain: a wrong guess would lose a document."""

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from estner_ops.records import Redirect

_LONGEST_TEXT = 4000  # characters of an error page with its menus; a document about errors is longer
_LONGEST_BARE_TEXT = 400

# A whole title, or a whole part of one between separators, never a piece of a sentence.
_PHRASES = frozenset({
    "404", "404 error", "error 404", "http 404", "http error 404", "viga 404", "404 viga", "veakood 404",
    "404 not found", "not found", "404 page not found", "page not found", "page not found 404", "error 404 not found",
    "404 file not found", "file not found", "404 file or directory not found", "document not found",
    "the page cannot be found", "the page you requested was not found", "object not found",
    "lehte ei leitud", "404 lehte ei leitud", "lehekülge ei leitud", "404 lehekülge ei leitud", "seda lehte ei leitud",
    "lehte ei leitud 404", "viga 404 lehte ei leitud", "otsitud lehte ei leitud", "otsitavat lehte ei leitud",
    "otsitud lehekülge ei leitud", "otsitavat lehekülge ei leitud", "soovitud lehte ei leitud", "faili ei leitud",
    "soovitud lehekülge ei leitud", "lehte ei eksisteeri", "lehekülge ei eksisteeri", "sellist lehte ei ole",
    "sellist lehekülge ei ole", "sellist lehte ei leitud", "sellist lehekülge ei leitud", "dokumenti ei leitud",
    "страница не найдена", "ошибка 404", "sivua ei löydy", "sivua ei löytynyt",
})
_SEPARATORS = re.compile(r"\s+[-–—]+\s+|\s*[|:»«·•]+\s*|\s*[.!?…]+(?:\s+|$)")
_ERROR_PATH = re.compile(
    r"/(?:error[-_]?|viga[-_]?|http[-_]?)?404(?:[-_]?(?:error|not[-_]?found))?(?:\.\w{3,5})?/?\Z"
    r"|/(?:page[-_]?)?not[-_]?found(?:\.\w{3,5})?/?\Z|/leh(?:te|ekylge)[-_]ei[-_]leitud/?\Z", re.IGNORECASE)


def is_soft_404(title: str, text: str, final_url: str, redirects: Sequence[Redirect] = ()) -> bool:
    """Whether a page that came with status 200 says that the document asked for does not exist.

    True if the server led us away to an address that is named after the error, or if a short page's title (without a
    title: the whole short text) is one of the phrases by which error pages call themselves.
    """
    if redirects and _is_error_address(final_url) and not _is_error_address(redirects[0].url):
        return True
    if len(text) > _LONGEST_TEXT:
        return False
    parts = [_plain(part) for part in _SEPARATORS.split(title)] if title.strip() else []
    # A bare number beside other words may number anything: a house, a regiment, a decree.
    if _plain(title) in _PHRASES or any(part in _PHRASES and not part.isdigit() for part in parts):
        return True
    return not parts and len(text) <= _LONGEST_BARE_TEXT and _plain(text.strip().split("\n", 1)[0]) in _PHRASES


def _is_error_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        query = parse_qsl(parts.query, max_num_fields=50)
    except ValueError:
        return False
    # ASP.NET's customErrors hands the address that failed to its error page under this name.
    return bool(_ERROR_PATH.search(parts.path)) or any(name.lower() == "aspxerrorpath" for name, _ in query)


def _plain(text: str) -> str:
    """Lower case, words only, one space between them."""
    words = re.findall(r"\w+", unicodedata.normalize("NFC", text).lower())
    return " ".join(words)

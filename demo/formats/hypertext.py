"""HTML as public-sector sites have it: navigation, scripts and a footer around the words."""

from html import escape

from demo.markup import Page

_STYLE = "body{font-family:sans-serif} nav li{display:inline}"
_NAVIGATION = {"et": ("avaleht", "otsing"), "en": ("home", "search"), "ru": ("главная", "поиск")}
_SCRIPT = "var leht = {keel: 'et', menyy: '<b>peidetud</b>'};"


def html(page: Page) -> bytes:
    meta = f'<meta charset="{page.encoding}">\n' if page.options.get("charset") == "meta" else ""
    stamp = f"<!-- koostatud: {page.options['stamp']} -->\n" if "stamp" in page.options else ""
    document = (
        f'<!DOCTYPE html>\n<html lang="{page.options.get("lang", "et")}">\n<head>\n{meta}'
        f"<title>{escape(page.title)}</title>\n<style>{_STYLE}</style>\n<script>{_SCRIPT}</script>\n</head>\n"
        f"<body>\n{stamp}{_body(page)}</body>\n</html>\n"
    )
    return document.encode(page.encoding)


def xhtml(page: Page) -> bytes:
    declaration = f'<?xml version="1.0" encoding="{page.encoding}"?>\n'
    document = (
        f'{declaration}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
        '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="et">\n'
        f"<head><title>{escape(page.title)}</title></head>\n<body>\n{_body(page)}</body>\n</html>\n"
    )
    return document.encode(page.encoding)


def _body(page: Page) -> str:
    paragraphs = "".join(f"<p>{_emphasised(paragraph, page)}</p>\n" for paragraph in page.paragraphs)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in page.rows)
    table = f"<table>\n{rows}</table>\n" if rows else ""
    home, search = _NAVIGATION[page.options.get("lang", "et")]
    return (
        f'<div id="nav"><ul><li><a href="/">{home}</a></li><li><a href="/otsing">{search}</a></li></ul></div>\n'
        f'<div id="sisu">\n<h1>{escape(page.title)}</h1>\n{paragraphs}{table}</div>\n'
    )


def _emphasised(paragraph: str, page: Page) -> str:
    """Puts the paragraph's first name in bold: inline elements must not cut words or sentences."""
    marked = escape(paragraph)
    places = [(marked.find(escape(form)), -len(form), escape(form)) for form in page.spans if escape(form) in marked]
    if not places:
        return marked
    at, _, form = min(places)
    return f"{marked[:at]}<strong>{form}</strong>{marked[at + len(form):]}"

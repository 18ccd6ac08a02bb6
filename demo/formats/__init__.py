"""Writes a page in the format its header names. The same page gives the same bytes at any time on any machine."""

from collections.abc import Callable

from demo.formats.data import csv, json_array, json_object, rss, text, xml
from demo.formats.hypertext import html, xhtml
from demo.formats.pdf import pdf
from demo.formats.sheets import xls, xlsx
from demo.markup import Page

FORMATS: dict[str, tuple[Callable[[Page], bytes], str]] = {
    "html": (html, "text/html"),
    "xhtml": (xhtml, "application/xhtml+xml"),
    "pdf": (pdf, "application/pdf"),
    "xlsx": (xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "xls": (xls, "application/vnd.ms-excel"),
    "xml": (xml, "application/xml"),
    "rss": (rss, "application/rss+xml"),
    "json": (json_object, "application/json"),
    "json-array": (json_array, "application/json"),
    "csv": (csv, "text/csv"),
    "txt": (text, "text/plain"),
}


def body(page: Page) -> bytes:
    return FORMATS[page.format][0](page)


def content_type(page: Page) -> str:
    """What the server says about the page: with the charset, unless the page's options put it elsewhere."""
    media_type = page.options.get("type") or FORMATS[page.format][1]
    declared = page.encoding and page.options.get("charset", "header") == "header"
    # a BOM is no charset: what a server would say of utf-8-sig is utf-8
    return f"{media_type}; charset={page.encoding.removesuffix('-sig')}" if declared else media_type

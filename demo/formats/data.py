"""XML in a vocabulary of our own, RSS, JSON, CSV and plain text."""

import csv as csv_module
import io
import json
import textwrap
from xml.sax.saxutils import escape

from demo.markup import Page

_WIDTH = 76
_NO_BREAK = "\N{NO-BREAK SPACE}"


def xml(page: Page) -> bytes:
    items = "".join(f"  <kirje nr=\"{number}\">\n    <sisu>{escape(paragraph)}</sisu>\n  </kirje>\n"
                    for number, paragraph in enumerate(page.paragraphs, start=1))
    document = f'<register keel="et">\n  <pealkiri>{escape(page.title)}</pealkiri>\n{items}</register>\n'
    return (_declaration(page) + document).encode(page.encoding)


def rss(page: Page) -> bytes:
    """The first sentence of each paragraph is the title of its item."""
    items = []
    for number, paragraph in enumerate(page.paragraphs, start=1):
        title, _, description = paragraph.partition(". ")
        items.append(
            f"<item>\n<title>{escape(title)}.</title>\n<link>{escape(page.url)}#{number}</link>\n"
            f"<description><![CDATA[<p>{escape(description)}</p>]]></description>\n"
            "<pubDate>Mon, 02 Mar 2026 10:00:00 +0200</pubDate>\n</item>\n"
        )
    document = (
        f'<rss version="2.0">\n<channel>\n<title>{escape(page.title)}</title>\n<link>{escape(page.url)}</link>\n'
        f"<description>{escape(page.title)}</description>\n<language>et</language>\n{''.join(items)}"
        "</channel>\n</rss>\n"
    )
    return (_declaration(page) + document).encode(page.encoding)


def _declaration(page: Page) -> str:
    if page.options.get("charset") == "none":
        return '<?xml version="1.0"?>\n'
    return f'<?xml version="1.0" encoding="{page.encoding}"?>\n'


def json_object(page: Page) -> bytes:
    value = {"pealkiri": page.title, "keel": "et", "uuendatud": "2026-03-02", "kirjed": list(page.paragraphs)}
    return json.dumps(value, ensure_ascii=False, indent=2).encode(page.encoding)


def json_array(page: Page) -> bytes:
    """Pure ASCII with escapes, as many programs write it."""
    entries = [{"nr": number, "avalik": True, "kirjeldus": paragraph}
               for number, paragraph in enumerate(page.paragraphs, start=1)]
    return json.dumps([{"pealkiri": page.title}, *entries]).encode(page.encoding)


def csv(page: Page) -> bytes:
    """Comma-separated in UTF-8; semicolons in the old encodings, as Estonian Excel saves it."""
    file = io.StringIO()
    writer = csv_module.writer(file, delimiter="," if page.encoding.startswith("utf") else ";", lineterminator="\r\n")
    writer.writerows(page.rows)
    return file.getvalue().encode(page.encoding)


def text(page: Page) -> bytes:
    paragraphs = ["\n".join(wrapped(paragraph, page, _WIDTH)) for paragraph in page.paragraphs]
    return ("\n\n".join([page.title, *paragraphs]) + "\n").encode(page.encoding)


def wrapped(paragraph: str, page: Page, width: int) -> list[str]:
    """The paragraph as lines, none of which ends inside a name: joining them is not what the demo asks of a reader."""
    for form in page.spans:
        paragraph = paragraph.replace(form, form.replace(" ", _NO_BREAK))
    lines = textwrap.wrap(paragraph, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_NO_BREAK, " ") for line in lines]

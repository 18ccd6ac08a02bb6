"""PDF by reportlab: text in a standard font or an embedded one, a scan without text, a file with a password."""

import io
from pathlib import Path

import reportlab
from PIL import Image, ImageDraw
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from demo.formats.data import wrapped
from demo.markup import Page

_LEFT, _TOP, _LEADING = 72, A4[1] - 90, 17
_COLUMNS = 78


def pdf(page: Page) -> bytes:
    """Title and paragraphs; the last paragraph stands on a page of its own."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=1, encrypt=page.options.get("password"))
    canvas.setTitle(page.title)
    font = _font(page)
    canvas.setFont(font, 16)
    canvas.drawString(_LEFT, _TOP + 30, page.title)
    *first, last = page.paragraphs
    _draw(canvas, font, first, page)
    canvas.showPage()
    _draw(canvas, font, [last], page)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def _font(page: Page) -> str:
    """Helvetica of the reader with a one-byte encoding, or Vera, a subset of which is embedded with its own codes."""
    if page.options.get("font") != "Vera":
        return "Helvetica"
    if "Vera" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Vera", Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"))
    return "Vera"


def _draw(canvas: Canvas, font: str, paragraphs: list[str], page: Page) -> None:
    canvas.setFont(font, 11)
    height = _TOP
    for paragraph in paragraphs:
        for line in wrapped(paragraph, page, _COLUMNS):
            canvas.drawString(_LEFT, height, line)
            height -= _LEADING
        height -= _LEADING


def scan() -> bytes:
    """A page that is only a picture: grey lines where the words would be."""
    image = Image.new("L", (620, 877), 250)
    pen = ImageDraw.Draw(image)
    for row in range(90, 700, 22):
        pen.rectangle((80, row, 540 - (row * 7) % 160, row + 9), fill=90)
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=1)
    canvas.drawImage(ImageReader(image), 0, 0, *A4)
    canvas.showPage()
    canvas.save()
    return file.getvalue()

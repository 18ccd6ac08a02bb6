"""Documents of every format, made here, so that what a reader must find in them is known exactly.

`paragraphs` become paragraphs, `rows` become rows of cells.
"""

import io
import struct
import zipfile
from collections.abc import Iterable, Sequence
from html import escape

PARAGRAPHS = (
    "Eile kohtusid Tallinnas Toomas Hendrik Ilves ja Jüri Ratas, et arutada Põltsamaa lossi saatust.",
    "Õhtul sõitsid nad Jõgevale, kus ootas Šveitsi saadik Žanna Ööbik ning väärikas üritus kestis südaööni.",
)
ROWS = (("Nimi", "Asutus", "Koht"), ("Mari Mägi", "Tartu Ülikool", "Tartu"), ("Jaan Põld", "Riigikogu", "Tallinn"))
LINES = (*PARAGRAPHS, *(cell for row in ROWS for cell in row))  # what every format must give, in this order
TEXT = "\n\n".join(LINES)

Rows = Sequence[Sequence[object]]


def archive(parts: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return data.getvalue()


def html(paragraphs: Iterable[str] = PARAGRAPHS, rows: Rows = ROWS, head: str = "<title>Koosolek</title>") -> str:
    text = "".join(f"<p>{escape(one)}</p>" for one in paragraphs)
    cells = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<!DOCTYPE html><html><head>{head}</head><body>{text}<table>{cells}</table></body></html>"


def pdf(paragraphs: Iterable[str] = PARAGRAPHS, rows: Rows = ROWS, *, pages: int = 1, password: str = "") -> bytes:
    from reportlab.lib import pdfencrypt
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data, encrypt=pdfencrypt.StandardEncryption(password) if password else None)
    canvas.setTitle("Koosolek")
    for _ in range(pages):
        height = 800
        for line in (*paragraphs, *(str(cell) for row in rows for cell in row)):
            canvas.setFont("Helvetica", 9)
            canvas.drawString(40, height, line)
            height -= 30
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def scan() -> bytes:
    """A PDF of lines and boxes, without a letter."""
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data)
    for _ in range(3):
        canvas.rect(100, 100, 300, 500, fill=1)
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def xlsx(rows: Rows = ROWS, *, sheet: str = "Leht", title: str = "Koosolek") -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.properties.title = title
    assert book.active is not None
    book.active.title = sheet
    for row in rows:
        book.active.append(list(row))
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def xlsm() -> bytes:
    with zipfile.ZipFile(io.BytesIO(xlsx())) as file:
        return archive({**{name: file.read(name) for name in file.namelist()}, "xl/vbaProject.bin": b"macros"})


def xls(rows: Rows = ROWS, *, sheet: str = "Leht") -> bytes:
    from xlwt import Workbook

    book = Workbook()
    page = book.add_sheet(sheet)
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.write(number, column, cell)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def xlsb(rows: Rows = ROWS, *, sheet: str = "Leht") -> bytes:
    """The least that [MS-XLSB] asks for: strings of the first column shared, others inside their cells."""

    def record(kind: int, data: bytes = b"") -> bytes:
        number = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
        assert len(data) < 1 << 14
        return number + bytes([len(data) & 0x7F | 0x80, len(data) >> 7]) + data

    def text(value: str) -> bytes:
        return struct.pack("<I", len(value)) + value.encode("utf-16-le")

    book = record(0x83) + record(0x8F) + record(0x9C, struct.pack("<II", 0, 1) + text("rId1") + text(sheet))
    book += record(0x90) + record(0x84)
    width = max(len(row) for row in rows)
    page = record(0x81) + record(0x94, struct.pack("<4I", 0, len(rows) - 1, 0, width - 1)) + record(0x91)
    for number, row in enumerate(rows):
        page += record(0, struct.pack("<IIHBBI", number, 0, 300, 0, 0, 0))
        page += record(7, struct.pack("<III", 0, 0, number))
        for column, cell in enumerate(row[1:], 1):
            page += record(6, struct.pack("<II", column, 0) + text(str(cell)))
    page += record(0x92) + record(0x82)
    shared = record(0x9F, struct.pack("<II", len(rows), len(rows)))
    shared += b"".join(record(0x13, b"\0" + text(str(row[0]))) for row in rows) + record(0xA0)
    relation = ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
                'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
                'Target="worksheets/sheet1.bin"/></Relationships>')
    return archive({"[Content_Types].xml": "<Types/>", "xl/workbook.bin": book,
                    "xl/_rels/workbook.bin.rels": relation, "xl/sharedStrings.bin": shared,
                    "xl/worksheets/sheet1.bin": page})


def docx(paragraphs: Iterable[str] = PARAGRAPHS, rows: Rows = ROWS, *, body: str = "") -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

    def paragraph(text: str) -> str:
        half = len(text) // 2  # Word cuts words into runs wherever somebody has typed
        halves = (escape(text[:half]), escape(text[half:]))
        runs = "".join(f'<w:r><w:t xml:space="preserve">{part}</w:t></w:r>' for part in halves)
        return f"<w:p>{runs}</w:p>"

    text = "".join(map(paragraph, paragraphs))
    table = "".join("<w:tr>" + "".join(f"<w:tc>{paragraph(str(cell))}</w:tc>" for cell in row) + "</w:tr>"
                    for row in rows)
    text += f"<w:tbl>{table}</w:tbl>" if rows else ""
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return archive({
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
                               'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                               '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
                               'officedocument.wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
                       f'Type="{office}/officeDocument" Target="word/document.xml"/></Relationships>',
        "docProps/core.xml": '<cp xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Koosolek</dc:title></cp>',
        "word/document.xml": f'<w:document xmlns:w="{space}"><w:body>{text}{body}</w:body></w:document>',
    })


_ODF = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
                for name in ("office", "text", "table"))


def _opendocument(kind: str, content: str) -> bytes:
    return archive({
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": f"<office:document {_ODF}><office:body>{content}</office:body></office:document>",
        "meta.xml": '<meta xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Koosolek</dc:title></meta>',
        "META-INF/manifest.xml": "<manifest/>",
    })


def odt(paragraphs: Iterable[str] = PARAGRAPHS, rows: Rows = ROWS) -> bytes:
    text = "".join(f"<text:p>{escape(one)}</text:p>" for one in paragraphs)
    return _opendocument("text", text + _odf_rows(rows))


def ods(rows: Rows = ROWS, *, sheet: str = "Leht", more: str = "") -> bytes:
    return _opendocument("spreadsheet", f'<table:table table:name="{sheet}">{_odf_rows(rows)}{more}</table:table>')


def _odf_rows(rows: Rows) -> str:
    return "".join("<table:table-row>" + "".join(
        f"<table:table-cell><text:p>{escape(str(cell))}</text:p></table:table-cell>" for cell in row
    ) + "</table:table-row>" for row in rows)


def rtf(paragraphs: Iterable[str] = PARAGRAPHS, rows: Rows = ROWS) -> bytes:
    """Letters of windows-1257 as \\'xx, as Word writes them."""

    def coded(text: str) -> str:
        return "".join(one if one < "\x80" else f"\\'{one.encode('windows-1257').hex()}" for one in text)

    text = "".join(f"{coded(one)}\\par\n" for one in paragraphs)
    text += "".join("\\trowd " + "".join(f"{coded(str(cell))}\\cell " for cell in row) + "\\row\n" for row in rows)
    return ("{\\rtf1\\ansi\\ansicpg1257\\deff0{\\fonttbl{\\f0\\fcharset186 Arial;}}{\\info{\\title Koosolek}}"
            f"\\f0\\fs24 {text}}}").encode("ascii")


def doc(paragraphs: Iterable[str] = PARAGRAPHS, rows: Rows = ROWS, *, flags: int = 0x0200) -> bytes:
    """A Word 97 file of two pieces, the first in windows-1252, the second in UTF-16."""
    first, *others = [*paragraphs, *("".join(f"{cell}\x07" for cell in row) + "\x07" for row in rows)]
    pieces = (f"{first}\r".encode("windows-1252"), "\r".join(others).encode("utf-16-le"))
    header = bytearray(0x600)
    struct.pack_into("<HH", header, 0, 0xA5EC, 0x00C1)
    struct.pack_into("<H", header, 10, flags)
    ends = (0, len(pieces[0]), len(pieces[0]) + len(pieces[1]) // 2)
    table = struct.pack("<3I", *ends)
    table += struct.pack("<HIH", 0, len(header) * 2 | 0x40000000, 0)
    table += struct.pack("<HIH", 0, len(header) + len(pieces[0]), 0)
    clx = b"\x01\x02\x00ab" + b"\x02" + struct.pack("<I", len(table)) + table
    struct.pack_into("<II", header, 0x01A2, 0, len(clx))
    return compound_file({"WordDocument": bytes(header) + b"".join(pieces), "1Table": clx})


def compound_file(streams: dict[str, bytes]) -> bytes:
    """An OLE file: streams above 4096 bytes in sectors of 512, shorter ones in mini sectors of 64."""
    sectors: list[bytes] = []
    fat: list[int] = []

    def store(data: bytes) -> int:
        count = max((len(data) + 511) // 512, 1)
        start = len(sectors)
        sectors.extend(data[place * 512 : place * 512 + 512].ljust(512, b"\0") for place in range(count))
        fat.extend([*range(start + 1, start + count), 0xFFFFFFFE])
        return start

    mini, mini_fat = b"", []
    entries = []
    for name, data in streams.items():
        if len(data) >= 4096:
            entries.append((name, 2, store(data), len(data)))
            continue
        start, count = len(mini) // 64, max((len(data) + 63) // 64, 1)
        mini += data.ljust(count * 64, b"\0")
        mini_fat += [*range(start + 1, start + count), 0xFFFFFFFE]
        entries.append((name, 2, start, len(data)))
    root = ("Root Entry", 5, store(mini), len(mini)) if mini else ("Root Entry", 5, 0xFFFFFFFE, 0)
    mini_start = store(struct.pack(f"<{len(mini_fat)}I", *mini_fat).ljust(512, b"\xff")) if mini else 0xFFFFFFFE
    directory = b"".join(
        name.encode("utf-16-le").ljust(64, b"\0") + struct.pack("<HBB", 2 * len(name) + 2, kind, 1) + b"\xff" * 12
        + bytes(36) + struct.pack("<IQ", start, size) for name, kind, start, size in (root, *entries)
    )
    directory_start = store(directory)
    assert len(fat) < 127, "one sector of FAT"
    fat_sector = len(sectors)
    sectors.append(struct.pack(f"<{len(fat) + 1}I", *fat, 0xFFFFFFFD).ljust(512, b"\xff"))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<6I", 0, 1, directory_start, 0, 4096, mini_start)
    head += struct.pack("<3I", 1 if mini else 0, 0xFFFFFFFE, 0) + struct.pack("<I", fat_sector) + b"\xff" * 432
    return head + b"".join(sectors)

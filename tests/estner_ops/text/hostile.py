"""Documents made to hurt: each must cost one outcome, or be read, within the limits of a reader process."""

import io
import zipfile
from collections.abc import Callable

from estner_ops.records import Extracted
from estner_ops.settings import Settings
from estner_ops.text import extract
from tests.estner_ops.text import documents

MB = 1_000_000


class Extractor:
    """What a worker of the pool builds."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __call__(self, job: tuple[bytes, str], stage: Callable[[str], None]) -> Extracted:
        stage("text")
        body, declared = job
        return extract(body, declared=declared, url="http://kuri.ee/fail", settings=self._settings)


def bomb(original: bytes, part: str, size: int) -> bytes:
    """A zip document one part of which unpacks to `size` bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as source, zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            if name != part:
                target.writestr(name, source.read(name))
        with target.open(part, "w", force_zip64=True) as stream:
            for _ in range(size // MB):
                stream.write(b" " * MB)
    return data.getvalue()


def lying(original: bytes, part: str, size: int, claimed: int) -> bytes:
    """The same, but the directory says that the part is small."""
    data = bytearray(bomb(original, part, size))
    entry = data.rfind(b"PK\x01\x02", 0, data.rfind(part.encode()))
    data[entry + 24 : entry + 28] = claimed.to_bytes(4, "little")
    return bytes(data)


def used_cells() -> bytes:
    """A sheet with three cells, the last of which is the last there can be: 10⁶ × 16 k cells are "used"."""
    parts = {}
    with zipfile.ZipFile(io.BytesIO(documents.xlsx())) as file:
        for name in file.namelist():
            parts[name] = file.read(name)
    cell = '<row r="{0}"><c r="{1}{0}" t="inlineStr"><is><t>{2}</t></is></c></row>'
    rows = "".join(cell.format(*one) for one in (("1", "A", "Jaan Põld"), ("2", "B", "Jõgeva linnavalitsus"),
                                                  ("1048576", "XFD", "Õismäe")))
    parts["xl/worksheets/sheet1.xml"] = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f'<dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData></worksheet>'
    ).encode()
    return documents.archive(dict(parts))


def full_columns() -> bytes:
    """A sheet in which every row has a cell in the first and one in the last column."""
    with zipfile.ZipFile(io.BytesIO(documents.xlsx())) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    rows = "".join(f'<row r="{n}"><c r="A{n}"><v>1</v></c><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 20_001))
    parts["xl/worksheets/sheet1.xml"] = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{rows}</sheetData></worksheet>"
    ).encode()
    return documents.archive(dict(parts))


def repeated_cells() -> bytes:
    cell = ('<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
            'table:number-columns-repeated="16384"><text:p>Mägi</text:p></table:table-cell></table:table-row>')
    return documents.ods(more=cell)


def page_loop() -> bytes:
    """A PDF whose page tree leads back to its root."""
    objects = (b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R 3 0 R]/Count 4>>",
               b"<</Type/Pages/Parent 2 0 R/Kids[2 0 R 3 0 R]/Count 4>>")
    data, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj%send\xff".replace(b"\xff", b"obj\n") % (number, content)
    start = len(data)
    data += b"xref\n0 4\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % one for one in offsets)
    return data + b"trailer<</Size 4/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start


def laughs(levels: int = 30) -> bytes:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, levels))
    return (f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "naer">{entities}]>'
            f"<x><p>Jüri Ratas naeris Põltsamaal</p><p>&e{levels - 1};</p></x>").encode()


def quadratic() -> bytes:
    return (f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e "{"õ" * 100_000}">]>'
            f"<x><p>Jüri Ratas sõitis Põltsamaale</p><p>{'&e;' * 100_000}</p></x>").encode()


def outer_entity(path: str) -> bytes:
    return (f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file://{path}">]>'
            "<x><p>Jüri Ratas sõitis Põltsamaale</p><p>&e;</p></x>").encode()

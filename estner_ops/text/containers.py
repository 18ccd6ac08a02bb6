"""Zip and OLE containers: what kind of document is inside, and whether it is safe to unpack."""

import io
import re
import zipfile
from html import unescape
from zlib import error as zlib_error

from estner_ops.text.transcript import Unreadable

MAX_UNPACKED = 400_000_000  # bytes of all parts that are read together
MAX_RATIO = 200  # XML packs 10 to 30 to one; only made-up data packs much better
MAX_PARTS = 20_000

ODF = "application/vnd.oasis.opendocument."
OOXML = "application/vnd.openxmlformats-officedocument."
XLSX = OOXML + "spreadsheetml.sheet"
DOCX = OOXML + "wordprocessingml.document"
PPTX = OOXML + "presentationml.presentation"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
XLSM = "application/vnd.ms-excel.sheet.macroenabled.12"
XLS = "application/vnd.ms-excel"
DOC = "application/msword"
ENCRYPTED = "application/x-encrypted-office"

_TITLE = re.compile(r"<dc:title\b[^>]*>([^<]*)</dc:title>")
_NAME = re.compile(rb"PK\x03\x04.{22}(..)..", re.DOTALL)
_OLE_STREAMS = (
    ("EncryptedPackage", ENCRYPTED),
    ("WordDocument", DOC),
    ("Workbook", XLS),
    ("Book", XLS),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"),
    ("VisioDocument", "application/vnd.visio"),
    ("__properties_version1.0", "application/vnd.ms-outlook"),
)


def zip_type(body: bytes) -> str:
    """The kind of a zip file by the names of its parts."""
    if body[30:38] == b"mimetype" and body[38:46] == b"applicat":
        kind = re.match(rb"[a-z0-9.+/-]+", body[38:138])
        return kind.group().decode("ascii").removesuffix("PK") if kind else "application/zip"
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError):
        names = _local_names(body)
    if "xl/workbook.bin" in names:
        return XLSB
    if "xl/workbook.xml" in names or any(name.startswith("xl/") for name in names):
        return XLSM if "xl/vbaProject.bin" in names else XLSX
    if "word/document.xml" in names or any(name.startswith("word/") for name in names):
        return DOCX
    if any(name.startswith("ppt/") for name in names):
        return PPTX
    if "content.xml" in names and "META-INF/manifest.xml" in names:
        return ODF + "text"
    return "application/zip"


def _local_names(body: bytes) -> set[str]:
    """Names in a zip file that lost its directory (it stands at the end, so a truncated file has none)."""
    names = set()
    for found in _NAME.finditer(body[:1_000_000]):
        length = int.from_bytes(found.group(1), "little")
        names.add(body[found.end() : found.end() + length].decode("utf-8", "replace"))
    return names


def ole_type(body: bytes, ending: str) -> str:
    """The kind of an OLE file by the names of its streams, which its directory holds in UTF-16.

    The directory may stand at the end: for a file that lost it the ending of its name must do.
    """
    for name, kind in _OLE_STREAMS:
        if name.encode("utf-16-le") + b"\x00\x00" in body:
            return kind
    return {"xls": XLS, "doc": DOC}.get(ending, "application/x-ole-storage")


def open_zip(body: bytes) -> zipfile.ZipFile:
    """A zip file that is safe to unpack: its directory promises no more than the limits."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(body))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
        raise Unreadable("broken-document", f"not a whole zip file: {error}") from error
    parts = archive.infolist()
    unpacked = sum(part.file_size for part in parts)
    if len(parts) > MAX_PARTS:
        raise Unreadable("text-limit", f"the zip file has {len(parts)} parts")
    if unpacked > MAX_UNPACKED:
        raise Unreadable("text-limit", f"the zip file unpacks to {unpacked} bytes")
    if unpacked > 50_000_000 and unpacked > MAX_RATIO * len(body):
        raise Unreadable("text-limit", f"the zip file unpacks to {unpacked // max(len(body), 1)} times its size")
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("encrypted", "the zip file's parts are encrypted")
    return archive


def read_part(archive: zipfile.ZipFile, name: str) -> bytes | None:
    """A part's bytes; None if there is no such part. Never more bytes than the directory said."""
    try:
        part = archive.getinfo(name)
    except KeyError:
        return None
    try:
        with archive.open(part) as stream:
            data = stream.read(part.file_size + 1)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError, zlib_error) as error:
        raise Unreadable("broken-document", f"{name}: {error}") from error
    if len(data) > part.file_size:
        raise Unreadable("text-limit", f"{name} unpacks to more than its {part.file_size} bytes")
    return data


def title(archive: zipfile.ZipFile, part: str) -> str:
    """The title that a part with a document's properties has, "" if there is none."""
    properties = read_part(archive, part)
    found = _TITLE.search(properties.decode("utf-8", "replace")) if properties else None
    return unescape(found.group(1)).strip() if found else ""

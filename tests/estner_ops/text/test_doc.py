"""Legacy Word documents, and the small file system they live in."""

import struct
import subprocess
from pathlib import Path
from shutil import which

import pytest

from estner_ops.text.doc import read
from estner_ops.text.ole import CompoundFile
from estner_ops.text.transcript import Transcript, Unreadable
from tests.estner_ops.text import documents


def lines(body: bytes) -> list[str]:
    out = Transcript(100_000)
    read(body, "", out)
    return out.text().split("\n\n")


def refusal(body: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        lines(body)
    return caught.value.outcome


def test_field_instructions_are_not_read_and_results_are() -> None:
    text = 'Vaata \x13HYPERLINK "http://x.ee"\x14Riigi \x13PAGE\x145\x15 Teatajat\x15 ja \x13XE "peidus"\x15Jaani'
    assert lines(documents.doc(("Algus", text), ())) == ["Algus", "Vaata Riigi 5 Teatajat ja Jaani"]


def test_a_password_is_needed() -> None:
    assert refusal(documents.doc(flags=0x0300)) == "encrypted"


def test_word_95_has_no_pieces() -> None:
    text = "Žürii sõitis öösel Jõgevale ja Šoti ööbik laulis.\rTartu".encode("windows-1257")
    header = bytearray(0x300)
    struct.pack_into("<HH", header, 0, 0xA5DC, 0x0065)
    struct.pack_into("<II", header, 0x18, len(header), len(header) + len(text))
    body = documents.compound_file({"WordDocument": bytes(header) + text + bytes(5000)})
    assert lines(body) == ["Žürii sõitis öösel Jõgevale ja Šoti ööbik laulis.", "Tartu"]


@pytest.mark.parametrize("body", [
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", documents.doc()[:600], documents.compound_file({"WordDocument": b"\xec\xa5"}),
    documents.compound_file({"WordDocument": bytes(5000)}), documents.compound_file({"Muu": b"x"}),
])
def test_what_is_not_whole_is_broken(body: bytes) -> None:
    assert refusal(body) in ("broken-document", "no-text")


def test_chains_that_loop_end() -> None:
    body = bytearray(documents.doc())
    (fat,) = struct.unpack_from("<I", body, 76)
    struct.pack_into("<I", body, (fat + 1) * 512, 0)  # the first sector leads to itself
    assert refusal(bytes(body)) == "broken-document"


def test_streams_of_another_writer_are_found() -> None:
    file = CompoundFile(documents.xls())
    workbook = file.stream("Workbook")
    assert workbook is not None
    assert "Mari Mägi".encode("utf-16-le") in workbook or "Mari Mägi".encode("latin-1") in workbook
    assert file.stream("Puudub") is None


@pytest.mark.slow
@pytest.mark.skipif(which("soffice") is None, reason="LibreOffice is not installed")
def test_a_document_saved_by_an_office_program_is_read(tmp_path: Path) -> None:
    (tmp_path / "kiri.docx").write_bytes(documents.docx())
    subprocess.run(["soffice", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless", "--convert-to",
                    "doc:MS Word 97", "--outdir", tmp_path, tmp_path / "kiri.docx"], check=True, capture_output=True)
    assert lines((tmp_path / "kiri.doc").read_bytes()) == list(documents.LINES)

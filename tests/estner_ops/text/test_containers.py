"""Zip files: what is in them, and what they may unpack to."""

import io
import zipfile

import pytest

from estner_ops.text import containers
from estner_ops.text.containers import open_zip, read_part, title, zip_type
from estner_ops.text.transcript import Unreadable
from tests.estner_ops.text import documents, hostile


def refusal(body: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        open_zip(body)
    return caught.value.outcome


def test_all_parts_together_count(monkeypatch: pytest.MonkeyPatch) -> None:
    body = documents.archive({str(number): b"x" * 1000 for number in range(10)})
    open_zip(body).close()
    monkeypatch.setattr(containers, "MAX_UNPACKED", 9_000)
    assert refusal(body) == "text-limit"


def test_too_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MAX_PARTS", 5)
    assert refusal(documents.archive({str(number): b"x" for number in range(6)})) == "text-limit"


def test_data_that_packs_too_well() -> None:
    assert refusal(hostile.bomb(documents.docx(), "word/document.xml", 60_000_000)) == "text-limit"


def test_an_encrypted_part() -> None:
    body = bytearray(documents.archive({"a": b"x"}))
    body[body.index(b"PK\x01\x02") + 8] |= 1
    assert refusal(bytes(body)) == "encrypted"


@pytest.mark.parametrize("body", [b"PK\x03\x04", b"", documents.docx()[:200], documents.docx()[50:-90]])
def test_not_a_whole_zip_file(body: bytes) -> None:
    assert refusal(body) == "broken-document"


def test_parts() -> None:
    with open_zip(documents.archive({"a": "Jõgeva"})) as archive:
        assert read_part(archive, "a") == "Jõgeva".encode()
        assert read_part(archive, "b") is None


def test_a_damaged_part() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as file:
        file.writestr("a", b"Tallinn")
    with open_zip(data.getvalue().replace(b"Tallinn", b"Talllnn")) as archive, pytest.raises(Unreadable, match="CRC"):
        read_part(archive, "a")


def test_a_title_with_entities() -> None:
    body = documents.archive({"docProps/core.xml": "<x><dc:title a='b'>Jaan &amp; Mari</dc:title></x>"})
    with open_zip(body) as archive:
        assert title(archive, "docProps/core.xml") == "Jaan & Mari"
        assert title(archive, "meta.xml") == ""


def test_opendocument_is_known_without_its_first_part() -> None:
    body = documents.archive({"content.xml": "<x/>", "META-INF/manifest.xml": "<x/>"})
    assert zip_type(body) == "application/vnd.oasis.opendocument.text"

"""What a document is, by its bytes; what is said of it only where the bytes leave a choice."""

import pytest

from estner_ops.text import detect
from tests.estner_ops.text import documents

URL = "http://asutus.ee/dokument"
OOXML = "application/vnd.openxmlformats-officedocument."


@pytest.mark.parametrize(("body", "kind"), [
    (b"", "application/x-empty"),
    (b"\r\n  \x00", "application/x-empty"),
    (b"\xff\xd8\xff\xe0" + bytes(30), "image/jpeg"),
    (b"GIF89a" + bytes(30), "image/gif"),
    (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
    (b"BM\x36\0\0\0\0\0\0\0\x36\0", "image/bmp"),
    (b"wOFF\0\1\0\0", "font/woff"),
    (b"\0\0\0\x20ftypisom", "video/mp4"),
    (b"ID3\x04\0", "audio/mpeg"),
    (b"\x1f\x8b\x08\0", "application/gzip"),
    (b"Rar!\x1a\x07\0", "application/vnd.rar"),
    (b"7z\xbc\xaf\x27\x1c\0\4", "application/x-7z-compressed"),
    (b"MZ\x90\0\3\0\0\0", "application/x-msdownload"),
    (b"%!PS-Adobe-3.0", "application/postscript"),
    (bytes(range(256)) * 4, "application/octet-stream"),
    (documents.archive({"fail.txt": "tere"}), "application/zip"),
    (documents.archive({"ppt/presentation.xml": "<p/>"}), OOXML + "presentationml.presentation"),
    (documents.archive({"xl/workbook.xml": "<p/>", "xl/vbaProject.bin": "x"}),
     "application/vnd.ms-excel.sheet.macroenabled.12"),
    (documents.compound_file({"EncryptedPackage": b"x" * 5000}), "application/x-encrypted-office"),
    (documents.compound_file({"PowerPoint Document": b"x" * 5000}), "application/vnd.ms-powerpoint"),
    (b"rubbish in front\n%PDF-1.4\n", "application/pdf"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
    (b"<?xml version='1.0'?><rss version='2.0'><channel/></rss>", "application/rss+xml"),
    (b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'/>", "application/atom+xml"),
    (b"<?xml version='1.0'?><!-- x --><!DOCTYPE html><html/>", "application/xhtml+xml"),
    (b"<!-- x -->\n<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'><title>x</title>", "text/html"),
    (b"\xef\xbb\xbf<html>", "text/html"),
    ("<html><p>Jõgeva</p></html>".encode("utf-16"), "text/html"),
    ("<html><p>Jõgeva</p></html>".encode("utf-16-le"), "text/html"),
    (b"<akt><pealkiri>Seadus</pealkiri></akt>", "application/xml"),
    (b'{"nimi": "Jaan"}', "application/json"),
    (b'[{"nimi": "Jaan"}]', "application/json"),
    (b'{"nimi": "Jaan"}\n{"nimi": "Mari"}\n', "application/json"),
    (b"[1] Vaata ka teist viidet.", "text/plain"),
    (b"BMW on auto, MZ ja ID kaart ka.", "text/plain"),
    (b"FWS ja CWS on lyhendid", "text/plain"),
    (b"nimi;koht;aasta\nJaan;Tartu;1999\nMari;Elva;2001\n", "text/csv"),
    (b"Tere, Jaan, Mari, Juku, ja teised.\nKoik on siin.\nHead aega, sobrad.", "text/plain"),
])
def test_bytes_decide(body: bytes, kind: str) -> None:
    assert detect(body, "", URL) == kind
    assert detect(body, "application/octet-stream", URL) == kind


@pytest.mark.parametrize("declared", ["text/html", "application/pdf", "text/plain; charset=utf-8"])
def test_a_false_label_changes_nothing(declared: str) -> None:
    assert detect(documents.xlsx(), declared, "http://asutus.ee/x.html") == OOXML + "spreadsheetml.sheet"
    assert detect(b"<!DOCTYPE html><p>Viga 404</p>", declared, "http://asutus.ee/x.pdf") == "text/html"


@pytest.mark.parametrize(("body", "declared", "url", "kind"), [
    (b"nimi,koht\nJaan,Tartu\n", "text/csv", URL, "text/csv"),
    (b"nimi,koht\nJaan,Tartu\n", "text/plain", URL + ".csv", "text/csv"),
    (b"nimi,koht\nJaan,Tartu\n", "text/plain", URL, "text/plain"),
    (b"var a = 1;", "application/javascript", URL, "text/javascript"),
    (b"p { color: red }", "text/plain", URL + ".css", "text/css"),
    (b"<p>Jaan", "application/xml", URL, "application/xml"),
    (b"<p>Jaan", "text/html", URL, "text/html"),
    (b"---\nlayout: x\n---\n<p>Jaan</p>", "text/html", URL, "text/html"),
    (b"---\nlayout: x\n---\n<p>Jaan</p>", "", URL + ".html", "text/html"),
    (b'"Jaan"', "application/json", URL, "application/json"),
    (documents.xls()[:2000], "", URL + ".xls", "application/vnd.ms-excel"),
    (b"Jaan", "", "http://[vigane", "text/plain"),
])
def test_labels_break_ties(body: bytes, declared: str, url: str, kind: str) -> None:
    assert detect(body, declared, url) == kind


def test_a_zip_without_its_directory_is_known_by_its_parts() -> None:
    assert detect(documents.docx()[:-60], "", URL) == OOXML + "wordprocessingml.document"


def test_some_zero_bytes_do_not_make_a_page_binary() -> None:
    assert detect(b"<html><p>Jaan\0\0\0 Tamm</p>", "", URL) == "text/html"

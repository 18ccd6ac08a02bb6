from demo.markup import TEXTS, Name, pages


def test_a_page_is_words_and_names_without_marks() -> None:
    page = next(page for page in pages("vald") if page.url == "http://www.vald.demo.test/registrid/maa.xml")
    assert (page.format, page.encoding, page.options) == ("xml", "iso-8859-1", {"charset": "meta"})
    assert Name("LOC", "Pärnu jõgi", ("Pärnu jõkke",)) in page.names
    assert "mis suubub Pärnu jõkke. Lepingust" in page.text


def test_forms_of_one_name_are_gathered() -> None:
    page = next(page for page in pages("linn") if page.url.endswith("/protokoll.pdf"))
    assert Name("PER", "Eduard Tubin", ("Eduard Tubin", "Eduard Tubina")) in page.names


def test_tables_have_equal_rows_and_plain_cells() -> None:
    tables = [page for file in TEXTS.glob("*.txt") for page in pages(file.stem) if page.rows]
    assert tables
    for page in tables:
        assert len({len(row) for row in page.rows}) == 1, page.url


def test_no_mark_is_left_in_any_text() -> None:
    for file in TEXTS.glob("*.txt"):
        for page in pages(file.stem):
            assert not set("[]=|") & set(page.text), page.url
            assert page.title
            assert page.paragraphs or page.rows

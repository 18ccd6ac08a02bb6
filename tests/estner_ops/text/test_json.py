"""JSON: every string that says something."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from estner_ops.text.json import read
from estner_ops.text.transcript import Transcript


def lines(document: str) -> list[str]:
    out = Transcript(1_000_000)
    read(document.encode("utf-8", "replace"), "application/json", out)
    return out.text().split("\n\n") if out.text() else []


def test_values_are_lines_and_schema_is_not() -> None:
    assert lines('{"name": "Jaan Tamm", "age": 5, "addresses": [{"city": "Tartu"}, {"city": "Elva", "x": null}]}') == [
        "Jaan Tamm", "Tartu", "Elva"]


def test_keys_that_are_words_are_read_once() -> None:
    assert lines('[{"Tartu linn": 5, "Elva": 1}, {"Tartu linn": 6, "Elva": 2}]') == ["Tartu linn", "Elva"]


def test_lines_of_json() -> None:
    assert lines('{"n": "Jaan"}\n{"n": "Mari"}\n') == ["Jaan", "Mari"]


def test_escapes_are_undone() -> None:
    assert lines(r'["J\u00f5geva \"linn\"", "a\\b", "rida\nteine"]') == ['Jõgeva "linn"', "a\\b", "rida\nteine"]


def test_html_inside_is_read_as_html() -> None:
    assert lines('{"sisu": "<p>Jaan <b>Tamm<\\/b><\\/p><p>Mari<\\/p>"}') == ["Jaan Tamm", "Mari"]


def test_characters_of_html_are_understood() -> None:
    assert lines('["J&otilde;geva vald", "K&#245;iv &amp; Pojad", "A&O; B", "x & y; z"]') == [
        "Jõgeva vald", "Kõiv & Pojad", "A&O; B", "x & y; z"]


def test_addresses_and_identifiers_are_not_read() -> None:
    assert lines(json.dumps(["https://x.ee/a", "0f8fad5b-d9cb-469f-a165-70867728950e", "plenary_member", "Zm9v" * 60,
                             "Jaan"])) == ["Jaan"]


def test_a_truncated_document_gives_what_it_holds() -> None:
    assert lines('[{"nimi": "Jaan"}, {"nimi": "Ma') == ["Jaan"]


def test_depth_is_no_limit() -> None:
    assert lines("[" * 1_000_000 + '"Jaan"') == ["Jaan"]


VALUES = st.recursive(
    st.text(st.characters(categories=["L"]), min_size=1, max_size=20).map(lambda word: word + " x") | st.integers(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["name", "value", "a"]), inner), max_leaves=20,
)


@given(VALUES, st.booleans())
def test_all_strings_are_found_in_their_order(value: Any, ascii_only: bool) -> None:
    def strings(one: Any) -> list[str]:
        if isinstance(one, str):
            return [one]
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else []
        return [text for part in inner for text in strings(part)]

    assert lines(json.dumps(value, ensure_ascii=ascii_only)) == strings(value)

"""A mistake in a query is told with its place and without the parser's grammar."""

import pyoxigraph as ox
import pytest

from estner_ops.graph.mistakes import explain
from estner_ops.graph.vocabulary import PREFIXES


def told(query: str) -> str:
    with pytest.raises(SyntaxError) as error:
        ox.Store().query(query, prefixes=PREFIXES)
    return explain(query, str(error.value))


def test_an_unknown_prefix_is_named_as_such() -> None:
    message = told("SELECT ?page WHERE {\n  ?a foo:bar ?page\n}")
    assert "line 2" in message
    assert "`  ?a foo:bar`" in message
    assert "prefix is not declared" in message
    assert "ner:, nerd:" in message
    assert "\\u{" not in message


def test_the_place_is_shown() -> None:
    assert told("SELECT nothing") == ("the query cannot be understood at or just before line 1, column 15: "
                                      "`SELECT nothing`")


def test_an_unfinished_query_shows_where_it_ends() -> None:
    message = told("SELECT ?organisation ?place ?page WHERE { ?organisation ner:mentionedAtSite ?page ")
    assert message.endswith("`…?organisation ner:mentionedAtSite ?page `")


def test_a_line_that_the_query_does_not_show_is_no_trouble() -> None:
    assert "line 3" in told("SELECT ?a\nWHERE {\n")


def test_a_message_of_another_shape_is_passed_on() -> None:
    assert explain("ASK {}", "something else") == "the query cannot be understood: something else"

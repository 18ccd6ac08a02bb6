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
    assert "the prefix foo: is not declared" in message
    assert "ner:, nerd:" in message
    assert "\\u{" not in message


@pytest.mark.parametrize("query", [
    "SELECT ?x { foo:a ?p ?x }",  # where the parser itself speaks of something else
    "SELECT ?x { ?x a/foo:b 'bar:c' }",
    "PREFIX bar: <http://bar#>\nSELECT ?x { bar:a bar:b foo:c }  # baz:d",
    "SELECT ?x { ?x a [] . FILTER(?x = foo:é) }",
])
def test_an_unknown_prefix_is_named_wherever_it_stands(query: str) -> None:
    assert "the prefix foo: is not declared" in told(query)


def test_only_what_is_a_prefix_is_blamed() -> None:
    message = told("""PREFIX Bar: <http://bar#> PREFIX : <http://x#>
SELECT ?a { ?a Bar:b 'foo:x', "foo:y", \'\'\'foo:'z\'\'\', <foo:z> ; :p ?b, "a"@et, 'e\\'foo:s' # foo:c
 ?b ?c nothing }""")
    assert "cannot be understood" in message


@pytest.mark.parametrize("query", [
    "INSERT DATA { <a:b> <a:b> <a:b> }", "prefix ex: <http://ex#> delete where { ?a ?b ?c }", "DROP ALL",
    "# all of it\nCLEAR ALL",
])
def test_an_update_is_told_that_it_is_one(query: str) -> None:
    assert told(query) == "this is an update, and the data can only be queried"


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


def test_a_long_string_that_nobody_ended_takes_no_time() -> None:
    query = 'SELECT "' + '\\"' * 100_000
    assert "cannot be understood" in explain(query, "error at 1:5: expected something else")

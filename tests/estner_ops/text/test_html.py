"""HTML: what a browser shows, in lines."""

import pytest

from estner_ops.text.html import has_markup, read, read_fragment
from estner_ops.text.transcript import Full, Transcript


def lines(page: str, declared: str = "text/html; charset=utf-8") -> list[str]:
    out = Transcript(100_000)
    read(page.encode(), declared, out)
    return out.text().split("\n\n") if out.text() else []


@pytest.mark.parametrize("page", [
    "<p>Tallinn</p><p>Tartu</p>", "<div>Tallinn<div>Tartu</div></div>", "<td>Tallinn</td><td>Tartu</td>",
    "<table><tr><td>Tallinn<td>Tartu</table>", "<ul><li>Tallinn<li>Tartu</ul>", "<dl><dt>Tallinn<dd>Tartu</dl>",
    "<h1>Tallinn</h1>Tartu", "Tallinn<br>Tartu", "Tallinn<br/><br/>Tartu", "Tallinn<hr>Tartu",
    "<select><option>Tallinn<option>Tartu</select>", "<a href=1>Tallinn</a> <a href=2>Tartu</a>",
    "<button>Tallinn</button><button>Tartu</button>", "<tallinn-x><p>Tallinn</p></tallinn-x>Tartu",
])
def test_two_places_never_become_one_name(page: str) -> None:
    assert lines(page) == ["Tallinn", "Tartu"]


@pytest.mark.parametrize("page", [
    "<p>Toomas <b>Hend</b>rik&nbsp;Ilves</p>", "<p>Toomas\n   Hendrik\n\tIlves</p>",
    "<p>Toomas <a href=x>Hendrik</a> Ilves", "<p>Toomas <!-- x -->Hendrik<script>x</script> Ilves",
    "<span>Toomas</span> <span>Hendrik Ilves</span>",
])
def test_one_name_stays_one(page: str) -> None:
    assert [line.replace("\xa0", " ") for line in lines(page)] == ["Toomas Hendrik Ilves"]


def test_a_break_before_a_small_letter_is_soft() -> None:
    assert lines("Toomas Ilves<br>sõitis Rii-<br>gikokku<br>Jaan Tamm") == [
        "Toomas Ilves\nsõitis Riigikokku", "Jaan Tamm"]


def test_alt_title_and_description_are_read() -> None:
    page = ('<head><title>Avaleht</title><meta name="Description" content="Valla leht">'
            '<meta name="generator" content="Word"></head><p>Tere <img alt="Foto: Mart Laar"> kõigile '
            '<abbr title="Riigi Infosüsteemi Amet">RIA</abbr></p><p>Lõpp')
    assert lines(page) == ["Avaleht", "Valla leht", "Tere kõigile RIA", "Foto: Mart Laar", "Riigi Infosüsteemi Amet",
                           "Lõpp"]


def test_a_link_title_that_repeats_the_link_is_read_once() -> None:
    assert lines('<p><a title="Avaleht" href=x>Avaleht</a></p>') == ["Avaleht"]


@pytest.mark.parametrize("hidden", ["<script>Jaan</script>", "<style>Jaan</style>", "<!-- Jaan -->",
                                    "<noscript>Jaan</noscript>", "<template><p>Jaan</p></template>",
                                    "<svg><title>Jaan</title><text>Jaan</text></svg>",
                                    "<script>document.write('<p>Jaan<\\/p>')</script>",
                                    "<input type=hidden value=Jaan>", "<?php echo 'Jaan' ?>"])
def test_what_no_reader_sees_is_not_read(hidden: str) -> None:
    assert lines(f"<p>Enne</p>{hidden}<p>Pärast</p>") == ["Enne", "Pärast"]


def test_entities_are_read() -> None:
    assert lines("<p>J&otilde;geva &#352;oti &amp; &#x17E;&uuml;rii &lt;b&gt;") == ["Jõgeva Šoti & žürii <b>"]


def test_preformatted_lines_stay_lines() -> None:
    assert lines("<pre>Jaan Tamm\nMari Mägi\t Tartu</pre>") == ["Jaan Tamm", "Mari Mägi", "Tartu"]


def test_a_raised_number_is_not_a_part_of_the_name() -> None:
    assert lines("<p>Jaan Tamm<sup>1</sup> ja H<sub>2</sub>O") == ["Jaan Tamm 1 ja H2O"]


def test_depth_is_no_limit() -> None:
    assert lines("<div>" * 50_000 + "Jaan" + "</div>" * 50_000 + "<p>Mari") == ["Jaan", "Mari"]


def test_an_encoding_declared_inside_is_not_applied_twice() -> None:
    out = Transcript(1000)
    read('<meta charset="windows-1257"><p>Jõgeva žürii'.encode("windows-1257"), "", out)
    assert (out.text(), out.encoding) == ("Jõgeva žürii", "windows-1257")
    assert lines('<meta charset="iso-8859-1"><p>Jõgeva žürii') == ["Jõgeva žürii"]


def test_reading_ends_at_the_limit() -> None:
    out = Transcript(100)
    with pytest.raises(Full):
        read(b"<p>Tallinn</p>" * 100, "", out)
    assert len(out.text()) <= 100


def test_broken_markup_is_read_as_far_as_it_goes() -> None:
    assert lines("<p>Jaan <b>Tamm</p></i></div><td>Mari</b><p>Mägi <a href='x") == ["Jaan Tamm", "Mari", "Mägi"]
    assert lines("<") == ["<"]
    assert lines("<!DOCTYPE") == []


def test_html_inside_other_formats() -> None:
    assert has_markup("<p>Tere</p>")
    assert not has_markup("a < b ja b > c")
    out = Transcript(1000)
    read_fragment("<p>Jaan</p><script>x</script>Mari &otilde;", out)
    assert out.text() == "Jaan\n\nMari õ"
    assert out.title == ""

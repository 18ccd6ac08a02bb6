"""Rich text."""

from estner_ops.text.rtf import read
from estner_ops.text.transcript import Transcript


def transcript(source: str) -> Transcript:
    out = Transcript(100_000)
    read(source.encode("ascii"), "", out)
    return out


def lines(source: str) -> list[str]:
    out = transcript(source)
    return out.text().split("\n\n") if out.text() else []


def test_code_pages_and_unicode() -> None:
    assert lines(r"{\rtf1\ansi\ansicpg1257 \'d0oti \'fe\'fcrii\par J\u245?geva\par}") == ["Šoti žürii", "Jõgeva"]


def test_cells_are_lines() -> None:
    assert lines(r"{\rtf1 \trowd Jaan\cell Mari\cell\row \trowd Tartu\cell Elva\cell\row}") == [
        "Jaan", "Mari", "Tartu", "Elva"]


def test_pictures_and_settings_are_not_read() -> None:
    source = r"{\rtf1{\fonttbl{\f0 Arial;}}{\*\generator Word;}{\pict\pngblip 89504e47}{\b Jaan} Tamm}"
    assert lines(source) == ["Jaan Tamm"]


def test_broken_groups_do_no_harm() -> None:
    assert lines(r"{\rtf1 {{{Jaan") == ["Jaan"]
    assert lines(r"{\rtf1 Jaan}}}}") == ["Jaan"]
    assert lines(r"{\rtf1 Jaan{\footnote {Mari") == ["Jaan"]


def test_notes_headers_and_text_boxes_are_paragraphs_of_their_own() -> None:
    source = (r"{\rtf1\ansi\ansicpg1257 {\header P\'e4is\par}Jaan{\footnote \chftn {\b M\'e4}rt} Tamm\par"
              r"{\shp{\*\shpinst\shpleft1{\sp{\sn x}{\sv 1}}{\shptxt J\'fcri\par}}}{\*\annotation{\*\atndate 1}Kati}}")
    assert lines(source) == ["Jaan Tamm", "Päis", "Märt", "Jüri", "Kati"]


def test_the_title_is_decoded() -> None:
    source = r"{\rtf1\ansi\ansicpg1257{\info{\title \'deanna k\u228\'e4skkiri \{1\}}{\author Kati}}Jaan}"
    assert transcript(source).title == "Žanna käskkiri {1}"

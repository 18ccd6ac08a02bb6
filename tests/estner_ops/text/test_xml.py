"""XML of any vocabulary."""

from estner_ops.text.transcript import Transcript
from estner_ops.text.xml import read
from tests.estner_ops.text import hostile


def transcript(document: str | bytes, declared: str = "application/xml") -> Transcript:
    out = Transcript(100_000)
    read(document if isinstance(document, bytes) else document.encode(), declared, out)
    return out


def lines(document: str | bytes) -> list[str]:
    return transcript(document).text().split("\n\n")


def test_elements_of_data_are_lines() -> None:
    assert lines("<a><nimi>Jaan Tamm</nimi><nimi>Mari Mägi</nimi><koht>Tartu</koht></a>") == [
        "Jaan Tamm", "Mari Mägi", "Tartu"]


def test_running_text_stays_together() -> None:
    assert lines("<p>Toomas <x>Hendrik</x> Ilves sõitis <koht>Tartusse</koht>.</p>") == [
        "Toomas Hendrik Ilves sõitis Tartusse."]
    assert lines("<s><w>Toomas</w> <w>Ilves</w><pc>.</pc></s>") == ["Toomas Ilves."]


def test_feeds_hold_html() -> None:
    feed = ("<rss><channel><title>Uudised</title><item><title>Tartu</title><description>&lt;p&gt;Jaan &lt;b&gt;Tamm"
            "&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Mari&lt;/p&gt;</description><link>http://x.ee/a</link></item>"
            "<item><content><![CDATA[<p>Jüri</p><p>Anu</p>]]></content></item></channel></rss>")
    assert lines(feed) == ["Uudised", "Tartu", "Jaan Tamm", "Mari", "Jüri", "Anu"]
    assert transcript(feed).title == "Uudised"


def test_a_raised_number_in_cdata_is_no_word() -> None:
    assert lines("<akt><nr><![CDATA[§ 1<sup>1</sup>.]]></nr><nr><![CDATA[a < b]]></nr></akt>") == ["§ 1 1.", "a < b"]


def test_names_in_attributes_are_read() -> None:
    assert lines('<a><isik name="Jaan Tamm" id="x1" xml:id="Q"/><pilt alt="Mart Laar" src="http://x.ee"/></a>') == [
        "Jaan Tamm", "Mart Laar"]


def test_the_xml_declaration_is_believed() -> None:
    document = '<?xml version="1.0" encoding="windows-1257"?><a>Žürii sõitis</a>'.encode("windows-1257")
    out = transcript(document, "text/xml")
    assert (out.text(), out.encoding) == ("Žürii sõitis", "windows-1257")


def test_characters_of_html_are_understood_declared_or_not_and_escaped_twice() -> None:
    assert lines("<a><n>J&otilde;geva &amp; K&#245;o</n><n>&Zcaron;anna &lt; &quot;X</n>"
                 "<n>V&amp;otilde;ru</n><n><![CDATA[P&auml;rnu]]></n><n>A&amp;O; B</n></a>") == [
        "Jõgeva & Kõo", 'Žanna < "X', "Võru", "Pärnu", "A&O; B"]


def test_a_bare_ampersand_costs_nothing() -> None:
    assert lines("<a><n>Jüri & Anu AS</n><n>&tundmatu; A&O</n><n>&lt;p&gt;Jaan &lt;b&gt;Tamm&lt;/b&gt; &amp; Ko"
                 '&lt;/p&gt;</n><n nimi="K & K"/><n nimi="M &amp; P"/><n><![CDATA[Kask & Ko]]></n></a>') == [
        "Jüri & Anu AS", "&tundmatu; A&O", "Jaan Tamm & Ko", "K & K", "M & P", "Kask & Ko"]
    assert transcript("<a><m>Mari</n><title>Jüri &amp; Anu</title></a>").title == "Jüri & Anu"


def test_entities_do_not_multiply() -> None:
    assert lines(hostile.laughs()) == ["Jüri Ratas naeris Põltsamaal"]
    assert lines(hostile.quadratic()) == ["Jüri Ratas sõitis Põltsamaale"]


def test_entities_reach_no_files(tmp_path) -> None:  # type: ignore[no-untyped-def]
    secret = tmp_path / "secret"
    secret.write_text("saladus")
    for document in (hostile.outer_entity(str(secret)),
                     f'<!DOCTYPE x SYSTEM "file://{secret}"><x><p>Jüri</p>&e;</x>'.encode(),
                     f'<!DOCTYPE x [<!ENTITY % p SYSTEM "file://{secret}"> %p;]><x><p>Jüri</p></x>'.encode()):
        assert "saladus" not in transcript(document).text()
        assert "Jüri" in transcript(document).text()


def test_a_broken_document_gives_what_stands_before_the_break() -> None:
    assert lines("<a><n>Jaan</n><m>Mari</n><k>Jüri & Anu</k>") == ["Jaan", "Mari", "Jüri & Anu"]
    assert lines("<a><n>Jaan</n><m>Ma") == ["Jaan", "Ma"]


def test_depth_is_no_limit() -> None:
    assert lines("<a>" * 100_000 + "Jaan") == ["Jaan"]

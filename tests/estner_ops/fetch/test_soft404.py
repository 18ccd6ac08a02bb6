import pytest

from estner_ops.fetch.soft404 import is_soft_404
from estner_ops.records import Redirect

URL = "http://a.test/dokument.html"


@pytest.mark.parametrize("title", [
    "404", "404 Not Found", "Error 404 (Not Found)!", "Page not found | Tartu linn", "Lehte ei leitud – Riigi Teataja",
    "Tallinn » Lehekülge ei leitud", "Viga 404: lehte ei leitud", "LEHTE EI LEITUD!", "Страница не найдена",
    "Otsitud lehekülge ei leitud. Avaleht"])
def test_titles_that_leave_no_doubt(title):
    assert is_soft_404(title, "Kahjuks seda lehte ei ole. Avaleht Kontakt", URL)


@pytest.mark.parametrize("title", [
    "Peugeot 404", "404. jalaväerügement", "Mida teha, kui lehte ei leitud", "Määrus nr 404", "Leitud asjad",
    "Not found in translation", "Määrus | 404", "Dokument 404/2014", "", "Avaleht", "Lehte ei leitud põhjust sulgeda"])
def test_titles_that_do(title):
    assert not is_soft_404(title, "Pikk ja sisukas tekst Tartu linna ajaloost.", URL)


def test_a_long_document_is_never_one():
    assert not is_soft_404("404 Not Found", "Veateadete ajalugu. " * 1000, URL)


def test_without_a_title_the_whole_short_text_counts():
    assert is_soft_404("", "Not Found\nThe requested URL was not found on this server.", URL)
    assert not is_soft_404("", "Not found in the register of 1920 is the name of the village. " * 3, URL)
    assert not is_soft_404("", "", URL)


@pytest.mark.parametrize("final", [
    "http://a.test/404.html", "http://a.test/404", "http://a.test/error404/", "http://a.test/et/page-not-found",
    "http://a.test/Error.aspx?aspxerrorpath=/dokument.html", "http://a.test/viga_404.php"])
def test_led_away_to_an_address_named_after_the_error(final):
    gone = (Redirect(URL, 302, final),)
    assert is_soft_404("Tartu linn", "Midagi läks valesti", final, gone)
    assert not is_soft_404("Tartu linn", "Midagi läks valesti", final)  # asked for by its own name


@pytest.mark.parametrize("final", ["http://a.test/", "http://a.test/uus/dokument.html", "http://a.test/maja/404a",
                                   "http://a.test/otsing?q=404", "http://[broken"])
def test_led_elsewhere(final):
    assert not is_soft_404("Tartu linn", "Tekst", final, (Redirect(URL, 301, final),))

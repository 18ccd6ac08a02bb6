"""The query page in a real browser: typed into, clicked, and read."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
import requests
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import Select, WebDriverWait

from estner_ops.settings import ROOT
from estner_ops.storage import Storage
from tests.browser import browser
from tests.estner_ops.api.conftest import NASTY

pytestmark = pytest.mark.slow


@pytest.fixture
def page(released: Storage) -> Iterator[WebDriver]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "--factory", "estner_ops.api:create_app", "--port", str(port)], cwd=ROOT,
        env={**os.environ, "ESTNER_STORE": released.url}, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}/health")
        with browser() as driver:
            driver.get(f"http://127.0.0.1:{port}/")
            yield driver
            assert [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"
                    and "status of 400" not in entry["message"]] == []
    finally:
        server.terminate()
        server.wait()


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if requests.get(url, timeout=1).ok:
                return
        except requests.ConnectionError:
            time.sleep(0.2)
    raise AssertionError(f"{url} does not answer")


def _rows(driver: WebDriver, wanted: str) -> list[list[str]]:
    """The table's rows, once the message says what is wanted."""
    WebDriverWait(driver, 20).until(lambda one: wanted in one.find_element(By.ID, "message").text)
    return [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
            for row in driver.find_elements(By.CSS_SELECTOR, "#result tbody tr")]


def test_a_name_in_any_case_finds_its_pages(page: WebDriver) -> None:
    page.find_element(By.ID, "name").send_keys("tartu ülikoolis", Keys.ENTER)
    rows = _rows(page, "2 rows")
    assert [row[:4] for row in rows] == [
        ["nerd:Organization", "Tartu Ülikool", "http://www.linn.test/uudis as read", "1"],
        ["nerd:Organization", "Tartu Ülikool", "http://www.ylikool.test/ajalugu as read", "1"],
    ]
    assert all("Ülikool" in row[4] for row in rows)  # the words around the mention
    link = page.find_element(By.CSS_SELECTOR, "#result a.archived").get_attribute("href")
    assert link
    assert link.endswith("/archive?url=http%3A%2F%2Fwww.linn.test%2Fuudis")


def test_a_form_that_no_page_has_leads_to_names_like_it(page: WebDriver) -> None:
    page.find_element(By.ID, "name").send_keys("Tartu Ülikoolideta", Keys.ENTER)
    assert _rows(page, "Names like it") == []
    (suggestion,) = page.find_elements(By.CSS_SELECTOR, "button.suggestion")
    assert suggestion.text == "Tartu Ülikool"
    suggestion.click()
    assert len(_rows(page, "2 rows")) == 2
    assert page.find_element(By.ID, "name").get_attribute("value") == "Tartu Ülikool"


def test_examples_run_and_download_links_follow_the_query(page: WebDriver) -> None:
    page.find_element(By.CSS_SELECTOR, "#advanced summary").click()
    Select(page.find_element(By.ID, "example")).select_by_visible_text("All organisations, by the number of pages")
    page.find_element(By.CSS_SELECTOR, "#sparql button").click()
    assert _rows(page, "2 rows")[0] == ["Tartu Ülikool", "2"]
    link = page.find_element(By.ID, "csv").get_attribute("href")
    assert link
    assert requests.get(link, timeout=10).text.splitlines()[1] == "Tartu Ülikool,2"


def test_a_mistake_is_shown_in_words(page: WebDriver) -> None:
    page.find_element(By.CSS_SELECTOR, "#advanced summary").click()
    query = page.find_element(By.ID, "query")
    query.clear()
    query.send_keys("SELECT nothing", Keys.CONTROL, Keys.ENTER)
    WebDriverWait(page, 20).until(lambda one: one.find_elements(By.CSS_SELECTOR, "#message.error"))
    assert "line 1, column 15" in page.find_element(By.ID, "message").text.lower()


def test_a_name_that_looks_like_markup_is_only_text(page: WebDriver) -> None:
    page.find_element(By.CSS_SELECTOR, "#advanced summary").click()
    Select(page.find_element(By.ID, "example")).select_by_visible_text("All organisations, by the number of pages")
    page.find_element(By.CSS_SELECTOR, "#sparql button").click()
    assert [NASTY, "1"] in _rows(page, "2 rows")
    assert page.title == "EstNER: who is mentioned where"
    assert page.find_elements(By.CSS_SELECTOR, "#result img") == []


def test_quotes_in_a_name_cannot_change_the_query(page: WebDriver) -> None:
    page.find_element(By.ID, "name").send_keys('x" } ?a ?b ?c . { ?d ?e "', Keys.ENTER)
    assert _rows(page, "no name is like it") == []

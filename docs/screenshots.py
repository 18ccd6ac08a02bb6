"""Makes the pictures of the README from running services: `./estner run`, then `.venv/bin/python docs/screenshots.py`.

Drives a real Chromium (Debian: chromium, chromium-driver) the way a person would: logs in, clicks, types.
"""

import sys
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support import expected_conditions as seen
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from launcher.configuration import Ports, login
from launcher.lifecycle import running
from tests.browser import browser

FOLDER = Path(__file__).resolve().parent
def query_page(driver: WebDriver, ports: Ports) -> None:
    driver.get(ports.api_url)
    driver.find_element(By.ID, "name").send_keys("Tartu Ülikoolis")
    driver.find_element(By.CSS_SELECTOR, "#lookup button").click()
    WebDriverWait(driver, 20).until(seen.presence_of_element_located((By.CSS_SELECTOR, "#result tbody tr")))
    driver.save_screenshot(str(FOLDER / "query-page.png"))


def airflow(driver: WebDriver, ports: Ports) -> None:
    """The mapped tasks of the newest run, each under the name of its shard."""
    user, password = login()
    driver.get(f"{ports.airflow_url}/dags/initial_rdfize")
    wait = WebDriverWait(driver, 60)
    wait.until(seen.presence_of_element_located((By.NAME, "username"))).send_keys(user)
    driver.find_element(By.NAME, "password").send_keys(password)
    driver.find_element(By.CSS_SELECTOR, "button[type=submit]").click()
    run = wait.until(seen.presence_of_element_located((By.CSS_SELECTOR, "a[href*='/runs/']"))).get_attribute("href")
    assert run
    driver.get(f"{run.partition('?')[0].rstrip('/')}/tasks/rdfize_shard/mapped")
    wait.until(seen.presence_of_element_located((By.XPATH, "//*[contains(text(), '.demo.test')]")))
    driver.save_screenshot(str(FOLDER / "airflow.png"))


def main() -> None:
    found = running()
    if not found:
        sys.exit("the services do not run: ./estner run")
    with browser() as driver:
        query_page(driver, found[1])
        airflow(driver, found[1])


if __name__ == "__main__":
    main()

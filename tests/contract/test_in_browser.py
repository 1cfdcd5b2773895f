"""The page of the API's description in a real browser."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.contract.test_answers import BUDVAR
from tests.support.server import Server


def test_page_asks_the_service_in_a_browser(server: Server, browser: Browser) -> None:
    page = browser.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{server.url}/api/docs")
    form = page.locator("#detailFirmy form")
    form.locator("input[name=ico]").fill(BUDVAR)
    form.locator("button").click()
    form.locator("output pre", has_text="200").first.wait_for()
    assert "Budějovický Budvar" in form.locator("output").inner_text()
    page.close()
    assert problems == []

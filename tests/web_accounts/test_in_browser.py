"""Accounts in a real browser, against the real server."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.app import Installation
from tests.support.accessibility import violations
from tests.support.installation import copy_of
from tests.support.server import Server
from tests.web_accounts.site import PASSWORD

pytestmark = [pytest.mark.browser]

_SCREENS = Path(__file__).parents[2] / "test-output" / "screens"
_WIDE = {"width": 1280, "height": 900}
_NARROW = {"width": 390, "height": 844}
# Between them these two have all colours and both layouts.
_CHECKED = (("light", "narrow"), ("dark", "wide"))
_COMPANY = "00514152"


@pytest.fixture(scope="module")
def where(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return copy_of(demo_installation, tmp_path_factory.mktemp("members") / "data")


@pytest.fixture(scope="module")
def running(where: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(where.directory, tmp_path_factory.mktemp("members") / "log", workers=2) as server:
        yield server


@pytest.fixture(params=["with script", "without script"])
def context(request: pytest.FixtureRequest, browser: Browser, running: Server) -> Iterator[BrowserContext]:
    viewport: Any = _WIDE
    scripted = request.param == "with script"
    context = browser.new_context(base_url=running.url, viewport=viewport, java_script_enabled=scripted)
    yield context
    context.close()


def _newest_link(where: Installation, email: str) -> str:
    """Wait for mail to somebody and return the link in the newest."""
    for _ in range(300):
        letters = sorted((where.directory / "outbox").glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
        for letter in reversed(letters):
            if f"To: {email}" in (text := letter.read_text()):
                found = re.search(r"http://\S+", text)
                assert found
                return found[0]
        time.sleep(0.05)
    raise AssertionError(f"no mail has come to {email}")


def _sign_up(page: Page, where: Installation, email: str) -> None:
    page.goto("/prihlaseni")
    page.get_by_role("link", name="Zaregistrujte se zdarma").click()
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Poslat odkaz").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Podívejte se do pošty")
    page.goto(_newest_link(where, email))
    page.get_by_label("Zvolte si heslo").fill(PASSWORD)
    page.get_by_role("button", name="Založit účet").click()
    expect(page.locator("p[role=status]")).to_contain_text("Vítejte")


def _ask(running: Server, key: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.get(f"{running.url}/api/v1/firma/{_COMPANY}", headers=headers)


def test_from_sign_up_to_a_revoked_key(
    where: Installation, running: Server, context: BrowserContext, request: pytest.FixtureRequest
) -> None:
    page = context.new_page()
    _sign_up(page, where, request.node.callspec.id.replace(" ", "-") + "@firma.cz")
    expect(page.get_by_text("Za posledních 30 dní nebyl žádný dotaz")).to_be_visible()
    page.get_by_label("Název nového klíče").fill("e-shop <b>")
    page.get_by_role("button", name="Vytvořit klíč").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nový API klíč: e-shop <b>")
    key = page.locator("#klic").inner_text()
    answer = _ask(running, key)
    assert answer.status_code == 200
    assert answer.headers["x-ratelimit-remaining"] == "499"
    time.sleep(2)  # the chart is written each second
    page.get_by_role("link", name="Mám ho uložený").click()
    expect(page.locator(".quota strong")).to_have_text("499")
    chart = page.get_by_role("img", name="Sloupcový graf")
    expect(chart).to_have_attribute("aria-label", re.compile("celkem 1 jednotek"))
    assert chart.locator("rect.kind-detail").count() == 1
    assert key not in page.content()
    page.get_by_role("button", name="Zrušit klíč e-shop").click()
    expect(page.locator("p[role=status]")).to_contain_text("zrušený")
    assert _ask(running, key).status_code == 401


def test_no_script_can_read_the_session(browser: Browser, where: Installation, running: Server) -> None:
    """What an injected script would go for: the cookie is not there for it, and it would not run at all."""
    context = browser.new_context(base_url=running.url)
    page = context.new_page()
    _sign_up(page, where, "petr@firma.cz")
    assert [cookie["name"] for cookie in context.cookies()] == ["soupis"]
    assert page.evaluate("document.cookie") == ""
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.stolen = 1';"
        " document.body.append(s) }"
    )
    assert page.evaluate("window.stolen") is None
    assert any("Content Security Policy" in text for text in refused)
    context.close()


def test_a_page_of_another_site_cannot_use_the_session(
    browser: Browser, where: Installation, running: Server, tmp_path: Path
) -> None:
    context = browser.new_context(base_url=running.url)
    page = context.new_page()
    _sign_up(page, where, "eva@firma.cz")
    foreign = tmp_path / "foreign.html"
    foreign.write_text(
        f'<form method="post" action="{running.url}/ucet/klice"><input name="nazev" value="x"></form>'
        "<script>document.forms[0].submit()</script>"
    )
    with page.expect_navigation(url=re.compile("/ucet/klice")) as navigation:
        page.goto(foreign.as_uri())
    assert navigation.value.status == 403
    page.goto("/ucet")
    expect(page.get_by_text("Zatím žádný klíč")).to_be_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits(
    browser: Browser, where: Installation, running: Server, scheme: Any
) -> None:
    """No serious violation by axe-core, no sideways scrolling; a picture of each page is kept."""
    _SCREENS.mkdir(parents=True, exist_ok=True)
    email = f"{scheme}@firma.cz"
    context = browser.new_context(base_url=running.url, color_scheme=scheme)
    page = context.new_page()
    wrong: list[str] = []

    def look(name: str) -> None:
        for summary in page.locator("main summary").all():
            summary.click()
        for width, viewport in (("wide", _WIDE), ("narrow", _NARROW)):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            page.screenshot(path=_SCREENS / f"{name}-{scheme}-{width}.png", full_page=True)
            beyond = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            wrong.extend([f"{name}: {beyond} px too wide"] if beyond > 0 else [])
            if (scheme, width) in _CHECKED:
                wrong.extend(violations(page))

    for name, path in (
        ("registration", "/registrace"),
        ("reset", "/obnova-hesla"),
        ("sign-in", "/prihlaseni"),
    ):
        page.goto(path)
        look(name)
    page.goto("/potvrzeni?token=x")
    look("dead-link")
    _sign_up(page, where, email)
    for _ in range(2):
        page.goto("/ucet")
        page.get_by_label("Název nového klíče").fill("Účetnictví a " + "dlouhý" * 10)
        page.get_by_role("button", name="Vytvořit klíč").click()
    look("key")
    _ask(running, page.locator("#klic").inner_text())
    database = Database(where.settings.accounts_url)
    Directory(database).set_role(email, "operator")
    database.close()
    page.goto("/ucet")
    page.get_by_text("Požádat o jiný tarif").click()
    page.get_by_label("Business").check()
    page.get_by_label("Fakturační údaje").fill("Firma s.r.o., IČO 01234567\nPraha")
    page.get_by_role("button", name="Odeslat žádost").click()
    time.sleep(2)
    page.goto("/ucet")
    look("account")
    page.goto("/provoz")
    look("operator")
    page.get_by_role("button", name=f"Schválit žádost {email}").click()
    expect(page.get_by_text("schváleno").first).to_be_visible()
    look("operator-decided")
    context.close()
    assert not wrong, "\n".join(wrong)

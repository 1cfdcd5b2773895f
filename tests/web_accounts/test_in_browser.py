"""Accounts in a real browser, against the real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.installation import Installation
from tests.support.accessibility import violations
from tests.support.callers import fresh_address
from tests.support.installation import copy_of
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until
from tests.web_accounts.site import OTHER_PASSWORD, PASSWORD

_SCREENS = Path(__file__).parents[2] / "test-output" / "screens"
_WIDE = {"width": 1280, "height": 900}
_NARROW = {"width": 390, "height": 844}
# Between them these two have all colours and both layouts.
_CHECKED = (("light", "narrow"), ("dark", "wide"))
_COMPANY = "00514152"


@pytest.fixture(scope="module")
def where(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return copy_of(demo_installation, tmp_path_factory.mktemp("accounts") / "data")


@pytest.fixture(scope="module")
def running(where: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(where.directory, tmp_path_factory.mktemp("accounts") / "log", workers=2) as server:
        yield server


@pytest.fixture(params=["with script", "without script"])
def context(request: pytest.FixtureRequest, browser: Browser, running: Server) -> Iterator[BrowserContext]:
    viewport: Any = _WIDE
    scripted = request.param == "with script"
    context = browser.new_context(base_url=running.url, viewport=viewport, java_script_enabled=scripted)
    yield context
    context.close()


def _newest_link(where: Installation, email: str, after: str = "") -> str:
    """Wait for mail to somebody, newer than that with a link, and return the link in the newest."""
    found = ""

    def has_come() -> bool:
        nonlocal found
        letters = sorted((where.directory / "outbox").glob("*.eml"))
        for text in map(Path.read_text, reversed(letters)):
            if f"To: {email}" in text:
                found = str(re.findall(r"http://\S+", text)[0])
                return found != after
        return False

    wait_until(has_come)
    return found


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


def _wait_for_the_chart(page: Page) -> None:
    """Load the page of the account until what was asked is in its chart, which is written each second."""

    def is_drawn() -> bool:
        page.reload()
        return page.get_by_role("img", name="Sloupcový graf").count() == 1

    expect(page.get_by_label("Název nového klíče")).to_be_visible()  # a page on its way cannot be reloaded
    wait_until(is_drawn)


def _consent_query(running: Server, redirect: str) -> str:
    """Register an application and return what it asks for a consent with."""
    client = {"client_name": "Asistent", "redirect_uris": [redirect]}
    headers = {"X-Forwarded-For": fresh_address()}
    registered = httpx.post(f"{running.url}/oauth/register", json=client, headers=headers)
    return urlencode(
        {
            "client_id": registered.json()["client_id"],
            "redirect_uri": redirect,
            "response_type": "code",
            "code_challenge": "x" * 43,
            "code_challenge_method": "S256",
        }
    )


def _ask(running: Server, key: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.get(f"{running.url}/api/v1/firma/{_COMPANY}", headers=headers, timeout=PATIENCE)


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
    page.get_by_role("link", name="Klíč mám uložený").click()
    _wait_for_the_chart(page)
    expect(page.locator(".quota strong")).to_have_text("499")
    chart = page.get_by_role("img", name="Sloupcový graf")
    expect(chart).to_have_attribute("aria-label", re.compile(r"celkem 1\sjednotka"))
    assert chart.locator("rect.kind-detail").count() == 1
    assert key not in page.content()
    page.get_by_role("button", name="Zrušit klíč e-shop").click()
    expect(page.locator("p[role=status]")).to_contain_text("zrušený")
    assert _ask(running, key).status_code == 401


def test_who_opens_an_account_on_the_way_to_a_consent_goes_on_to_it(
    where: Installation, running: Server, context: BrowserContext, request: pytest.FixtureRequest
) -> None:
    email = request.node.callspec.id.replace(" ", "-") + "-asks@firma.cz"
    page, mailbox = context.new_page(), context.new_page()
    page.goto(f"/en/oauth/authorize?{_consent_query(running, 'https://assistant.example/callback')}")
    page.get_by_role("link", name="Sign up for free").click()
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your e-mail")
    mailbox.goto(_newest_link(where, email))
    mailbox.locator("input[name=heslo]").fill(PASSWORD)
    mailbox.locator("main form button").click()
    expect(mailbox.locator("p[role=status]")).to_be_visible()
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_role("button", name="Allow access")).to_be_visible()
    expect(page.get_by_text(email)).to_be_visible()


def test_no_script_can_read_the_session(browser: Browser, where: Installation, running: Server) -> None:
    """What an injected script would go for: the cookie is not there for it, and it would not run at all."""
    context = browser.new_context(base_url=running.url)
    page = context.new_page()
    _sign_up(page, where, "petr@firma.cz")
    assert [cookie["name"] for cookie in context.cookies()] == ["soupis", "soupis-device"]
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
    expect(page.get_by_text("Zatím nemáte žádný klíč")).to_be_visible()
    context.close()


class Looker:
    """Takes a picture of the page that is open in both widths, and gathers what is wrong with it."""

    def __init__(self, page: Page, scheme: str) -> None:
        self.page = page
        self.wrong: list[str] = []
        self.scheme = scheme
        _SCREENS.mkdir(parents=True, exist_ok=True)

    def look(self, name: str, *, unfold: bool = False) -> None:
        page = self.page
        if unfold:
            page.evaluate("document.querySelectorAll('main details').forEach(d => { d.open = true })")
        for width, viewport in (("wide", _WIDE), ("narrow", _NARROW)):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            # A picture taken before the new size is painted lacks parts of the page.
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            page.screenshot(path=_SCREENS / f"{name}-{self.scheme}-{width}.png", full_page=True)
            beyond = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            self.wrong.extend([f"{name}: {beyond} px too wide"] if beyond > 0 else [])
            if (self.scheme, width) in _CHECKED:
                self.wrong.extend(violations(page))


@pytest.fixture(params=["light", "dark"])
def looker(request: pytest.FixtureRequest, browser: Browser, running: Server) -> Iterator[Looker]:
    """Pages that have to be accessible and to fit; pictures of them are kept."""
    # An address of its own, so that the mail of one test does not slow another's down.
    headers = {"X-Forwarded-For": fresh_address()}
    context = browser.new_context(
        base_url=running.url,
        color_scheme=request.param,
        extra_http_headers=headers,
        locale="cs-CZ" if request.param == "light" else "en-GB",  # the language of the consent
    )
    looker = Looker(context.new_page(), request.param)
    yield looker
    context.close()
    assert not looker.wrong, "\n".join(looker.wrong)


def _fill(page: Page, button: str, **fields: str) -> None:
    """Fill in fields by their ids and send their form."""
    for name, value in fields.items():
        page.locator(f"#{name}").fill(value)
    page.get_by_role("button", name=button, exact=True).click()


def test_pages_before_the_account_are_accessible_and_fit(looker: Looker, where: Installation) -> None:
    page, email = looker.page, f"door-{looker.scheme}@firma.cz"
    page.goto("/potvrzeni?token=x")
    looker.look("dead-link")
    page.goto("/registrace")
    looker.look("registration")
    _fill(page, "Poslat odkaz", email="jana@firma")
    expect(page.get_by_role("alert")).to_be_visible()
    looker.look("registration-refused")
    _fill(page, "Poslat odkaz", email=email)
    expect(page.get_by_role("heading", level=1)).to_have_text("Podívejte se do pošty")
    looker.look("mail-sent")
    page.goto(_newest_link(where, email))
    looker.look("choose-password")
    _fill(page, "Založit účet", heslo=PASSWORD)
    page.get_by_role("button", name="Odhlásit", exact=True).click()
    looker.look("sign-in")
    _fill(page, "Přihlásit se", email=email, heslo=OTHER_PASSWORD)
    expect(page.get_by_role("alert")).to_be_visible()
    looker.look("sign-in-refused")
    page.goto("/obnova-hesla")
    looker.look("reset")
    first = _newest_link(where, email)
    _fill(page, "Poslat odkaz", email=email)
    looker.look("mail-sent-reset")
    page.goto(_newest_link(where, email, after=first))
    looker.look("new-password")
    _fill(page, "Nastavit heslo", heslo="aaaaaaaaaaaa")
    expect(page.get_by_role("alert")).to_be_visible()
    looker.look("new-password-refused")


@pytest.mark.slow
def test_pages_of_the_account_are_accessible_and_fit(
    looker: Looker, where: Installation, running: Server
) -> None:
    page, email = looker.page, f"member-{looker.scheme}@firma.cz"
    _sign_up(page, where, email)
    looker.look("account-new")
    page.goto("/provoz")
    looker.look("no-entry")
    for _ in range(2):
        page.goto("/ucet")
        _fill(page, "Vytvořit klíč", nazev="Účetnictví a " + "dlouhý" * 10)
    looker.look("key")
    _ask(running, page.locator("#klic").inner_text())
    page.goto("/ucet")
    page.evaluate("document.getElementById('nazev').maxLength = 500")
    _fill(page, "Vytvořit klíč", nazev="x" * 200)
    expect(page.get_by_role("alert")).to_be_in_viewport()
    looker.look("account-refused")
    database = Database(where.settings.accounts_url)
    Directory(database).set_role(email, "operator")
    database.close()
    page.goto("/ucet")
    page.get_by_text("Požádat o jiný tarif").click()
    page.get_by_label("Business").check()
    _fill(page, "Odeslat žádost", poznamka="Firma s.r.o., IČO 01234567\nPraha")
    page.goto("/ucet")
    _wait_for_the_chart(page)
    for name, path in (("account", "/ucet"), ("account-english", "/en/ucet")):
        page.goto(path)
        looker.look(name, unfold=True)
    page.goto("/ucet/sledovani?ico=45274649")
    _fill(page, "Sledovat")
    page.get_by_label("insolvence").first.check()
    page.get_by_role("button", name="Uložit", exact=True).click()
    looker.look("watching", unfold=True)
    page.goto("/provoz")
    looker.look("operator")
    page.get_by_role("button", name=f"Schválit žádost {email}").click()
    expect(page.get_by_text("schváleno").first).to_be_visible()
    looker.look("operator-decided")
    page.goto("/ucet")
    page.evaluate("document.querySelectorAll('[name=csrf]').forEach(field => { field.value = 'x' })")
    page.get_by_role("button", name="Odhlásit", exact=True).click()
    looker.look("form-refused")
    page.goto("/ucet")
    page.locator("summary").get_by_text("Smazat účet").click()
    page.get_by_label("Ano, účet opravdu smazat").check()
    _fill(page, "Smazat účet", **{"heslo-smazat": PASSWORD})
    expect(page.get_by_role("heading", level=1)).to_have_text("Účet je smazaný")
    looker.look("deleted")


def test_pages_for_connecting_an_application_are_accessible_and_fit(
    looker: Looker, where: Installation, running: Server
) -> None:
    page = looker.page
    _sign_up(page, where, f"app-{looker.scheme}@firma.cz")
    for name, redirect in (
        ("consent", "https://assistant.example/callback"),
        ("consent-program", "http://127.0.0.1/callback"),
    ):
        page.goto(f"/oauth/authorize?{_consent_query(running, redirect)}")
        expect(page.get_by_role("button", name=re.compile("Povolit přístup|Allow access"))).to_be_visible()
        looker.look(name)
    page.goto("/oauth/authorize?client_id=nobody")
    looker.look("consent-refused")

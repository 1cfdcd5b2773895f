"""Connecting an assistant from nothing, by the official client and a real browser."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, TokenStorage
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from playwright.async_api import Page, async_playwright
from pydantic import AnyUrl

from tests.mcp_server.conftest import PASSWORD, Person, Site
from tests.mcp_server.documents import DocumentServer
from tests.support.callers import fresh_address
from tests.support.waiting import PATIENCE

pytestmark = [pytest.mark.anyio]

BUDVAR = "00514152"


class Memory(TokenStorage):
    """What a client would keep on disk."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.info: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.info

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.info = client_info


class Callback:
    """The client's own small server on this computer, where the browser brings the code.

    `onward` is where its page leads on to.
    """

    def __init__(self, onward: str = "") -> None:
        self._head = f"302 Found\r\nLocation: {onward}" if onward else "200 OK"

    async def __aenter__(self) -> Callback:
        self.arrived: asyncio.Future[dict[str, list[str]]] = asyncio.get_running_loop().create_future()
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/callback"
        return self

    async def __aexit__(self, *_exception: object) -> None:
        self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            writer.close()  # a browser opens connections ahead, and drops those that it does not need
            return
        path = request.split(b" ")[1].decode()
        if path.startswith("/callback?") and not self.arrived.done():
            self.arrived.set_result(parse_qs(urlsplit(path).query))
        answer = f"HTTP/1.1 {self._head}\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndone"
        writer.write(answer.encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def browser_page(locale: str = "cs-CZ") -> AsyncIterator[Page]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("There is NO CHROMIUM on this machine: the consent page was not tried in a browser.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = await (await browser.new_context(locale=locale)).new_page()
        yield page
        await browser.close()


async def sign_in(page: Page, person: Person, submit: str = "Přihlásit se") -> None:
    await page.locator("main input[name=email]").fill(person.email)
    await page.locator("main input[name=heslo]").fill(PASSWORD)
    await page.get_by_role("button", name=submit, exact=True).click()


@asynccontextmanager
async def connecting(
    site: Site,
    memory: Memory,
    callback: Callback,
    visit: Callable[[str], Awaitable[None]],
    address: str,
    document: str | None = None,
) -> AsyncIterator[Client]:
    """The SDK's client that sends people to `visit` when it is asked to connect."""

    async def come_back() -> AuthorizationCodeResult:
        got = await asyncio.wait_for(callback.arrived, PATIENCE)
        assert "error" not in got, got
        return AuthorizationCodeResult(code=got["code"][0], state=got["state"][0], iss=got["iss"][0])

    provider = OAuthClientProvider(
        f"{site.url}/mcp",
        OAuthClientMetadata(redirect_uris=[AnyUrl(callback.url)], client_name="Zkušební asistent"),
        memory,
        visit,
        come_back,
        client_metadata_url=document,
    )
    async with site.client(auth=provider, **{"X-Forwarded-For": address}) as client:
        yield client


def exhaust(site: Site, address: str) -> None:
    """Use up what an address may ask without an account."""
    with site.http(headers={"X-Forwarded-For": address}) as http:
        while http.get(f"/api/v1/firma/{BUDVAR}").status_code == 200:
            pass


async def test_from_nothing_to_a_connected_account_and_back(site: Site) -> None:
    person, memory, address = site.person(), Memory(), fresh_address()
    exhaust(site, address)
    async with browser_page() as page, Callback() as callback:

        async def visit(url: str) -> None:
            await page.goto(url)
            assert urlsplit(page.url).path == "/prihlaseni"
            await sign_in(page, person)
            await page.wait_for_url("**/oauth/authorize?**")
            shown = await page.locator("main").inner_text()
            assert "Zkušební asistent" in shown
            assert "127.0.0.1" in shown
            assert person.email in shown
            assert "jméno není ověřené" in shown
            await page.get_by_role("button", name="Povolit přístup").click()
            await page.wait_for_url(f"{callback.url}?**")

        async with connecting(site, memory, callback, visit, address) as client:
            answer = await client.call_tool("detail_firmy", {"ico": BUDVAR})
            assert not answer.is_error
            assert callback.arrived.result()["iss"] == [site.url]
            assert memory.tokens
            assert memory.info
            first = memory.tokens
            quota = await ask(site, first.access_token)
            assert (quota.status_code, quota.headers["x-ratelimit-limit"]) == (200, "500")

            renewed = await renew(site, memory.info.client_id, first.refresh_token)
            assert (await ask(site, renewed["access_token"])).status_code == 200

        await page.goto(f"{site.url}/ucet")
        applications = page.locator("section", has=page.locator("#aplikace"))
        assert "Zkušební asistent" in await applications.inner_text()
        event = page.locator("tr", has_text="Aplikace připojena")
        assert "tato adresa" in await event.inner_text()
        await applications.get_by_role("button", name="Odpojit").click()
        await page.wait_for_url("**/ucet?stav=odpojeno**")
        for token in (first.access_token, renewed["access_token"]):
            assert (await ask(site, token)).status_code == 401


async def test_revoking_a_token_ends_the_connection(site: Site) -> None:
    person, memory, address = site.person(), Memory(), fresh_address()
    exhaust(site, address)
    async with browser_page() as page, Callback() as callback:

        async def visit(url: str) -> None:
            await page.goto(url)
            await sign_in(page, person)
            await page.get_by_role("button", name="Povolit přístup").click()
            await page.wait_for_url(f"{callback.url}?**")

        async with connecting(site, memory, callback, visit, address) as client:
            await client.call_tool("detail_firmy", {"ico": BUDVAR})
    assert memory.tokens
    assert memory.info
    async with httpx.AsyncClient(base_url=site.url, timeout=PATIENCE) as http:
        form = {"token": memory.tokens.refresh_token, "client_id": memory.info.client_id}
        assert (await http.post("/oauth/revoke", data=form)).status_code == 200
    assert (await ask(site, memory.tokens.access_token)).status_code == 401


async def test_an_application_may_be_known_by_its_document(
    site_with_documents: Site, document_server: DocumentServer
) -> None:
    site, person, memory, address = (
        site_with_documents,
        site_with_documents.person(),
        Memory(),
        fresh_address(),
    )
    exhaust(site, address)
    async with browser_page(locale="en-GB") as page, Callback() as callback:
        document = document_server.publish(
            "/assistant/client.json", client_name="Asistent Ltd", redirect_uris=["http://127.0.0.1/callback"]
        )

        async def visit(url: str) -> None:
            assert parse_qs(urlsplit(url).query)["client_id"] == [document]
            await page.goto(url)
            await sign_in(page, person, "Sign in")
            shown = await page.locator("main").inner_text()
            assert "Asistent Ltd" in shown
            assert f"described at {document_server.host}" in shown
            await page.get_by_role("button", name="Allow access").click()
            await page.wait_for_url(f"{callback.url}?**")

        async with connecting(site, memory, callback, visit, address, document) as client:
            assert not (await client.call_tool("detail_firmy", {"ico": BUDVAR})).is_error
    assert document_server.requests == 1


async def test_the_page_of_an_application_may_lead_on_to_another_host(site: Site) -> None:
    """As that of claude.ai does, which hands over to the program on the computer."""
    async with browser_page() as page, Callback() as other:
        elsewhere = other.url.replace("127.0.0.1", "localhost")
        async with Callback(onward=elsewhere) as callback:
            await page.goto(await request_of(site, callback.url))
            await sign_in(page, site.person())
            await page.get_by_role("button", name="Povolit přístup").click()
            await page.wait_for_url(elsewhere)
    assert callback.arrived.result()["code"]


async def test_an_application_may_open_the_consent_in_a_window_of_its_own(site: Site) -> None:
    async with browser_page() as page, Callback() as callback:
        await page.goto(callback.url)
        async with page.expect_popup() as opened:
            url = await request_of(site, callback.url)
            await page.evaluate("url => { window.beside = window.open(url, '_blank', 'popup') }", url)
        popup = await opened.value
        await sign_in(popup, site.person())
        await popup.get_by_role("button", name="Povolit přístup").click()
        await popup.wait_for_url(f"{callback.url}?**")
        assert await popup.evaluate("window.opener !== null")
        assert not await page.evaluate("window.beside.closed")


async def test_who_denies_sends_nothing_but_the_refusal(site: Site) -> None:
    person = site.person()
    async with browser_page() as page, Callback() as callback:
        await page.goto(await request_of(site, callback.url))
        await sign_in(page, person)
        await page.get_by_role("button", name="Odmítnout").click()
        got = await asyncio.wait_for(callback.arrived, PATIENCE)
    assert (got["error"], got["state"], got["iss"]) == (["access_denied"], ["abc"], [site.url])
    assert "code" not in got
    assert site.app.oauth().grants.connections(person.account_id) == []


async def test_the_consent_page_cannot_be_put_into_a_frame(site: Site) -> None:
    person = site.person()
    client_id = await register(site, "https://app.example/cb")
    query = httpx.QueryParams(
        response_type="code", client_id=client_id, code_challenge="x" * 43, code_challenge_method="S256"
    )
    address = f"{site.url}/oauth/authorize?{query}"
    async with browser_page() as page:
        await page.goto(f"{site.url}/prihlaseni")
        await sign_in(page, person)
        await page.goto(address)
        assert await page.get_by_role("button", name="Povolit přístup").count() == 1
        trap = f'<iframe src="{address.replace("&", "&amp;")}" style="opacity:0.01"></iframe>'
        await page.route(
            "https://trap.example/", lambda route: route.fulfill(body=trap, content_type="text/html")
        )
        await page.goto("https://trap.example/")
        (frame,) = page.frames[1:]
        assert await frame.locator("button").count() == 0


async def ask(site: Site, token: str) -> httpx.Response:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    content = json.dumps(body | {"params": {"name": "detail_firmy", "arguments": {"ico": BUDVAR}}})
    headers = {
        "Authorization": f"Bearer {token}",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
    }
    async with httpx.AsyncClient(base_url=site.url, timeout=PATIENCE) as http:
        return await http.post("/mcp", content=content, headers=headers)


async def renew(site: Site, client_id: str, token: str | None) -> dict[str, str]:
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": client_id}
    async with httpx2.AsyncClient(base_url=site.url, timeout=PATIENCE) as http:
        answer = await http.post("/oauth/token", data=form | {"resource": f"{site.url}/mcp"})
    assert answer.status_code == 200, answer.text
    renewed: dict[str, str] = answer.json()
    return renewed


async def request_of(site: Site, redirect_uri: str) -> str:
    """Register an application and return where it sends people."""
    query = httpx.QueryParams(
        response_type="code",
        client_id=await register(site, redirect_uri),
        redirect_uri=redirect_uri,
        code_challenge="x" * 43,
        code_challenge_method="S256",
        state="abc",
    )
    return f"{site.url}/oauth/authorize?{query}"


async def register(site: Site, redirect_uri: str) -> str:
    async with httpx.AsyncClient(
        base_url=site.url, headers={"X-Forwarded-For": fresh_address()}, timeout=PATIENCE
    ) as http:
        answer = await http.post("/oauth/register", json={"redirect_uris": [redirect_uri]})
    return str(answer.json()["client_id"])

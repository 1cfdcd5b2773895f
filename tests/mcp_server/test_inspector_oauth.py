"""The MCP Inspector connects from nothing: it meets a 401, registers and waits for the browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
from pathlib import Path

import pytest

from tests.mcp_server.conftest import Site
from tests.mcp_server.test_inspector import call_and_see, inspector, officer
from tests.mcp_server.test_oauth_flow import browser_page, exhaust, sign_in
from tests.mcp_server.test_protocol import BUDVAR, TOOLS
from tests.support.callers import fresh_address
from tests.support.server import free_port

pytestmark = [pytest.mark.anyio]
__all__ = ["inspector", "officer"]


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_it_connects_an_account_in_the_browser(
    site: Site, inspector: Path, officer: str, tmp_path: Path, era: str
) -> None:
    person, address = site.person(), fresh_address()
    exhaust(site, address)
    arguments = [f"{site.url}/mcp", "--transport", "http", "--protocol-era", era]
    arguments += ["--header", f"X-Forwarded-For: {address}"]
    arguments += ["--callback-url", f"http://127.0.0.1:{free_port()}/oauth/callback"]
    target = list(arguments)
    arguments += ["--method", "tools/call", "--tool-name", "detail_firmy", "--tool-arg", f'ico="{BUDVAR}"']
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    kept = {"HOME": str(tmp_path), "MCP_INSPECTOR_SECRET_STORE": "file"}
    process = await asyncio.create_subprocess_exec(
        str(inspector),
        "--cli",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        # It insists on opening a browser itself; without a screen it cannot, and prints the address.
        env={**environment, **kept, "MCP_AUTO_OPEN_ENABLED": "true"},
    )
    try:
        async with browser_page() as page, asyncio.timeout(60):
            await page.goto(await _address_to_visit(process))
            await sign_in(page, person)
            await page.get_by_role("button", name="Povolit přístup").click()
            assert process.stdout
            answer = json.loads(await process.stdout.read())
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    assert answer["structuredContent"]["firma"]["ico"] == BUDVAR
    (connection,) = site.app.oauth().grants.connections(person.account_id)
    assert connection.redirect_host == "127.0.0.1"
    for tool in TOOLS:  # what it was given is kept in its home and is good for all of them
        await asyncio.to_thread(call_and_see, inspector, target, tool, officer, **kept)
    assert len(site.app.oauth().grants.connections(person.account_id)) == 1


async def _address_to_visit(process: asyncio.subprocess.Process) -> str:
    assert process.stderr
    said = ""
    async for line in process.stderr:
        said += line.decode()
        if found := re.search(r"http://\S+/oauth/authorize\?\S+", said):
            return found[0]
    raise AssertionError(f"The Inspector never asked for the browser; it said: {said}")

"""The MCP Inspector, as published on npm, calls each tool and connects an account from nothing."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from soupis.installation import Installation
from tests.mcp_server.conftest import Site
from tests.mcp_server.plans import at
from tests.mcp_server.test_oauth_flow import browser_page, exhaust, sign_in
from tests.mcp_server.test_protocol import BUDVAR, TOOLS
from tests.mcp_server.test_stdio import stdio_arguments
from tests.support.callers import fresh_address
from tests.support.npm import installed
from tests.support.server import free_port
from tests.support.waiting import PATIENCE

_PACKAGE = "@modelcontextprotocol/inspector@2"
_ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Inspector's command, installed into a directory that lasts as long as the tests."""
    given = os.environ.get("SOUPIS_TEST_INSPECTOR")
    if given:
        return Path(given)
    modules = installed(tmp_path_factory.mktemp("inspector"), _PACKAGE)
    return modules / ".bin" / "mcp-inspector"


def inspect(inspector: Path, *arguments: str, **environment: str) -> dict[str, Any]:
    """Run the Inspector and return the JSON it prints."""
    done = subprocess.run(
        [str(inspector), "--cli", "--connect-timeout", f"{PATIENCE * 1000:.0f}", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=_ROOT,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def over_http(site: Site, key: str | None = None) -> list[str]:
    headers = ["--header", f"X-Forwarded-For: {fresh_address()}"]
    if key:
        headers += ["--header", f"Authorization: Bearer {key}"]
    return [f"{site.url}/mcp", "--transport", "http", *headers]


@pytest.fixture(scope="session")
def officer(demo_installation: Installation, inspector: Path) -> str:
    """A person's key, found by the Inspector."""
    server = [sys.executable, *stdio_arguments(demo_installation)]
    answer = call(inspector, server, "vyhledat_osoby", {"q": "novák"})
    (key, *_) = at(answer, "osoby.*.klic")
    return str(key)


def call(
    inspector: Path, target: list[str], tool: str, arguments: dict[str, object], **environment: str
) -> Any:
    """Call a tool by the Inspector and return the structured content."""
    given = [f"{name}={json.dumps(value)}" for name, value in arguments.items()]
    options = [part for argument in given for part in ("--tool-arg", argument)]
    method = ["--method", "tools/call", "--tool-name", tool]
    return inspect(inspector, *target, *method, *options, **environment)["structuredContent"]


def call_and_see(inspector: Path, target: list[str], tool: str, officer: str, **environment: str) -> None:
    """Call a tool and see that the answer is about what was asked for."""
    calls: dict[str, tuple[dict[str, object], str, object]] = {
        "vyhledat_firmy": ({"q": "budvar"}, "firmy.0.ico", BUDVAR),
        "detail_firmy": ({"ico": BUDVAR}, "firma.ico", BUDVAR),
        "overit_dph": ({"ico": [BUDVAR]}, "firmy.0.dph.stav", "platce"),
        "overit_insolvenci": ({"ico": [BUDVAR]}, "firmy.0.vysledek", "neprecteno"),
        "listiny": ({"ico": BUDVAR, "rok": 2024}, "listiny.0.rok", 2024),
        "vyhledat_osoby": ({"q": "novák"}, "osoby.0.klic", officer),
        "profil_osoby": ({"klic": officer}, "osoba.klic", officer),
        "vazby": ({"klic": officer, "jenAktualni": False}, "uzly.0.klic", officer),
        "zmeny": ({"ico": [BUDVAR]}, "zmeny.0.ico", BUDVAR),
        "ciselnik": ({"seznam": "nace", "hledat": "6201"}, "hodnoty.0.kod", "6201"),
        "zdroje": ({}, "zdroje.0.zdroj", "res"),
    }
    arguments, path, expected = calls[tool]
    assert at(call(inspector, target, tool, arguments, **environment), path) == [expected]


def test_it_lists_tools_resources_and_prompts_over_http(site: Site, inspector: Path) -> None:
    target = over_http(site)
    # Strict: fails for schemas that some clients could not read.
    tools = inspect(inspector, *target, "--method", "tools/list", "--strict")["tools"]
    assert [tool["name"] for tool in tools] == TOOLS
    assert inspect(inspector, *target, "--method", "prompts/list")["prompts"]
    assert inspect(inspector, *target, "--method", "resources/templates/list")["resourceTemplates"]


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("way", ["anonymously", "with a key", "over standard input and output"])
def test_it_calls_each_tool(
    site: Site, demo_installation: Installation, inspector: Path, officer: str, way: str, tool: str
) -> None:
    if way == "over standard input and output":
        target = [sys.executable, *stdio_arguments(demo_installation)]
    else:
        target = over_http(site, site.person().key if way == "with a key" else None)
    call_and_see(inspector, target, tool, officer)


@pytest.mark.anyio
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
        async with browser_page() as page, asyncio.timeout(PATIENCE):
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

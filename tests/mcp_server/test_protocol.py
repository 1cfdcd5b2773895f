"""The protocol over HTTP, by the official client: discovery, lists, calls, both eras, the border."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from mcp import MCPError, types

from tests.mcp_server.conftest import Site

pytestmark = pytest.mark.anyio

BUDVAR = "00514152"
TOOLS = [
    "vyhledat_firmy",
    "detail_firmy",
    "overit_dph",
    "overit_insolvenci",
    "listiny",
    "vyhledat_osoby",
    "profil_osoby",
    "vazby",
    "zmeny",
    "ciselnik",
    "zdroje",
]
ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])
OLDER = ["2025-06-18", "2025-11-25"]


def post(site: Site, method: str, params: Any = None, **headers: str) -> httpx.Response:
    """POST one bare request, as a script would."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    sent = {"Accept": "application/json, text/event-stream", **headers}
    with site.http() as http:
        return http.post("/mcp", json=body, headers=sent)


@ERAS
async def test_tools_are_listed_in_one_order_as_read_only_with_titles_and_schemas(
    site: Site, mode: str
) -> None:
    async with site.client(mode=mode) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        assert tool.title
        assert tool.annotations
        assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
        czech, english = (tool.description or "").split("\n\n")
        assert len(czech) > 40
        assert len(english) > 40
        for schema in (tool.input_schema, tool.output_schema):
            assert schema
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


@ERAS
async def test_every_tool_answers_as_its_schema_says_in_text_too(site: Site, mode: str) -> None:
    async with site.client(mode=mode) as client:
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        found = await client.call_tool("vyhledat_osoby", {"q": "novak", "pocet": 1})
        assert found.structured_content
        (key,) = found.structured_content["navaznosti"]["klice"]
        calls: dict[str, dict[str, Any]] = {
            "vyhledat_firmy": {"q": "budvar"},
            "detail_firmy": {"ico": BUDVAR},
            "overit_dph": {"ico": [BUDVAR]},
            "overit_insolvenci": {"ico": [BUDVAR]},
            "listiny": {"ico": BUDVAR},
            "vyhledat_osoby": {"q": "novák"},
            "profil_osoby": {"klic": key},
            "vazby": {"klic": key},
            "zmeny": {"pocet": 2},
            "ciselnik": {"seznam": "kraj"},
            "zdroje": {},
        }
        assert list(calls) == TOOLS
        for name, arguments in calls.items():
            answer = await client.call_tool(name, arguments)
            assert not answer.is_error, answer
            content = answer.structured_content
            assert content
            Draft202012Validator(schemas[name] or {}).validate(content)
            assert content["upozorneni"]
            assert content["zdroje"], name
            assert list(content)[-3:] == ["navaznosti", "zdroje", "upozorneni"]
            (text,) = answer.content
            assert isinstance(text, types.TextContent)
            assert content["upozorneni"] in text.text


@ERAS
async def test_companies_and_persons_are_resources(site: Site, mode: str) -> None:
    async with site.client(mode=mode) as client:
        templates = (await client.list_resource_templates()).resource_templates
        assert [template.uri_template for template in templates] == ["firma://{ico}", "osoba://{klic}"]
        (company,) = (await client.read_resource(f"firma://{BUDVAR}")).contents
        assert isinstance(company, types.TextResourceContents)
        assert json.loads(company.text)["ico"] == BUDVAR
        found = await client.call_tool("vyhledat_osoby", {"q": "novak", "pocet": 1})
        key = (found.structured_content or {})["osoby"][0]["klic"]
        (person,) = (await client.read_resource(f"osoba://{key}")).contents
        assert isinstance(person, types.TextResourceContents)
        assert json.loads(person.text)["klic"] == key
        for address in ("firma://1", "firma://12345678", "osoba://nikdo", "file:///etc/passwd"):
            with pytest.raises(MCPError):
                await client.read_resource(address)


@ERAS
async def test_the_prompt_names_the_partner_and_warns_about_unverified_vat(site: Site, mode: str) -> None:
    async with site.client(mode=mode) as client:
        (prompt,) = (await client.list_prompts()).prompts
        for language, words in (("cs", "neověřeno"), ("en", "not verified")):
            got = await client.get_prompt(prompt.name, {"firma": "Budvar {ico}", "jazyk": language})
            (message,) = got.messages
            assert isinstance(message.content, types.TextContent)
            assert "Budvar {ico}" in message.content.text
            assert words in message.content.text
        with pytest.raises(MCPError):
            await client.get_prompt(prompt.name, {"firma": "x" * 101})


async def test_a_client_of_the_newest_revision_discovers_instead_of_initializing(site: Site) -> None:
    async with site.client(mode="auto") as client:
        assert client.protocol_version == "2026-07-28"
        assert client.server_info
        assert client.server_info.name == "soupis"
        assert "DPH" in (client.instructions or "")


@pytest.mark.parametrize("version", OLDER)
def test_older_clients_initialize_and_need_no_session(site: Site, version: str) -> None:
    start = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    answer = post(site, "initialize", start)
    assert answer.json()["result"]["protocolVersion"] == version
    assert "mcp-session-id" not in answer.headers
    called = post(
        site,
        "tools/call",
        {"name": "detail_firmy", "arguments": {"ico": BUDVAR}},
        **{"MCP-Protocol-Version": version},
    )
    assert called.json()["result"]["structuredContent"]["firma"]["ico"] == BUDVAR
    assert called.headers["content-type"] == "application/json"


def test_answers_carry_the_rate_limit_and_are_not_stored(site: Site) -> None:
    answer = post(site, "tools/call", {"name": "detail_firmy", "arguments": {"ico": BUDVAR}})
    assert (answer.headers["x-ratelimit-limit"], answer.headers["x-ratelimit-remaining"]) == ("30", "29")
    assert answer.headers["cache-control"] == "no-store"


def test_only_post_is_served(site: Site) -> None:
    with site.http() as http:
        for method in ("GET", "DELETE", "PUT"):
            answer = http.request(method, "/mcp", headers={"Accept": "text/event-stream"})
            assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost:1", "null"])
def test_pages_of_other_sites_are_refused_so_that_rebinding_a_name_is_of_no_use(
    site: Site, origin: str
) -> None:
    assert post(site, "tools/list", Origin=origin).status_code == 403
    assert post(site, "tools/list", Origin=site.url).status_code == 200


def test_a_body_of_another_type_is_refused(site: Site) -> None:
    with site.http() as http:
        # What a form of a foreign page could send without asking first.
        answer = http.post("/mcp", content=b"{}", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 400


def test_a_byte_order_mark_before_json_is_passed_over(site: Site) -> None:
    body = b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    sent = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    with site.http() as http:
        answer = http.post("/mcp", content=body, headers=sent)
    assert [tool["name"] for tool in answer.json()["result"]["tools"]] == TOOLS


def test_a_huge_body_is_refused(site: Site) -> None:
    assert post(site, "tools/list", {"x": "y" * 70_000}).status_code == 413


def test_the_cookie_of_the_site_does_not_open_the_server(site: Site) -> None:
    with site.browser(site.person()) as http:
        call = {"name": "detail_firmy", "arguments": {"ico": BUDVAR}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        answer = http.post("/mcp", json=body, headers={"Accept": "application/json, text/event-stream"})
    assert answer.headers["x-ratelimit-limit"] == "30"


async def test_an_unknown_tool_is_a_protocol_error(site: Site) -> None:
    async with site.client() as client:
        with pytest.raises(MCPError, match="Unknown tool"):
            await client.call_tool("smazat_firmu", {})


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("detail_firmy", {"ico": "514152"}, "ico"),
        ("detail_firmy", {}, "ico"),
        ("detail_firmy", {"ico": BUDVAR, "rok": 2020}, "rok"),
        ("vyhledat_firmy", {"pocet": 51}, "pocet"),
        ("vyhledat_firmy", {"kraj": "99"}, "kraj"),
        ("overit_dph", {"ico": []}, "ico"),
        ("overit_dph", {"ico": [BUDVAR] * 101}, "ico"),
        ("vyhledat_osoby", {"q": "ab"}, "q"),
        ("profil_osoby", {"klic": "../../etc"}, "klic"),
        ("vazby", {}, "ico a klic"),
        ("vazby", {"ico": BUDVAR, "klic": "jan-novak-1970-0a1b2c"}, "ico a klic"),
        ("vazby", {"ico": BUDVAR, "hloubka": 4}, "hloubka"),
    ],
)
async def test_wrong_arguments_are_named_and_cost_nothing(
    site: Site, name: str, arguments: dict[str, Any], words: str
) -> None:
    answer = post(site, "tools/call", {"name": name, "arguments": arguments})
    result = answer.json()["result"]
    assert result["isError"]
    assert words in result["content"][0]["text"]
    assert "x-ratelimit-remaining" not in answer.headers


async def test_failures_are_told_in_the_language_asked_for(site: Site) -> None:
    params = {"name": "detail_firmy", "arguments": {"ico": "00000001"}}
    czech = post(site, "tools/call", params).json()["result"]["content"][0]["text"]
    english = post(site, "tools/call", params, **{"Accept-Language": "en"}).json()["result"]["content"][0]
    assert czech == "Firma s tímto IČO v databázi není."
    assert english["text"] == "There is no company with this ID in the database."

"""Wrong calls of tools: told in the caller's language, with a right call, never charged."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from soupis.mcp.arguments import read_arguments
from soupis.mcp.tools import TOOLS
from soupis.queries.errors import QueryError
from tests.mcp_server.conftest import Site
from tests.mcp_server.test_protocol import post

_ENGLISH_OF_LIBRARIES = ("Expected", "matching regex", "at `$", "Object contains", "Traceback", "msgspec")
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("detail_firmy", {"ico": -514152}, "IČO jako text o 8 číslicích, přišlo -514152"),
    ("detail_firmy", {"ico": 514152000}, "IČO jako text o 8 číslicích, přišlo 514152000"),
    ("detail_firmy", {"ico": "514152"}, "IČO jako text o 8 číslicích, přišlo"),
    ("detail_firmy", {"ico": "00514152\n"}, "IČO jako text o 8 číslicích"),
    ("detail_firmy", {"ico": "\n00514152"}, "IČO jako text o 8 číslicích"),
    ("detail_firmy", {"ico": "٠٠٥١٤١٥٢"}, "IČO jako text o 8 číslicích"),
    ("detail_firmy", {"ico": None}, "přišlo null"),
    ("detail_firmy", {"ico": ["00514152", "45274649"]}, "IČO jako text o 8 číslicích"),
    ("detail_firmy", {"ičo": "00514152"}, "nemá argument"),
    ("detail_firmy", {"ico": "00514152", "jenAktualni": 2}, "true, nebo false, přišlo 2"),
    ("overit_dph", {"ico": "x"}, "pole o 1 až 100 položkách, každá IČO"),
    ("overit_dph", {"ico": None}, "pole o 1 až 100 položkách, každá IČO"),
    ("overit_dph", {"ico": ["00514152", "x"]}, "pole o 1 až 100 položkách, každá IČO"),
    ("overit_dph", {"ico": ["00514152"] * 40 + ["1234x", "y"]}, 'přišlo "1234x" jako položka 41.'),
    ("overit_dph", {"ico": ["00514152"] * 101}, "přišlo položek: 101."),
    ("overit_dph", {"ico": ["00514152\n"]}, "pole o 1 až 100 položkách, každá IČO"),
    ("vyhledat_firmy", {"q": "x" * 101}, "text o 0 až 100 znacích"),
    ("vyhledat_firmy", {"q": "budvar\x1b"}, "bez řídicích"),
    ("vyhledat_firmy", {"q": "bud\x00var"}, "bez řídicích"),
    ("vyhledat_firmy", {"q": "\ud800"}, "bez řídicích"),
    ("vyhledat_firmy", {"start": 10_001}, "celé číslo 0 až 10000"),
    ("vyhledat_firmy", {"start": True}, "celé číslo 0 až 10000"),
    ("vyhledat_firmy", {"forma": ["112"] * 21}, "pole o 0 až 20 položkách, každá kód nebo název"),
    ("vyhledat_firmy", {"kraj": "CZ010\n"}, "kód kraje"),
    ("vyhledat_osoby", {}, "chybí argument q"),
    ("profil_osoby", {"klic": "jan-novak-1970-0a1b2c\n"}, "klíč osoby"),
    ("profil_osoby", {"klic": "a" * 300}, "klíč osoby"),
    ("vazby", {"ico": "00514152\n"}, "IČO jako text o 8 číslicích"),
    ("zdroje", {"co": 1}, "nemá argument"),
]


@pytest.mark.parametrize(("tool", "arguments", "words"), WRONG)
def test_what_is_wrong_is_said_with_a_right_call(tool: str, arguments: dict[str, Any], words: str) -> None:
    declared = TOOLS[tool]
    with pytest.raises(QueryError) as refusal:
        read_arguments(tool, declared.takes, arguments, declared.example)
    message = refusal.value.message
    assert refusal.value.status == 400
    assert words in message.cs
    assert f"Správně třeba: {tool} " in message.cs
    assert f"A right call: {tool} " in message.en
    for text in message:
        assert not any(word in text for word in _ENGLISH_OF_LIBRARIES)
        text.encode()


@pytest.mark.parametrize("tool", TOOLS)
def test_the_call_shown_for_a_wrong_argument_has_it_right(tool: str) -> None:
    declared = TOOLS[tool]
    for field in msgspec.structs.fields(declared.takes):
        name = field.encode_name
        with pytest.raises(QueryError) as refusal:
            read_arguments(tool, declared.takes, {**declared.example, name: {"wrong": 1}}, declared.example)
        shown = json.loads(refusal.value.message.cs.partition(f"Správně třeba: {tool} ")[2])
        assert name in shown
        assert not {"ico", "klic"} <= shown.keys()
        read = read_arguments(tool, declared.takes, shown, {})
        assert shown.items() <= msgspec.to_builtins(read).items()


@pytest.mark.parametrize("tool", TOOLS)
def test_the_call_shown_as_right_is_right(tool: str) -> None:
    declared = TOOLS[tool]
    read = read_arguments(tool, declared.takes, declared.example, {})
    assert isinstance(read, declared.takes)
    assert declared.example.items() <= msgspec.to_builtins(read).items()


def test_a_wrong_call_over_http_costs_nothing(site: Site) -> None:
    for language, words in (("cs", "Správně třeba: detail_firmy"), ("en", "A right call: detail_firmy")):
        params = {"name": "detail_firmy", "arguments": {"ico": "00514152\n"}}
        answer = post(site, "tools/call", params, **{"Accept-Language": language})
        result = answer.json()["result"]
        assert result["isError"]
        assert words in result["content"][0]["text"]
        assert "x-ratelimit-remaining" not in answer.headers


@pytest.mark.parametrize("header", ["X-API-Key", "Api-Key", "X-Auth-Token"])
def test_a_key_in_a_wrong_header_is_refused_with_the_right_way(site: Site, header: str) -> None:
    answer = post(site, "tools/list", {}, **{header: "soupis_" + "a" * 46, "Accept-Language": "en"})
    assert answer.status_code == 401
    assert "Authorization: Bearer" in answer.json()["error"]["message"]
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_body_that_is_too_long_is_refused_in_words(site: Site) -> None:
    for language, words in (("cs", "Tělo požadavku je větší než 64 kB."), ("en", "larger than 64 kB.")):
        answer = post(site, "tools/list", {"x": "y" * 70_000}, **{"Accept-Language": language})
        assert answer.status_code == 413
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["jsonrpc"] == "2.0"
        assert words in answer.json()["error"]["message"]


MEANT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("detail_firmy", {"ico": 514152}, {"ico": "00514152"}),
    ("detail_firmy", {"ico": " CZ 005 14 152 "}, {"ico": "00514152"}),
    (
        "detail_firmy",
        {"ico": "cz00514152", "jenAktualni": "false"},
        {"ico": "00514152", "jenAktualni": False},
    ),
    ("detail_firmy", {"ico": "00514152", "casti": "Organy"}, {"casti": ["organy"]}),
    ("overit_dph", {"ico": "00514152"}, {"ico": ["00514152"]}),
    ("overit_dph", {"ico": 514152}, {"ico": ["00514152"]}),
    ("overit_dph", {"ico": "00514152, CZ45274649"}, {"ico": ["00514152", "45274649"]}),
    ("overit_insolvenci", {"ico": ["CZ45274649", 514152]}, {"ico": ["45274649", "00514152"]}),
    ("vyhledat_firmy", {"q": 45274649}, {"q": "45274649"}),
    ("vyhledat_firmy", {"forma": "s.r.o.", "nace": 62}, {"forma": ["s.r.o."], "nace": ["62"]}),
    ("vyhledat_firmy", {"forma": "112, 121"}, {"forma": ["112", "121"]}),
    ("vyhledat_firmy", {"nace": "Vydávání knih, periodik"}, {"nace": ["Vydávání knih, periodik"]}),
    ("vyhledat_firmy", {"stav": "Aktivní", "pocet": " 5 "}, {"stav": "aktivni", "pocet": 5}),
    ("vyhledat_firmy", {"kraj": 116, "fasety": "kraj"}, {"kraj": "116", "fasety": ["kraj"]}),
    ("vyhledat_osoby", {"q": " Jan Novák ", "rok": "1970"}, {"q": "Jan Novák", "rok": 1970}),
    ("vyhledat_firmy", {"q": "Budvar,\r\nČeské\u00a0Budějovice\n"}, {"q": "Budvar,  České Budějovice"}),
    ("vyhledat_osoby", {"q": "\u200bJan\tNovák\ufeff"}, {"q": "Jan Novák"}),
    ("detail_firmy", {"ico": "IČO: 00514152"}, {"ico": "00514152"}),
    ("detail_firmy", {"ico": ["00514152"]}, {"ico": "00514152"}),
    ("detail_firmy", {"ico": 514152.0, "jenAktualni": 0}, {"ico": "00514152", "jenAktualni": False}),
    ("detail_firmy", {"ico": "00514152", "jenAktualni": "ne"}, {"jenAktualni": False}),
    ("detail_firmy", {"ico": "00514152", "kDatu": None, "casti": None}, {"kDatu": None, "casti": []}),
    ("detail_firmy", {"ico": "00514152", "jenAktualni": None}, {"jenAktualni": True}),
    ("overit_dph", {"ico": "00514152 CZ45274649"}, {"ico": ["00514152", "45274649"]}),
    ("overit_dph", {"ico": "005 14 152"}, {"ico": ["00514152"]}),
    ("overit_dph", {"ico": "IČO 00514152, IČO 45274649"}, {"ico": ["00514152", "45274649"]}),
    ("vyhledat_firmy", {"insolvence": True, "pocet": 5.0}, {"insolvence": "ano", "pocet": 5}),
    ("vyhledat_firmy", {"insolvence": False, "stav": None}, {"insolvence": "ne", "stav": None}),
    ("profil_osoby", {"klic": "osoba://jan-novak-1970-0a1b2c"}, {"klic": "jan-novak-1970-0a1b2c"}),
    ("vazby", {"ico": "00514152", "hloubka": "2"}, {"ico": "00514152", "hloubka": 2}),
]


@pytest.mark.parametrize(("tool", "arguments", "meant"), MEANT)
def test_what_can_only_mean_one_thing_is_read_as_meant(
    tool: str, arguments: dict[str, Any], meant: dict[str, Any]
) -> None:
    declared = TOOLS[tool]
    read = msgspec.to_builtins(read_arguments(tool, declared.takes, arguments, declared.example))
    assert meant.items() <= read.items()


@pytest.mark.parametrize(
    "ico", ["1234567", "CZ123456789", "CZ1234567890", "0051415a", True, 0, 1.5, "CZ", "SK00514152"]
)
def test_what_is_no_company_id_is_not_made_one(ico: object) -> None:
    declared = TOOLS["detail_firmy"]
    with pytest.raises(QueryError):
        read_arguments("detail_firmy", declared.takes, {"ico": ico}, declared.example)


def test_every_argument_of_every_tool_is_described() -> None:
    for tool in TOOLS.values():
        for name, argument in tool.describe().input_schema.get("properties", {}).items():
            assert len(argument["description"]) > 10, (tool.name, name)


def test_the_list_of_tools_is_short_enough_to_be_read_before_the_first_question() -> None:
    listed = [
        tool.describe().model_dump(mode="json", by_alias=True, exclude_none=True) for tool in TOOLS.values()
    ]
    assert len(json.dumps(listed, ensure_ascii=False, separators=(",", ":"))) <= 12_000

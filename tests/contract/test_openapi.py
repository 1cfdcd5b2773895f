"""The description cannot drift from what the service does: its texts, examples, schemas and page."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest

from soupis.api import openapi
from soupis.api.openapi.document import document
from soupis.api.openapi.document import examples as stored_examples
from soupis.api.openapi.texts import _texts, text
from soupis.api.operations import OPERATIONS
from soupis.api.routes import Api
from soupis.installation import Installation
from soupis.messages import Message
from soupis.store.packing import unpack
from soupis.store.profiles import whole
from tests.contract import examples
from tests.contract.test_envelope import LIMITS
from tests.support.callers import Caller
from tests.support.server import Server

LANGUAGES = ("cs", "en")
# What changes with the time at which the demo was made.
_VOLATILE = re.compile(
    r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|(?<="stariSekund":) ?\d+|(?<="medianStariSekund":) ?\d+'
    r'|(?<="merenoOd":) ?(?:null|"[^"]*")'
    # what differs from one receipt to the next, and from one log to another
    r'|(?<="id":) ?"[^"]*"|(?<="jws":) ?"[^"]*"|(?<="log":) ?"[^"]*"|(?<="kontrolniBod":) ?"[^"]*"'
    r'|(?<="zprava":) ?"zkouska_[^"]*"|(?<="tajemstvi":) ?"[^"]*"'
    r'|(?<="pozice":) ?\d+|(?<="dukaz":) ?\[[^]]*\]|(?<="mereno":) ?\[[^]]*\]'
)


@pytest.fixture(scope="module", params=LANGUAGES)
def described(request: pytest.FixtureRequest, server: Server) -> dict[str, Any]:
    answer = Caller(server.url).get("/api/v1/openapi.json", lang=request.param)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_description_is_valid_openapi_3_1(described: dict[str, Any]) -> None:
    assert described["openapi"] == "3.1.0"
    assert described["info"]["version"] == "1.0.0"
    # The schemas are JSON Schema 2020-12; schemathesis reads the rest strictly.
    for schema in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    names = [
        operation["operationId"] for methods in described["paths"].values() for operation in methods.values()
    ]
    assert len(set(names)) == len(names)


def test_codes_of_answers_are_open_to_new_ones(described: dict[str, Any]) -> None:
    """A client made from the description must not fail when a code is added."""
    schemas = described["components"]["schemas"]
    bodies = {"DphDotaz"}

    def closed(node: Any) -> bool:
        if isinstance(node, dict):
            # A discriminator lists all kinds that there may ever be, like an enumeration.
            return "enum" in node or "discriminator" in node or any(map(closed, node.values()))
        return isinstance(node, list) and any(map(closed, node))

    assert [name for name, schema in schemas.items() if name not in bodies and closed(schema)] == []
    for name, field in (("FirmaDetail", "stav"), ("Dph", "stav"), ("Angazma", "role")):
        declared = schemas[name]["properties"][field]
        assert len(declared["x-extensible-enum"]) > 1
        validate(described, declared, "a code of tomorrow")
    validate(described, schemas["Dph"]["properties"]["stav"], None)
    given = {
        "detailFirmy": "FirmaDetail",
        "vyhledatFirmy": "FirmyStranka",
        "overitDph": "DphOdpoved",
        "profilOsoby": "OsobaProfil",
    }
    for operation, name in given.items():
        example = stored_examples()["answers"][operation]["data"]
        validate(described, schemas[name], of_tomorrow(example))


def of_tomorrow(value: Any) -> Any:
    """Return an answer with a code of tomorrow for every one, and with fields that nobody knows yet."""
    if isinstance(value, dict):
        codes = ("stav", "kod", "role", "typ", "stavFirmy", "dphStav")
        changed = {
            name: "of tomorrow" if name in codes and isinstance(part, str) else of_tomorrow(part)
            for name, part in value.items()
        }
        return {**changed, "newField": 1}
    return [of_tomorrow(part) for part in value] if isinstance(value, list) else value


def test_description_names_whom_to_ask_and_the_licence(described: dict[str, Any]) -> None:
    assert described["info"]["contact"]["url"].startswith("http")
    assert described["info"]["license"] == {"name": "MIT", "identifier": "MIT"}


def test_every_field_of_an_answer_is_required(described: dict[str, Any]) -> None:
    for name, schema in described["components"]["schemas"].items():
        if name not in ("DphDotaz", "SledovaniDavka", "NovyWebhook", "PrehraniDotaz"):
            assert schema["required"] == list(schema["properties"]), name
    assert described["components"]["schemas"]["DphDotaz"]["required"] == ["ico"]


def test_description_is_free_of_charge_and_bears_the_limits(anonymous: Caller) -> None:
    answer = anonymous.get("/api/v1/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-ratelimit-remaining"] == "30"


def test_language_is_chosen_by_parameter_or_header(anonymous: Caller) -> None:
    def title(path: str, language: str) -> str:
        found: str = anonymous.get(path, headers={"Accept-Language": language}).json()["info"]["title"]
        return found

    czech, english = "Soupis – údaje o českých firmách", "Soupis – Czech company data"
    assert title("/api/v1/openapi.json", "cs") == czech
    assert title("/api/v1/openapi.json", "en") == english
    assert title("/api/v1/openapi.json?lang=cs", "en") == czech
    assert anonymous.get("/api/v1/openapi.json?lang=de").status_code == 400


def test_every_address_that_is_served_is_described(server: Server) -> None:
    def services() -> Any:
        raise AssertionError("not asked for")

    pages = {path for path in Api(services).paths if path.startswith("/api/docs")}
    assert set(Api(services).paths) - pages == {operation.path for operation in OPERATIONS}
    caller = Caller(server.url)
    for operation in OPERATIONS:
        path = operation.path.replace("{ico}", "45274649").replace("{klic}", "a-b-1970-000000")
        allowed = caller.http.request("PATCH", path).headers["allow"].lower().split(", ")
        assert operation.method in allowed


def test_no_text_is_missing_and_none_is_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    # Fields that types share are under "spolecne".
    every = {(table, key) for table, entries in _texts().items() for key in entries}
    used: set[tuple[str, str]] = set()

    def noted(table: str, key: str) -> Message:
        used.add((table, key) if (table, key) in every else ("spolecne", key))
        return text(table, key)

    monkeypatch.setattr("soupis.api.openapi.document.text", noted)
    document(OPERATIONS, "cs", "http://example.org")  # a missing text raises KeyError
    # What parameters together are is for readers of the file, no schema shows it.
    own = {(table, key) for table, key in every if key == "_" and table.endswith("Dotaz")}
    assert every - used - own == set()


def test_texts_differ_between_the_languages() -> None:
    czech = document(OPERATIONS, "cs", "http://example.org")
    english = document(OPERATIONS, "en", "http://example.org")

    def texts(node: Any, path: str = "") -> dict[str, str]:
        found: dict[str, str] = {}
        if isinstance(node, dict):
            for key, value in node.items():
                if key in ("description", "summary") and isinstance(value, str):
                    found[f"{path}/{key}"] = value
                elif key != "example":
                    found |= texts(value, f"{path}/{key}")
        elif isinstance(node, list):
            for number, value in enumerate(node):
                found |= texts(value, f"{path}/{number}")
        return found

    first, second = texts(czech), texts(english)
    assert first.keys() == second.keys()
    assert len(first) > 300
    assert {path for path in first if first[path] == second[path]} == set()


# --- examples ---


def test_examples_are_what_the_demo_answers(server: Server, demo_installation: Installation) -> None:
    stored = examples.STORED.read_text(encoding="utf-8")
    found = msgspec.json.encode(examples.collect(server.url, demo_installation)).decode()
    assert msgspec.json.decode(_VOLATILE.sub("0", found)) == msgspec.json.decode(_VOLATILE.sub("0", stored))


def test_every_answer_has_an_example_that_its_schema_accepts(described: dict[str, Any]) -> None:
    checked = 0
    for methods in described["paths"].values():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                for kind, content in response.get("content", {}).items():
                    if operation["operationId"] == "popis" and status == "200":
                        continue
                    assert "example" in content, f"{operation['operationId']} {status}"
                    if kind == "application/json":
                        validate(described, content["schema"], content["example"])
                        checked += 1
            if body := operation.get("requestBody", {}).get("content", {}).get("application/json"):
                validate(described, body["schema"], body["example"])
    assert checked > 50


def test_the_whole_demo_agrees_with_the_schemas(
    described: dict[str, Any], demo_installation: Installation
) -> None:
    """Not only the few documents that tests ask for: every one of them."""
    registry = sqlite3.connect(demo_installation.documents_file)
    for name, query in (
        ("FirmaDetail", "SELECT detail FROM company_document"),
        ("FirmaPolozka", "SELECT summary FROM company_document"),
        ("OsobaProfil", "SELECT detail, summary FROM person_document"),
        ("OsobaPolozka", "SELECT summary FROM person_document"),
        ("Dph", "SELECT vat FROM company_document WHERE vat IS NOT NULL"),
    ):
        check = validator(described, {"$ref": f"#/components/schemas/{name}"})
        rows = registry.execute(query).fetchall()
        assert rows
        for body, *summary in rows[:: max(1, len(rows) // 300)]:
            # Documents do not know how a person is found.
            more = {"nalezeno": None} if name == "OsobaPolozka" else {}
            document = whole(unpack(summary[0]), unpack(body)) if summary else unpack(body)
            check.validate(msgspec.json.decode(document) | more)
    registry.close()


def validate(described: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    validator(described, schema).validate(value)


def validator(described: dict[str, Any], schema: dict[str, Any]) -> Any:
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return jsonschema.Draft202012Validator(
        whole | {"components": described["components"]}, format_checker=jsonschema.FormatChecker()
    )


# --- the page ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_shows_every_operation_and_loads_nothing_from_elsewhere(
    anonymous: Caller, server: Server, language: str
) -> None:
    answer = anonymous.get("/api/docs", lang=language)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "'unsafe" not in answer.headers["content-security-policy"]
    assert not set(LIMITS) & set(answer.headers)
    page = answer.text
    assert f'<html lang="{language}">' in page
    for operation in OPERATIONS:
        assert f'id="{operation.id}"' in page
    loaded = re.findall(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="([^"]+)"', page)
    assert len(loaded) >= 3
    for address in loaded:
        assert address.startswith("/"), address
        assert anonymous.get(address).status_code == 200
    assert not re.search(r"<script(?![^>]*src=)", page), "no inline script"
    assert "style=" not in page
    assert " on" not in re.findall(r"<[^>]+>", page.replace("\n", " ")), "no inline handlers"


def test_page_needs_no_outside_address() -> None:
    folder = Path(openapi.__file__).parent / "page"
    for file in folder.iterdir():
        named = re.findall(r"(?:https?:)?//[a-z][\w.]*", file.read_text())
        assert set(named) <= {"http://www.w3.org"}, file.name  # the name of SVG, not an address

"""The description cannot drift from what the service does: its texts, examples, schemas and page."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
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
from soupis.wire.base import encode
from soupis.wire.derived import item_of, name_and_vat_of, person_item_of
from soupis.wire.labels import SECTIONS
from tests.contract import examples
from tests.support.callers import Caller
from tests.support.server import Server

LANGUAGES = ("cs", "en")
# What changes with the time at which the demo was made.
_VOLATILE = re.compile(
    r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|(?<="stariSekund":) ?\d+|(?<="medianStariSekund":) ?\d+'
    r'|(?<="merenoOd":) ?(?:null|"[^"]*")'
    # what differs from one receipt to the next
    r'|(?<="id":) ?"[^"]*"|(?<="jws":) ?"[^"]*"'
    r'|(?<="zprava":) ?"zkouska_[^"]*"|(?<="tajemstvi":) ?"[^"]*"|(?<="mereno":) ?\[[^]]*\]'
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
    closed = {f"{name}.{field}": codes for name, field, codes in closed_codes(schemas)}
    # These two get no further codes. A single value tells natural and legal persons apart.
    assert closed.pop("StavDph.") == ["identifikovanaOsoba", "neplatce", "nespolehlivyPlatce", "platce"]
    assert closed.pop("Oddil.") == list(SECTIONS)
    assert closed.pop("NovyWebhook.oddily") == list(SECTIONS)  # of a request
    assert [place for place, codes in closed.items() if len(codes) != 1] == []
    for name, field in (("FirmaDetail", "stav"), ("Zmena", "typ"), ("Angazma", "role")):
        declared = schemas[name]["properties"][field]
        assert len(declared["x-extensible-enum"]) > 1
        validate(described, declared, "a code of tomorrow")
    given = {
        "detailFirmy": "FirmaDetail",
        "vyhledatFirmy": "FirmyStranka",
        "overitDph": "DphOdpoved",
        "profilOsoby": "OsobaProfil",
    }
    for operation, name in given.items():
        example = stored_examples()["answers"][operation]["data"]
        validate(described, schemas[name], of_tomorrow(example))


def closed_codes(schemas: dict[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each closed list of codes with its schema and field."""

    def found(node: Any) -> Iterator[list[str]]:
        if isinstance(node, dict):
            # A discriminator lists all kinds that there may ever be, like an enumeration.
            assert "discriminator" not in node
            if "enum" in node:
                yield node["enum"]
        for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from found(part)

    for name, schema in schemas.items():
        for field, declared in schema.get("properties", {"": schema}).items():
            for codes in found(declared):
                yield name, field, codes


def of_tomorrow(value: Any) -> Any:
    """Return an answer with a code of tomorrow for every open one, and with fields that nobody knows yet."""
    if isinstance(value, dict):
        codes = {"stav", "kod", "role", "druh", "stavFirmy"} - (
            {"stav"} if "registraceAktivni" in value else set()
        )
        changed = {
            name: "of tomorrow" if name in codes and isinstance(part, str) else of_tomorrow(part)
            for name, part in value.items()
        }
        return {**changed, "newField": 1}
    return [of_tomorrow(part) for part in value] if isinstance(value, list) else value


# --- what generated clients need ---


def test_the_title_names_packages_in_any_language(described: dict[str, Any]) -> None:
    assert re.fullmatch(r"[A-Za-z][A-Za-z ]*", described["info"]["title"])


def test_a_field_that_is_always_null_has_a_type_that_generators_know(described: dict[str, Any]) -> None:
    assert described["components"]["schemas"]["PravnickaOsoba"]["properties"]["klic"]["type"] == [
        "string",
        "null",
    ]
    always_null = [node for node in nodes(described) if node.get("type") == "null"]
    in_choices = [
        part
        for node in nodes(described)
        for part in node.get("anyOf", ())
        if part == {"type": "null"} and len(node["anyOf"]) > 1
    ]
    assert len(always_null) == len(in_choices)


def test_every_list_of_codes_has_a_type_and_no_empty_code(described: dict[str, Any]) -> None:
    listed = [node for node in nodes(described) if "enum" in node]
    assert len(listed) > 20
    for node in listed:
        assert node["type"] == "string"
        assert "" not in node["enum"]


def test_every_day_and_moment_of_an_answer_has_its_format(described: dict[str, Any]) -> None:
    """Found by the examples, so that no new field is forgotten."""
    patterns = {"date": r"\d{4}-\d\d-\d\d", "date-time": r"\d{4}-\d\d-\d\dT[\d:]+Z"}
    checked = dict.fromkeys(patterns, 0)

    def check(schema: dict[str, Any], value: Any, place: str) -> None:
        found = [
            each for each in alternatives(described, schema) if validator(described, each).is_valid(value)
        ]
        for each in found:
            if isinstance(value, dict):
                for name, part in value.items():
                    check(each.get("properties", {}).get(name, {}), part, f"{place}.{name}")
            if isinstance(value, list):
                for part in value:
                    check(each.get("items", {}), part, f"{place}[]")
        for kind, pattern in patterns.items():
            if isinstance(value, str) and re.fullmatch(pattern, value):
                assert any(each.get("format") == kind for each in found), f"{place}: {value}"
                checked[kind] += 1

    for methods in described["paths"].values():
        for operation in methods.values():
            content = operation["responses"]["200"]["content"].get("application/json", {})
            if "example" in content and operation["operationId"] != "popis":
                check(content["schema"], content["example"], operation["operationId"])
    assert checked["date"] > 20
    assert checked["date-time"] > 10


def alternatives(described: dict[str, Any], schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the schemas that a value may have, without references."""
    if "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    ways = schema.get("anyOf") or schema.get("oneOf")
    if not ways:
        yield schema
    for way in ways or ():
        yield from alternatives(described, way)


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of the description but those in examples."""
    if isinstance(node, dict):
        yield node
    for name, part in (
        node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    ):
        if name != "example":
            yield from nodes(part)


def test_a_parameter_that_is_a_day_is_a_date_and_may_be_empty(
    described: dict[str, Any], enterprise: Caller
) -> None:
    days = {"kDatu", "vznikOd", "vznikDo", "zanikOd", "zanikDo"}
    for path, methods in described["paths"].items():
        parameters = methods.get("get", {}).get("parameters", ())
        has_text = any(parameter["name"] == "q" for parameter in parameters)
        for parameter in parameters:
            if parameter["name"] in days:
                assert parameter["schema"] == {"type": "string", "format": "date"}
            if parameter.get("allowEmptyValue"):
                given = ({"q": "novotny"} if has_text else {}) | {parameter["name"]: ""}
                answer = enterprise.http.get(filled(path), params=given)
                assert answer.status_code == 200, answer.text


def filled(path: str) -> str:
    """Return a path with the values of the examples in it."""
    return re.sub(r"\{(\w+)\}", lambda match: stored_examples()["requests"][match[1]], path)


def test_suggestions_say_that_a_text_is_to_be_given_and_do_without_one(
    described: dict[str, Any], anonymous: Caller
) -> None:
    (text,) = described["paths"]["/api/suggest"]["get"]["parameters"]
    assert (text["name"], text["required"]) == ("q", True)
    assert "default" not in text["schema"]
    assert anonymous.get("/api/suggest").json() == []


def test_a_list_of_companies_to_watch_is_described_as_json_and_as_csv(
    described: dict[str, Any], enterprise: Caller
) -> None:
    content = described["paths"]["/api/v1/sledovani"]["post"]["requestBody"]["content"]
    assert list(content) == ["application/json", "text/csv"]
    headers = {"Content-Type": "text/csv"}
    answer = enterprise.post("/api/v1/sledovani", content=content["text/csv"]["example"], headers=headers)
    assert answer.status_code == 200
    assert answer.json()["data"]["pocetCelkem"] == 2
    for ico in ("45274649", "00514152"):
        assert enterprise.http.delete(f"/api/v1/sledovani/{ico}").status_code == 200


def test_every_number_and_key_in_a_path_is_linked_to_an_answer_that_has_it(
    described: dict[str, Any], enterprise: Caller
) -> None:
    """Whoever follows a link gets an answer."""
    operations = {
        operation["operationId"]: (path, method, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
    webhook = {"url": examples.NOBODY, "oddily": ["insolvence"]}
    bodies = {"overitDph": {"ico": [examples.ICO]}, "vytvoritWebhook": webhook}
    reached: set[str] = set()
    assert enterprise.http.put(f"/api/v1/sledovani/{examples.ICO}").status_code == 200
    for name in ("vytvoritWebhook", *(name for name in operations if name != "vytvoritWebhook")):
        path, method, operation = operations[name]
        links = operation["responses"]["200"].get("links", {})
        if not links:
            continue
        asked = {
            parameter["name"]: parameter["example"]
            for parameter in operation["parameters"]
            if parameter["in"] == "query" and "example" in parameter
        }
        answer = enterprise.http.request(method, filled(path), params=asked, json=bodies.get(name))
        assert answer.status_code == 200, answer.text
        for link in links.values():
            ((parameter, expression),) = link["parameters"].items()
            target, target_method, _ = operations[link["operationId"]]
            reached.add(parameter)
            if target_method == "get":
                found = target.replace(f"{{{parameter}}}", evaluated(expression, answer))
                assert enterprise.get(found).status_code == 200, found
    for hook in enterprise.get("/api/v1/webhooky").json()["data"]["webhooky"]:
        enterprise.http.delete(f"/api/v1/webhooky/{hook['id']}")
    enterprise.http.delete(f"/api/v1/sledovani/{examples.ICO}")
    assert reached == {"ico", "klic", "id", "webhook"}


def evaluated(expression: str, answer: httpx.Response) -> str:
    """Return the value of an OpenAPI runtime expression, with `answer` as the response."""
    if expression.startswith("$response.header."):
        return answer.headers[expression.removeprefix("$response.header.")]
    value = answer.json()
    for part in expression.removeprefix("$response.body#/").split("/"):
        value = value[int(part) if isinstance(value, list) else part]
    assert isinstance(value, str)
    return value


def test_description_names_whom_to_ask_and_the_licence(described: dict[str, Any]) -> None:
    assert described["info"]["contact"]["url"].startswith("http")
    assert described["info"]["license"] == {"name": "MIT", "identifier": "MIT"}


def test_every_field_of_an_answer_is_required_but_those_that_come_with_a_day(
    described: dict[str, Any],
) -> None:
    optional = {}
    for name, schema in described["components"]["schemas"].items():
        if "properties" in schema and name not in (
            "DphDotaz",
            "SledovaniDavka",
            "NovyWebhook",
            "PrehraniDotaz",
        ):
            optional[name] = set(schema["properties"]) - set(schema["required"])
    assert {name: fields for name, fields in optional.items() if fields} == {
        "FirmaDetail": {"kDatu", "uplnost"},
        "OsobaProfil": {"kDatu", "uplnost"},
        "Angazma": {"zapsano"},
    }
    assert described["components"]["schemas"]["DphDotaz"]["required"] == ["ico"]


def test_description_is_free_of_charge_and_bears_the_limits(anonymous: Caller) -> None:
    answer = anonymous.get("/api/v1/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-ratelimit-remaining"] == "30"


def test_language_is_chosen_by_parameter_or_header(anonymous: Caller) -> None:
    def summary(path: str, language: str) -> str:
        found: str = anonymous.get(path, headers={"Accept-Language": language}).json()["info"]["summary"]
        return found

    czech, english = "Údaje o českých firmách", "Czech company data"
    assert summary("/api/v1/openapi.json", "cs") == czech
    assert summary("/api/v1/openapi.json", "en") == english
    assert summary("/api/v1/openapi.json?lang=cs", "en") == czech
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
    shown: dict[str, tuple[str, Callable[[bytes], bytes | None]]] = {
        "FirmaDetail": ("company_document", bytes),
        "FirmaPolozka": ("company_document", lambda detail: encode(item_of(detail))),
        "Dph": ("company_document", lambda detail: name_and_vat_of(detail)[1]),
        "OsobaProfil": ("person_document", bytes),
        "OsobaPolozka": ("person_document", lambda profile: encode(person_item_of(profile))),
    }
    for name, (table, derive) in shown.items():
        check = validator(described, {"$ref": f"#/components/schemas/{name}"})
        rows = registry.execute(f"SELECT detail FROM {table}").fetchall()
        bodies = [body for row in rows if (body := derive(unpack(row[0])))]
        assert bodies
        for body in bodies[:: max(1, len(bodies) // 300)]:
            check.validate(msgspec.json.decode(body))
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

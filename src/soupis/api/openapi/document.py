"""The OpenAPI 3.1 document, put together from the operations and the types of `wire/`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from soupis.api.openapi.schemas import (
    Json,
    add_day,
    answer_schema,
    body_schema,
    component_schemas,
    move_titled_codes,
    parameter_schemas,
    reference,
    without_empty,
)
from soupis.api.openapi.texts import SUMMARY, TITLE, WITH_DAY, Language, about, say, text
from soupis.api.operation import Csv, Enveloped, Operation, Owned
from soupis.messages import Message
from soupis.wire.base import ErrorEnvelope
from soupis.wire.changes import NejstarsiZmena
from soupis.wire.company import Napoveda

VERSION = "1.0.0"
# Of the service's code; the data is under the terms of the registers.
_LICENCE = {"name": "MIT", "identifier": "MIT"}
_LIMITS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit", "RateLimit-Policy")
_TAGS = ("firmy", "osoby", "sledovani", "ostatni")
_INTEGERS = (
    *("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"),
    *("X-Service-Pocet-Celkem", "X-Service-Pocet-Radku", "X-Service-Jednotek", "X-Service-Poradi"),
)
_BOOLEANS = ("X-Service-Zkraceno",)
_TEXTS = (
    *("RateLimit", "RateLimit-Policy", "WWW-Authenticate", "Allow", "ETag", "Cache-Control"),
    *("X-Service-Doklad", "Content-Disposition", "Preference-Applied"),
    *("Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"),
)
_HEADERS = (
    dict.fromkeys(_INTEGERS, "integer")
    | dict.fromkeys(_BOOLEANS, "boolean")
    | dict.fromkeys(_TEXTS, "string")
)
_COMMON = ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary")
_VERSIONED = ("ETag", "Cache-Control")
_FILE = ("Content-Disposition", "X-Service-Poradi")
_WAITED = ("Cache-Control", "Preference-Applied")
_WHOLE_FILE = (
    *("Content-Disposition", "Cache-Control", "X-Service-Zkraceno"),
    *("X-Service-Pocet-Celkem", "X-Service-Pocet-Radku", "X-Service-Jednotek", "X-Service-Poradi"),
)
# A preview is no file, nobody has to be made to wait, and a detail without a VAT status has no receipt.
_OPTIONAL = ("Content-Disposition", "Preference-Applied", "X-Service-Doklad")
_REFUSAL = {
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    429: ("Retry-After",),
    502: ("Retry-After",),
    503: ("Retry-After",),
}

# A file for generated clients in Java, which would read a text as JSON, and still a text for Python.
_FILE_CONTENT = {"type": "string", "contentMediaType": "application/octet-stream"}

# What errors carry beside the sentence.
_ERROR_DATA: dict[int, type[Struct]] = {410: NejstarsiZmena}


def document(operations: Sequence[Operation], language: Language, base_url: str) -> Json:
    """Return the whole description in one language."""
    return _Writer(operations, language).document(base_url)


@cache
def examples() -> dict[str, Any]:
    """Return real requests and answers of the demo by operation, errors by language and status."""
    stored: dict[str, Any] = msgspec.json.decode((files(__package__) / "examples.json").read_bytes())
    return stored


class _Writer:
    """Writes the description in one language."""

    def __init__(self, operations: Sequence[Operation], language: Language) -> None:
        self._operations = operations
        self._language = language

    def document(self, base_url: str) -> Json:
        paths: Json = {}
        for operation in self._operations:
            paths.setdefault(operation.path, {})[operation.method] = self._operation(operation)
        return {
            "openapi": "3.1.0",
            "info": {
                "title": TITLE,
                "summary": self._say(SUMMARY),
                "version": VERSION,
                "description": about(self._language),
                "contact": {"name": "Soupis", "url": base_url},
                "license": _LICENCE,
            },
            "servers": [{"url": base_url}],
            "tags": [{"name": name, "description": self._text("znacky", name)} for name in _TAGS],
            "paths": paths,
            "components": {
                "schemas": self._schemas(),
                "headers": {
                    name: {
                        "description": self._text("hlavicky", name),
                        "schema": {"type": kind},
                        "required": name not in _OPTIONAL,
                    }
                    for name, kind in _HEADERS.items()
                },
                "securitySchemes": {
                    "apiKey": {
                        "type": "http",
                        "scheme": "bearer",
                        "description": self._text("overeni", "apiKey"),
                    },
                    "session": {
                        "type": "apiKey",
                        "in": "cookie",
                        "name": "__Host-soupis",
                        "description": self._text("overeni", "session"),
                    },
                },
            },
        }

    def _say(self, message: Message) -> str:
        return say(message, self._language)

    def _text(self, table: str, key: str) -> str:
        return self._say(text(table, key))

    # --- operations ---

    def _operation(self, operation: Operation) -> Json:
        parameters = []
        if parameter := operation.in_path:
            parameters.append(
                {
                    "name": parameter.name,
                    "in": "path",
                    "required": True,
                    "description": self._say(parameter.text),
                    "schema": {"type": "string", "pattern": f"^{parameter.pattern.pattern}$"},
                    "example": examples()["requests"].get(parameter.name, parameter.example),
                }
            )
        parameters += self._query(operation.query)
        if operation.versioned:
            parameters.append(
                {
                    "name": "If-None-Match",
                    "in": "header",
                    "description": self._text("stavy", "304"),
                    "schema": {"type": "string"},
                }
            )
        if operation.waits:
            parameters.append(
                {
                    "name": "Prefer",
                    "in": "header",
                    "description": self._text("cekani", "Prefer"),
                    "schema": {"type": "string"},
                    "example": "wait=30",
                }
            )
        description = {
            "operationId": operation.id,
            "tags": [operation.tag],
            "summary": self._say(operation.summary),
            "description": self._say(operation.text),
            "parameters": parameters,
            "responses": self._responses(operation),
            # Anonymous, with a key, or signed in on the site.
            "security": _security(operation),
        }
        if operation.body:
            example = examples()["requests"][operation.id]
            content: Json = {"application/json": {"schema": reference(operation.body), "example": example}}
            if operation.body_csv:
                content["text/csv"] = {"schema": {"type": "string"}, "example": operation.body_csv}
            description["requestBody"] = {"required": True, "content": content}
        if operation.form:
            form: Json = {"schema": self._form(operation.form)}
            # The list parameters come repeated, as browsers send them.
            description["requestBody"] = {"content": {"application/x-www-form-urlencoded": form}}
        return description

    def _query(self, kind: type[Struct]) -> list[Json]:
        parameters = []
        for name, (declared, is_required) in parameter_schemas(kind).items():
            schema, may_be_empty = without_empty(declared)
            parameter = {
                "name": name,
                "in": "query",
                "required": is_required,
                "description": self._text(kind.__name__, name),
                "schema": schema,
            }
            if may_be_empty:
                parameter["allowEmptyValue"] = True
            if schema.get("type") == "array":
                parameter |= {"style": "form", "explode": True}
            if (example := examples()["requests"].get(f"{kind.__name__}.{name}")) is not None:
                parameter["example"] = example
            parameters.append(parameter)
        return parameters

    def _form(self, kind: type[Struct]) -> Json:
        properties = {
            name: without_empty(declared)[0] | {"description": self._text(kind.__name__, name)}
            for name, (declared, _) in parameter_schemas(kind).items()
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}

    # --- answers ---

    def _responses(self, operation: Operation) -> Json:
        responses = {"200": self._success(operation)}
        if operation.versioned:
            responses["304"] = {
                "description": self._text("stavy", "304"),
                "headers": _headers(*_VERSIONED, *_LIMITS, *_COMMON),
            }
        for status in sorted(operation.refusals):
            responses[str(status)] = self._refusal(status)
        return responses

    def _success(self, operation: Operation) -> Json:
        answer = operation.gives
        example = examples()["answers"].get(operation.id)
        headers = (*(_VERSIONED if operation.versioned else ()), *(_WAITED if operation.waits else ()))
        headers = (*headers, "X-Service-Doklad") if operation.receipted else headers
        kind = "application/json"
        if isinstance(answer, Csv):
            kind, schema = "text/csv", _FILE_CONTENT
            headers = _WHOLE_FILE if answer.whole else (*_FILE, *headers)
        elif isinstance(answer, Enveloped):
            schema = _enveloped(answer.data)
        else:
            schema = answer.schema
        content = {kind: {"schema": schema} | ({"example": example} if example is not None else {})}
        if isinstance(answer, Csv) and answer.preview:
            preview = examples()["answers"].get(answer.preview.__name__)
            content["application/json"] = {"schema": _enveloped(answer.preview)}
            content["application/json"] |= {"example": preview} if preview is not None else {}
        response = {
            "description": self._text("stavy", "200"),
            "headers": _headers(*headers, *_LIMITS, *_COMMON),
            "content": content,
        }
        links = self._links(operation)
        return response | {"links": links} if links else response

    def _links(self, operation: Operation) -> Json:
        """Return links to the operations whose path takes a value from the answer."""
        names = {other.id: other.in_path.name for other in self._operations if other.in_path}
        return {
            target: {"operationId": target, "parameters": {names[target]: place}}
            for target, place in operation.leads_to.items()
        }

    def _refusal(self, status: int) -> Json:
        envelope = reference(ErrorEnvelope)
        if kind := _ERROR_DATA.get(status):
            more = {"required": ["data"], "properties": {"data": reference(kind)}}
            envelope = {"allOf": [envelope, {"type": "object", **more}]}
        content = {
            "schema": envelope,
            "example": examples()["errors"][self._language][str(status)],
        }
        return {
            "description": self._text("stavy", str(status)),
            "headers": _headers(*_REFUSAL.get(status, ()), *_LIMITS, *_COMMON),
            "content": {"application/json": content},
        }

    # --- schemas ---

    def _schemas(self) -> Json:
        kinds: list[Any] = [ErrorEnvelope, Napoveda, *_ERROR_DATA.values()]
        for operation in self._operations:
            if isinstance(operation.gives, Enveloped):
                kinds.append(operation.gives.data)
                kinds += [operation.gives.as_of] if operation.gives.as_of else []
            if isinstance(operation.gives, Csv) and operation.gives.preview:
                kinds.append(operation.gives.preview)
            if operation.body:
                kinds.append(operation.body)
        schemas = component_schemas(kinds)
        move_titled_codes(schemas)
        bodies = {operation.body.__name__ for operation in self._operations if operation.body}
        for name, schema in schemas.items():
            field_schema = body_schema if name in bodies else answer_schema
            schema["description"] = self._text(name, "_")
            for field, declared in schema.get("properties", {}).items():
                described = {"description": self._text(name, field)}
                schema["properties"][field] = field_schema(declared) | described
            if "properties" in schema and name not in bodies:
                # What is not known is sent as null, so that every field is always there.
                schema["required"] = list(schema["properties"])
        for operation in self._operations:
            if isinstance(operation.gives, Enveloped) and (as_of := operation.gives.as_of):
                add_day(schemas, operation.gives.data.__name__, as_of.__name__, self._say(WITH_DAY))
        return schemas


def _security(operation: Operation) -> list[Json]:
    if isinstance(operation.handler, Owned):
        return [{"apiKey": []}]
    return [{}, {"apiKey": []}, {"session": []}] if operation.limited else [{}]


def _enveloped(data: type[Struct]) -> Json:
    return {
        "type": "object",
        "required": ["ok", "data"],
        # No constant: generated Python compares it with the text "true".
        "properties": {"ok": {"type": "boolean"}, "data": reference(data)},
    }


def _headers(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}

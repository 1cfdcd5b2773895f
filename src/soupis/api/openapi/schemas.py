"""JSON schemas of the types in `wire/`, adjusted to OpenAPI and to programs that generate clients from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

Json = dict[str, Any]

_REF = "#/components/schemas/{name}"


def reference(kind: type[Struct]) -> Json:
    """Return the reference to the schema of a type."""
    return {"$ref": _REF.format(name=kind.__name__)}


def component_schemas(kinds: Iterable[type[Struct]]) -> dict[str, Json]:
    """Return the schemas of the given types and of all types in them, by name."""
    _, schemas = msgspec.json.schema_components(kinds, ref_template=_REF)
    return schemas


def move_titled_codes(schemas: dict[str, Json]) -> None:
    """Give each titled list of codes a schema of its own, so that a generated client has one type for it.

    Such a list is closed: no further code is ever added to it.
    """
    for schema in list(schemas.values()):
        for declared in schema.get("properties", {}).values():
            parts = (declared, *declared.get("anyOf", ()))
            for place in (*parts, *(part["items"] for part in parts if "items" in part)):
                if "enum" in place and (title := place.get("title")):
                    schemas[title] = {"type": "string", "enum": place["enum"], "title": title}
                    place.clear()
                    place["$ref"] = _REF.format(name=title)


def parameter_schemas(kind: type[Struct]) -> dict[str, tuple[Json, bool]]:
    """Return the schema of each parameter in `kind`, and whether the parameter is required."""
    whole = component_schemas([kind])[kind.__name__]
    required = whole.get("required", ())
    found = {}
    for name, declared in whole["properties"].items():
        schema = _parameter_schema(declared)
        found[name] = schema, schema.pop("x-required", name in required)
    return found


def _parameter_schema(declared: Json) -> Json:
    """Return the schema of a parameter. A parameter without a value is left out, never null."""
    schema = _merge_plain_types(declared)
    if isinstance(schema.get("type"), list):
        schema["type"] = next(kind for kind in schema["type"] if kind != "null")
    if "anyOf" in schema:
        schema |= next(part for part in schema.pop("anyOf") if part != {"type": "null"})
    if schema.get("default") in (None, [], ""):
        schema.pop("default", None)
    if "items" in schema:
        schema["items"] = _parameter_schema(schema["items"])
    if "x-pattern" in schema:  # narrower than that of the check, which explains other texts
        schema["pattern"] = schema.pop("x-pattern")
    return _typed(schema)


def without_empty(schema: Json) -> tuple[Json, bool]:
    """Return a parameter's schema for clients, and whether an empty value counts as none.

    Pages send empty values of their forms. An empty value among the codes, or a day that may be empty, would
    give generated clients a code without a name and texts instead of dates.
    """
    if "" in schema.get("enum", ()):
        return schema | {"enum": [value for value in schema["enum"] if value]}, True
    if schema.get("format") == "date":
        return {name: value for name, value in schema.items() if name != "pattern"}, True
    return schema, False


def answer_schema(declared: Json) -> Json:
    """Return the schema of a field in an answer. Defaults say nothing there."""
    schema = _merge_plain_types(_open_codes(declared))
    schema.pop("default", None)
    if schema.get("type") == "null":
        schema["type"] = ["string", "null"]  # generators know no type that is always null
    return schema


def body_schema(declared: Json) -> Json:
    """Return the schema of a field in a request body, where a code that is not listed is refused."""
    schema = _typed(_merge_plain_types(declared))
    schema.pop("default", None)
    if "items" in schema:
        schema["items"] = _typed(schema["items"])
    return schema


def add_day(schemas: dict[str, Json], plain: str, as_of: str, with_day: str) -> None:
    """Describe an answer about today and the same answer as of a day as one type, named `plain`.

    Generated clients cannot tell the two apart: one has the fields of the other, and more. Fields that come
    only with a day are optional. `with_day` introduces what a field means as of a day.
    """
    schema, of_day = schemas[plain], schemas.pop(as_of)
    schema["description"] += f" {with_day} {of_day['description']}"
    for name, declared in of_day["properties"].items():
        present = schema["properties"].setdefault(name, declared)
        if (item := _item(present)) != (item_of_day := _item(declared)):
            add_day(schemas, item, item_of_day, with_day)
        elif present is not declared:
            schema["properties"][name] = declared | {"description": _joined(present, declared, with_day)}


def _joined(plain: Json, as_of: Json, with_day: str) -> str:
    first: str = plain["description"]
    second: str = as_of["description"]
    return first if first == second else f"{first} {with_day} {second}"


def _item(schema: Json) -> str:
    """Return the name of the type that an array in the schema holds, or an empty text."""
    reference: str = schema.get("items", {}).get("$ref", "")
    return reference.rpartition("/")[2]


def _open_codes(declared: Json) -> Json:
    """Replace a list of codes by an open list, because a client must not fail at a new code.

    A single value stays as it is, because it tells two types apart.
    """
    schema = dict(declared)
    # A discriminator would name all kinds of persons that there may ever be.
    schema.pop("discriminator", None)
    if len(schema.get("enum", ())) > 1:
        schema |= {"type": "string", "x-extensible-enum": schema.pop("enum")}
    if "anyOf" in schema:
        parts = [_open_codes(part) for part in schema.pop("anyOf")]
        # Types with a tag exclude each other; generators for TypeScript would mix them under anyOf.
        schema["oneOf" if all("$ref" in part for part in parts) else "anyOf"] = parts
    if "items" in schema:
        schema["items"] = _open_codes(schema["items"])
    return _typed(schema)


def _typed(schema: Json) -> Json:
    """Add the type of codes, which generators need."""
    return schema | {"type": "string"} if "enum" in schema else schema


def _merge_plain_types(declared: Json) -> Json:
    """Write `anyOf` of plain types as a list of types."""
    schema = dict(declared)
    parts = schema.get("anyOf", ())
    plain = [part for part in parts if isinstance(part.get("type"), str) and "items" not in part]
    if not parts or len(plain) != len(parts):
        return schema
    del schema["anyOf"]
    names = [part["type"] for part in plain]
    if "number" in names and "integer" in names:
        names.remove("integer")  # every integer is a number
    for part in plain:
        schema |= part
    return schema | {"type": names}

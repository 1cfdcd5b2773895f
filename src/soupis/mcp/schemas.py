"""JSON Schemas of tools, as small as they can be: a model reads them all before its first question.

Arguments keep their types, limits and values; what a text has to look like is said by its example. Answers
keep the names and types of their own fields; what is in those, a reader of the answer sees.
"""

from __future__ import annotations

from typing import Any

import msgspec

from soupis.mcp.descriptions import ARGUMENTS
from soupis.wire.mcp import Odpoved

_KEPT_OF_ARGUMENTS = ("type", "minimum", "maximum", "maxItems", "minItems")


def input_schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of arguments, each of which is described."""
    whole = _whole(kind)
    schema: dict[str, Any] = {"type": "object", "additionalProperties": False}
    if properties := whole.get("properties", {}):
        schema["properties"] = {
            name: {**_argument(part), "description": ARGUMENTS[name]} for name, part in properties.items()
        }
    if required := whole.get("required"):
        schema["required"] = required
    return schema


def output_schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of an answer, one level deep and without what all answers end with."""
    properties = _whole(kind)["properties"]
    own = [name for name in properties if name not in Odpoved.__struct_encode_fields__]
    return {"type": "object", "properties": {name: _type_of(properties[name]) for name in own}}


def _whole(kind: type[msgspec.Struct]) -> dict[str, Any]:
    schema = msgspec.json.schema(kind)
    whole: dict[str, Any] = schema["$defs"][kind.__name__]
    return whole


def _argument(part: dict[str, Any]) -> dict[str, Any]:
    chosen = _without_null(part)
    small = {name: chosen[name] for name in _KEPT_OF_ARGUMENTS if name in chosen}
    if "items" in chosen:
        small["items"] = _argument(chosen["items"])
    # The names of regions are many, and forgiven; an empty value is for forms of pages.
    if "enum" in chosen and "pattern" not in chosen:
        small = {"enum": [value for value in chosen["enum"] if value]}
    if default := part.get("default"):
        small["default"] = default
    return small


def _without_null(part: dict[str, Any]) -> dict[str, Any]:
    ways = part.get("anyOf")
    return next(way for way in ways if way.get("type") != "null") if ways else part


def _type_of(part: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" not in part:
        return {"type": part["type"]} if "type" in part else {"type": "object"}
    types = [way.get("type", "object") for way in part["anyOf"]]
    return {"type": types}

"""Answers as text, for clients that hand a model only that: indented `name: value` lines, nothing unknown.

Texts of registers are in quotation marks as in JSON, line breaks as `\\n`: a company may be called like an
instruction. Characters that nobody sees are left out: they may turn a text around, or hide an instruction.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from soupis.folding import without_unseen

# Fields whose texts this service writes. They may quote a register, but hold none of its lines.
_OUR_SENTENCES = frozenset(
    ("vyklad", "dphVyklad", "insolvenceVyklad", "upozorneni", "dalsiKroky", "zdroje", "mermaid")
)
# Codes, IDs, dates, keys and addresses.
_WORD = re.compile(r"[\w.:/+@#%&?=~-]+")


def as_text(value: dict[str, Any]) -> str:
    """Return an answer as lines; what is null or empty is left out, so that it is never read as "no"."""
    return "\n".join(_lines(value, ""))


def without_nulls(value: Any) -> Any:
    """Return a value without the nulls in it, as answers are sent."""
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: without_nulls(part) for name, part in value.items() if part is not None}


def _lines(value: dict[str, Any], indent: str, *, within_item: bool = False) -> Iterator[str]:
    for name, part in value.items():
        if part is None or part in ([], {}, ""):
            continue
        if isinstance(part, dict) and within_item and _fits_on_a_line(part):
            inner = ", ".join(f"{key}: {_scalar(key, value)}" for key, value in part.items())
            yield f"{indent}{name}: {{{inner}}}"
        elif isinstance(part, dict):
            lines = list(_lines(part, indent + "  "))
            if lines:
                yield f"{indent}{name}:"
                yield from lines
        elif isinstance(part, list):
            yield from _items(name, part, indent)
        else:
            yield f"{indent}{name}: {_scalar(name, part)}"


def _fits_on_a_line(part: dict[str, Any]) -> bool:
    """Return whether all values of a part are words and numbers."""
    return bool(part) and all(
        value is not None and not isinstance(value, dict | list) and _WORD.fullmatch(str(value))
        for value in part.values()
    )


def _items(name: str, items: list[Any], indent: str) -> Iterator[str]:
    if not isinstance(items[0], dict):
        yield f"{indent}{name}: {', '.join(_scalar(name, item) for item in items)}"
        return
    yield f"{indent}{name}:"
    for item in items:
        lines = list(_lines(item, indent + "    ", within_item=True))
        if lines:
            yield f"{indent}  - {lines[0].lstrip()}"
            yield from lines[1:]


def _scalar(name: str, value: Any) -> str:
    """Return a value; a text of a register in quotation marks, so that no model takes it for our words."""
    if isinstance(value, bool):
        return "ano" if value else "ne"
    text = without_unseen(str(value))
    if name in _OUR_SENTENCES or _WORD.fullmatch(text):
        return text.replace("\n", "\n  ")
    return json.dumps(text, ensure_ascii=False)

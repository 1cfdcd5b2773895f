"""Answers as text, for clients that hand a model only that: indented `name: value` lines, nothing unknown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


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
            inner = ", ".join(f"{key}: {_scalar(value, indent)}" for key, value in part.items())
            yield f"{indent}{name}: {{{inner}}}"
        elif isinstance(part, dict):
            lines = list(_lines(part, indent + "  "))
            if lines:
                yield f"{indent}{name}:"
                yield from lines
        elif isinstance(part, list):
            yield from _items(name, part, indent)
        else:
            yield f"{indent}{name}: {_scalar(part, indent)}"


def _fits_on_a_line(part: dict[str, Any]) -> bool:
    """Tell whether all of a part is single words and numbers, none of which looks like the next name."""
    return bool(part) and all(
        value is not None
        and not isinstance(value, dict | list)
        and not any(sign in str(value) for sign in ",:{}\n")
        for value in part.values()
    )


def _items(name: str, items: list[Any], indent: str) -> Iterator[str]:
    if not isinstance(items[0], dict):
        texts = [str(item) for item in items]
        if not any(sign in text for text in texts for sign in ",\n"):
            yield f"{indent}{name}: {', '.join(texts)}"
            return
        # Texts of registers: a line or a comma of theirs must not look like the next name or the next text.
        yield f"{indent}{name}:"
        yield from (f"{indent}  - {_scalar(text, indent + '  ')}" for text in texts)
        return
    yield f"{indent}{name}:"
    for item in items:
        lines = list(_lines(item, indent + "    ", within_item=True))
        if lines:
            yield f"{indent}  - {lines[0].lstrip()}"
            yield from lines[1:]


def _scalar(value: Any, indent: str) -> str:
    if isinstance(value, bool):
        return "ano" if value else "ne"
    text = str(value)
    return text.replace("\n", f"\n{indent}  ") if "\n" in text else text

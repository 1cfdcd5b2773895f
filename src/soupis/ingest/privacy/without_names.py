"""Documents without the names of hidden persons: every text but names of companies and of other persons."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import structs

from soupis.ingest.privacy.hidden_names import is_company_name
from soupis.ingest.privacy.published import is_made_of_parts
from soupis.wire.base import Content
from soupis.wire.company import PravnickaOsoba, Sidlo

S = TypeVar("S", bound=msgspec.Struct)
Hide = Callable[[str], str]


def without_names(document: S, hide: Hide) -> S:
    """Return a document with all its texts changed by `hide`, a copy where anything changed.

    Names of companies, parts of persons' names, identifiers, days and the parts of seats stay as they are,
    because streets are called after people.
    """
    changes = {
        name: new
        for name in document.__struct_fields__
        if (new := _changed(document, name, hide)) is not (getattr(document, name))
    }
    return structs.replace(document, **changes) if changes else document


def _changed(document: msgspec.Struct, name: str, hide: Hide) -> Any:
    value = getattr(document, name)
    if isinstance(value, str):
        return hide(value) if value and _is_text(document, name) else value
    if isinstance(value, msgspec.Struct):
        return without_names(value, hide)
    if isinstance(value, list):
        items = [_changed_item(item, document, name, hide) for item in value]
        return value if all(map(_is_same, items, value)) else items
    return value


def _changed_item(item: Any, document: msgspec.Struct, name: str, hide: Hide) -> Any:
    if isinstance(item, msgspec.Struct):
        return without_names(item, hide)
    return hide(item) if isinstance(item, str) and _is_text(document, name) else item


def _is_same(new: object, old: object) -> bool:
    return new is old


def _is_text(document: msgspec.Struct, name: str) -> bool:
    """Tell whether a field is a text that somebody may be named in."""
    if isinstance(document, Sidlo):
        return name in ("text", "text_plny") and not is_made_of_parts(getattr(document, name), document)
    if isinstance(document, PravnickaOsoba) and document.ico is None and name == "obchodni_jmeno":
        # Without a legal form it may be a natural person who was entered as a legal one.
        return not is_company_name(document.obchodni_jmeno)
    return name in _texts_of(document.__class__)


@cache
def _texts_of(kind: type[msgspec.Struct]) -> frozenset[str]:
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name in kind.__struct_fields__ if _may_name_somebody(hints[name]))


def _may_name_somebody(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        is_plain = not any(isinstance(note, (Content, msgspec.Meta)) for note in notes)
        return kind is str and (is_plain or Content.BESIDE_NAME in notes)
    return hint is str or any(map(_may_name_somebody, get_args(hint)))

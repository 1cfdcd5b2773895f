"""Filters of companies on the page of results: fields of the form, and those in use, each to be removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request

from soupis.messages import Message
from soupis.queries.code_names import with_sections
from soupis.queries.companies import STATES, facet_names
from soupis.queries.company_filters import fitted
from soupis.queries.services import Services
from soupis.web.language import Writer
from soupis.web.render import writer_of
from soupis.wire.requests import Faseta, VyberFirem, VyhledavaniDotaz

# The classes of the European Union, as codes of list 579.
_SIZES = {
    "110": Message("žádní", "none"),
    "120,130": Message("1 až 9", "1 to 9"),
    "210,220,230": Message("10 až 49", "10 to 49"),
    "240,310,320": Message("50 až 249", "50 to 249"),
    "330,340,410,420,430,440,450,460,470,510": Message("250 a více", "250 and more"),
}
_CHOICES: dict[str, Mapping[str, Message]] = {
    "stav": STATES,
    "dph": {
        "platce": Message("plátce DPH", "VAT payer"),
        "nespolehlivyPlatce": Message("nespolehlivý plátce DPH", "unreliable VAT payer"),
        "identifikovanaOsoba": Message("identifikovaná osoba", "identified person"),
        "neplatce": Message("není plátce DPH", "not a VAT payer"),
        "neovereno": Message("DPH neověřeno", "VAT not verified"),
    },
    "insolvence": {
        "ano": Message("v insolvenci", "insolvent"),
        "ne": Message("bez insolvence", "not insolvent"),
        "neovereno": Message("insolvence nezjištěna", "insolvency not known"),
    },
    "velikost": _SIZES,
    "razeni": {
        "relevance": Message("nejlepší shoda", "best match"),
        "nazev": Message("název", "name"),
        "vznik": Message("nejstarší", "oldest"),
        "-vznik": Message("nejnovější", "newest"),
    },
}
_EMPTY = VyhledavaniDotaz()
_DAYS = ("vznik_od", "vznik_do", "zanik_od", "zanik_do")
# What the form has fields for beside the text and the town; the others are chosen from lists with counts.
IN_FORM = ("adresa", "stav", "dph", "insolvence", *_DAYS, "velikost")
_NAMED = {
    "obec": Message("obec {value}", "town {value}"),
    "adresa": Message("adresa {value}", "address {value}"),
    "vznik_od": Message("vznik od {value}", "founded since {value}"),
    "vznik_do": Message("vznik do {value}", "founded until {value}"),
    "zanik_od": Message("zánik od {value}", "ended since {value}"),
    "zanik_do": Message("zánik do {value}", "ended until {value}"),
    "velikost": Message("zaměstnanci: {value}", "employees: {value}"),
}


_LISTED: tuple[Faseta, ...] = ("kraj", "forma", "nace")
_FIELDS = VyberFirem.__struct_fields__
FILTERS = VyberFirem.__struct_encode_fields__


class Option(NamedTuple):
    """One choice of a field of the form."""

    value: str
    name: Message
    chosen: bool


class Used(NamedTuple):
    """A filter in use, and what would be searched for without it."""

    name: Message
    without: VyhledavaniDotaz


def given_pairs(request: Request) -> list[tuple[str, str]]:
    """Return what the address of a page says of the search, but for fields that are empty.

    A text longer than a search may be is fitted, see `was_shortened`.
    """
    values = ((name, value) for name in FILTERS for value in request.query_params.getlist(name))
    return [(name, fitted(value).text if name == "q" else value) for name, value in values if value.strip()]


def was_shortened(request: Request) -> bool:
    """Tell whether only a part of the text that the address of a page has is searched for."""
    return fitted(request.query_params.get("q", "")).shortened


def pairs_of(parameters: VyhledavaniDotaz) -> list[tuple[str, str]]:
    """Return what narrows and orders a search as an address or a form has it."""
    pairs: list[tuple[str, str]] = []
    for field, name in zip(_FIELDS, FILTERS, strict=True):
        value = _value(parameters, field)
        if isinstance(value, list):
            pairs += [(name, code) for code in value]
        elif value:
            pairs.append((name, value))
    return pairs


def address_of(request: Request, path: str, parameters: VyhledavaniDotaz, **more: object) -> str:
    """Return the address of a page about a search, with more parameters; those that are None are left out."""
    pairs = pairs_of(parameters) + [(name, str(value)) for name, value in more.items() if value is not None]
    return writer_of(request).address(path) + (f"?{urlencode(pairs)}" if pairs else "")


async def listed_names(services: Services) -> dict[str, dict[str, Message]]:
    """Return the names of the codes of the filters that are chosen from lists."""
    return {name: await facet_names(services, name) for name in _LISTED}


def _value(parameters: VyhledavaniDotaz, field: str) -> Any:
    """Return a filter as it is written: whole sections of activities by their letters."""
    value = getattr(parameters, field)
    return with_sections(value) if field == "nace" else value


def options(parameters: VyhledavaniDotaz) -> dict[str, list[Option]]:
    """Return the choices of every field of the form that has a fixed list of them."""
    return {name: _options(name, parameters) for name in _CHOICES}


def _options(name: str, parameters: VyhledavaniDotaz) -> list[Option]:
    value = getattr(parameters, name) or ""
    chosen = ",".join(value) if isinstance(value, list) else value
    choices = _CHOICES[name]
    own = {chosen: Message(chosen, chosen)} if chosen and chosen not in choices else {}
    return [Option(code, text, code == chosen) for code, text in {**choices, **own}.items()]


def used(parameters: VyhledavaniDotaz, names: Mapping[str, Mapping[str, Message]]) -> list[Used]:
    """Return the filters in use; `names` are those of the codes of `kraj`, `forma` and `nace`."""
    filters = []
    for field in _FIELDS:
        value = _value(parameters, field)
        if not value or field in ("q", "razeni"):
            continue
        if field in ("forma", "nace"):
            for code in value:
                rest = [other for other in value if other != code]
                filters.append(Used(_name(field, code, names), _with(parameters, field, rest)))
        else:
            written = ",".join(value) if isinstance(value, list) else value
            filters.append(Used(_name(field, written, names), _without(parameters, field)))
    return filters


def without_filters(parameters: VyhledavaniDotaz) -> VyhledavaniDotaz:
    """Return a search for the text alone."""
    return VyhledavaniDotaz(q=parameters.q, razeni=parameters.razeni)


def _name(field: str, value: str, names: Mapping[str, Mapping[str, Message]]) -> Message:
    labels = names.get(field) or _CHOICES.get(field) or {}
    text = labels.get(value) or Message(value, value)
    if field in _DAYS:
        text = Message(Writer("cs").day(value), Writer("en").day(value))
    around = _NAMED.get(field) or Message("{value}", "{value}")
    return Message(around.cs.format(value=text.cs), around.en.format(value=text.en))


def _with(parameters: VyhledavaniDotaz, field: str, value: object) -> VyhledavaniDotaz:
    return msgspec.structs.replace(parameters, **{field: value})


def _without(parameters: VyhledavaniDotaz, field: str) -> VyhledavaniDotaz:
    return _with(parameters, field, getattr(_EMPTY, field))

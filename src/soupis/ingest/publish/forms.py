"""Companies that the statistical register alone knows, four of five, are printed by forms.

What varies freely among them is little: ID, name, two days, a seat, activities. All else comes in some
thousand combinations. Of each the publisher makes the documents of a specimen as of any other company, with
marks for what varies; cut there they are forms, and others fill them with what they have in these places,
redacted by the rules of the same fields. So what documents look like is said once, by the publisher, to whom
companies are left that fit no form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from soupis.identifiers import format_ico
from soupis.ingest.privacy.forms import MARK, MARKED_NUMBER, Form, cells_of, saying
from soupis.ingest.privacy.published import how_redacted, published_json, redact_seat
from soupis.ingest.publish.company_document import (
    CompanyDocuments,
    CompanyPublisher,
    coded,
    places_of,
    version_of,
)
from soupis.ingest.publish.company_rows import CompanyRow, CompanyRows
from soupis.ingest.publish.csv_line import seat_cells
from soupis.ingest.publish.seats import number_text
from soupis.ingest.publish.states import liquidation_of, state_of
from soupis.store.entries import CompanyEntry, encode_entry
from soupis.wire.base import encode
from soupis.wire.company import FirmaDetail, Sidlo
from soupis.wire.person import Angazma

_COLUMNS: tuple[str, ...] = CompanyRow._fields
# What is known of these companies, by the names of `CompanyRows`.
_ALONE = frozenset({"company", "claims", "activities"})
# Columns that no document shows, but for what `state_of` tells by one of them.
_NOT_SHOWN = {"ended", "end_reason", "tax_office", "updated", "seat_country", "seat_source"}
_ADDRESS = {
    "seat_street": f"ulice{MARK}",
    "seat_house_number": f"domovní{MARK}",
    "seat_orientation_number": f"orientační{MARK}",
    "seat_address_point": MARKED_NUMBER,
}
_is_marked = re.compile("|".join(map(str, _ADDRESS.values()))).search
_PLACE = {name for name in _COLUMNS if name.startswith("seat_")} - {*_ADDRESS, *_NOT_SHOWN}
_SPECIMEN = {
    "ico": MARKED_NUMBER,
    "name": f"jméno{MARK}",
    "founded": f"0001{MARK}",
    "nace2025": None,
    "seat_text": None,
    "seat_municipality": f"obec{MARK}",
    **_ADDRESS,
}
_ACTIVITY = f"činnost{MARK}"
# Days that have passed and that have not come, whatever day it is.
_END = {"zanikla": f"0000{MARK}", "aktivni": f"9999{MARK}"}
# Of municipalities with their parts and postal codes there are some 20,000.
_MOST = 32_768

_NAME = saying(FirmaDetail, "obchodni_jmeno")
_FOUNDED, _CEASED = saying(FirmaDetail, "datum_vzniku"), saying(FirmaDetail, "datum_zaniku")
_STREET, _HOUSE = saying(Sidlo, "nazev_ulice"), saying(Sidlo, "cislo_domovni")
_ORIENTATION = saying(Sidlo, "cislo_orientacni")
_NUMBER = saying(CompanyEntry, "house")
_redact_places, _redact_codes = how_redacted(CompanyEntry, "places"), how_redacted(CompanyEntry, "nace")
_NO_NAME = encode_entry("")
_NO_MAIN = b"null", cells_of(None, None)


def _columns(names: Iterable[str]) -> itemgetter[Any]:
    return itemgetter(*map(_COLUMNS.index, names))


_place_of = _columns(sorted(_PLACE))
_address_of = _columns(_ADDRESS)
_combination_of = _columns(
    name for name in _COLUMNS if name not in {*_SPECIMEN, *_PLACE, *_NOT_SHOWN, "ceased", "nace"}
)

# Parts of documents that vary: of detail and summary, of the search entry, of the export line.
_Parts = tuple[tuple[bytes, ...], tuple[bytes, ...], tuple[bytes, ...]]


class _Forms(NamedTuple):
    detail: Form
    summary: Form
    entry: Form
    line: Form

    def filled(self, ico: int, parts: _Parts) -> CompanyDocuments:
        shown, entry, line = parts
        return CompanyDocuments(
            ico=ico,
            version=version_of(detail := self.detail.filled(shown)),
            summary=self.summary.filled(shown),
            entry=self.entry.filled(entry),
            csv=self.line.filled(line),
            vat=None,
            ties=None,
            detail=detail,
        )


class _Place(NamedTuple):
    """What seats have in common that differ in street, numbers and the point of the address alone."""

    seat: Form
    names: tuple[str, ...]
    listed: str  # each name behind a line break
    located: bytes
    district: bytes
    postcode: bytes
    cells: bytes


class Printer:
    """Publishes companies as `CompanyPublisher` does, by forms where they fit."""

    def __init__(self, publisher: CompanyPublisher) -> None:
        self._publisher = publisher
        self._forms: dict[Any, _Forms | None] = {}
        self._met: set[Any] = set()
        self._places: dict[Any, _Place | None] = {}

    def build(
        self, companies: Sequence[CompanyRows], ties: Mapping[int, list[Angazma]]
    ) -> list[CompanyDocuments]:
        """Return all documents of some companies, as `CompanyPublisher.build` does."""
        printed = [None if rows.company.ico in ties else self._printed(rows) for rows in companies]
        others = [rows for rows, documents in zip(companies, printed, strict=True) if documents is None]
        built = iter(self._publisher.build(others, ties))
        return [documents or next(built) for documents in printed]

    def _printed(self, rows: CompanyRows) -> CompanyDocuments | None:
        row, today = rows.company, self._publisher.today
        if not _ALONE.issuperset(rows.__dict__) or liquidation_of(rows, today):
            return None
        is_active = bool(rows.activities or row.nace or row.nace2025)
        combination = (_combination_of(row), state_of(row, today), is_active)
        if combination not in self._met:
            _make_room(self._met)
            self._met.add(combination)
            return None  # a form pays from the second company on
        if (parts := self._parts(rows)) is None:
            return None
        if combination not in self._forms:
            _make_room(self._forms)
            self._forms[combination] = self._made(rows, parts)
        forms = self._forms[combination]
        return forms.filled(row.ico, parts) if forms else None

    def _made(self, rows: CompanyRows, parts: _Parts) -> _Forms | None:
        """Return the forms of companies like one; None where they do not print this one as published."""
        row = rows.company
        is_active = bool(rows.activities or row.nace or row.nace2025)
        end = _END[state_of(row, self._publisher.today)]
        marks = {**_SPECIMEN, "ceased": end, "nace": _ACTIVITY if is_active else None}
        specimen = CompanyRows(row._replace(**marks))
        specimen.claims = rows.claims
        if (marked := self._parts(specimen)) is None:
            return None
        model, published = self._publisher.build([specimen, rows], {})
        shown, entry, line = marked
        forms = _Forms(
            Form(model.detail, shown),
            Form(model.summary, shown),
            Form(model.entry, entry),
            Form(model.csv, line),
        )
        return forms if forms.filled(row.ico, parts) == published else None

    def _parts(self, rows: CompanyRows) -> _Parts | None:
        """Return what varies, as documents have it; neighbours are one part. None = the seat fits no form."""
        row = rows.company
        if (seat := self._seat(row)) is None:
            return None
        shown_seat, located, house, cells = seat
        ico = format_ico(row.ico).encode()
        name = _NAME.once(row.name)
        founded, ceased = _FOUNDED[row.founded], _CEASED[row.ceased]
        shown = self._publisher.activities(rows)
        main, main_cells = _main(shown[0].kod, shown[0].nazev) if shown and shown[0].prevazujici else _NO_MAIN
        codes = {row.nace, row.nace2025, *(code for _, code in rows.activities)}
        activities = encode_entry(_redact_codes(sorted(filter(None, codes))))
        named = encode_entry(row.ico) + (_NO_NAME if row.name is None else name.entry)
        return (
            (b'"%b"' % ico, name.json, founded.json, ceased.json, shown_seat, published_json(shown), main),
            (named, located, activities, house, founded.entry, ceased.entry),
            (b"%b;%b" % (ico, name.cell), b"%b;%b" % (founded.cell, ceased.cell), cells, main_cells),
        )

    def _seat(self, row: Any) -> tuple[bytes, bytes, bytes, bytes] | None:
        """Return a seat as documents have it, what is searched of place and address, and its cells.

        None where its texts may have another form than those of other seats in this place.
        """
        street, house, orientation, point = _address_of(row)
        key = (_place_of(row), street and True, house and True, orientation and True)
        if key not in self._places:
            _make_room(self._places)
            self._places[key] = self._made_place(row)
        if (place := self._places[key]) is None:
            return None
        said_street, said_house, said_orientation = _STREET[street], _HOUSE[house], _ORIENTATION[orientation]
        if not (said_street.is_plain and said_house.is_plain and said_orientation.is_plain):
            return None
        # A street whose name begins as that of its town does, or the other way round.
        if street and (street.startswith(place.names) or f"\n{street}" in place.listed):
            return None
        number = _NUMBER.once(number_text(house, orientation, row.seat_house_number_kind))
        inner = (said_street.json[1:-1], said_house.json[1:-1], said_orientation.json[1:-1], encode(point))
        return (
            place.seat.filled(inner),
            place.located,
            place.district + said_street.entry + number.entry + place.postcode,
            b"%b;%b;%b" % (said_street.cell, number.cell, place.cells),
        )

    def _made_place(self, row: Any) -> _Place | None:
        city, part, district = row.seat_municipality, row.seat_part, row.seat_city_district
        told = (city, part, district, f"{city}-{district}", f"{row.seat_postal_code or 0:05d} ")
        names = tuple(filter(None, told))
        # Seats of which one might repeat the other's name, or whose names look like several or like marks.
        if (
            row.seat_text
            or any(", " in name for name in names)
            or _is_marked(" ".join(map(str, _place_of(row))))
        ):
            return None
        if not row.seat_street and any(name.startswith(f"{part or city} ") for name in names):
            return None
        marks = {name: mark if getattr(row, name) else getattr(row, name) for name, mark in _ADDRESS.items()}
        marks["seat_address_point"] = MARKED_NUMBER
        seat = self._publisher.seat(row._replace(**marks))
        document = encode(seat)
        if seat is None:
            if _address_of(row)[:3] != (None, None, None):
                return None
        elif encode(redact_seat(seat)) != document:
            return None
        *texts, point = marks.values()
        located = encode_entry(_redact_places(list(places_of(city, part, district))))
        return _Place(
            seat=Form(document, [*(encode(text or "")[1:-1] for text in texts), encode(point)]),
            names=names,
            listed="".join(f"\n{name}" for name in names),
            located=located + encode_entry(row.seat_region),
            district=encode_entry(seat.nazev_okresu if seat else None),
            postcode=encode_entry(seat.psc if seat else None),
            cells=cells_of(*(seat_cells(seat, None)[2:] if seat else (None,) * 6)),
        )


@lru_cache(maxsize=_MOST)
def _main(code: str, name: str | None) -> tuple[bytes, bytes]:
    """Return the main activity as a summary and as a line has it."""
    return published_json(coded(code, name)), cells_of(code, name)


def _make_room(kept: dict[Any, Any] | set[Any]) -> None:
    if len(kept) >= _MOST:
        kept.clear()

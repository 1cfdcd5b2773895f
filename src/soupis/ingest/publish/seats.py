"""Seats as people write them."""

from __future__ import annotations

import re
from typing import Any

from soupis.addresses import building_number, is_numbered
from soupis.folding import fold, fold_words
from soupis.ingest.publish.codes import CodeNames
from soupis.registers.countries import ABROAD, CZECH
from soupis.wire.company import Sidlo

# RÚIAN's code of the kind of number that cottages have instead of a house number.
_REGISTRATION_NUMBER = 2


def build_seat(row: Any, names: CodeNames) -> Sidlo | None:
    """Make the wire's seat of a `seat` row; None where nothing is known of it."""
    if row.seat_municipality is None and row.seat_text is None:
        return None
    number = building_number(
        row.seat_house_number, row.seat_orientation_number, is_registration=has_registration_number(row)
    )
    # In villages without streets buildings are numbered within the part of the municipality.
    place = row.seat_street or row.seat_part or row.seat_municipality
    first_line = f"{place} {number}" if place and number else place
    district = names.districts.get(row.seat_district) if row.seat_district else None
    short = _text_without_code(row) if _is_in_words_only(row, district) else _short(first_line, _town(row))
    if country := _country_abroad(row):
        short = f"{_short(first_line, row.seat_municipality)}, {country}"
    return Sidlo(
        text=short or row.seat_text,
        text_plny=_with_city_district(row) if row.seat_text else _full(row, first_line, place),
        kod_kraje=row.seat_region,
        nazev_kraje=names.regions.get(row.seat_region) if row.seat_region else None,
        psc=row.seat_postal_code,
        kod_okresu=row.seat_district,
        nazev_okresu=district,
        kod_obce=row.seat_municipality_code,
        nazev_obce=row.seat_municipality,
        nazev_mestske_casti=row.seat_city_district,
        nazev_casti_obce=row.seat_part,
        nazev_ulice=row.seat_street,
        cislo_domovni=row.seat_house_number,
        cislo_orientacni=row.seat_orientation_number,
        kod_adresniho_mista=row.seat_address_point,
    )


def has_registration_number(row: Any) -> bool:
    """Tell whether the number of a seat's building is a registration number."""
    return bool(row.seat_house_number_kind == _REGISTRATION_NUMBER)


def is_abroad(row: Any) -> bool:
    """Tell whether a seat is abroad, so that its town is not a Czech one."""
    return row.seat_country is not None and row.seat_country != CZECH


def _country_abroad(row: Any) -> str | None:
    """Return the country of a seat abroad whose town is known: its text ends with the country."""
    if not is_abroad(row) or not row.seat_text or not row.seat_municipality:
        return None
    last: str = row.seat_text.rpartition(", ")[2]
    # If no register names the country, the text may end with the town.
    is_town = row.seat_municipality in last or any(map(str.isdigit, last))
    return None if row.seat_country == ABROAD and is_town else last


# Words of an address that name no place.
_LABELS = frozenset(
    "c p cp e ce ev cev o co cislo popisne evidencni bez psc obec okr okres a cz cr ceska republika".split()
)


def _is_in_words_only(row: Any, district: str | None) -> bool:
    """Tell whether the text of an address names places that its parts lack, like the street."""
    if not row.seat_text or row.seat_street or row.seat_address_point:
        return False
    names = (row.seat_municipality, row.seat_part, row.seat_city_district, district)
    numbers = (row.seat_house_number, row.seat_orientation_number)
    known = {word for name in (*names, *numbers) if name for word in fold_words(name)}
    return not known | _LABELS >= set(fold_words(_text_without_code(row)))


def _text_without_code(row: Any) -> str:
    """Return "Lhota 12, Zadní Ves" of "Lhota 12, 262 84 Zadní Ves"."""
    text, code = str(row.seat_text), row.seat_postal_code
    if not code:
        return text
    digits = str(code)
    mark = rf"(?:\bPSČ\s*:?\s*|\bCZ\s?-\s?)?\b{digits[:3]}\s?{digits[3:]}\b"
    return re.sub(rf",\s*{mark}(?=\s*(?:,|$))|{mark}[\s,]*", "", text).strip(" ,") or text


def _town(row: Any) -> str | None:
    """Return the town of a short address, the more exact the better: Praha 4, Brno-střed, Ostrava-Poruba."""
    city: str | None = row.seat_municipality
    district: str | None = row.seat_city_district
    if district and city and not district.startswith(city):
        return f"{city}-{district}"
    return district or city


def _short(first_line: str | None, town: str | None) -> str | None:
    if not first_line or not town or first_line == town or first_line.startswith(f"{town} "):
        return first_line or town
    return f"{first_line}, {town}"


def _full(row: Any, first_line: str | None, place: str | None) -> str | None:
    """Return "Duhová 1444/2, Michle, 14000 Praha 4"; a district without a number has a place of its own."""
    city, district = row.seat_municipality, row.seat_city_district
    numbered = district is not None and (city is None or is_numbered(district, city))
    town = district if numbered else city
    part = row.seat_part if row.seat_part not in (place, city, town) else None
    postal = f"{row.seat_postal_code} {town}" if row.seat_postal_code and town else town
    if postal == place:  # "Rataje 12" says it all
        return first_line
    lines = [line for line in (first_line, part, None if numbered else district, postal) if line]
    return ", ".join(dict.fromkeys(lines)) or None


def _with_city_district(row: Any) -> str:
    """Return the text of a source, with the city district before its town where it lacks that."""
    text, district = str(row.seat_text), row.seat_city_district
    if district is None or fold(district) in fold(text):
        return text
    *before, last = text.split(", ")
    town = row.seat_municipality
    if before and town and fold(town) in fold(last):
        return ", ".join((*before, district, last))
    return f"{text}, {district}"

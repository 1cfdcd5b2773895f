"""Seats as people write them."""

from __future__ import annotations

from typing import Any

from soupis.wire.company import Sidlo


def number_text(house: str | None, orientation: str | None, kind: int | None) -> str | None:
    """Return a building's number: "1444/2", "č. ev. 12", or None."""
    if not house:
        return orientation
    text = f"{house}/{orientation}" if orientation else house
    return f"č. ev. {text}" if kind == 2 else text


def build_seat(row: Any, regions: dict[int, str], districts: dict[str, str]) -> Sidlo | None:
    """Make the wire's seat of a `seat` row; None where nothing is known of it."""
    if row.seat_municipality is None and row.seat_text is None:
        return None
    town = row.seat_city_district or row.seat_municipality
    number = number_text(row.seat_house_number, row.seat_orientation_number, row.seat_house_number_kind)
    # In villages without streets buildings are numbered within the part of the municipality.
    place = row.seat_street or row.seat_part or row.seat_municipality
    first_line = f"{place} {number}" if place and number else place
    district = districts.get(row.seat_district) if row.seat_district else None
    return Sidlo(
        text=_short(first_line, town) or row.seat_text,
        text_plny=row.seat_text or _full(row, first_line, place, town),
        kod_kraje=row.seat_region,
        nazev_kraje=regions.get(row.seat_region) if row.seat_region else None,
        psc=row.seat_postal_code,
        kod_okresu=row.seat_district,
        nazev_okresu=district,
        nazev_obce=row.seat_municipality,
        nazev_casti_obce=row.seat_part,
        nazev_ulice=row.seat_street,
        cislo_domovni=row.seat_house_number,
        cislo_orientacni=row.seat_orientation_number,
        kod_adresniho_mista=row.seat_address_point,
    )


def _short(first_line: str | None, town: str | None) -> str | None:
    if not first_line or not town or first_line == town or first_line.startswith(f"{town} "):
        return first_line or town
    return f"{first_line}, {town}"


def _full(row: Any, first_line: str | None, place: str | None, town: str | None) -> str | None:
    part = row.seat_part if row.seat_part not in (place, row.seat_municipality, town) else None
    postal = f"{row.seat_postal_code:05d} {town}" if row.seat_postal_code and town else town
    lines = [line for line in (first_line, part, postal) if line]
    return ", ".join(dict.fromkeys(lines)) or None

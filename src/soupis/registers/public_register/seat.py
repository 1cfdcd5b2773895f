"""The seat of a subject in the public register."""

from __future__ import annotations

from soupis.registers.codelists import district_code, region_by_district
from soupis.registers.countries import country_code
from soupis.registers.places import town_of
from soupis.registers.public_register.entry import Entry
from soupis.registers.records import Subject
from soupis.registers.values import clean, whole_number

_LONGEST_NUMBER = 16


def read_seat(entry: Entry, subject: Subject) -> None:
    """Write the address of a SIDLO entry into the seat fields of a subject."""
    element = entry.parts.get("adresa")
    if element is None:
        return
    parts = {child.tag: clean(child.text) for child in element}
    town, district = parts.get("obec"), parts.get("okres")
    written, supplement = parts.get("adresaText"), parts.get("doplnujiciText")
    if written and supplement and supplement not in written:
        written = f"{written}, {supplement}"
    # Where the address comes in parts, they say more than their supplement alone.
    subject.seat_text = written or (None if town else supplement)
    subject.seat_country = country_code(parts.get("statNazev") or "")
    subject.seat_municipality = town
    subject.seat_part = parts.get("castObce")
    subject.seat_district = district_code(district) if district else None
    if town and subject.seat_country in {"CZ", None}:
        place = town_of(town, lau=subject.seat_district, district_name=subject.seat_part)
        subject.seat_municipality_code, subject.seat_municipality = place.code, place.name
        subject.seat_district = place.lau
        subject.seat_city_district = place.city_district
        subject.seat_part = subject.seat_part or place.part
    if subject.seat_district:
        subject.seat_region = region_by_district()[subject.seat_district]
    subject.seat_street = parts.get("ulice")
    for name, kind in (("cisloPo", 1), ("cisloEv", 2), ("cisloText", None)):
        number = parts.get(name)
        if number and len(number) <= _LONGEST_NUMBER:
            subject.seat_house_number, subject.seat_house_number_kind = number, kind
            break
    subject.seat_orientation_number = parts.get("cisloOr")
    subject.seat_postal_code = whole_number(parts.get("psc"))

"""The seat of a subject in the public register."""

from __future__ import annotations

from soupis.registers.codelists import district_code
from soupis.registers.countries import country_code
from soupis.registers.house_numbers import number_of_field
from soupis.registers.public_register.entry import Entry
from soupis.registers.records import Subject
from soupis.registers.seats import complete_seat, written_address
from soupis.registers.values import clean, whole_number


def read_seat(entry: Entry, subject: Subject) -> None:
    """Write the address of a SIDLO entry into the seat fields of a subject."""
    element = entry.parts.get("adresa")
    if element is None:
        return
    parts = {child.tag: clean(child.text) for child in element}
    country, district = parts.get("statNazev"), parts.get("okres")
    subject.seat_text = written_address(
        parts.get("adresaText"), parts.get("doplnujiciText"), has_parts=bool(parts.get("obec"))
    )
    subject.seat_country = country_code(country or "")
    subject.seat_municipality = parts.get("obec")
    subject.seat_part = parts.get("castObce")
    subject.seat_district = district_code(district) if district else None
    subject.seat_street = parts.get("ulice")
    for name, kind in (("cisloPo", 1), ("cisloEv", 2), ("cisloText", None)):
        if number_of_field(parts.get(name)):
            subject.seat_house_number, subject.seat_house_number_kind = parts[name], kind
            break
    subject.seat_orientation_number = parts.get("cisloOr")
    subject.seat_postal_code = whole_number(parts.get("psc"))
    complete_seat(subject, country=country, district_name=subject.seat_part, postal_code=parts.get("psc"))

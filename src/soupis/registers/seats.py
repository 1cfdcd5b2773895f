"""Completion of seats by the parts that follow from those which a register gives."""

from __future__ import annotations

from soupis.registers.address_text import read_address
from soupis.registers.countries import (
    ABROAD,
    country_at_end,
    country_code,
    is_czech,
    is_foreign,
    read_country,
)
from soupis.registers.house_numbers import number_of_field, with_orientation, without_zero_numbers
from soupis.registers.places import Town, town_of
from soupis.registers.records import Subject


def complete_seat(
    subject: Subject,
    *,
    country: str | None = None,
    unit: int | None = None,
    district_name: str | None = None,
    postal_code: str | None = None,
) -> None:
    """Complete the seat fields of a subject, which hold what a register gives.

    Region and district follow from the municipality. Town, street and number are read from the text of the
    address where the register gives them in no field of their own. An address abroad gets a text that ends
    with its country, because no field holds that.

    Args:
        subject: the subject; its seat is changed.
        country: country of the seat, as the register names it.
        unit: code of the municipality or, in a divided city, of the city district.
        district_name: text that may name the city district.
        postal_code: postal code as the register writes it; abroad it may begin with 0.
    """
    _split_numbers(subject)
    if subject.seat_text:
        subject.seat_text = without_zero_numbers(subject.seat_text)
    if is_foreign(country) or _has_foreign_code(subject):
        _complete_abroad(subject, country, postal_code)
        return
    town = town_of(
        subject.seat_municipality,
        unit=unit,
        lau=subject.seat_district,
        district_name=district_name,
        postal_code=subject.seat_postal_code,
    )
    if _needs_text(subject):
        town = _read_text(subject, town)
    subject.seat_municipality_code = town.code
    subject.seat_municipality = town.name
    subject.seat_part = subject.seat_part or town.part
    subject.seat_city_district = town.city_district or subject.seat_city_district
    subject.seat_district = town.lau or subject.seat_district
    subject.seat_region = town.region or subject.seat_region


def written_address(text: str | None, supplement: str | None, *, has_parts: bool) -> str | None:
    """Return the text of an address with its supplement; fields of an address say more than that alone."""
    if text and supplement and supplement not in text:
        return f"{text}, {supplement}"
    return text or (None if has_parts else supplement)


def _has_foreign_code(subject: Subject) -> bool:
    """Tell whether the postal code is of another country: Czech ones begin with 1 to 7."""
    return subject.seat_postal_code is not None and not 10_000 <= subject.seat_postal_code < 80_000


def _complete_abroad(subject: Subject, country: str | None, postal_code: str | None) -> None:
    """Write the text of an address abroad, with its postal code as printed and its country at the end."""
    place = read_country(country) if is_foreign(country) else None
    if place:
        subject.seat_country = place.code or ABROAD
    elif not is_czech(country) and subject.seat_country is None:
        subject.seat_country = ABROAD
    text = subject.seat_text or _text_of_parts(subject, postal_code)
    if text and place:
        last = country_at_end(text) or text.rpartition(",")[2].strip()
        is_there = country_code(last) == place.code if place.code else last == place.name
        text = text if is_there else f"{text}, {place.name}"
    subject.seat_text = text
    if postal_code and postal_code.startswith("0"):
        subject.seat_postal_code = None  # a number would lose the zero


def _text_of_parts(subject: Subject, postal_code: str | None) -> str | None:
    """Return "Hauptstrasse 5, 1010 Wien" from the fields of an address."""
    town = subject.seat_municipality
    if town is None:
        return None
    place = subject.seat_street or subject.seat_part or town
    numbers = filter(None, (subject.seat_house_number, subject.seat_orientation_number))
    first_line = f"{place} {'/'.join(numbers)}".strip()
    code = postal_code or (str(subject.seat_postal_code) if subject.seat_postal_code else None)
    last_line = f"{code} {town}" if code else town
    if first_line == town:
        return last_line
    return first_line if last_line == place else f"{first_line}, {last_line}"


def _needs_text(subject: Subject) -> bool:
    has_number = subject.seat_house_number or subject.seat_orientation_number
    return bool(subject.seat_text) and not has_number and not subject.seat_address_point


def _read_text(subject: Subject, town: Town) -> Town:
    """Fill in what the text of the address names; return its town, or the one that is known."""
    assert subject.seat_text
    written = read_address(subject.seat_text, subject.seat_street, town)
    subject.seat_street = written.street
    subject.seat_postal_code = subject.seat_postal_code or written.postal_code
    if written.number:
        subject.seat_house_number, kind, subject.seat_orientation_number = written.number
        subject.seat_house_number_kind = kind
    return written.town


def _split_numbers(subject: Subject) -> None:
    """Split numbers that a register gives in one field: "123/4a"."""
    given = number_of_field(subject.seat_house_number, subject.seat_house_number_kind)
    numbers = with_orientation(given, subject.seat_orientation_number)
    subject.seat_house_number = numbers.number if numbers else None
    subject.seat_house_number_kind = numbers.kind if numbers else None
    subject.seat_orientation_number = numbers.orientation if numbers else None

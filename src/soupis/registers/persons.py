"""Persons in bodies and among partners, and the number that a register prints for a legal one."""

from __future__ import annotations

import re

from soupis.identifiers import has_valid_check_digit, parse_ico
from soupis.registers.address_text import read_address
from soupis.registers.countries import country_at_end, is_czech, is_foreign, read_country
from soupis.registers.records import LegalPerson, NaturalPerson
from soupis.registers.values import clean


def natural_person(
    first_name: str | None,
    last_name: str | None,
    title_before: str | None,
    title_after: str | None,
    birth_date: str | None,
    country: str | None,
) -> NaturalPerson | None:
    """Return a natural person, or None without a name; a single name counts as the last one."""
    if not (first_name or last_name):
        return None
    return NaturalPerson(
        last_name=last_name or first_name or "",
        first_name=first_name if last_name else None,
        title_before=title_before,
        title_after=title_after,
        birth_date=birth_date,
        country=country,
    )


def legal_person(
    name: str | None,
    number: str | None,
    country: str | None,
    *,
    address: str | None = None,
    registration: str | None = None,
    euid: str | None = None,
) -> LegalPerson | None:
    """Return a legal person, or None if it has neither a name nor a number.

    `number` is printed in the place of a company ID, `registration` in that of a foreign number. Registers
    print IDs without leading zeros, and foreign numbers in the place of IDs. So `number` is a Czech ID if the
    country is the Czech Republic and the check digit is valid. If no country is told, and the `address` is
    not one of a Czech town with its postal code, `number` is only claimed to be a Czech ID.
    """
    country = country if read_country(country) else country_at_end(address) or country
    number, registration, euid = map(_number, (number, registration, euid))
    if name is None and number is None:
        return None
    valid = None if is_foreign(country) else _valid_ico(number)
    ico = valid if is_czech(country) or (country is None and _is_czech_address(address)) else None
    return LegalPerson(
        name=name or number or "",
        ico=ico,
        claimed_ico=None if ico else valid,
        foreign_number=registration or (None if ico else number) or euid,
        country=country,
    )


def _is_czech_address(address: str | None) -> bool:
    found = read_address(address) if address else None
    return found is not None and found.postal_code is not None and found.town.code is not None


def _number(text: str | None) -> str | None:
    """Return a number as printed, or None for a placeholder such as "0" or "neuvedeno"."""
    text = clean(text)
    return text if text and re.search(r"[1-9]", text) else None


def _valid_ico(number: str | None) -> int | None:
    """Return a company ID printed with or without leading zeros, or None if its check digit is wrong."""
    ico = parse_ico(number.replace(" ", "")) if number else None
    return ico if ico is not None and has_valid_check_digit(ico) else None

"""Subjects and their activities in ARES answers of the basic and the statistical endpoint."""

from __future__ import annotations

import re

from soupis.registers.ares.json_values import Entry, code, text
from soupis.registers.codelists import district_code, load, region_by_district
from soupis.registers.countries import country_code, is_foreign
from soupis.registers.house_numbers import number_of_field
from soupis.registers.legal_forms import NATURAL_FORMS
from soupis.registers.places import is_unit
from soupis.registers.records import Activities, Revision, Subject
from soupis.registers.seats import complete_seat, written_address
from soupis.registers.values import whole_number

_PRAGUE = 19
_TAX_ID = re.compile(r"[A-Z]{0,2} ?\d{6,12}[A-Z]?")
_STATE = re.compile("[A-Z_]{1,40}")
_ENDED = frozenset({"ZANIKLY", "HISTORICKY", "LOGICKY_SMAZANY"})  # states of a registration


def read_subject(answer: Entry, ico: int, today: str) -> Subject:
    """Return what an `EkonomickySubjekt` says of a subject as a whole."""
    subject = _basics(answer, ico, today)
    states = answer.part("seznamRegistraci")
    if subject.ceased is None:
        # A company merged into another one has no date of its end here, only the states say it.
        state, statistical = states.text("stavZdrojeRos"), states.text("stavZdrojeRes")
        subject.ended = state == "ZANIKLY" or (statistical == "ZANIKLY" and state != "AKTIVNI")
    if states.text("stavZdrojeSkDph") not in _ENDED:  # like a tax ID, its number may outlive the membership
        subject.vat_group_id = _tax_id(answer.text("dicSkDph"))
    subject.vat_registration = states.text("stavZdrojeDph")
    subject.registrations = _registrations(answer)
    marks = [more.text("spisovaZnacka") for more in answer.below("dalsiUdaje")]
    subject.file_mark = next(filter(None, marks), None)
    subject.delivery_address = _delivery_address(answer, subject)
    return subject


def read_statistical(record: Entry, ico: int, today: str) -> Subject:
    """Return what a record of the statistical endpoint (`-res`) says of a subject."""
    subject = _basics(record, ico, today)
    subject.headcount = code(record.value("statistickeUdaje", "kategoriePoctuPracovniku"), 3)
    subject.sector = code(record.text("statistickeUdaje", "institucionalniSektor2010"), 8)
    subject.nace = code(record.text("czNacePrevazujici2008"), 6)
    subject.nace2025 = code(record.text("czNacePrevazujici"), 6)
    district = code(record.value("okresNutsLau"), 6)
    if subject.seat_district is None and district in load("district"):
        subject.seat_district = district
        subject.seat_region = region_by_district()[district]
    return subject


def read_activities(answer: Entry, ico: int) -> Activities | None:
    """Return the activities of a subject, None when the answer does not speak of them."""
    if "czNace" not in answer.fields and "czNace2008" not in answer.fields:
        return None
    codes: dict[tuple[Revision, str], None] = {}
    lists: tuple[tuple[Revision, str], ...] = ((2008, "czNace2008"), (2025, "czNace"))
    for revision, name in lists:
        for item in answer.below(name):
            if activity := code(item.text("hodnota"), 6):
                codes[(revision, activity)] = None
    return Activities(ico, tuple(codes))


def read_seat(address: Entry, subject: Subject) -> None:
    """Write an `Adresa` into the seat fields of a subject."""
    country = country_of(address)
    district = address.text("nazevOkresu")
    municipality = whole_number(address.value("kodObce"))
    subject.seat_country = country_code(country)
    subject.seat_region = whole_number(address.value("kodKraje"))
    subject.seat_district = district_code(district) if district else None
    if subject.seat_region == _PRAGUE:
        subject.seat_district = "CZ0100"
    subject.seat_municipality_code = municipality
    # Only Prague has the others: where they stand alone, they tell at least the larger district.
    districts = ("nazevMestskeCastiObvodu", "nazevMestskehoObvodu", "nazevSpravnihoObvodu")
    subject.seat_city_district = next(filter(None, (address.text(name) for name in districts)), None)
    subject.seat_municipality = address.text("nazevObce")
    subject.seat_part = address.text("nazevCastiObce")
    subject.seat_street = address.text("nazevUlice")
    numbers = (address.text(name) for name in ("cisloDomovni", "cisloDoAdresy"))
    subject.seat_house_number = next(filter(number_of_field, numbers), None)
    subject.seat_house_number_kind = whole_number(address.value("typCisloDomovni"))
    orientation, letter = address.text("cisloOrientacni"), address.text("cisloOrientacniPismeno")
    subject.seat_orientation_number = f"{orientation}{letter or ''}" if orientation else None
    subject.seat_postal_code = whole_number(address.value("psc")) or _domestic_code(address)
    subject.seat_address_point = whole_number(address.value("kodAdresnihoMista"))
    subject.seat_text = written_address(
        address.text("textovaAdresa"),
        address.text("doplnekAdresy"),
        has_parts=subject.seat_municipality is not None,
    )
    city_district = whole_number(address.value("kodMestskeCastiObvodu"))
    complete_seat(
        subject,
        country=country,
        unit=city_district if is_unit(city_district) else municipality,
        district_name=subject.seat_city_district,
        postal_code=address.text("pscTxt") or address.text("psc"),
    )


def _basics(answer: Entry, ico: int, today: str) -> Subject:
    """Return what both endpoints share; an end in the future has not come yet."""
    ceased = answer.date("datumZaniku")
    subject = Subject(
        ico=ico,
        name=answer.text("obchodniJmeno"),
        legal_form=code(answer.value("pravniForma"), 3),
        legal_form_ros=code(answer.value("pravniFormaRos"), 3),
        founded=answer.date("datumVzniku"),
        ceased=ceased,
        ended=ceased is not None and ceased <= today,
        tax_office=code(answer.value("financniUrad"), 3),
        tax_id=_tax_id(answer.text("dic")),
        updated=answer.date("datumAktualizace"),
    )
    seat = answer.part("sidlo")
    read_seat(seat if seat.fields else _seat_of_a_source(answer), subject)
    return subject


def _tax_id(written: str | None) -> str | None:
    """Return a tax ID: of any country, with digits; ARES has printed words in its place ("Skupinove_DPH")."""
    return written if written and _TAX_ID.fullmatch(written) else None


def _seat_of_a_source(answer: Entry) -> Entry:
    """Return the seat that a single source tells, for an answer without a seat of its own; a valid one."""
    told = [seat for more in answer.below("dalsiUdaje") for seat in more.below("sidlo")]
    valid = [seat for seat in told if not seat.date("platnostDo")]
    primary = [seat for seat in valid if seat.value("primarniZaznam") is True]
    addresses = (seat.part("sidlo") for seat in primary + valid)
    return next((address for address in addresses if address.fields), Entry({}))


def _registrations(answer: Entry) -> str | None:
    """Return the state in each register by its name ("skDph" of `stavZdrojeSkDph`), None if none is told."""
    states = answer.part("seznamRegistraci").fields.items()
    told = [
        f"{register[:1].lower()}{register[1:]}={state}"
        for name, value in states
        if (state := text(value))
        and _STATE.fullmatch(state)
        and (register := name.removeprefix("stavZdroje")) != name
        and register.isalnum()
    ]
    return " ".join(told) or None


def _delivery_address(answer: Entry, subject: Subject) -> str | None:
    """Return the delivery address of a legal person; that of a natural one may be a home and is not read."""
    if subject.legal_form is None or {subject.legal_form, subject.legal_form_ros} & NATURAL_FORMS:
        return None
    address = answer.part("adresaDorucovaci")
    lines = [address.text(f"radekAdresy{number}") for number in (1, 2, 3)]
    return ", ".join(line for line in lines if line) or None


def _domestic_code(address: Entry) -> int | None:
    """Return the postal code of a non-standard Czech address; a foreign one is in the address text only."""
    written = whole_number(address.value("pscTxt"))
    return None if is_foreign(country_of(address)) else written


def country_of(address: Entry) -> str | None:
    """Return the country as ARES names it, by its code if the name is not known."""
    name, code_of_state = address.text("nazevStatu"), address.text("kodStatu")
    return next(filter(country_code, (name, code_of_state)), name or code_of_state)

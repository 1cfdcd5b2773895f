"""Subjects and their activities in ARES answers of the basic and the statistical endpoint."""

from __future__ import annotations

import re

from soupis.registers.ares.json_values import Json, code, date, items, part, text
from soupis.registers.codelists import district_code, load, region_by_district
from soupis.registers.countries import country_code, is_foreign
from soupis.registers.house_numbers import number_of_field
from soupis.registers.legal_forms import NATURAL_FORMS
from soupis.registers.places import is_unit
from soupis.registers.records import Activities, Revision, Subject
from soupis.registers.seats import complete_seat
from soupis.registers.values import whole_number

_PRAGUE = 19
_TAX_ID = re.compile(r"[A-Z]{0,2} ?\d{6,12}[A-Z]?")
_STATE = re.compile("[A-Z_]{1,40}")
_ENDED = frozenset({"ZANIKLY", "HISTORICKY", "LOGICKY_SMAZANY"})  # states of a registration


def read_subject(answer: Json, ico: int, today: str) -> Subject:
    """Return what an `EkonomickySubjekt` says of a subject as a whole."""
    subject = _basics(answer, ico, today)
    states = part(answer, "seznamRegistraci")
    if subject.ceased is None:
        # A company merged into another one has no date of its end here, only the states say it.
        state, statistical = text(states.get("stavZdrojeRos")), text(states.get("stavZdrojeRes"))
        subject.ended = state == "ZANIKLY" or (statistical == "ZANIKLY" and state != "AKTIVNI")
    if (
        text(states.get("stavZdrojeSkDph")) not in _ENDED
    ):  # like a tax ID, its number may outlive the membership
        subject.vat_group_id = _tax_id(answer.get("dicSkDph"))
    subject.vat_registration = text(states.get("stavZdrojeDph"))
    subject.registrations = _registrations(answer)
    marks = [text(more.get("spisovaZnacka")) for more in items(answer.get("dalsiUdaje"))]
    subject.file_mark = next(filter(None, marks), None)
    subject.delivery_address = _delivery_address(answer, subject)
    return subject


def read_statistical(record: Json, ico: int, today: str) -> Subject:
    """Return what a record of the statistical endpoint (`-res`) says of a subject."""
    subject = _basics(record, ico, today)
    statistics = part(record, "statistickeUdaje")
    subject.headcount = code(statistics.get("kategoriePoctuPracovniku"), 3)
    subject.sector = code(text(statistics.get("institucionalniSektor2010")), 8)
    subject.nace = _activity(record.get("czNacePrevazujici2008"))
    subject.nace2025 = _activity(record.get("czNacePrevazujici"))
    district = code(record.get("okresNutsLau"), 6)
    if subject.seat_district is None and district in load("district"):
        subject.seat_district = district
        subject.seat_region = region_by_district()[district]
    return subject


def read_activities(answer: Json, ico: int) -> Activities | None:
    """Return the activities of a subject, None when the answer does not speak of them."""
    if "czNace" not in answer and "czNace2008" not in answer:
        return None
    codes: dict[tuple[Revision, str], None] = {}
    lists: tuple[tuple[Revision, str], ...] = ((2008, "czNace2008"), (2025, "czNace"))
    for revision, name in lists:
        for item in items(answer.get(name)):
            activity = _activity(item.get("hodnota"))
            if activity is not None:
                codes[(revision, activity)] = None
    return Activities(ico, tuple(codes))


def read_seat(address: Json, subject: Subject) -> None:
    """Write an `Adresa` into the seat fields of a subject."""
    country = _country(address)
    district = text(address.get("nazevOkresu"))
    municipality = whole_number(address.get("kodObce"))
    subject.seat_country = country_code(country)
    subject.seat_region = whole_number(address.get("kodKraje"))
    subject.seat_district = district_code(district) if district else None
    if subject.seat_region == _PRAGUE:
        subject.seat_district = "CZ0100"
    subject.seat_municipality_code = municipality
    # Only Prague has the others: where they stand alone, they tell at least the larger district.
    districts = ("nazevMestskeCastiObvodu", "nazevMestskehoObvodu", "nazevSpravnihoObvodu")
    subject.seat_city_district = next(filter(None, (text(address.get(name)) for name in districts)), None)
    subject.seat_municipality = text(address.get("nazevObce"))
    subject.seat_part = text(address.get("nazevCastiObce"))
    subject.seat_street = text(address.get("nazevUlice"))
    numbers = (text(address.get(name)) for name in ("cisloDomovni", "cisloDoAdresy"))
    subject.seat_house_number = next(filter(number_of_field, numbers), None)
    subject.seat_house_number_kind = whole_number(address.get("typCisloDomovni"))
    orientation, letter = text(address.get("cisloOrientacni")), text(address.get("cisloOrientacniPismeno"))
    subject.seat_orientation_number = f"{orientation}{letter or ''}" if orientation else None
    subject.seat_postal_code = whole_number(address.get("psc")) or _domestic_code(address)
    subject.seat_address_point = whole_number(address.get("kodAdresnihoMista"))
    subject.seat_text = _address_text(address)
    city_district = whole_number(address.get("kodMestskeCastiObvodu"))
    complete_seat(
        subject,
        country=country,
        unit=city_district if is_unit(city_district) else municipality,
        district_name=subject.seat_city_district,
        postal_code=text(address.get("pscTxt")) or text(address.get("psc")),
    )


def _basics(answer: Json, ico: int, today: str) -> Subject:
    """Return what both endpoints share; an end in the future has not come yet."""
    ceased = date(answer.get("datumZaniku"))
    subject = Subject(
        ico=ico,
        name=text(answer.get("obchodniJmeno")),
        legal_form=code(answer.get("pravniForma"), 3),
        legal_form_ros=code(answer.get("pravniFormaRos"), 3),
        founded=date(answer.get("datumVzniku")),
        ceased=ceased,
        ended=ceased is not None and ceased <= today,
        tax_office=code(answer.get("financniUrad"), 3),
        tax_id=_tax_id(answer.get("dic")),
        updated=date(answer.get("datumAktualizace")),
    )
    read_seat(part(answer, "sidlo") or _seat_of_a_source(answer), subject)
    return subject


def _tax_id(value: object) -> str | None:
    """Return a tax ID: of any country, with digits; ARES has printed words in its place ("Skupinove_DPH")."""
    written = text(value)
    return written if written and _TAX_ID.fullmatch(written) else None


def _seat_of_a_source(answer: Json) -> Json:
    """Return the seat that a single source tells, for an answer without a seat of its own; a valid one."""
    told = [seat for more in items(answer.get("dalsiUdaje")) for seat in items(more.get("sidlo"))]
    valid = [seat for seat in told if not date(seat.get("platnostDo"))]
    primary = [seat for seat in valid if seat.get("primarniZaznam") is True]
    return next((address for seat in primary + valid if (address := part(seat, "sidlo"))), {})


def _registrations(answer: Json) -> str | None:
    """Return the state in each register by its name ("skDph" of `stavZdrojeSkDph`), None if none is told."""
    states = ((name, text(state)) for name, state in part(answer, "seznamRegistraci").items())
    told = [
        f"{register[:1].lower()}{register[1:]}={state}"
        for name, state in states
        if state
        and _STATE.fullmatch(state)
        and (register := name.removeprefix("stavZdroje")) != name
        and register.isalnum()
    ]
    return " ".join(told) or None


def _delivery_address(answer: Json, subject: Subject) -> str | None:
    """Return the delivery address of a legal person; that of a natural one may be a home and is not read."""
    if subject.legal_form is None or {subject.legal_form, subject.legal_form_ros} & NATURAL_FORMS:
        return None
    address = part(answer, "adresaDorucovaci")
    lines = [text(address.get(f"radekAdresy{number}")) for number in (1, 2, 3)]
    return ", ".join(line for line in lines if line) or None


def _activity(value: object) -> str | None:
    return code(text(value), 6)


def _domestic_code(address: Json) -> int | None:
    """Return the postal code of a non-standard Czech address; a foreign one is in the address text only."""
    written = whole_number(address.get("pscTxt"))
    return None if is_foreign(_country(address)) else written


def _country(address: Json) -> str | None:
    """Return the country as ARES names it, by its code if the name is not known."""
    name, code_of_state = text(address.get("nazevStatu")), text(address.get("kodStatu"))
    return next(filter(country_code, (name, code_of_state)), name or code_of_state)


def _address_text(address: Json) -> str | None:
    """Return the address as ARES writes it, with its supplement."""
    written = text(address.get("textovaAdresa"))
    supplement = text(address.get("doplnekAdresy"))
    if supplement and supplement not in (written or ""):
        if written:
            return f"{written}, {supplement}"
        # Where the address comes in parts, they say more than their supplement alone.
        return None if text(address.get("nazevObce")) else supplement
    return written

"""Companies and persons with hundreds of ties to each other, as the largest of the register have."""

from __future__ import annotations

from sqlalchemy import Connection

from soupis.store.bulk import insert_rows
from soupis.store.tables import company_document, person, person_document
from soupis.wire.base import CodedName, encode
from soupis.wire.company import Clen, FirmaDetail, FyzickaOsoba, Organ, Spolecnik, Zdroj
from soupis.wire.person import Angazma, OsobaProfil

# IDs that no made-up company of bench/search_entries.py has.
GIANTS = tuple(range(99_000_000, 99_000_060))
_MEMBERS = 600
_ENGAGEMENTS = 300


def key_of(number: int) -> str:
    """Return the key of one of the persons."""
    return f"jan-novotny-{1900 + number % 100}-{number:06x}"


def store_giants(connection: Connection) -> None:
    """Store the companies and all their members, in place of what is stored of them."""
    for table, key in ((company_document, "ico"), (person_document, "id"), (person, "id")):
        connection.execute(table.delete().where(table.c[key].in_([*GIANTS, *person_ids()])))
    insert_rows(
        connection,
        company_document,
        ("ico", "version", "detail", "ties"),
        ((ico, ico, encode(_company(ico)), encode(_engagements(ico))) for ico in GIANTS),
    )
    insert_rows(
        connection,
        person_document,
        ("id", "key", "version", "detail"),
        ((number, key_of(number), number, encode(_person(number))) for number in person_ids()),
    )
    insert_rows(
        connection,
        person,
        ("id", "key", "identity", "last_name", "hidden"),
        ((number, key_of(number), number.to_bytes(16, "big"), "Novotný", False) for number in person_ids()),
    )


def person_ids() -> range:
    """Return the numbers of the persons."""
    return range(9_000_000, 9_000_000 + _MEMBERS)


def _company(ico: int) -> FirmaDetail:
    persons = [
        FyzickaOsoba(
            klic=key_of(number), jmeno="Jan", prijmeni="Novotný", titul_pred="Ing.", rok_narozeni=1900
        )
        for number in person_ids()
    ]
    members = [
        Clen(
            osoba=person,
            funkce="předseda představenstva",
            clenstvi_od="2001-01-01",
            funkce_od="2001-01-02",
            zapsano="2001-02-03",
            aktualni=number % 2 == 0,
        )
        for number, person in enumerate(persons)
    ]
    partners = [
        Spolecnik(osoba=person, druh=CodedName(kod="1", nazev="Společník"), od="2001-01-01", aktualni=True)
        for person in persons
    ]
    return FirmaDetail(
        ico=str(ico),
        obchodni_jmeno=f"Stavební bytové družstvo {ico}",
        stav="aktivni",
        statutarni_organy=[Organ(nazev="Představenstvo", clenove=members)],
        ostatni_organy=[Organ(nazev="Kontrolní komise", clenove=members)],
        spolecnici=partners,
        zdroje=[Zdroj(zdroj="verejnyRejstrik", aktualizovano="2026-11-20T03:00:00Z")],
    )


def _engagements(number: int) -> list[Angazma]:
    icos = (GIANTS[(number + step) % len(GIANTS)] for step in range(_ENGAGEMENTS))
    return [
        Angazma(
            ico=str(ico),
            obchodni_jmeno=f"Stavební bytové družstvo {ico}",
            stav_firmy="aktivni",
            organ="Představenstvo",
            role="statutarniOrgan",
            funkce="předseda představenstva",
            od="2001-01-01",
            aktualni=True,
        )
        for ico in icos
    ]


def _person(number: int) -> OsobaProfil:
    engagements = _engagements(number)
    return OsobaProfil(
        klic=key_of(number),
        jmeno="Jan",
        prijmeni="Novotný",
        rok_narozeni=1900,
        pocet_firem=len(engagements),
        pocet_aktivnich=len(engagements),
        angazma=engagements,
    )

"""From stored engagements to the published profile of one person."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

import xxhash
from sqlalchemy import Connection, select

from soupis.identifiers import format_ico
from soupis.ingest.privacy.published import Published, done_with, published_entry, published_json
from soupis.ingest.publish import people
from soupis.ingest.publish.engagements import EngagementReader
from soupis.store import bulk
from soupis.store.entries import PersonEntry
from soupis.store.tables import SEAT_CLAIM, company, company_claim, person
from soupis.wire.labels import CERTAINTY
from soupis.wire.person import Angazma, FirmaOsoby, Jistota, OsobaProfil, OsobaSouhrn

# How many of a person's companies a list names, and how many its search knows.
_SHOWN = 2
_SEARCHED = 20


class PersonDocuments(NamedTuple):
    """What is stored of one person for readers, in the order of `person_document`."""

    id: int
    key: str
    version: int
    summary: Published
    entry: Published
    detail: Published


def build_profiles(
    connection: Connection, reader: EngagementReader, ids: list[int]
) -> dict[int, PersonDocuments]:
    """Return the documents of those persons that may be shown and sit somewhere, by number."""
    engagements = reader.of_persons(ids)
    towns = _towns(connection, {int(item.ico) for items in engagements.values() for item in items})
    documents = {}
    batch = bulk.keys_table(connection, engagements)
    joined = batch.join(person, person.c.id == bulk.driving(batch.c.key))
    for row in connection.execute(select(person).select_from(joined).order_by(person.c.id)).all():
        if not row.hidden:
            documents[row.id] = _document(row, engagements[row.id], towns)
    return documents


def _towns(connection: Connection, icos: set[int]) -> dict[str, str]:
    """Return the towns where companies have their seats, by the ID as it is served."""
    batch = bulk.keys_table(connection, icos)
    joined = batch.join(company, company.c.ico == bulk.driving(batch.c.key)).join(company_claim, SEAT_CLAIM)
    query = select(company.c.ico, company_claim.c.seat_municipality).select_from(joined)
    return {format_ico(ico): town for ico, town in connection.execute(query).all() if town}


def _document(row: Any, engagements: list[Angazma], towns: dict[str, str]) -> PersonDocuments:
    companies = {item.ico: item.obchodni_jmeno for item in engagements}  # present ones first
    active = {item.ico for item in engagements if item.aktualni and item.stav_firmy == "aktivni"}
    who = people.natural_person(row)
    certainty: Jistota = "overena" if row.birth_date else "samostatna"
    common = {
        "klic": row.key,
        "jmeno": who.jmeno,
        "prijmeni": who.prijmeni,
        "titul_pred": who.titul_pred,
        "titul_za": who.titul_za,
        "rok_narozeni": who.rok_narozeni,
        "pocet_firem": len(companies),
        "pocet_aktivnich": len(active),
        "firmy": [
            FirmaOsoby(ico=ico, obchodni_jmeno=name) for ico, name in islice(companies.items(), _SHOWN)
        ],
        "obec": next((towns[ico] for ico in companies if ico in towns), None),
        "jistota": certainty,
        "duvod": CERTAINTY[certainty].cs,
    }
    profile = OsobaProfil(**common, angazma=engagements)
    detail = published_json(profile)
    return PersonDocuments(
        id=row.id,
        key=row.key,
        version=xxhash.xxh3_64_intdigest(detail) >> 1,
        summary=published_json(OsobaSouhrn(**common), done_with(profile)),
        entry=published_entry(
            PersonEntry(
                id=row.id,
                first_name=row.first_name,
                last_name=row.last_name,
                companies=len(companies),
                active_companies=len(active),
                birth_year=who.rok_narozeni,
                company_names=[name for name in islice(companies.values(), _SEARCHED) if name],
                towns=list(dict.fromkeys(towns[ico] for ico in islice(companies, _SEARCHED) if ico in towns)),
            )
        ),
        detail=detail,
    )

"""From stored engagements to the published profile of one person."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from soupis.ingest.hidden_persons import HiddenPersons
from soupis.ingest.privacy.hidden_names import Name
from soupis.ingest.publish import people
from soupis.ingest.publish.engagements import EngagementReader
from soupis.store import bulk
from soupis.store.extras import encode_extra, fingerprint
from soupis.store.tables import person
from soupis.wire.base import encode
from soupis.wire.labels import CERTAINTY
from soupis.wire.person import Angazma, FirmaOsoby, Jistota, OsobaProfil

# How many of a person's companies a list names, and the towns of how many are searched.
_SHOWN = 2
_SEARCHED = 20

_WHO = ("id", "key", "first_name", "last_name", "title_before", "title_after", "birth_date")
_persons = bulk.PlainRows(
    select(*(person.c[name] for name in _WHO))
    .select_from(bulk.KEYS.join(person, person.c.id == bulk.driving(bulk.KEYS.c.key)))
    .order_by(person.c.id)
)


class PersonDocuments(NamedTuple):
    """What is stored of one person for readers, in the order of `person_document`."""

    id: int
    key: str
    version: int
    towns: bytes | None
    detail: bytes


def build_profiles(
    connection: Connection, reader: EngagementReader, ids: list[int], hidden: HiddenPersons
) -> list[PersonDocuments]:
    """Return the documents of those persons that may be shown and sit somewhere."""
    engagements, towns = reader.of_persons(ids, hidden)
    bulk.keys_table(connection, engagements)
    return [
        _document(row, engagements[row.id], towns)
        for row in _persons(connection)
        if not _is_hidden(row, engagements[row.id], hidden)
    ]


def _is_hidden(row: Any, engagements: list[Angazma], hidden: HiddenPersons) -> bool:
    """Tell whether a person is hidden, for whom one of the companies is enough."""
    return any(
        here.includes(row.id, Name(row.first_name, row.last_name), row.birth_date)
        for item in engagements
        if (here := hidden.in_company(int(item.ico)))
    )


def _document(row: Any, engagements: list[Angazma], towns: dict[str, str]) -> PersonDocuments:
    companies = {item.ico: item.obchodni_jmeno for item in engagements}  # present ones first
    active = {item.ico for item in engagements if item.aktualni and item.stav_firmy == "aktivni"}
    places = list(dict.fromkeys(towns[ico] for ico in islice(companies, _SEARCHED) if ico in towns))
    certainty: Jistota = "overena" if row.birth_date else "samostatna"
    profile = OsobaProfil(
        klic=row.key,
        jmeno=row.first_name,
        prijmeni=row.last_name,
        titul_pred=row.title_before,
        titul_za=row.title_after,
        rok_narozeni=people.birth_year(row),
        pocet_firem=len(companies),
        pocet_aktivnich=len(active),
        firmy=[FirmaOsoby(ico=ico, obchodni_jmeno=name) for ico, name in islice(companies.items(), _SHOWN)],
        obec=next((towns[ico] for ico in companies if ico in towns), None),
        jistota=certainty,
        duvod=CERTAINTY[certainty].cs,
        angazma=engagements,
    )
    stored = (encode_extra(places) if len(places) > 1 else None, encode(profile))
    return PersonDocuments(row.id, row.key, fingerprint(stored), *stored)

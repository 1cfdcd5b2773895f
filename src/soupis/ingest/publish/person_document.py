"""From stored engagements to the published profile of one person."""

from __future__ import annotations

from typing import Any, NamedTuple

import xxhash
from sqlalchemy import Connection, select

from soupis.ingest.privacy.published import Published, published_entry, published_json
from soupis.ingest.publish import people
from soupis.ingest.publish.engagements import EngagementReader
from soupis.store import bulk
from soupis.store.entries import PersonEntry
from soupis.store.tables import person
from soupis.wire.person import Angazma, OsobaPolozka, OsobaProfil


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
    documents = {}
    for chunk in bulk.chunks(engagements, 500):
        for row in connection.execute(select(person).where(person.c.id.in_(chunk))).all():
            if not row.hidden:
                documents[row.id] = _document(row, engagements[row.id])
    return documents


def _document(row: Any, engagements: list[Angazma]) -> PersonDocuments:
    companies = {item.ico for item in engagements}
    active = {item.ico for item in engagements if item.aktualni and item.stav_firmy == "aktivni"}
    shown = people.natural_person(row)
    common = {
        "klic": row.key,
        "jmeno": shown.jmeno,
        "prijmeni": shown.prijmeni,
        "titul_pred": shown.titul_pred,
        "titul_za": shown.titul_za,
        "rok_narozeni": shown.rok_narozeni,
        "pocet_firem": len(companies),
        "pocet_aktivnich": len(active),
    }
    detail = published_json(OsobaProfil(**common, angazma=engagements))
    return PersonDocuments(
        id=row.id,
        key=row.key,
        version=xxhash.xxh3_64_intdigest(detail) >> 1,
        summary=published_json(OsobaPolozka(**common)),
        entry=published_entry(
            PersonEntry(row.id, row.first_name, row.last_name, len(companies), len(active))
        ),
        detail=detail,
    )

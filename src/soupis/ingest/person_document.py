"""From stored engagements to the published profile of one person."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal, NamedTuple

import xxhash
from sqlalchemy import BigInteger, Column, Connection, Integer, select

from soupis.identifiers import format_ico
from soupis.ingest import people
from soupis.ingest.company_document import state_of
from soupis.ingest.precedence import EXTRACT_PRECEDENCE
from soupis.store import bulk
from soupis.store.entries import PersonEntry, encode_entry
from soupis.store.tables import body, company, engagement, extract, person, share
from soupis.wire.base import encode
from soupis.wire.person import Angazma, OsobaPolozka, OsobaProfil

Role = Literal["statutarniOrgan", "ostatniOrgan", "spolecnik", "zastupce"]
_ROLES: dict[str, Role] = {"statutory": "statutarniOrgan", "other": "ostatniOrgan", "partners": "spolecnik"}


class PersonDocuments(NamedTuple):
    """What is stored of one person for readers, in the order of `person_document`."""

    id: int
    key: str
    version: int
    summary: bytes
    entry: bytes
    detail: bytes


class PersonPublisher:
    """Builds profiles of batches of persons over one connection."""

    def __init__(self, connection: Connection, today: str) -> None:
        self._connection = connection
        self._today = today
        self._batch = bulk.temporary_table(
            connection, "person_batch", Column("id", BigInteger().with_variant(Integer, "sqlite"))
        )
        self._companies = bulk.temporary_table(
            connection, "person_companies", Column("ico", Integer, primary_key=True, autoincrement=False)
        )

    def build(self, ids: list[int]) -> dict[int, PersonDocuments]:
        """Return the documents of those persons that may be shown and sit somewhere."""
        bulk.clear(self._connection, self._batch)
        bulk.insert_rows(self._connection, self._batch, ("id",), ((number,) for number in ids))
        entries = self._entries()
        shares = self._shares(entries)
        return {
            number: self._document(rows, shares) for number, rows in entries.items() if not rows[0].hidden
        }

    def _entries(self) -> dict[int, list[Any]]:
        """Return engagements by person, each from the extract that its company is shown by."""
        batch = self._batch
        joined = (
            batch.join(person, person.c.id == batch.c.id)
            .join(engagement, engagement.c.person_id == person.c.id)
            .join(body, body.c.id == engagement.c.body_id)
            .join(company, company.c.ico == engagement.c.ico)
        )
        query = select(
            person, engagement.c.id.label("engagement_id"), engagement.c.ico, engagement.c.source,
            engagement.c.function, engagement.c.represents_id, engagement.c.member_from,
            engagement.c.member_to, engagement.c.function_from, engagement.c.function_to,
            engagement.c.entered, engagement.c.deleted, body.c.role, body.c.kind,
            body.c.name.label("body_name"),
            body.c.deleted.label("body_deleted"), company.c.name.label("company_name"), company.c.ceased,
            company.c.ended,
        ).select_from(joined)  # fmt: skip
        rows = self._connection.execute(query.order_by(engagement.c.id)).all()
        chosen = self._chosen_sources({row.ico for row in rows})
        entries: dict[int, list[Any]] = defaultdict(list)
        for row in rows:
            if chosen.get(row.ico) == row.source:
                entries[row.id].append(row)
        return entries

    def _chosen_sources(self, icos: set[int]) -> dict[int, str]:
        """Return the source each company's extract is taken from; none where its persons are not shown."""
        bulk.clear(self._connection, self._companies)
        bulk.insert_rows(self._connection, self._companies, ("ico",), ((ico,) for ico in icos))
        chosen: dict[int, Any] = {}
        joined = self._companies.join(extract, extract.c.ico == self._companies.c.ico)
        query = select(extract.c.ico, extract.c.source, extract.c.persons_hidden).select_from(joined)
        # The key of extracts starts with the source.
        for row in self._connection.execute(query.where(extract.c.source.in_(EXTRACT_PRECEDENCE))):
            known = chosen.get(row.ico)
            if known is None or EXTRACT_PRECEDENCE.index(row.source) < EXTRACT_PRECEDENCE.index(known.source):
                chosen[row.ico] = row
        return {ico: row.source for ico, row in chosen.items() if not row.persons_hidden}

    def _shares(self, entries: dict[int, list[Any]]) -> dict[int, list[Any]]:
        partners = [row.engagement_id for rows in entries.values() for row in rows if row.role == "partners"]
        shares: dict[int, list[Any]] = defaultdict(list)
        icos = {row.ico for rows in entries.values() for row in rows if row.role == "partners"}
        wanted = set(partners)
        for chunk in bulk.chunks(icos, 500):
            for row in self._connection.execute(select(share).where(share.c.ico.in_(chunk))):
                if row.engagement_id in wanted:
                    shares[row.engagement_id].append(row)
        return shares

    def _document(self, rows: list[Any], shares: dict[int, list[Any]]) -> PersonDocuments:
        engagements = self._engagements(rows, shares)
        first = rows[0]
        companies = {item.ico for item in engagements}
        active = {item.ico for item in engagements if item.aktualni and item.stav_firmy == "aktivni"}
        shown = people.natural_person(first)
        common = {
            "klic": first.key,
            "jmeno": shown.jmeno,
            "prijmeni": shown.prijmeni,
            "titul_pred": shown.titul_pred,
            "titul_za": shown.titul_za,
            "rok_narozeni": shown.rok_narozeni,
            "pocet_firem": len(companies),
            "pocet_aktivnich": len(active),
        }
        detail = encode(OsobaProfil(**common, angazma=engagements))
        return PersonDocuments(
            id=first.id,
            key=first.key,
            version=xxhash.xxh3_64_intdigest(detail) >> 1,
            summary=encode(OsobaPolozka(**common)),
            entry=encode_entry(
                PersonEntry(first.id, first.first_name, first.last_name, len(companies), len(active))
            ),
            detail=detail,
        )

    def _engagements(self, rows: list[Any], shares: dict[int, list[Any]]) -> list[Angazma]:
        """Return engagements, current first; entries that the register wrote again are one engagement."""
        found: list[Angazma] = []
        latest: dict[tuple[Any, ...], tuple[Angazma, Any]] = {}
        for row in sorted(rows, key=lambda item: (item.entered or "", item.deleted or "9999")):
            item = self._engagement(row, shares.get(row.engagement_id, []))
            identity = (row.ico, item.organ, item.role, item.funkce, row.member_from, row.function_from)
            before = latest.get(identity)
            if before and before[1].deleted and before[1].deleted == row.entered:
                earlier = before[0]
                earlier.do, earlier.aktualni = item.do, item.aktualni
                earlier.vklad, earlier.podil = item.vklad or earlier.vklad, item.podil or earlier.podil
                latest[identity] = (earlier, row)
                continue
            latest[identity] = (item, row)
            found.append(item)
        found.sort(key=lambda item: (item.od or "", item.ico), reverse=True)
        found.sort(key=lambda item: (not item.aktualni, item.stav_firmy != "aktivni"))
        return found

    def _engagement(self, row: Any, shares: list[Any]) -> Angazma:
        current = [item for item in shares if not item.deleted] or shares
        part = current[-1] if current else None
        ended = row.deleted or row.body_deleted
        ends = [row.member_to, row.function_to]
        alive = not ended and not any(end and end <= self._today for end in ends)
        return Angazma(
            ico=format_ico(row.ico),
            obchodni_jmeno=row.company_name,
            stav_firmy=state_of(row, self._today),
            organ=people.body_title(row.body_name, row.kind),
            role="zastupce" if row.represents_id else _ROLES[row.role],
            funkce=row.function,
            od=row.member_from or row.function_from or row.entered,
            do=row.member_to or row.function_to or ended,
            aktualni=alive,
            vklad=people.contribution(part),
            podil=people.size_of_share(part),
        )

"""Rows of the public register's extracts: flattened in worker processes, written in whole batches."""

from __future__ import annotations

from typing import Any

from msgspec import structs
from sqlalchemy import Column, Connection, func, select

from soupis.ingest.dirty_entries import mark_companies_dirty, mark_dirty_query, mark_persons_dirty
from soupis.ingest.merge.identity import Identifier, PersonRow
from soupis.ingest.stored_state import load_state, save_state
from soupis.registers.legal_forms import BRANCH_OF_NATURAL_PERSON, NATURAL_FORMS
from soupis.registers.records import (
    Amount,
    Body,
    Engagement,
    LegalPerson,
    NaturalPerson,
    RegisterExtract,
    Share,
    Subject,
)
from soupis.store import bulk
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    acting,
    body,
    business_line,
    capital,
    company_name,
    engagement,
    extract,
    file_mark,
    person,
    share,
)

Row = tuple[Any, ...]

_COLUMNS: dict[str, tuple[str, ...]] = {
    "extract": ("source", "ico", "fingerprint", "persons_hidden", "dataset"),
    "company_name": ("ico", "source", "name", "entered", "deleted"),
    "file_mark": ("ico", "source", "court", "court_name", "section", "insert_number", "entered", "deleted"),
    "capital": (
        "ico", "source", "kind", "amount_unit", "amount_value", "amount_text",
        "paid_unit", "paid_value", "paid_text", "note", "entered", "deleted",
    ),
    "business_line": ("ico", "source", "text", "entered", "deleted"),
    "body": ("id", "ico", "source", "role", "kind", "name", "ordinal", "entered", "deleted"),
    "acting": ("ico", "source", "body_id", "text", "entered", "deleted"),
    "engagement": (
        "person_id", "id", "ico", "source", "body_id", "represents_id", "kind", "function",
        "legal_name", "legal_ico", "legal_number", "legal_country",
        "member_from", "member_to", "function_from", "function_to", "entered", "deleted",
    ),
    "share": (
        "ico", "source", "engagement_id", "kind",
        "contribution_unit", "contribution_value", "contribution_text",
        "size_unit", "size_value", "size_text", "paid_unit", "paid_value", "paid_text",
        "note", "entered", "deleted",
    ),
}  # fmt: skip
_ENTRIES = (company_name, file_mark, capital, business_line, body, acting, engagement, share)
_TABLES = {table.name: table for table in (extract, *_ENTRIES)}
# The persons of a batch: comparing sets is faster than asking for thousands of values. It has no index, so
# that a database can do no better than to look each of its rows up in the table of all persons.
_MET = bulk.working_table(
    "met_person",
    Column("identity", person.c.identity.type),
    Column("key", person.c.key.type),
)
_SAME_PERSON = _MET.join(person, person.c.identity == _MET.c.identity)
_KNOWN = select(
    person.c.identity, person.c.id, *(person.c[name] for name in PersonRow._fields[1:])
).select_from(_SAME_PERSON)
_NUMBERS = select(person.c.id).select_from(_SAME_PERSON)
_TAKEN_KEYS = select(person.c.key).select_from(_MET.join(person, person.c.key == _MET.c.key))
_NOBODY = (None, None, None, None)  # the columns of a legal person
_LAST_ID = "last_extract_id"


class Batch:
    """Rows of a batch of extracts by table; of its persons, by identity, the row and the key they ask for."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {name: [] for name in _COLUMNS}
        self.people: dict[bytes, PersonRow] = {}
        self.keys: dict[bytes, str] = {}


class ExtractRows:
    """Flattens extracts into the rows of one batch."""

    def __init__(self, source: str, dataset: str, first_id: int, identifier: Identifier) -> None:
        self.batch = Batch()
        self._source = source
        self._dataset = dataset
        self._next_id = first_id
        self._identifier = identifier

    def add(self, item: RegisterExtract, fingerprint: bytes) -> None:
        """Flatten one extract."""
        ico, source, rows = item.subject.ico, self._source, self.batch.rows
        rows["extract"].append((source, ico, fingerprint, item.persons_hidden, self._dataset))
        for name in item.names:
            rows["company_name"].append((ico, source, name.text, name.entered, name.deleted))
        for mark in item.file_marks:
            rows["file_mark"].append(
                (
                    ico,
                    source,
                    mark.court,
                    mark.court_name,
                    mark.section,
                    mark.insert,
                    mark.entered,
                    mark.deleted,
                )
            )
        for part in item.capital:
            amounts = (*_amount(part.amount), *_amount(part.paid))
            rows["capital"].append((ico, source, part.kind, *amounts, part.text, part.entered, part.deleted))
        for line in item.business_lines:
            rows["business_line"].append((ico, source, line.text, line.entered, line.deleted))
        for ordinal, group in enumerate(item.bodies):
            self._add_body(ico, ordinal, group)

    def _add_body(self, ico: int, ordinal: int, item: Body) -> None:
        body_id = self._number()
        self.batch.rows["body"].append(
            (body_id, ico, self._source, item.role, item.kind, item.name, ordinal, item.entered, item.deleted)
        )
        for text in item.acting:
            self.batch.rows["acting"].append(
                (ico, self._source, body_id, text.text, text.entered, text.deleted)
            )
        for member in item.members:
            self._add_engagement(ico, body_id, member, None)

    def _add_engagement(self, ico: int, body_id: int, item: Engagement, represents: int | None) -> None:
        number = self._number()
        identity, legal = self._who(ico, item.person)
        self.batch.rows["engagement"].append(
            (
                identity, number, ico, self._source, body_id, represents, item.kind, item.function, *legal,
                item.member_from, item.member_to, item.function_from, item.function_to,
                item.entered, item.deleted,
            )
        )  # fmt: skip
        for part in item.shares:
            self.batch.rows["share"].append(self._share_row(ico, number, part))
        for representative in item.representatives:
            self._add_engagement(ico, body_id, representative, number)

    def _share_row(self, ico: int, engagement_id: int, item: Share) -> Row:
        amounts = (*_amount(item.contribution), *_amount(item.size), *_amount(item.paid))
        start = (ico, self._source, engagement_id, item.kind)
        return (*start, *amounts, item.text, item.entered, item.deleted)

    def _who(self, ico: int, who: NaturalPerson | LegalPerson) -> tuple[bytes | None, Row]:
        if isinstance(who, LegalPerson):
            return None, (who.name, who.ico, who.foreign_number, who.country)
        row = self._identifier.identify(who, ico)
        people = self.batch.people
        known = people.get(row.identity)
        if known is None:
            people[row.identity] = row
            self.batch.keys[row.identity] = self._identifier.key(row)
        elif known != row:
            people[row.identity] = _fuller(known, row)
        return row.identity, _NOBODY

    def _number(self) -> int:
        self._next_id += 1
        return self._next_id


def write(connection: Connection, batch: Batch, identifier: Identifier) -> None:
    """Replace the extracts of the companies in a batch; persons whose engagements change become dirty."""
    by_source: dict[str, list[int]] = {}
    for source, ico, *_ in batch.rows["extract"]:
        by_source.setdefault(source, []).append(ico)
    for source, icos in by_source.items():
        _remove(connection, source, icos)
    numbers = _number_people(connection, batch, identifier)
    for name, rows in batch.rows.items():
        if name == "engagement":
            rows = [(numbers[row[0]] if row[0] else None, *row[1:]) for row in rows]
        if rows:
            bulk.insert_rows(connection, _TABLES[name], _COLUMNS[name], rows)
    mark_companies_dirty(connection, {row[9] for row in batch.rows["engagement"] if row[9]})


def claim_of(item: RegisterExtract) -> Subject:
    """Return what an extract says of its subject as a whole.

    Deletion from the public register is the end of a legal person or a branch. A natural person only
    stands there no more, and may well go on with the business.
    """
    subject = item.subject
    if subject.legal_form in NATURAL_FORMS and subject.legal_form != BRANCH_OF_NATURAL_PERSON:
        return structs.replace(subject, ceased=None, ended=False, end_reason=None)
    return subject


def count_ids(item: RegisterExtract) -> int:
    """Return how many numbers an extract needs: one for each body and engagement."""

    def members(entries: list[Engagement]) -> int:
        return sum(1 + members(entry.representatives) for entry in entries)

    return sum(1 + members(group.members) for group in item.bodies)


def reserve_ids(connection: Connection, count: int) -> int:
    """Return a number after which `count` bodies and engagements may be numbered by the caller alone.

    Rows are numbered before they are written, perhaps in another process; whoever writes meanwhile
    must not take the same numbers.
    """
    last = load_state(connection, _LAST_ID, int)
    if last is None:
        last = max(connection.scalar(select(func.max(table.c.id))) or 0 for table in (body, engagement))
    save_state(connection, _LAST_ID, last + count)
    return last


def _remove(connection: Connection, source: str, icos: list[int]) -> None:
    for chunk in bulk.chunks(icos, 500):
        # Of all sources: the new extract may take another one's place as the one that is shown.
        left = connection.execute(
            select(engagement.c.person_id, engagement.c.legal_ico)
            .where(engagement.c.ico.in_(chunk))
            .distinct()
        ).all()
        mark_persons_dirty(connection, {row.person_id for row in left if row.person_id})
        mark_companies_dirty(connection, {row.legal_ico for row in left if row.legal_ico})
        known = connection.scalars(
            select(extract.c.ico).where(extract.c.source == source, extract.c.ico.in_(chunk))
        ).all()
        if not known:
            continue
        for table in (*_ENTRIES, extract):
            connection.execute(table.delete().where(table.c.source == source, table.c.ico.in_(known)))


def _number_people(connection: Connection, batch: Batch, identifier: Identifier) -> dict[bytes, int]:
    """Return the numbers of persons by identity and mark them dirty; new ones are entered with a key."""
    people = batch.people
    met = bulk.create_empty(connection, _MET)
    bulk.insert_rows(connection, met, ("identity", "key"), batch.keys.items())
    known: dict[bytes, int] = {}
    for identity, number, *values in connection.execute(_KNOWN).all():
        known[identity] = number
        before = PersonRow(identity, *values)
        if before != people[identity] and (after := _fuller(before, people[identity])) != before:
            connection.execute(person.update().where(person.c.id == number).values(after._asdict()))
            sits = select(engagement.c.ico).where(engagement.c.person_id == number).distinct()
            mark_dirty_query(connection, KIND_COMPANY, sits)  # they show the person's name
    new = [row for identity, row in people.items() if identity not in known]
    if new:
        number = connection.scalar(select(func.max(person.c.id))) or 0
        keys = _free_keys(connection, new, batch.keys, identifier)
        rows = [
            (number + offset, key, *row, False)
            for offset, (row, key) in enumerate(zip(new, keys, strict=True), 1)
        ]
        bulk.insert_rows(connection, person, ("id", "key", *PersonRow._fields, "hidden"), rows)
        known.update({row.identity: number + offset for offset, row in enumerate(new, 1)})
    mark_dirty_query(connection, KIND_PERSON, _NUMBERS)
    return known


def _free_keys(
    connection: Connection, new: list[PersonRow], first_keys: dict[bytes, str], identifier: Identifier
) -> list[str]:
    """Return the keys of new persons: those they ask for, others where somebody has them already."""
    taken = set(connection.scalars(_TAKEN_KEYS))
    keys: list[str] = []
    for row in new:
        key, attempt = first_keys[row.identity], 0
        while key in taken:
            attempt += 1
            key = identifier.key(row, attempt)
            if connection.scalar(select(person.c.id).where(person.c.key == key)) is not None:
                taken.add(key)
        taken.add(key)
        keys.append(key)
    return keys


def _fuller(one: PersonRow, other: PersonRow) -> PersonRow:
    """Return the better spelt of two rows of one person, whatever the order in which they were met.

    The greater text wins: it is the one with diacritics, in small letters, or there at all.
    """
    merged = [max(left or "", right or "") or None for left, right in zip(one[1:], other[1:], strict=True)]
    return PersonRow(one.identity, *merged)  # type: ignore[arg-type]


def _amount(amount: Amount | None) -> Row:
    return (amount.unit, amount.value, amount.text) if amount else (None, None, None)

"""Extracts of the public register: packed in worker processes, stored in whole batches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from msgspec import structs
from sqlalchemy import Connection, select

from soupis.ingest.claimed_ids import link_claimed
from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.extract_records import ExtractRow, Membership, decode, encode
from soupis.ingest.merge.identity import Identifier, PersonRow, fuller, number_of
from soupis.ingest.merge.persons import enter_persons
from soupis.ingest.precedence import holds_history, speaker
from soupis.ingest.privacy import redact
from soupis.ingest.privacy.stored import store_texts
from soupis.registers.legal_forms import BRANCH_FORMS, BRANCH_OF_NATURAL_PERSON, NATURAL_FORMS, is_bare
from soupis.registers.records import (
    Body,
    Engagement,
    LegalPerson,
    NaturalPerson,
    PersonRef,
    RegisterExtract,
    Rejected,
    Subject,
    latest_mark,
)
from soupis.store import bulk
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, engagement, extract

Row = tuple[Any, ...]
_ENGAGEMENT = (
    "ico", "source", "part", "person_id", "legal_ico", "claimed_ico", "member_to", "function_to",
    "membership",
)  # fmt: skip


@cache  # a dozen data sets have told of all entries
def rank_of(dataset: str | None) -> tuple[bool, int]:
    """Return how much a data set is believed: full ones before those without history, later years first.

    A file that names no year is one that somebody has at hand now; it counts as the newest.
    """
    name = dataset or ""
    year = re.search(r"-(\d{4})$", name)
    return holds_history(dataset), int(year[1]) if year else 9999


def entry_number(ico: int, mark: str) -> int:
    """Return a number for an entry: there are millions, and their texts would fill the memory."""
    return ico << 32 | hash(mark) & 0xFFFF_FFFF


def ico_of_entry(number: int) -> int:
    """Return the company ID of an entry by its number."""
    return number >> 32


def mark_of(item: RegisterExtract) -> str:
    """Return the file mark by which an extract is told from others under its ID; empty where it has none."""
    mark = latest_mark(item.file_marks)
    return mark.text if mark else ""


def claim_of(item: RegisterExtract) -> Subject:
    """Return what an extract says of its subject as a whole.

    Deletion from the public register is the end of a legal person or a branch. A natural person only
    stands there no more, and may well go on with the business.
    """
    subject = item.subject
    if subject.legal_form in NATURAL_FORMS and subject.legal_form != BRANCH_OF_NATURAL_PERSON:
        return structs.replace(subject, ceased=None, ended=False, end_reason=None)
    return subject


class NewExtract(NamedTuple):
    """An extract that is to be stored, with its claim, its file marks and who sits in it."""

    row: ExtractRow  # its part is given when it is stored
    fingerprint: bytes
    record: bytes
    claim: Row  # in the order of `Subject`
    marks: frozenset[str]
    engagements: list[Row]  # in the order of `_ENGAGEMENT` behind the part


@dataclass
class Batch:
    """Extracts to be stored together, and their persons by number: row, and the key that is asked for."""

    source: str
    dataset: str
    extracts: list[NewExtract] = field(default_factory=list)
    people: dict[int, PersonRow] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    rejected: list[Rejected] = field(default_factory=list)
    unknown_facts: Counter[str] = field(default_factory=Counter)
    unread_texts: Counter[str] = field(default_factory=Counter)

    def add(self, item: RegisterExtract, fingerprint: bytes, mark: str, identifier: Identifier) -> None:
        """Take an extract in; what is of no use in the store is taken out of the record, persons first."""
        self.unknown_facts.update(item.unknown_entries)
        self.unread_texts.update(item.unread_texts)
        item.unknown_entries, item.unread_texts = [], []
        store_texts(item)
        subject, mark = item.subject, redact(mark)
        claim = structs.astuple(claim_of(item))
        marks = frozenset(entry.text for entry in item.file_marks)
        engagements: list[Row] = []
        for body in item.bodies:
            for member in body.members:
                self._add_member(engagements, subject.ico, body, member, identifier)
        bare = not item.capital and is_bare(subject.legal_form, {body.kind for body in item.bodies})
        row = ExtractRow(
            subject.ico, self.source, 0, item.persons_hidden, self.dataset, mark,
            subject.legal_form in BRANCH_FORMS, bare, subject.ended, item.entered, subject.ceased,
        )  # fmt: skip
        self.extracts.append(NewExtract(row, fingerprint, encode(item), claim, marks, engagements))

    def _add_member(
        self,
        rows: list[Row],
        ico: int,
        body: Body,
        entry: Engagement,
        identifier: Identifier,
        *,
        represents: bool = False,
    ) -> None:
        who, legal = entry.person, None
        number = legal_ico = claimed_ico = None
        if isinstance(who, NaturalPerson):
            number = self._number(who, ico, identifier)
            entry.person = PersonRef(number, who.country)
        elif isinstance(who, LegalPerson):
            legal, legal_ico, claimed_ico = who, who.ico, who.claimed_ico
        alone = structs.replace(entry, person=legal, representatives=[])
        membership = Membership(alone, body.role, body.kind, body.name, body.deleted, represents)
        rows.append((number, legal_ico, claimed_ico, entry.member_to, entry.function_to, encode(membership)))
        for representative in entry.representatives:
            self._add_member(rows, ico, body, representative, identifier, represents=True)

    def _number(self, who: NaturalPerson, ico: int, identifier: Identifier) -> int:
        row = identifier.identify(who, ico)
        number = number_of(row.identity)
        known = self.people.get(number)
        if known is None:
            self.people[number] = row
            self.keys[number] = identifier.key(row)
        elif known != row:
            self.people[number] = fuller(known, row)
        return number


class Outcome(NamedTuple):
    """What came of writing a batch."""

    claims: list[Row]  # of those who speak for their company
    repeated: list[int]  # IDs of entries that the file has more than once
    stored: int  # number of extracts


def write(connection: Connection, batch: Batch, identifier: Identifier, met: set[int]) -> Outcome:
    """Replace the extracts of a batch; persons whose engagements change become dirty.

    Of several extracts under one ID each keeps its place, whatever the order in which they come. `met`: the
    entries (`entry_number`) that the file has told of already; a second one of the kind is left out.
    """
    repeated: list[int] = []
    incoming: dict[tuple[str, int], list[NewExtract]] = {}
    for item in batch.extracts:
        number = entry_number(item.row.ico, item.row.mark)
        if number in met:
            repeated.append(item.row.ico)
        else:
            met.add(number)
            incoming.setdefault((item.row.source, item.row.ico), []).append(item)
    stored = _read_stored(connection, incoming)
    groups = [_Group(connection, items, stored.get(subject, ())) for subject, items in incoming.items()]
    enter_persons(connection, batch.people, batch.keys, identifier)
    _store(connection, groups)
    _mark_named(connection, incoming)
    claims = [group.claim for group in groups if group.claim]
    return Outcome(claims, repeated, sum(len(group.accepted) for group in groups))


def _store(connection: Connection, groups: list[_Group]) -> None:
    """Put extracts in the places of those that they replace, each with who sits in it."""
    replaced = [(row.ico, row.source, row.part) for group in groups for row in group.replaced]
    for table in (extract, engagement):
        bulk.delete_rows(connection, table, ("ico", "source", "part"), replaced)
    accepted = [(part, item) for group in groups for part, item in group.accepted.items()]
    rows = [(*item.row._replace(part=part), item.fingerprint, item.record) for part, item in accepted]
    bulk.insert_rows(connection, extract, (*ExtractRow._fields, "fingerprint", "record"), rows)
    members = [
        (item.row.ico, item.row.source, part, *row) for part, item in accepted for row in item.engagements
    ]
    bulk.insert_rows(connection, engagement, _ENGAGEMENT, members)


def _mark_named(connection: Connection, incoming: dict[tuple[str, int], list[NewExtract]]) -> None:
    """Mark companies dirty that sit somewhere now, and check the links of those whose names may differ."""
    members = [row for items in incoming.values() for item in items for row in item.engagements]
    mark_dirty(connection, KIND_COMPANY, {legal_ico for _, legal_ico, *_ in members if legal_ico})
    claimed = {claimed_ico for _, _, claimed_ico, *_ in members if claimed_ico}
    link_claimed(connection, claimed.union(ico for _, ico in incoming))


# Of the companies in the working table of keys.
_STORED = select(*(extract.c[name] for name in ExtractRow._fields)).join_from(
    bulk.KEYS, extract, extract.c.ico == bulk.driving(bulk.KEYS.c.key)
)
_SITTING = (
    select(engagement.c.person_id, engagement.c.legal_ico)
    .join_from(bulk.KEYS, engagement, engagement.c.ico == bulk.driving(bulk.KEYS.c.key))
    .distinct()
)


def _read_stored(
    connection: Connection, incoming: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], list[ExtractRow]]:
    """Return the stored extracts of the companies of a batch, and mark dirty who sits in them."""
    stored: dict[tuple[str, int], list[ExtractRow]] = {}
    bulk.keys_table(connection, {ico for _, ico in incoming})
    # Of all sources: the new extract may take another one's place as the one that is shown.
    left = connection.execute(_SITTING).all()
    for row in connection.execute(_STORED):
        stored.setdefault((row.source, row.ico), []).append(ExtractRow(*row))
    mark_dirty(connection, KIND_PERSON, {row.person_id for row in left if row.person_id})
    mark_dirty(connection, KIND_COMPANY, {row.legal_ico for row in left if row.legal_ico})
    return stored


class _Group:
    """Decisions about the extracts that one source has under one ID: those of a batch, and stored ones."""

    def __init__(self, connection: Connection, new: list[NewExtract], stored: Iterable[ExtractRow]) -> None:
        self._connection = connection
        self._stored = {item.part: item for item in stored}
        self._records: dict[int, RegisterExtract] = {}
        self.replaced: list[ExtractRow] = []
        self.accepted = self._accept(new)  # by part
        self.claim = self._claim(self.accepted.values()) if self.accepted else None

    def _accept(self, extracts: list[NewExtract]) -> dict[int, NewExtract]:
        accepted: list[NewExtract] = []
        for new in extracts:
            same = [item for item in self._stored.values() if self._is_same(new, item)]
            if not any(self._is_later(item, new) for item in same):
                self.replaced += [self._stored.pop(item.part) for item in same]
                accepted.append(new)
        accepted = [new for new in accepted if not _has_later_state(new, accepted)]
        free = (part for part in range(len(self._stored) + len(accepted)) if part not in self._stored)
        return dict(zip(free, accepted, strict=False))

    def _is_same(self, new: NewExtract, item: ExtractRow) -> bool:
        """Tell whether two extracts are states of one entry: a file mark changes when a seat moves."""
        mark = new.row.mark
        if not mark or not item.mark:
            return new.row.branch == item.branch
        return item.mark == mark or item.mark in new.marks or mark in self._marks_of(item)

    def _is_later(self, item: ExtractRow, new: NewExtract) -> bool:
        mark = new.row.mark
        if mark and item.mark != mark and mark in self._marks_of(item):
            return True
        return rank_of(item.dataset) > rank_of(new.row.dataset)

    def _claim(self, accepted: Collection[NewExtract]) -> Row:
        """Return what the extract that speaks for the company says of it."""
        speaking = speaker([*self._stored.values(), *(item.row for item in accepted)])
        new = next((item for item in accepted if item.row is speaking), None)
        return new.claim if new else structs.astuple(claim_of(self._record_of(speaking)))

    def _marks_of(self, item: ExtractRow) -> set[str]:
        return {mark.text for mark in self._record_of(item).file_marks}

    def _record_of(self, item: ExtractRow) -> RegisterExtract:
        if item.part not in self._records:
            query = select(extract.c.record).where(
                extract.c.ico == item.ico, extract.c.source == item.source, extract.c.part == item.part
            )
            self._records[item.part] = decode(self._connection.execute(query).scalar_one())
        return self._records[item.part]


def _has_later_state(new: NewExtract, others: Iterable[NewExtract]) -> bool:
    """Tell whether another extract is a later state of an entry: it names the file mark as a former one."""
    mark = new.row.mark
    return bool(mark) and any(mark != other.row.mark and mark in other.marks for other in others)

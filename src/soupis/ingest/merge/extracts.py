"""Rows of the public register's extracts: flattened in worker processes, written in whole batches."""

from __future__ import annotations

import re
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import structs
from sqlalchemy import Connection, func, select

from soupis.ingest.dirty_entries import mark_companies_dirty, mark_persons_dirty
from soupis.ingest.merge.identity import Identifier, PersonRow, fuller
from soupis.ingest.merge.linking import link_claimed
from soupis.ingest.merge.persons import IndexedPersons, StoredPersons, number_persons
from soupis.ingest.precedence import holds_history, speaker
from soupis.ingest.stored_state import load_state, save_state
from soupis.registers.legal_forms import BRANCH_FORMS, BRANCH_OF_NATURAL_PERSON, NATURAL_FORMS, is_bare
from soupis.registers.public_register import READER_VERSION
from soupis.registers.records import (
    Amount,
    Body,
    Branch,
    Engagement,
    FileMark,
    LegalPerson,
    NaturalPerson,
    RegisterExtract,
    Share,
    Subject,
    latest_mark,
)
from soupis.store import bulk
from soupis.store.common_texts import shorten
from soupis.store.tables import (
    acting,
    body,
    branch,
    business_line,
    capital,
    company_claim,
    company_name,
    company_seat,
    engagement,
    extract,
    file_mark,
    other_fact,
    share,
    share_issue,
)

Row = tuple[Any, ...]

_SEAT = tuple(field.name for field in structs.fields(Subject) if field.name.startswith("seat_"))
_seat_of = attrgetter(*_SEAT)
# Every row starts with the company and the part, by which rows of one extract are found.
_COLUMNS: dict[str, tuple[str, ...]] = {
    "extract": (
        "ico", "part", "source", "fingerprint", "persons_hidden", "dataset", "mark", "branch", "bare",
        "ended", "entered", "reader", "claim",
    ),
    "branch": (
        "ico", "part", "source", "name", "court", "court_name", "section", "insert_number", *_SEAT,
        "entered", "deleted",
    ),
    "company_name": ("ico", "part", "source", "name", "foreign", "entered", "deleted"),
    "company_seat": ("ico", "part", "source", *_SEAT, "entered", "deleted"),
    "file_mark": (
        "ico", "part", "source", "court", "court_name", "section", "insert_number", "entered", "deleted",
    ),
    "capital": (
        "ico", "part", "source", "kind", "amount_unit", "amount_value", "amount_text",
        "paid_unit", "paid_value", "paid_text", "note", "entered", "deleted",
    ),
    "share_issue": (
        "ico", "part", "source", "kind", "form", "count", "value_unit", "value_value", "value_text", "note",
        "entered", "deleted",
    ),
    "other_fact": ("ico", "part", "source", "kind", "name", "text", "entered", "deleted"),
    "business_line": ("ico", "part", "source", "text", "entered", "deleted"),
    "body": (
        "ico", "part", "id", "source", "role", "kind", "name", "ordinal", "hidden_members",
        "entered", "deleted",
    ),
    "acting": ("ico", "part", "source", "body_id", "text", "entered", "deleted"),
    "engagement": (
        "ico", "part", "person_id", "id", "source", "body_id", "represents_id", "kind", "function",
        "legal_name", "legal_ico", "legal_claimed_ico", "legal_number", "country",
        "member_from", "member_to", "function_from", "function_to", "note", "entered", "deleted",
    ),
    "share": (
        "ico", "part", "source", "engagement_id", "kind",
        "contribution_unit", "contribution_value", "contribution_text",
        "size_unit", "size_value", "size_text", "paid_unit", "paid_value", "paid_text",
        "note", "encumbrances", "entered", "deleted",
    ),
}  # fmt: skip
_ENTRIES = (
    branch,
    company_name,
    company_seat,
    file_mark,
    capital,
    business_line,
    body,
    acting,
    engagement,
    share,
    share_issue,
    other_fact,
)
_TABLES = {table.name: table for table in (extract, *_ENTRIES)}
_LAST_ID = "last_extract_id"
_encode = msgspec.msgpack.Encoder().encode
_PERSON, _LEGAL_ICO, _CLAIMED_ICO = (
    _COLUMNS["engagement"].index(name) for name in ("person_id", "legal_ico", "legal_claimed_ico")
)


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


class Batch:
    """Rows of a batch of extracts by table; of its persons, by identity, the row and the key they ask for.

    Common texts stand in the rows as they are stored, which the one process that writes need not see to; only
    rows of `extract` are read again before they are. Beside each of these: what it says of its subject as a
    whole, and all its file marks.
    """

    def __init__(self) -> None:
        self.claims: list[Row] = []  # in the order of `Subject`
        self.marks: list[frozenset[str]] = []
        self.rows: dict[str, list[Row]] = {name: [] for name in _COLUMNS}
        self.people: dict[bytes, PersonRow] = {}
        self.keys: dict[bytes, str] = {}


class Outcome(NamedTuple):
    """What came of writing a batch."""

    claims: list[Row]  # of those who speak for their company
    repeated: list[int]  # IDs of entries that the file has more than once


class ExtractRows:
    """Flattens extracts into the rows of one batch."""

    def __init__(self, source: str, dataset: str, first_id: int, identifier: Identifier) -> None:
        self.batch = Batch()
        self._source = source
        self._short_source = shorten(source)
        self._dataset = dataset
        self._next_id = first_id
        self._identifier = identifier
        self._parts: dict[int, int] = {}  # of how many extracts of a company rows were made
        self._part = 0  # the one that rows are being made of

    def add(self, item: RegisterExtract, fingerprint: bytes, mark: str) -> None:
        """Flatten one extract."""
        subject, source, rows = item.subject, self._short_source, self.batch.rows
        ico = subject.ico
        part = self._part = self._parts.get(ico, 0)
        self._parts[ico] = part + 1
        is_branch = subject.legal_form in BRANCH_FORMS
        bare = not item.capital and is_bare(subject.legal_form, {group.kind for group in item.bodies})
        rows["extract"].append(
            (
                ico, part, self._source, fingerprint, item.persons_hidden, self._dataset, mark,
                is_branch, bare, subject.ended, item.entered, READER_VERSION, None,
            )
        )  # fmt: skip
        self.batch.claims.append(structs.astuple(claim_of(item)))
        self.batch.marks.append(frozenset(entry.text for entry in item.file_marks))
        for name in item.names:
            is_foreign = name in item.foreign_names
            rows["company_name"].append(
                (ico, part, source, name.text, is_foreign, name.entered, name.deleted)
            )
        for seat in item.seats:
            address = _seat_of(seat.subject)
            rows["company_seat"].append((ico, part, source, *address, seat.entered, seat.deleted))
        for entry in item.file_marks:
            rows["file_mark"].append(
                (
                    ico, part, source, entry.court, shorten(entry.court_name), entry.section,
                    entry.insert, entry.entered, entry.deleted,
                )
            )  # fmt: skip
        for money in item.capital:
            amounts = (*_amount(money.amount), *_amount(money.paid))
            rows["capital"].append(
                (ico, part, source, shorten(money.kind), *amounts, money.text, money.entered, money.deleted)
            )
        for issue in item.share_issues:
            rows["share_issue"].append(
                (
                    ico, part, source, shorten(issue.kind), shorten(issue.form), issue.count,
                    *_amount(issue.value), issue.text, issue.entered, issue.deleted,
                )
            )  # fmt: skip
        for other in item.other_facts:
            rows["other_fact"].append(
                (
                    ico, part, source, shorten(other.kind), shorten(other.name), shorten(other.text),
                    other.entered, other.deleted,
                )
            )  # fmt: skip
        for line in item.business_lines:
            rows["business_line"].append((ico, part, source, shorten(line.text), line.entered, line.deleted))
        if is_branch or bare:
            own = Branch(subject, latest_mark(item.file_marks), item.entered, subject.ceased)
            rows["branch"].append(self._branch_row(ico, own))
        for unit in item.branches:
            rows["branch"].append(self._branch_row(ico, unit))
        for ordinal, group in enumerate(item.bodies):
            self._add_body(ico, ordinal, group)

    def _branch_row(self, ico: int, item: Branch) -> Row:
        mark = item.file_mark
        marked = (mark.court, shorten(mark.court_name), mark.section, mark.insert) if mark else (None,) * 4
        start = (ico, self._part, self._short_source, item.subject.name)
        return (*start, *marked, *_seat_of(item.subject), item.entered, item.deleted)

    def _add_body(self, ico: int, ordinal: int, item: Body) -> None:
        body_id = self._number()
        self.batch.rows["body"].append(
            (
                ico, self._part, body_id, self._short_source, shorten(item.role), shorten(item.kind),
                shorten(item.name), ordinal, item.hidden_members or None, item.entered, item.deleted,
            )
        )  # fmt: skip
        for text in item.acting:
            self.batch.rows["acting"].append(
                (
                    ico, self._part, self._short_source, body_id, shorten(text.text),
                    text.entered, text.deleted,
                )
            )  # fmt: skip
        for member in item.members:
            self._add_engagement(ico, body_id, member, None)

    def _add_engagement(self, ico: int, body_id: int, item: Engagement, represents: int | None) -> None:
        number = self._number()
        identity, legal = self._who(ico, item.person)
        self.batch.rows["engagement"].append(
            (
                ico, self._part, identity, number, self._short_source, body_id, represents,
                shorten(item.kind), shorten(item.function), *legal,
                item.member_from, item.member_to, item.function_from, item.function_to,
                shorten(item.note), item.entered, item.deleted,
            )
        )  # fmt: skip
        for part in item.shares:
            self.batch.rows["share"].append(self._share_row(ico, number, part))
        for representative in item.representatives:
            self._add_engagement(ico, body_id, representative, number)

    def _share_row(self, ico: int, engagement_id: int, item: Share) -> Row:
        amounts = (*_amount(item.contribution), *_amount(item.size), *_amount(item.paid))
        start = (ico, self._part, self._short_source, engagement_id, shorten(item.kind))
        encumbrances = _encode(item.encumbrances) if item.encumbrances else None
        return (*start, *amounts, shorten(item.text), encumbrances, item.entered, item.deleted)

    def _who(self, ico: int, who: NaturalPerson | LegalPerson | None) -> tuple[bytes | None, Row]:
        if who is None:
            return None, (None,) * 5
        if isinstance(who, LegalPerson):
            return None, (who.name, who.ico, who.claimed_ico, who.foreign_number, shorten(who.country))
        row = self._identifier.identify(who, ico)
        people = self.batch.people
        known = people.get(row.identity)
        if known is None:
            people[row.identity] = row
            self.batch.keys[row.identity] = self._identifier.key(row)
        elif known != row:
            people[row.identity] = fuller(known, row)
        return row.identity, (None, None, None, None, shorten(who.country))

    def _number(self) -> int:
        self._next_id += 1
        return self._next_id


def write(
    connection: Connection,
    batch: Batch,
    identifier: Identifier,
    met: set[int],
    stored: StoredPersons | None = None,
) -> Outcome:
    """Replace the extracts of a batch; persons whose engagements change become dirty.

    Of several extracts under one ID each keeps its place, whatever the order in which they come. `met`: the
    entries (`entry_number`) that the file has told of already; a second one of the kind is left out.
    `stored`: how persons are found, by the indexes of their table where nothing is said.
    """
    outcome = _settle(connection, batch, met)
    numbers = number_persons(connection, batch.people, batch.keys, identifier, stored or IndexedPersons())
    for name, rows in batch.rows.items():
        if name == "engagement":
            rows = [
                (*row[:_PERSON], numbers[row[_PERSON]] if row[_PERSON] else None, *row[_PERSON + 1 :])
                for row in rows
            ]
        if rows:
            insert = bulk.insert_rows if name == "extract" else bulk.insert_stored
            insert(connection, _TABLES[name], _COLUMNS[name], rows)
    members = batch.rows["engagement"]
    mark_companies_dirty(connection, {row[_LEGAL_ICO] for row in members if row[_LEGAL_ICO]})
    renamed = {row[0] for row in batch.rows["extract"]}
    link_claimed(connection, renamed | {row[_CLAIMED_ICO] for row in members if row[_CLAIMED_ICO]})
    return outcome


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


def _amount(amount: Amount | None) -> Row:
    return (shorten(amount.unit), amount.value, amount.text) if amount else (None, None, None)


class _Stored(NamedTuple):
    """A stored extract."""

    ico: int
    source: str
    part: int
    mark: str
    branch: bool
    bare: bool
    ended: bool
    entered: str | None
    dataset: str | None
    claim: bytes | None


# Of the companies in the working table of keys.
_STORED = select(*(extract.c[name] for name in _Stored._fields)).join_from(
    bulk.KEYS, extract, extract.c.ico == bulk.driving(bulk.KEYS.c.key)
)
_SITTING = (
    select(engagement.c.person_id, engagement.c.legal_ico)
    .join_from(bulk.KEYS, engagement, engagement.c.ico == bulk.driving(bulk.KEYS.c.key))
    .distinct()
)
_decode = msgspec.msgpack.Decoder(Subject).decode


def _settle(connection: Connection, batch: Batch, met: set[int]) -> Outcome:
    """Give every extract of a batch its part, remove what it replaces, and tell whose claims count."""
    incoming: dict[tuple[str, int], list[int]] = {}
    outcome = Outcome([], [])
    parts: dict[tuple[int, int], int | None] = {}  # rows of these parts move, or are left out
    removed = _Removed()
    for place, row in enumerate(batch.rows["extract"]):
        number = entry_number(row[0], row[6])
        if number in met:
            outcome.repeated.append(row[0])
            parts[row[:2]] = None
            continue
        met.add(number)
        incoming.setdefault((row[2], row[0]), []).append(place)
    stored = _read_stored(connection, incoming)
    for (source, ico), places in incoming.items():
        known = stored.get((source, ico), [])
        if len(places) == 1 and _takes_the_place(batch, places[0], known):
            outcome.claims.append(batch.claims[places[0]])
            if known:
                removed.whole.setdefault(source, []).append(ico)
            continue
        group = _Group(connection, batch, source, ico, places, known)
        group.settle(outcome, parts, removed)
    removed.delete(connection)
    if any(part != new for (_, part), new in parts.items()):
        _move(batch, parts)
    return outcome


def _takes_the_place(batch: Batch, place: int, known: list[_Stored]) -> bool:
    """Tell whether an extract is alone under its ID, as nearly all are, or replaces the only one there."""
    row = batch.rows["extract"][place]
    if row[1] != 0 or len(known) > 1:
        return False
    return not known or (
        known[0].part == 0 and known[0].mark == row[6] and rank_of(known[0].dataset) <= rank_of(row[5])
    )


class _Removed:
    """Stored extracts that others replace: all of a company, or single parts, each with its source."""

    def __init__(self) -> None:
        self.whole: dict[str, list[int]] = {}
        self.parts: list[tuple[str, int, int]] = []

    def delete(self, connection: Connection) -> None:
        """Delete them with their entries."""
        for table in (*_ENTRIES, extract):
            for source, icos in self.whole.items():
                for chunk in bulk.chunks(icos, 500):
                    connection.execute(table.delete().where(table.c.source == source, table.c.ico.in_(chunk)))
            for source, ico, part in self.parts:
                connection.execute(
                    table.delete().where(table.c.source == source, table.c.ico == ico, table.c.part == part)
                )


class _Group:
    """The extracts that one source has under one ID: those stored, and those of a batch."""

    def __init__(
        self,
        connection: Connection,
        batch: Batch,
        source: str,
        ico: int,
        places: list[int],
        known: list[_Stored],
    ) -> None:
        self._connection = connection
        self._batch = batch
        self._source = source
        self._ico = ico
        self._places = places
        self._stored = {item.part: item for item in known}
        self._marks = self._stored_marks()
        self._before = speaker(known) if known else None

    def settle(self, outcome: Outcome, parts: dict[tuple[int, int], int | None], removed: _Removed) -> None:
        """Decide about each extract of the batch, then about the one that speaks for the company."""
        accepted: dict[int, _Stored] = {}  # by place
        for place in self._places:
            row = self._batch.rows["extract"][place]
            mark, branch, bare, ended, entered = row[6:11]
            new = _Stored(row[0], row[2], row[1], mark, branch, bare, ended, entered, row[5], None)
            same = [item for item in self._stored.values() if self._is_same(new, place, item)]
            if any(self._is_later(item, new) for item in same):
                parts[self._ico, row[1]] = None
                continue
            for item in same:
                removed.parts.append((self._source, self._ico, self._stored.pop(item.part).part))
            accepted[place] = new
        # An earlier state of what stands in the batch too.
        for place, new in list(accepted.items()):
            if any(
                new.mark and new.mark != other.mark and new.mark in self._batch.marks[at]
                for at, other in accepted.items()
            ):
                parts[self._ico, new.part] = None
                del accepted[place]
        taken = set(self._stored)
        for new in accepted.values():
            free = next(number for number in range(len(taken) + 1) if number not in taken)
            taken.add(free)
            parts[self._ico, new.part] = free
        self._keep_former_claim()
        self._choose(accepted, outcome)

    def _is_same(self, new: _Stored, place: int, item: _Stored) -> bool:
        """Tell whether two extracts are states of one entry: a file mark changes when a seat moves."""
        if not new.mark or not item.mark:
            return new.branch == item.branch
        return item.mark in {new.mark, *self._batch.marks[place]} or new.mark in self._marks.get(
            item.part, ()
        )

    def _is_later(self, item: _Stored, new: _Stored) -> bool:
        if item.mark != new.mark and new.mark and new.mark in self._marks.get(item.part, ()):
            return True
        return rank_of(item.dataset) > rank_of(new.dataset)

    def _stored_marks(self) -> dict[int, set[str]]:
        query = select(file_mark).where(file_mark.c.ico == self._ico, file_mark.c.source == self._source)
        marks: dict[int, set[str]] = {}
        for row in self._connection.execute(query):
            marks.setdefault(row.part, set()).add(FileMark(row.court, row.section, row.insert_number).text)
        return marks

    def _keep_former_claim(self) -> None:
        """Keep what the former speaker said before another one's claim takes its place."""
        before = self._before
        if before is None or before.claim is not None or before.part not in self._stored:
            return
        query = select(*(company_claim.c[field.name] for field in structs.fields(Subject)))
        row = self._connection.execute(
            query.where(company_claim.c.source == self._source, company_claim.c.ico == self._ico)
        ).first()
        if row is not None:
            self._stored[before.part] = before._replace(claim=_encode(Subject(*row)))
            self._connection.execute(
                extract.update()
                .where(
                    extract.c.ico == self._ico,
                    extract.c.source == self._source,
                    extract.c.part == before.part,
                )
                .values(claim=self._stored[before.part].claim)
            )

    def _choose(self, accepted: dict[int, _Stored], outcome: Outcome) -> None:
        rows, claims = self._batch.rows["extract"], self._batch.claims
        several = len(self._stored) + len(accepted) > 1
        for place, new in accepted.items():
            packed = _encode(Subject(*claims[place]))
            accepted[place] = new._replace(claim=packed)
            if several:
                rows[place] = (*rows[place][:-1], packed)
        everyone = [*self._stored.values(), *accepted.values()]
        if everyone and (claim := speaker(everyone).claim) is not None:
            outcome.claims.append(structs.astuple(_decode(claim)))


def _read_stored(
    connection: Connection, incoming: dict[tuple[str, int], list[int]]
) -> dict[tuple[str, int], list[_Stored]]:
    """Return the stored extracts of the companies of a batch, and mark dirty who sits in them."""
    stored: dict[tuple[str, int], list[_Stored]] = {}
    bulk.keys_table(connection, {ico for _, ico in incoming})
    # Of all sources: the new extract may take another one's place as the one that is shown.
    left = connection.execute(_SITTING).all()
    for row in connection.execute(_STORED):
        stored.setdefault((row.source, row.ico), []).append(_Stored(*row))
    mark_persons_dirty(connection, {row.person_id for row in left if row.person_id})
    mark_companies_dirty(connection, {row.legal_ico for row in left if row.legal_ico})
    return stored


def _move(batch: Batch, parts: dict[tuple[int, int], int | None]) -> None:
    """Give rows of a batch their final part; those of a part that is left out go."""
    for name, rows in batch.rows.items():
        batch.rows[name] = [
            row if part == row[1] else (row[0], part, *row[2:])
            for row in rows
            if (part := parts.get(row[:2], row[1])) is not None
        ]

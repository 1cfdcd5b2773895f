"""Extracts of the public register as they are stored: one record each, and beside it who sits where.

A record is the parser's own (`records.RegisterExtract`) as MessagePack. Natural persons stand in it by their
numbers, so that names and birth dates are stored once, in the table `person`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from soupis.registers.records import (
    Body,
    BodyRole,
    DatedText,
    Engagement,
    LegalPerson,
    RegisterExtract,
    Share,
)

Text = TypeVar("Text", str, str | None)

encode: Callable[[Struct], bytes] = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(RegisterExtract).decode


class Membership(Struct, array_like=True):
    """An engagement with what its body says: all that a profile shows, whatever the size of the extract.

    Of a natural person, whom the row names, the entry has none; neither has it representatives, who have
    rows of their own.
    """

    entry: Engagement
    role: BodyRole
    body_kind: str
    body_name: str | None
    body_deleted: str | None
    is_representative: bool  # of a legal person in the body


decode_membership = msgspec.msgpack.Decoder(Membership).decode


class _Beginning(Struct, array_like=True):
    """The first fields of a record, up to the names."""

    subject: Raw
    entered: str | None = None
    names: list[DatedText] = []


_decode_beginning = msgspec.msgpack.Decoder(_Beginning).decode


def names_in(record: bytes) -> list[str]:
    """Return all names that a stored record lists, without reading the rest of it."""
    return [name.text for name in _decode_beginning(record).names]


def entries_in(bodies: Iterable[Body]) -> Iterator[Engagement]:
    """Yield the entries of all members and their representatives."""

    def below(entries: list[Engagement]) -> Iterator[Engagement]:
        for entry in entries:
            yield entry
            yield from below(entry.representatives)

    for body in bodies:
        yield from below(body.members)


def stored_text(text: Text) -> Text:
    """Return a free text as it is stored; every free text of an extract passes here on its way."""
    return text


def store_texts(record: RegisterExtract) -> None:
    """Replace all free texts of a record, but for those of its subject, by what is stored of them."""
    for dated in (*record.names, *record.business_lines):  # the foreign names are among the names
        dated.text = stored_text(dated.text)
    for capital in record.capital:
        capital.text = stored_text(capital.text)
    for issue in record.share_issues:
        issue.text = stored_text(issue.text)
    for fact in record.other_facts:
        fact.name, fact.text = stored_text(fact.name), stored_text(fact.text)
    for branch in record.branches:
        branch.subject.name = stored_text(branch.subject.name)
    for body in record.bodies:
        body.name = stored_text(body.name)
        for acting in body.acting:
            acting.text = stored_text(acting.text)
    for entry in entries_in(record.bodies):
        _store_texts_of(entry)


def _store_texts_of(entry: Engagement) -> None:
    entry.function, entry.note = stored_text(entry.function), stored_text(entry.note)
    if isinstance(entry.person, LegalPerson):
        entry.person.name = stored_text(entry.person.name)
    for share in entry.shares:
        _store_texts_of_share(share)


def _store_texts_of_share(share: Share) -> None:
    share.text = stored_text(share.text)
    share.encumbrances = [
        msgspec.structs.replace(item, text=stored_text(item.text)) for item in share.encumbrances
    ]

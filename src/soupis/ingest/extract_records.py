"""Extracts of the public register as they are stored: one record each, and beside it who sits where.

A record is the parser's own (`records.RegisterExtract`) as MessagePack. Natural persons stand in it by their
numbers, so that names and birth dates are stored once, in the table `person`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from soupis.registers.records import (
    Body,
    BodyRole,
    DatedText,
    Engagement,
    RegisterExtract,
)

encode: Callable[[Struct], bytes] = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(RegisterExtract).decode


class ExtractRow(NamedTuple):
    """An extract as its table holds it: what decides about it without reading its record."""

    ico: int
    source: str
    part: int
    persons_hidden: bool
    dataset: str | None
    mark: str
    branch: bool
    bare: bool
    ended: bool
    entered: str | None
    ceased: str | None


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

"""What `soupis explain` tells of one company; no birth date, birth number or home address is part of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from soupis.wire.vat import StavDph

Standing = Literal["wins", "agrees", "differs", "silent"]


class SourceValue(Struct, rename="camel"):
    """What one source says in one field; `label` is the name of a code, `retrieved` a moment in UTC."""

    source: str
    value: str | None
    label: str | None
    retrieved: str
    missing_since: str | None  # the day since when the source no longer knows the company
    standing: Standing


class FieldExplanation(Struct, rename="camel"):
    """One field: who said what, who was believed by which rule, and why in a sentence."""

    field: str
    value: str | None
    label: str | None
    rule: str
    order: list[str]  # of sources, the most trusted first
    why: str
    sources: list[SourceValue]
    stored_differs: bool  # the merged tables hold something else than the rule gives


class ExtractExplanation(Struct, rename="camel"):
    """One extract of the public register under the company's ID.

    `rows` counts entries by kind: (all, not deleted). An extract of a branch never speaks for the company.
    """

    source: str
    file: str | None
    file_mark: str | None
    branch: bool
    persons_hidden: bool
    chosen: bool
    rows: dict[str, tuple[int, int]]


class ActivityExplanation(Struct, rename="camel"):
    """The activities that one source lists: how many codes by the revision of CZ-NACE."""

    source: str
    codes: dict[int, int]
    chosen: bool


class AresAnswer(Struct, rename="camel"):
    """What ARES last said of the VAT registration."""

    registration: str | None
    tax_id: str | None
    group_id: str | None
    retrieved: str


class RegisterAnswer(Struct, rename="camel"):
    """What the VAT register last answered."""

    kind: str
    unreliable: str | None
    unreliable_since: str | None
    tax_office: str | None
    accounts: int
    answered: str


class VatExplanation(Struct, rename="camel"):
    """How the VAT status came about; `row` is the number of the deciding row in docs/vat.md, from 1.

    `contradiction` = nothing is verified because the two sources contradict each other.
    """

    ares: AresAnswer | None
    asked_under: str | None
    register: RegisterAnswer | None
    row: int | None
    row_text: str | None
    verified: bool
    contradiction: bool
    state: StavDph | None
    shown_tax_id: str | None
    why: str


class LookupExplanation(Struct, rename="camel"):
    """One source that is read company by company: when it was asked, how old that is, what it found."""

    what: str
    source: str | None
    asked: str | None
    age_days: int | None
    found: int | None  # None = never asked
    note: str | None


class QueueExplanation(Struct, rename="camel"):
    """A look-up that waits in a queue, or was given up."""

    queue: str
    asked: str
    attempts: int
    next_attempt: str
    last_error: str | None
    given_up: bool


class PublishedExplanation(Struct, rename="camel"):
    """What readers get: version (the ETag), line of the change log; `dirty_since` = to be made again."""

    version: str | None
    seq: int | None
    at: str | None
    dirty_since: str | None


class Explanation(Struct, rename="camel"):
    """Everything about one company."""

    ico: str
    name: str | None
    state: str
    fields: list[FieldExplanation]
    activities: list[ActivityExplanation]
    extracts: list[ExtractExplanation]
    vat: VatExplanation
    lookups: list[LookupExplanation]
    queues: list[QueueExplanation]
    published: PublishedExplanation

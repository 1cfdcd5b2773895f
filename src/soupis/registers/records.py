"""The typed records that every register's parser yields; the only language between registers and ingest.

Dates are ISO texts (`YYYY-MM-DD`), already validated; company IDs are integers; amounts are decimal
texts with a point. Absent is None. Home addresses are not read at all: nothing in the service needs them.

A `RegisterExtract` is stored as MessagePack, fields in their order: new ones go to the end, with a default.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol, TypeVar

from msgspec import Struct

# `Subject.vat_registration` where ARES was asked and knows no such subject, as with most ceased ones.
UNKNOWN_TO_ARES = "NENALEZENO"


# Version of the rules in `ingest.privacy`, which redact what is stored of a record. Raised with every change
# of the rules: files are then read again, and what is stored already is redacted by the new rules.
PRIVACY_RULES = 2


class SourceError(Exception):
    """A source as a whole cannot be used (missing, truncated, wrong format); the text says what to do."""


class Rejected(Struct, frozen=True):
    """One row or piece that could not be read and was skipped."""

    place: str  # "line 17", "subject 3 (IČO 27074358)"
    reason: str


class Subject(Struct, gc=False, array_like=True):
    """What one source says of one subject as a whole; the order of fields is that of `company_claim`."""

    ico: int
    name: str | None = None
    legal_form: str | None = None  # code list 56, statistical
    legal_form_ros: str | None = None  # code list 149, Register of Persons
    founded: str | None = None
    ceased: str | None = None  # may lie in the future
    ended: bool = False  # the source says it is gone, with or without a date
    end_reason: str | None = None
    headcount: str | None = None  # code list 579
    nace: str | None = None  # prevailing activity, Rev. 2
    nace2025: str | None = None  # prevailing activity, CZ-NACE 2025
    sector: str | None = None  # ESA 2010
    tax_office: str | None = None
    tax_id: str | None = None  # with prefix, as the source shows it
    vat_group_id: str | None = None
    vat_registration: str | None = None  # AKTIVNI, ZANIKLY, NEEXISTUJICI...
    updated: str | None = None  # date of the record in the source
    seat_text: str | None = None
    seat_country: str | None = None  # ISO code; countries.ABROAD for a country that is not in the list
    seat_region: int | None = None  # RÚIAN code (19 = Praha)
    seat_district: str | None = None  # LAU code (CZ0642)
    seat_municipality_code: int | None = None
    seat_municipality: str | None = None
    seat_part: str | None = None  # part of the municipality
    seat_city_district: str | None = None  # "Praha 4"
    seat_street: str | None = None
    seat_house_number: str | None = None
    seat_house_number_kind: int | None = None  # 1 descriptive, 2 registration
    seat_orientation_number: str | None = None
    seat_postal_code: int | None = None
    seat_address_point: int | None = None  # RÚIAN code
    file_mark: str | None = None  # "B 1581/MSPH", where the source names it outside the register's extract
    delivery_address: str | None = None  # of legal persons only; on one line
    registrations: str | None = None  # in which registers it is and how: "ros=AKTIVNI vr=NEEXISTUJICI"


class StatisticalSubject(Subject, gc=False):
    """What the statistical register's record in ARES says; it knows nothing of taxes."""


Revision = Literal[2008, 2025]


class Activities(Struct, gc=False):
    """All NACE codes that one source lists for one subject, each with the revision it belongs to."""

    ico: int
    codes: tuple[tuple[Revision, str], ...]


class DatedText(Struct, array_like=True):
    """A text with the dates on which it was entered into and deleted from the register."""

    text: str
    entered: str | None = None
    deleted: str | None = None


class DatedSeat(Struct, array_like=True):
    """A seat, in the seat fields of a subject, with the dates on which it was entered and deleted."""

    subject: Subject
    entered: str | None = None
    deleted: str | None = None


class FileMark(Struct, array_like=True):
    """Where the subject's file lies: court code, section, insert."""

    court: str  # MSPH
    section: str  # B
    insert: int  # 1581
    court_name: str | None = None
    entered: str | None = None
    deleted: str | None = None

    @property
    def text(self) -> str:
        """Its usual form, "B 1581/MSPH"."""
        return f"{self.section} {self.insert}/{self.court}"


class Dated(Protocol):
    """Whatever was entered into the register on a day and deleted on another one."""

    @property
    def entered(self) -> str | None: ...
    @property
    def deleted(self) -> str | None: ...


_Dated = TypeVar("_Dated", bound=Dated)


def latest(entries: Iterable[_Dated]) -> _Dated | None:
    """Return the valid entry; where all were deleted, the one deleted last; None where there is none."""
    return max(entries, key=lambda entry: (entry.deleted or "9999", entry.entered or ""), default=None)


def latest_mark(marks: Iterable[FileMark]) -> FileMark | None:
    """Return the valid mark; where all were deleted, the one deleted last; None where there is none."""
    return max(marks, key=lambda mark: (mark.deleted or "9999", mark.entered or "", mark.text), default=None)


class Amount(Struct, frozen=True, array_like=True):
    """A contribution, a share or a capital, in the unit that the source names."""

    unit: str  # KORUNY, EUR, PROCENTA, ZLOMEK, TEXT, ...
    value: str | None  # decimal text with a point; None where the source gives words
    text: str  # as the source has it


class Capital(Struct, array_like=True):
    """Share capital; `paid` is the part paid up."""

    amount: Amount | None
    paid: Amount | None = None
    kind: str | None = None
    text: str | None = None
    entered: str | None = None
    deleted: str | None = None


class ShareIssue(Struct, array_like=True):
    """Shares of one issue: how many, of what type and form, and the nominal value of one."""

    kind: str | None  # KMENOVE_NA_JMENO
    form: str | None  # LISTINNA
    count: int | None
    value: Amount | None
    text: str | None = None
    entered: str | None = None
    deleted: str | None = None


class OtherFact(Struct, array_like=True):
    """An entry of which nothing is known but its kind and its text."""

    kind: str  # OST_SKUTECNOSTI
    name: str | None  # of the kind, as the register prints it
    text: str
    entered: str | None = None
    deleted: str | None = None


class NaturalPerson(Struct, array_like=True, tag="natural"):
    """A natural person; the full birth date never leaves the database."""

    last_name: str
    first_name: str | None = None
    title_before: str | None = None
    title_after: str | None = None
    birth_date: str | None = None
    country: str | None = None  # where the person lives, as the register prints it; no more of the address


class LegalPerson(Struct, array_like=True, tag="legal"):
    """A legal person in somebody's body, with or without a Czech ID."""

    name: str
    ico: int | None = None  # only one that is certainly Czech
    foreign_number: str | None = None  # any other number that the register prints, and a claimed one
    country: str | None = None  # as the register prints it
    claimed_ico: int | None = None  # Czech only if the company with this ID bears the name


class PersonRef(Struct, array_like=True, tag="row"):
    """A natural person by the number that the store knows the person under; stored records have these."""

    number: int
    country: str | None = None  # as in `NaturalPerson`


class Encumbrance(Struct, frozen=True, array_like=True):
    """A pledge on a share or an execution against it, in the words of the register."""

    kind: Literal["pledge", "execution"]
    text: str | None
    arose: str | None = None  # day on which a pledge arose
    ended: str | None = None  # day on which a pledge ended
    entered: str | None = None
    deleted: str | None = None


class Share(Struct, array_like=True):
    """A partner's share: contribution, size, paid-up part, encumbrances."""

    contribution: Amount | None = None
    size: Amount | None = None
    paid: Amount | None = None
    kind: str | None = None
    text: str | None = None
    entered: str | None = None
    deleted: str | None = None
    encumbrances: list[Encumbrance] = []


# Kinds of engagements: a holder of a share that several persons hold together, and a share without a holder.
COMMON_SHARE_HOLDER = "SPOLECNIK_PODILNIK"
RELEASED_SHARE = "UVOLNENY_PODIL"


class Engagement(Struct, array_like=True):
    """One person's place in one body, as one entry of the register."""

    kind: str  # STATUTARNI_ORGAN_CLEN, SPOLECNIK_OSOBA, ...
    person: NaturalPerson | LegalPerson | PersonRef | None  # None if the share was released
    function: str | None = None
    entered: str | None = None
    deleted: str | None = None
    member_from: str | None = None
    member_to: str | None = None
    function_from: str | None = None
    function_to: str | None = None
    shares: list[Share] = []
    note: str | None = None  # what the register adds to the person: "sládek", "provozní ředitel"
    representatives: list[Engagement] = []  # natural persons who act for a legal person here


BodyRole = Literal["statutory", "other", "partners"]


class Body(Struct, array_like=True):
    """A body (board, executives, supervisory board) or a circle of partners, with its members."""

    role: BodyRole
    kind: str  # STATUTARNI_ORGAN, DOZORCI_RADA, SPOLECNIK, ...
    name: str | None = None
    entered: str | None = None
    deleted: str | None = None
    members: list[Engagement] = []
    acting: list[DatedText] = []  # how the body acts for the company
    hidden_members: int = 0  # present members whom the source does not name


class Branch(Struct, array_like=True):
    """An organisational unit (odštěpný závod) of a subject: a part of it, never a company of its own."""

    subject: Subject  # its name and seat, under the ID of whom it belongs to
    file_mark: FileMark | None = None
    entered: str | None = None
    deleted: str | None = None


class RegisterExtract(Struct, array_like=True):
    """Everything that the public register says of one subject, valid and deleted facts alike."""

    subject: Subject
    entered: str | None = None  # the day on which the subject was entered into the register
    names: list[DatedText] = []
    file_marks: list[FileMark] = []
    capital: list[Capital] = []
    business_lines: list[DatedText] = []
    bodies: list[Body] = []
    persons_hidden: bool = False
    unknown_entries: list[str] = []  # kinds of facts that this version does not know
    unread_texts: list[str] = []  # texts of known facts: "INSOLVENCNI_ZAPIS hodnotaUdaje/poznamka"
    branches: list[Branch] = []
    share_issues: list[ShareIssue] = []
    other_facts: list[OtherFact] = []
    foreign_names: list[DatedText] = []  # those among `names` that are in other languages
    seats: list[DatedSeat] = []  # present and past ones

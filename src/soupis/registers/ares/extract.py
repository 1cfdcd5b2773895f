"""Extracts of the public register in ARES answers (endpoint `-vr`)."""

from __future__ import annotations

from typing import NamedTuple

from soupis.registers.ares.bodies import read_bodies
from soupis.registers.ares.json_values import Entry, Json, code, valid
from soupis.registers.ares.subject import read_seat
from soupis.registers.codelists import court_name
from soupis.registers.legal_forms import BRANCH, BRANCH_FORMS, is_bare, is_branch_by_content
from soupis.registers.public_register.kinds import HEADS_OF_BRANCHES
from soupis.registers.records import (
    Body,
    Branch,
    Capital,
    DatedSeat,
    DatedText,
    FileMark,
    OtherFact,
    RegisterExtract,
    ShareIssue,
    Subject,
    latest_mark,
)
from soupis.registers.values import posting_note, whole_number

_DATED = (
    *("names", "foreign_names", "seats", "file_marks", "capital"),
    *("share_issues", "business_lines", "other_facts"),
)
# Fields of a record; others are reported as unknown.
_USED = {
    "primarniZaznam", "spisovaZnacka", "ico", "obchodniJmeno", "obchodniJmenoCizi", "pravniForma",
    "financniUrad", "adresy", "datumAktualizace", "stavSubjektu", "datumVzniku", "datumZapisu",
    "datumVymazu", "cinnosti", "zakladniKapital", "akcie", "statutarniOrgany", "ostatniOrgany",
    "spolecnici", "akcionari", "podnikatel", "odstepneZavody", "pravniDuvodVymazu",
    "ostatniSkutecnosti", "exekuce", "insolvence", "konkursy",
}  # fmt: skip
_UNUSED = {
    "rejstrik", "vklady", "zpusobRizeni", "kategorieZO", "kategorieZo", "nazevNejvyssihoOrganu",
}  # fmt: skip

# What the kinds of entries are called, which ARES does not print.
_FACT_NAMES = {
    "OST_SKUTECNOSTI": "Ostatní skutečnosti",
    "EXEKUCE": "Exekuce",
    "INSOLVENCNI_ZAPIS": "Insolvenční řízení",
    "KONKURS": "Konkurs",
    "ZRUSENI_KONKURSU": "Zrušení konkursu",
}

SIGNS = (_USED | _UNUSED) - {
    "primarniZaznam", "ico", "obchodniJmeno", "pravniForma", "financniUrad", "datumAktualizace", "datumVzniku"
}  # fmt: skip


def is_extract(record: Json) -> bool:
    """Tell whether a record of `zaznamy` has the shape of the public register."""
    return isinstance(record.get("obchodniJmeno"), list) or not SIGNS.isdisjoint(record)


class _Record(NamedTuple):
    """One record of a subject, and how it stands to the others."""

    extract: RegisterExtract
    is_primary: bool
    is_historic: bool

    @property
    def body_kinds(self) -> set[str]:
        """Kinds of the record's bodies."""
        return {body.kind for body in self.extract.bodies}

    @property
    def is_branch(self) -> bool:
        """Whether the record is one of a branch, by its legal form or else by its name and bodies."""
        subject = self.extract.subject
        if subject.legal_form is not None:
            return subject.legal_form in BRANCH_FORMS
        return is_branch_by_content(subject.name, self.body_kinds)

    @property
    def is_bare(self) -> bool:
        """Whether nothing in the record is that of a subject of its own."""
        return not self.extract.capital and is_bare(self.extract.subject.legal_form, self.body_kinds)


def read_extract(entries: list[Entry], ico: int) -> RegisterExtract:
    """Merge the records of one subject: the primary one says what is valid, the others add what was.

    Records of branches under the ID of their parent speak for themselves alone.
    """
    records = [_read_record(entry, ico) for entry in entries]
    own, branches = _divide(records)
    if not own:
        result = _merged(branches)
        result.subject.legal_form = result.subject.legal_form or BRANCH
        return result
    result = _merged(own)
    for extract in (record.extract for record in branches):
        mark, name, ended = latest_mark(extract.file_marks), extract.subject.name, extract.subject.ceased
        result.branches.append(Branch(extract.subject, mark, extract.entered, ended))
        heads = [item for body in extract.bodies if body.kind in HEADS_OF_BRANCHES for item in body.members]
        if heads:
            result.bodies.append(Body("other", "ODSTEPNY_ZAVOD", name, extract.entered, ended, heads))
    return result


def _merged(records: list[_Record]) -> RegisterExtract:
    primary = next((record for record in records if record.is_primary), None)
    if primary is None:
        primary = next((record for record in records if not record.is_historic), records[0])
    for record in records:
        if record is not primary:
            _add(primary.extract, record.extract, ended=record.is_historic)
    return primary.extract


def _divide(records: list[_Record]) -> tuple[list[_Record], list[_Record]]:
    """Return a subject's own records, and those of branches.

    Bare ones with another file mark are branches, too, next to a company's valid record.
    """
    own = [record for record in records if not (record.is_branch or record.is_bare)]
    marks = {mark.text for record in own for mark in record.extract.file_marks}
    is_known = any(not record.is_historic for record in own)

    def is_bare_branch(record: _Record) -> bool:
        has_own_mark = marks.isdisjoint(mark.text for mark in record.extract.file_marks)
        return is_known and record.is_bare and not record.is_historic and has_own_mark

    branches = [record for record in records if record.is_branch or is_bare_branch(record)]
    return [record for record in records if all(record is not branch for branch in branches)], branches


def _add(result: RegisterExtract, more: RegisterExtract, *, ended: bool) -> None:
    """Add the entries of a further record; of an ended one only those whose own end is known."""
    for name in _DATED:
        entries = getattr(more, name)
        getattr(result, name).extend(entry for entry in entries if entry.deleted or not ended)
    for body in more.bodies:
        if ended:
            body.members = [member for member in body.members if member.deleted]
            body.acting = [line for line in body.acting if line.deleted]
            body.hidden_members = 0
        if body.members or body.acting:
            result.bodies.append(body)
    result.branches += [branch for branch in more.branches if branch.deleted or not ended]
    result.unknown_entries += more.unknown_entries


def _read_record(record: Entry, ico: int) -> _Record:
    """Return everything that one record says; where the record was deleted, its entries were too."""
    foreign_names = _names(record, "obchodniJmenoCizi")
    unknown = sorted(record.fields.keys() - _USED - _UNUSED)
    extract = RegisterExtract(
        subject=_subject(record, ico),
        entered=record.entered,
        branches=[_nested_branch(entry) for entry in record.below("odstepneZavody")],
        names=_names(record, "obchodniJmeno") + foreign_names,
        foreign_names=foreign_names,
        seats=[seat for entry in _seats(record) if (seat := _dated_seat(entry, ico))],
        file_marks=[mark for entry in record.below("spisovaZnacka") if (mark := _file_mark(entry))],
        capital=[_capital(entry) for entry in record.below("zakladniKapital")],
        share_issues=[_share_issue(entry) for entry in record.below("akcie")],
        business_lines=[
            line
            for name in ("predmetPodnikani", "predmetCinnosti", "doplnkovaCinnost", "ucel")
            for line in record.texts("cinnosti", name)
        ],
        bodies=read_bodies(record),
        other_facts=[
            *_facts(record, "ostatniSkutecnosti", "OST_SKUTECNOSTI"),
            *_facts(record, "exekuce", "EXEKUCE"),
            *_insolvency_notes(record),
            *(fact for name in unknown for fact in _unknown_facts(record, name)),
        ],
        unknown_entries=unknown,
    )
    is_historic = record.text("stavSubjektu") == "HISTORICKY" or record.deleted is not None
    return _Record(extract, record.value("primarniZaznam") is True, is_historic)


def _facts(entry: Entry, name: str, kind: str) -> list[OtherFact]:
    return [_fact(kind, fact.text, fact.entered, fact.deleted) for fact in entry.texts(name)]


def _fact(kind: str, text: str, entered: str | None, deleted: str | None) -> OtherFact:
    return OtherFact(kind, _FACT_NAMES[kind], text, entered, deleted)


def _unknown_facts(record: Entry, name: str) -> list[OtherFact]:
    """Return the texts of a section that this version does not know."""
    entries = [entry for entry in record.below(name) if isinstance(entry.value("hodnota"), str)]
    facts = [fact for entry in entries if (fact := entry.dated_text())]
    return [OtherFact(name, None, fact.text, fact.entered, fact.deleted) for fact in facts]


def _insolvency_notes(record: Entry) -> list[OtherFact]:
    """Return what a record notes of insolvency and bankruptcy, as the public register itself calls it."""
    notes: list[OtherFact] = []
    for proceedings in record.below("insolvence"):
        for entry in proceedings.below("insolvencniZapis"):
            if text := entry.lines("text") or entry.lines("typZapisu"):
                entered = entry.entered or proceedings.entered
                notes.append(_fact("INSOLVENCNI_ZAPIS", text, entered, entry.deleted))
    for entry in record.below("konkursy"):
        # A bankruptcy may be entered by the mark of its file alone.
        text = entry.lines("text") or entry.lines("spisZnOs") or _FACT_NAMES["KONKURS"]
        posted = posting_note(entry.text("datumVyveseni"))
        lines = f"{text}\n{posted}" if posted else text
        notes.append(_fact("KONKURS", lines, entry.entered, entry.deleted))
        notes += _facts(entry, "zruseniKonkursu", "ZRUSENI_KONKURSU")
    return notes


def _names(record: Entry, name: str) -> list[DatedText]:
    """Return names, each on one line."""
    return [
        DatedText(" ".join(dated.text.split()), dated.entered, dated.deleted) for dated in record.texts(name)
    ]


def _subject(record: Entry, ico: int) -> Subject:
    ceased = record.deleted
    subject = Subject(
        ico=ico,
        name=record.text("obchodniJmeno"),
        legal_form=code(record.text("pravniForma"), 3),
        founded=record.date("datumVzniku"),
        ceased=ceased,
        ended=ceased is not None or record.text("stavSubjektu") == "ZANIKLY",
        end_reason=record.text("pravniDuvodVymazu"),
        tax_office=code(record.value("financniUrad"), 3),
        updated=record.date("datumAktualizace"),
    )
    if seat := valid(_seats(record)):
        read_seat(seat.part("adresa"), subject)
    return subject


def _seats(record: Entry) -> list[Entry]:
    return [entry for entry in record.below("adresy") if entry.text("typAdresy") in {"SIDLO", None}]


def _dated_seat(entry: Entry, ico: int) -> DatedSeat | None:
    holder = Subject(ico)
    read_seat(entry.part("adresa"), holder)
    if not (holder.seat_municipality or holder.seat_text):
        return None
    return DatedSeat(holder, entry.entered, entry.deleted)


def _nested_branch(entry: Entry) -> Branch:
    """Return a branch that stands in the record of its parent."""
    subject = Subject(0, name=entry.text("obchodniJmeno"))
    if seat := valid(entry.below("sidlo")):
        read_seat(seat.part("adresa"), subject)
    return Branch(subject, None, entry.entered, entry.deleted)


def _file_mark(entry: Entry) -> FileMark | None:
    court, section = entry.text("soud"), entry.text("oddil")
    insert = whole_number(entry.value("vlozka"))
    if not (court and section and insert is not None):
        return None
    return FileMark(court, section, insert, court_name(court), entry.entered, entry.deleted)


def _capital(entry: Entry) -> Capital:
    return Capital(
        amount=entry.amount("vklad"),
        paid=entry.amount("splaceni"),
        kind=entry.text("typJmeni") or "ZAKLADNI_JMENI",
        text=entry.text("text"),
        entered=entry.entered,
        deleted=entry.deleted,
    )


def _share_issue(entry: Entry) -> ShareIssue:
    return ShareIssue(
        kind=entry.text("typAkcie"),
        form=entry.text("podobaAkcie"),
        count=whole_number(entry.value("pocet")),
        value=entry.amount("hodnota"),
        text=entry.text("text"),
        entered=entry.entered,
        deleted=entry.deleted,
    )

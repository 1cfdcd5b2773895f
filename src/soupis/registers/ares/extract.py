"""Extracts of the public register in ARES answers (endpoint `-vr`)."""

from __future__ import annotations

from soupis.registers.ares.bodies import read_bodies
from soupis.registers.ares.json_values import (
    Json,
    code,
    date,
    dated_text,
    deletion,
    items,
    part,
    quantity,
    text,
    valid,
)
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


def read_extract(records: list[Json], ico: int) -> RegisterExtract:
    """Merge the records of one subject: the primary one says what is valid, the others add what was.

    Records of branches under the ID of their parent speak for themselves alone.
    """
    branches = _branches_of(records)
    if len(branches) < len(records):
        own = [record for record in records if record not in branches]
        result = _merged(own, ico)
        for record in branches:
            entries = _entries(record, ico)
            mark, ended = latest_mark(entries.file_marks), entries.subject.ceased
            result.branches.append(Branch(entries.subject, mark, entries.entered, ended))
            heads = [
                item for body in entries.bodies if body.kind in HEADS_OF_BRANCHES for item in body.members
            ]
            if heads:
                name = entries.subject.name
                result.bodies.append(Body("other", "ODSTEPNY_ZAVOD", name, entries.entered, ended, heads))
        return result
    result = _merged(records, ico)
    result.subject.legal_form = result.subject.legal_form or BRANCH
    return result


def _merged(records: list[Json], ico: int) -> RegisterExtract:
    primary = next((record for record in records if record.get("primarniZaznam") is True), None)
    if primary is None:
        primary = next((record for record in records if not _is_historic(record)), records[0])
    result = _entries(primary, ico)
    for record in records:
        if record is not primary:
            _add(result, _entries(record, ico), ended=_is_historic(record))
    return result


def _branches_of(records: list[Json]) -> list[Json]:
    """Return the records of branches: bare ones with another file mark too, next to a company's valid one."""
    rest = [record for record in records if not _is_branch(record)]
    own = [record for record in rest if not _is_bare(record)]
    marks = {mark.text for record in own for mark in _file_marks(record, None)}
    bare = [
        record
        for record in rest
        if record not in own
        and not _is_historic(record)
        and marks.isdisjoint(mark.text for mark in _file_marks(record, None))
    ]
    is_known = any(not _is_historic(record) for record in own)
    return [record for record in records if record not in rest or (is_known and record in bare)]


def _is_branch(record: Json) -> bool:
    form = code(text(record.get("pravniForma")), 3)
    if form is not None:
        return form in BRANCH_FORMS
    return is_branch_by_content(text(record.get("obchodniJmeno")), _kinds_of_bodies(record))


def _is_bare(record: Json) -> bool:
    form = code(text(record.get("pravniForma")), 3)
    return not record.get("zakladniKapital") and is_bare(form, _kinds_of_bodies(record))


def _kinds_of_bodies(record: Json) -> set[str]:
    return {body.kind for body in read_bodies(record, None)}


def _is_historic(record: Json) -> bool:
    return text(record.get("stavSubjektu")) == "HISTORICKY" or deletion(record) is not None


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


def _entries(record: Json, ico: int) -> RegisterExtract:
    """Return everything that one record says; where the record was deleted, its entries were too."""
    deleted = deletion(record)
    activities = part(record, "cinnosti")
    foreign_names = _names(record, "obchodniJmenoCizi", deleted)
    unknown = sorted(name for name in record if name not in _USED and name not in _UNUSED)
    return RegisterExtract(
        subject=_subject(record, ico),
        entered=date(record.get("datumZapisu")),
        branches=[_nested_branch(item, deleted) for item in items(record.get("odstepneZavody"))],
        names=_names(record, "obchodniJmeno", deleted) + foreign_names,
        foreign_names=foreign_names,
        seats=[seat for item in _seats(record) if (seat := _dated_seat(item, ico, deleted))],
        file_marks=_file_marks(record, deleted),
        capital=[_capital(item, deleted) for item in items(record.get("zakladniKapital"))],
        share_issues=[_shares(item, deleted) for item in items(record.get("akcie"))],
        business_lines=[
            line
            for name in ("predmetPodnikani", "predmetCinnosti", "doplnkovaCinnost", "ucel")
            for line in _texts(activities, name, deleted)
        ],
        bodies=read_bodies(record, deleted),
        other_facts=[
            *_facts(record, "ostatniSkutecnosti", "OST_SKUTECNOSTI", deleted),
            *_facts(record, "exekuce", "EXEKUCE", deleted),
            *_insolvency_notes(record, deleted),
            *(fact for name in unknown for fact in _unknown_facts(record, name, deleted)),
        ],
        unknown_entries=unknown,
    )


def _texts(record: Json, name: str, deleted_above: str | None) -> list[DatedText]:
    return [dated for item in items(record.get(name)) if (dated := dated_text(item, deleted_above))]


def _facts(record: Json, name: str, kind: str, deleted_above: str | None) -> list[OtherFact]:
    return [
        OtherFact(kind, _FACT_NAMES[kind], fact.text, fact.entered, fact.deleted)
        for fact in _texts(record, name, deleted_above)
    ]


def _unknown_facts(record: Json, name: str, deleted_above: str | None) -> list[OtherFact]:
    """Return the texts of a section that this version does not know."""
    texts = [item for item in items(record.get(name)) if isinstance(item.get("hodnota"), str)]
    facts = _texts({name: texts}, name, deleted_above)
    return [OtherFact(name, None, fact.text, fact.entered, fact.deleted) for fact in facts]


def _insolvency_notes(record: Json, deleted_above: str | None) -> list[OtherFact]:
    """Return what a record notes of insolvency and bankruptcy, as the public register itself calls it."""
    notes: list[OtherFact] = []
    for item in items(record.get("insolvence")):
        deleted = deletion(item, deleted_above)
        entered = {"datumZapisu": item.get("datumZapisu")}  # where an entry itself does not tell
        entries = [
            {**entered, **below, "hodnota": below.get("text") or below.get("typZapisu")}
            for below in items(item.get("insolvencniZapis"))
        ]
        notes += _facts({"zapisy": entries}, "zapisy", "INSOLVENCNI_ZAPIS", deleted)
    for item in items(record.get("konkursy")):
        deleted = deletion(item, deleted_above)
        # A bankruptcy may be entered by the mark of its file alone.
        words = item.get("text") or item.get("spisZnOs") or _FACT_NAMES["KONKURS"]
        posted = posting_note(text(item.get("datumVyveseni")))
        entry = {**item, "hodnota": f"{words}\n{posted}" if posted else words}
        notes += _facts({"konkurs": entry}, "konkurs", "KONKURS", deleted_above)
        notes += _facts(item, "zruseniKonkursu", "ZRUSENI_KONKURSU", deleted)
    return notes


def _names(record: Json, name: str, deleted_above: str | None) -> list[DatedText]:
    """Return names, each on one line."""
    return [
        DatedText(" ".join(dated.text.split()), dated.entered, dated.deleted)
        for dated in _texts(record, name, deleted_above)
    ]


def _subject(record: Json, ico: int) -> Subject:
    ceased = deletion(record)
    subject = Subject(
        ico=ico,
        name=text(record.get("obchodniJmeno")),
        legal_form=code(text(record.get("pravniForma")), 3),
        founded=date(record.get("datumVzniku")),
        ceased=ceased,
        ended=ceased is not None or text(record.get("stavSubjektu")) == "ZANIKLY",
        end_reason=text(record.get("pravniDuvodVymazu")),
        tax_office=code(record.get("financniUrad"), 3),
        updated=date(record.get("datumAktualizace")),
    )
    if seat := valid(_seats(record)):
        read_seat(part(seat, "adresa"), subject)
    return subject


def _seats(record: Json) -> list[Json]:
    return [item for item in items(record.get("adresy")) if text(item.get("typAdresy")) in {"SIDLO", None}]


def _dated_seat(item: Json, ico: int, deleted_above: str | None) -> DatedSeat | None:
    holder = Subject(ico)
    read_seat(part(item, "adresa"), holder)
    if not (holder.seat_municipality or holder.seat_text):
        return None
    return DatedSeat(holder, date(item.get("datumZapisu")), deletion(item, deleted_above))


def _nested_branch(item: Json, deleted_above: str | None) -> Branch:
    """Return a branch that stands in the record of its parent."""
    subject = Subject(0, name=text(item.get("obchodniJmeno")))
    if seat := valid(items(item.get("sidlo"))):
        read_seat(part(seat, "adresa"), subject)
    entered, deleted = date(item.get("datumZapisu")), deletion(item, deleted_above)
    return Branch(subject, None, entered, deleted)


def _file_marks(record: Json, deleted_above: str | None) -> list[FileMark]:
    marks = (_file_mark(item, deleted_above) for item in items(record.get("spisovaZnacka")))
    return [mark for mark in marks if mark]


def _file_mark(item: Json, deleted_above: str | None) -> FileMark | None:
    court, section = text(item.get("soud")), text(item.get("oddil"))
    insert = whole_number(item.get("vlozka"))
    if not (court and section and insert is not None):
        return None
    entered, deleted = date(item.get("datumZapisu")), deletion(item, deleted_above)
    return FileMark(court, section, insert, court_name(court), entered, deleted)


def _capital(item: Json, deleted_above: str | None) -> Capital:
    return Capital(
        amount=quantity(item.get("vklad")),
        paid=quantity(item.get("splaceni")),
        kind=text(item.get("typJmeni")) or "ZAKLADNI_JMENI",
        text=text(item.get("text")),
        entered=date(item.get("datumZapisu")),
        deleted=deletion(item, deleted_above),
    )


def _shares(item: Json, deleted_above: str | None) -> ShareIssue:
    return ShareIssue(
        kind=text(item.get("typAkcie")),
        form=text(item.get("podobaAkcie")),
        count=whole_number(item.get("pocet")),
        value=quantity(item.get("hodnota")),
        text=text(item.get("text")),
        entered=date(item.get("datumZapisu")),
        deleted=deletion(item, deleted_above),
    )

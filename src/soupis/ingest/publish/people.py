"""Members of bodies as the wire shows them: rewritten entries joined, hidden persons left out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

from soupis.identifiers import format_ico, parse_ico
from soupis.ingest.privacy.hidden_names import Name
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.publish.rewritten import Entered, join_rewritten
from soupis.registers.countries import is_foreign, read_country
from soupis.registers.public_register.kinds import ADMINISTRATORS
from soupis.registers.records import Body, DatedText, Engagement, LegalPerson, PersonRef
from soupis.wire.company import (
    Clen,
    FyzickaOsoba,
    KapitalVCase,
    NazevVCase,
    Organ,
    PravnickaOsoba,
    SidloVCase,
    Stat,
    TextVCase,
    ZastupceVCase,
    ZnackaVCase,
)
from soupis.wire.labels import BODY_NAMES
from soupis.wire.offices import Terms, has_left

Dated = TypeVar("Dated", NazevVCase, SidloVCase, KapitalVCase, ZnackaVCase, TextVCase, ZastupceVCase)


def build_bodies(rows: CompanyRows, role: str) -> list[Organ]:
    """Return the bodies of one role; bodies of one kind and name are one body, whatever their entries.

    Nobody sits in a company that has ceased, whatever the register left undeleted.
    """
    has_ceased = rows.state == "zanikla"
    organs: dict[tuple[str, str], Organ] = {}
    for body in rows.record.bodies:
        if body.role != role:
            continue
        name = body_title(body.name, body.kind)
        organ = organs.setdefault((body.kind, name), Organ(nazev=name, zpusob_jednani=[], clenove=[]))
        organ.zpusob_jednani.extend(
            text.text for text in body.acting if not text.deleted and not body.deleted
        )
        organ.zpusob_jednani_v_case.extend(dated_texts(body.acting, body.deleted))
        organ.clenove.extend(_members(rows, body))
        organ.skrytych_clenu += 0 if has_ceased else _count_hidden(rows, body)
    for organ in organs.values():
        for member in organ.clenove if has_ceased else ():
            member.aktualni = False
        organ.clenove.sort(key=_newest_first)
    return list(organs.values())


def dated_texts(texts: Iterable[DatedText], deleted_above: str | None = None) -> list[TextVCase]:
    """Return texts with their days; where what they stand in was deleted, they were too."""
    return newest_first(
        TextVCase(text=item.text, od=item.entered, do=item.deleted or deleted_above) for item in texts
    )


def newest_first(entries: Iterable[Dated]) -> list[Dated]:
    """Return what holds first, then by the day of deletion and that of entry, later ones first."""
    return sorted(entries, key=lambda entry: (entry.do or "9999", entry.od or ""), reverse=True)


def build_heads(rows: CompanyRows, bodies: Iterable[Body], deleted: str | None) -> list[Clen]:
    """Return the heads of a branch, current first; with a deleted branch their time has ended too."""
    heads = [member for body in bodies for member in _members(rows, body)]
    for head in heads:
        head.vymazano = head.vymazano or deleted
        head.aktualni = head.aktualni and not (deleted and deleted <= rows.today)
    heads.sort(key=_newest_first)
    return heads


def body_title(name: str | None, kind: str) -> str:
    """Return the name of a body. Administrators are named by their kind, which decides who acts."""
    if name and kind not in ADMINISTRATORS:
        return name
    label = BODY_NAMES.get(kind)
    return label.cs if label else kind.replace("_", " ").capitalize()


def is_current(body: Body, entry: Engagement, today: str) -> bool:
    """Tell whether an entry is valid: not deleted, and whom it is about has not left."""
    return not entry.deleted and not body.deleted and not has_left(terms_of_entry(entry), today)


def terms_of_entry(entry: Engagement) -> Terms:
    """Return the dates of an engagement as the register enters them."""
    return Terms(
        entry.function, entry.member_from, entry.member_to, entry.function_from, entry.function_to,
        entry.entered, entry.deleted,
    )  # fmt: skip


def natural_person(row: Any) -> FyzickaOsoba:
    """Return a natural person as shown: of the birth date only the year."""
    return FyzickaOsoba(
        klic=row.key,
        jmeno=row.first_name,
        prijmeni=row.last_name,
        titul_pred=row.title_before,
        titul_za=row.title_after,
        rok_narozeni=birth_year(row),
    )


def birth_year(row: Any) -> int | None:
    """Return what is shown of a birth date."""
    return int(row.birth_date[:4]) if row.birth_date else None


def _members(rows: CompanyRows, body: Body) -> list[Clen]:
    entered = []
    for entry in body.members:
        if (who := who_of(rows, entry)) is not None:
            member = _member(rows, body, entry, who)
            identity = (*_identity(entry), entry.function, entry.member_from, entry.function_from)
            entered.append(Entered(member, identity, member.zapsano, member.vymazano))
    members = join_rewritten(entered, _continue)
    for member in members:
        acting = [Entered(item, item.osoba.klic, item.od, item.do) for item in member.zastupci_v_case]
        member.zastupci_v_case = newest_first(join_rewritten(acting, _act_on))
    return members


def _member(rows: CompanyRows, body: Body, entry: Engagement, who: FyzickaOsoba | PravnickaOsoba) -> Clen:
    return Clen(
        osoba=who,
        funkce=entry.function or None,
        funkce_poznamka=entry.note,
        clenstvi_od=entry.member_from,
        clenstvi_do=entry.member_to,
        funkce_od=entry.function_from,
        funkce_do=entry.function_to,
        zapsano=entry.entered,
        vymazano=entry.deleted or body.deleted,
        aktualni=is_current(body, entry, rows.today),
        zastupci=_representatives(rows, entry),
        zastupci_v_case=_dated_representatives(rows, entry, body),
    )


def _continue(earlier: Clen, later: Clen) -> None:
    earlier.osoba = later.osoba
    earlier.clenstvi_do = later.clenstvi_do or earlier.clenstvi_do
    earlier.funkce_do = later.funkce_do or earlier.funkce_do
    earlier.vymazano, earlier.aktualni = later.vymazano, later.aktualni
    earlier.zastupci = later.zastupci or earlier.zastupci
    earlier.zastupci_v_case += later.zastupci_v_case


def _act_on(earlier: ZastupceVCase, later: ZastupceVCase) -> None:
    earlier.osoba, earlier.do = later.osoba, later.do


def _identity(entry: Engagement) -> tuple[int | str | None, ...]:
    who = entry.person
    if isinstance(who, LegalPerson):
        return who.ico, who.name
    return (who.number,) if isinstance(who, PersonRef) else ()


def _count_hidden(rows: CompanyRows, body: Body) -> int:
    """Return the number of present members of a body who are not shown."""
    hidden = {
        entry.person.number
        for entry in body.members
        if isinstance(entry.person, PersonRef)
        and _hidden(rows, entry.person)
        and is_current(body, entry, rows.today)
    }
    return len(hidden) + (0 if body.deleted else body.hidden_members)


def _shown_representatives(rows: CompanyRows, entry: Engagement) -> list[tuple[Engagement, FyzickaOsoba]]:
    """Return who acts and acted for a legal person, with the entries about them."""
    return [
        (item, natural_person(rows.people[item.person.number]))
        for item in entry.representatives
        if isinstance(item.person, PersonRef) and not _hidden(rows, item.person)
    ]


def _representatives(rows: CompanyRows, entry: Engagement) -> list[FyzickaOsoba]:
    return [person for item, person in _shown_representatives(rows, entry) if not item.deleted]


def _dated_representatives(rows: CompanyRows, entry: Engagement, body: Body) -> list[ZastupceVCase]:
    return [
        ZastupceVCase(osoba=person, od=item.entered, do=item.deleted or entry.deleted or body.deleted)
        for item, person in _shown_representatives(rows, entry)
    ]


def who_of(rows: CompanyRows, entry: Engagement) -> FyzickaOsoba | PravnickaOsoba | None:
    """Return who an entry is about, None where nobody is or the person is not to be shown."""
    who = entry.person
    if isinstance(who, LegalPerson):
        return _legal_person(who)
    if not isinstance(who, PersonRef) or _hidden(rows, who):
        return None
    person = natural_person(rows.people[who.number])
    person.stat = _foreign_country(who.country)
    return person


def _legal_person(who: LegalPerson) -> PravnickaOsoba:
    ico, number = who.ico, who.foreign_number
    # A claimed ID was kept as the printed number, in case that it belongs to somebody else.
    is_same = ico is not None and number is not None and parse_ico(number.replace(" ", "")) == ico
    return PravnickaOsoba(
        ico=format_ico(ico) if ico else None,
        obchodni_jmeno=who.name,
        stat=_foreign_country(who.country),
        zahranicni_cislo=None if is_same else number,
    )


@lru_cache(maxsize=1_000)
def _foreign_country(printed: str | None) -> Stat | None:
    country = read_country(printed)
    if country is None or not is_foreign(printed):
        return None
    return Stat(kod=country.code, nazev=country.name)


def _hidden(rows: CompanyRows, who: PersonRef) -> bool:
    if rows.extract is not None and rows.extract.persons_hidden:
        return True
    if rows.hidden is None:
        return False
    row = rows.people[who.number]
    return rows.hidden.includes(row.id, Name(row.first_name, row.last_name), row.birth_date)


def _newest_first(member: Clen) -> tuple[bool, str]:
    return (not member.aktualni, descending(member.zapsano))


def descending(date: str | None) -> str:
    """Return a sort key that puts later dates first and missing ones last."""
    return date.translate(_BACKWARDS) if date else "\xff" * 11


_BACKWARDS = {code: 255 - code for code in range(256)}

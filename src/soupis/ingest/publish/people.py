"""Members of bodies as the wire shows them: rewritten entries joined, hidden persons left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

from soupis.identifiers import format_ico, parse_ico
from soupis.ingest.privacy.published import shared
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.publish.states import has_left, state_of
from soupis.registers.countries import is_foreign, read_country
from soupis.times import told_period
from soupis.wire.base import CodedName
from soupis.wire.company import (
    Clen,
    FyzickaOsoba,
    KapitalVCase,
    NazevVCase,
    Organ,
    Podil,
    PravnickaOsoba,
    SidloVCase,
    Spolecnik,
    Stat,
    TextVCase,
    Vklad,
    ZastupceVCase,
    ZnackaVCase,
)
from soupis.wire.labels import BODY_NAMES, CODE_WORDS, CURRENCIES, PARTNER_NAMES, PARTNERS

Dated = TypeVar("Dated", NazevVCase, SidloVCase, KapitalVCase, ZnackaVCase, TextVCase, ZastupceVCase)

_FRACTION = re.compile(r"\d+/\d+")
_SIGNS = {"CZK": "Kč"}


def build_bodies(rows: CompanyRows, role: str, today: str) -> list[Organ]:
    """Return the bodies of one role; bodies of one kind and name are one body, whatever their entries.

    Nobody sits in a company that has ceased, whatever the register left undeleted.
    """
    has_ceased = state_of(rows.company, today) == "zanikla"
    organs: dict[tuple[str, str], Organ] = {}
    for body in rows.bodies:
        if body.role != role:
            continue
        name = body_title(body.name, body.kind)
        organ = organs.setdefault((body.kind, name), Organ(nazev=name, zpusob_jednani=[], clenove=[]))
        organ.zpusob_jednani.extend(
            text.text for text in rows.acting.get(body.id, ()) if not text.deleted and not body.deleted
        )
        organ.zpusob_jednani_v_case.extend(dated_texts(rows.acting.get(body.id, ()), body.deleted))
        organ.clenove.extend(_members(rows, body, today))
        organ.skrytych_clenu += 0 if has_ceased else _count_hidden(rows, body, today)
    for organ in organs.values():
        for member in organ.clenove if has_ceased else ():
            member.aktualni = False
        organ.clenove.sort(key=_newest_first)
    return list(organs.values())


def dated_texts(rows: Iterable[Any], deleted_above: str | None = None) -> list[TextVCase]:
    """Return texts with their days; where what they stand in was deleted, they were too."""
    return newest_first(
        TextVCase(text=row.text, od=row.entered, do=row.deleted or deleted_above) for row in rows
    )


def newest_first(entries: Iterable[Dated]) -> list[Dated]:
    """Return what holds first, then by the day of deletion and that of entry, later ones first."""
    return sorted(entries, key=lambda entry: (entry.do or "9999", entry.od or ""), reverse=True)


def build_heads(branch: CompanyRows, deleted: str | None, today: str) -> list[Clen]:
    """Return the heads of a branch, current first; with a deleted branch their time has ended too."""
    heads = [member for body in branch.bodies for member in _members(branch, body, today)]
    for head in heads:
        head.vymazano = head.vymazano or deleted
        head.aktualni = head.aktualni and not (deleted and deleted <= today)
    heads.sort(key=_newest_first)
    return heads


def build_partners(rows: CompanyRows, today: str) -> list[Spolecnik]:
    """Return partners and shareholders, one row for each share they hold or held.

    Nobody holds a share in a company that has ceased.
    """
    has_ceased = state_of(rows.company, today) == "zanikla"
    partners: list[Spolecnik] = []
    for body in rows.bodies:
        if body.role != "partners":
            continue
        for entry in rows.engagements.get(body.id, ()):
            who = _who(rows, entry)
            if who is None or entry.represents_id:
                continue
            shares = rows.shares.get(entry.id, [None])
            partners.extend(_partner(who, body, entry, share, today) for share in shares)
    for partner in partners if has_ceased else ():
        partner.aktualni = False
    partners.sort(key=lambda partner: (not partner.aktualni, _descending(partner.od)))
    return partners


def body_title(name: str | None, kind: str) -> str:
    """Return how a body is called."""
    if name:
        return name
    label = BODY_NAMES.get(kind)
    return label.cs if label else kind.replace("_", " ").capitalize()


def is_current(body: Any, entry: Any, today: str) -> bool:
    """Tell whether an entry is valid: not deleted, and no end of membership or function has passed."""
    return not entry.deleted and not body.deleted and not has_left(entry, today)


def contribution(share: Any) -> Vklad | None:
    """Return what was put in, with a number where the register gives one in money."""
    if share is None or share.contribution_text is None:
        return None
    return _contribution(share.contribution_unit, share.contribution_value, share.contribution_text)


# Most people put in what thousands of others do, and hold a half or all of it.
@lru_cache(maxsize=10_000)
def _contribution(unit: str | None, value: str | None, text: str) -> Vklad:
    currency = CURRENCIES.get(unit) if unit else None
    amount = number(value) if currency else None
    return shared(Vklad(castka=amount, mena=currency, text=amount_text(unit, value, text)))


def size_of_share(share: Any) -> Podil | None:
    """Return how large a share is."""
    if share is None or share.size_text is None:
        return None
    return _size_of_share(share.size_unit, share.size_value, share.size_text)


@lru_cache(maxsize=10_000)
def _size_of_share(unit: str, value: str | None, text: str) -> Podil:
    size = number(value)
    return shared(
        Podil(
            typ=unit,
            hodnota=size if size is not None else _fraction(unit, text),
            text=amount_text(unit, value, text),
        )
    )


def _fraction(unit: str | None, text: str) -> str | None:
    """Return a fraction of the register as "1/3"; other words have no value."""
    return text if unit == "ZLOMEK" and _FRACTION.fullmatch(text) else None


def words_of(code: str | None) -> str | None:
    """Return a code of the register in words: KMENOVE_NA_JMENO → kmenové na jméno."""
    if code is None:
        return None
    if words := CODE_WORDS.get(code.upper()):
        return words.cs
    return code.replace("_", " ").lower() if code.isupper() else code


def number(text: str | None) -> int | float | None:
    """Return a stored decimal as a JSON number."""
    if text is None:
        return None
    value = float(text)
    return int(value) if value.is_integer() else value


@lru_cache(maxsize=10_000)
def amount_text(unit: str | None, value: str | None, text: str | None) -> str | None:
    """Return an amount in words: "33,5 %", "66 666 Kč", or the register's own wording."""
    if text is None:
        return None
    if unit == "PROCENTA" and value is not None:
        return f"{_czech_number(value)} %"
    if unit in CURRENCIES and value is not None:
        return f"{_czech_number(value)} {_SIGNS.get(CURRENCIES[unit], CURRENCIES[unit])}"
    return text


def _czech_number(value: str) -> str:
    """Return a stored decimal as Czechs write it: thousands apart, a decimal comma."""
    whole, _, cents = value.partition(".")
    grouped = f"{int(whole):,}".replace(",", " ")
    # Nobody owes or holds "-0": a sign is kept where the whole part loses it.
    sign = "-" if value.startswith("-") and not grouped.startswith("-") else ""
    return f"{sign}{grouped},{cents}" if cents else f"{sign}{grouped}"


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


def _members(rows: CompanyRows, body: Any, today: str) -> list[Clen]:
    entries = rows.engagements.get(body.id, [])
    representatives: dict[int, list[FyzickaOsoba]] = {}
    for entry in entries:
        if entry.represents_id and entry.key and not _hidden(rows, entry) and not entry.deleted:
            representatives.setdefault(entry.represents_id, []).append(natural_person(entry))
    dated = _dated_representatives(rows, entries, body)
    members: list[Clen] = []
    latest: dict[tuple[Any, ...], Clen] = {}
    for entry in sorted(entries, key=lambda item: (item.entered or "", item.deleted or "9999")):
        who = _who(rows, entry)
        if who is None or entry.represents_id:
            continue
        # The register writes a membership again whenever an address or a title changes: the new entry
        # starts on the day the old one is deleted, and both are one membership.
        identity = (
            entry.person_id, entry.legal_ico, entry.legal_name, entry.function,
            entry.member_from, entry.function_from,
        )  # fmt: skip
        before = latest.get(identity)
        if before is not None and before.vymazano and entry.entered == before.vymazano:
            _continue(before, body, entry, who, representatives.get(entry.id, []), today)
            before.zastupci_v_case += dated.get(entry.id, [])
            continue
        member = Clen(
            osoba=who,
            funkce=entry.function or None,
            funkce_poznamka=entry.note,
            clenstvi_od=entry.member_from,
            clenstvi_do=entry.member_to,
            funkce_od=entry.function_from,
            funkce_do=entry.function_to,
            zapsano=entry.entered,
            vymazano=entry.deleted or body.deleted,
            aktualni=is_current(body, entry, today),
            zastupci=representatives.get(entry.id, []),
            zastupci_v_case=dated.get(entry.id, []),
        )
        latest[identity] = member
        members.append(member)
    for member in members if dated else ():
        member.zastupci_v_case = newest_first(_joined(member.zastupci_v_case))
    return members


def _count_hidden(rows: CompanyRows, body: Any, today: str) -> int:
    """Return the number of present members of a body who are not shown."""
    hidden = {
        entry.person_id
        for entry in rows.engagements.get(body.id, ())
        if entry.person_id
        and not entry.represents_id
        and _hidden(rows, entry)
        and is_current(body, entry, today)
    }
    return len(hidden) + (0 if body.deleted else body.hidden_members or 0)


def _dated_representatives(
    rows: CompanyRows, entries: Sequence[Any], body: Any
) -> dict[int, list[ZastupceVCase]]:
    """Return who acts and acted for legal persons in a body, by the number of those persons' entries."""
    acting = [entry for entry in entries if entry.represents_id and entry.key and not _hidden(rows, entry)]
    represented = {entry.id: entry for entry in entries} if acting else {}
    found: dict[int, list[ZastupceVCase]] = {}
    for entry in acting:
        if legal := represented.get(entry.represents_id):
            ended = entry.deleted or legal.deleted or body.deleted
            item = ZastupceVCase(osoba=natural_person(entry), od=entry.entered, do=ended)
            found.setdefault(legal.id, []).append(item)
    return found


def _joined(entries: list[ZastupceVCase]) -> list[ZastupceVCase]:
    """Return entries, those that the register wrote again joined with what they continue."""
    joined: list[ZastupceVCase] = []
    latest: dict[str | None, ZastupceVCase] = {}
    for entry in sorted(entries, key=lambda item: (item.od or "", item.do or "9999")):
        before = latest.get(entry.osoba.klic)
        if before is not None and before.do and before.do == entry.od:
            before.osoba, before.do = entry.osoba, entry.do
        else:
            latest[entry.osoba.klic] = entry
            joined.append(entry)
    return joined


def _continue(
    member: Clen,
    body: Any,
    entry: Any,
    who: FyzickaOsoba | PravnickaOsoba,
    representatives: list[FyzickaOsoba],
    today: str,
) -> None:
    member.osoba = who
    member.clenstvi_do = entry.member_to or member.clenstvi_do
    member.funkce_do = entry.function_to or member.funkce_do
    member.vymazano = entry.deleted or body.deleted
    member.aktualni = is_current(body, entry, today)
    member.zastupci = representatives or member.zastupci


def _partner(who: FyzickaOsoba | PravnickaOsoba, body: Any, entry: Any, share: Any, today: str) -> Spolecnik:
    ended = (share.deleted if share else None) or entry.deleted or body.deleted
    since, until = told_period(None, (share.entered if share else None) or entry.entered, None, ended)
    return Spolecnik(
        osoba=who,
        druh=sort_of_partner(entry.kind, body.kind),
        vklad=contribution(share),
        podil=size_of_share(share),
        splaceno=amount_text(share.paid_unit, share.paid_value, share.paid_text) if share else None,
        od=since,
        do=until,
        aktualni=ended is None and is_current(body, entry, today),
    )


@cache
def _sort(code: str) -> CodedName:
    return shared(CodedName(kod=code, nazev=PARTNER_NAMES[code].cs))


def sort_of_partner(entry_kind: str, body_kind: str) -> CodedName:
    """Return as what somebody holds a share: before a court these are different people."""
    code = next((PARTNERS[kind] for kind in (entry_kind, body_kind) if kind in PARTNERS), "jiny")
    return _sort(code)


def _who(rows: CompanyRows, entry: Any) -> FyzickaOsoba | PravnickaOsoba | None:
    """Return who an entry is about, None where the person is not to be shown."""
    if entry.person_id is None:
        return _legal_person(entry)
    if _hidden(rows, entry):
        return None
    person = natural_person(entry)
    person.stat = _foreign_country(entry.country)
    return person


def _legal_person(entry: Any) -> PravnickaOsoba:
    ico, number = entry.legal_ico, entry.legal_number
    # A claimed ID was kept as the printed number, in case that it belongs to somebody else.
    is_same = ico is not None and number is not None and parse_ico(number.replace(" ", "")) == ico
    return PravnickaOsoba(
        ico=format_ico(ico) if ico else None,
        obchodni_jmeno=entry.legal_name,
        stat=_foreign_country(entry.country),
        zahranicni_cislo=None if is_same else number,
    )


@lru_cache(maxsize=1_000)
def _foreign_country(printed: str | None) -> Stat | None:
    country = read_country(printed)
    if country is None or not is_foreign(printed):
        return None
    return shared(Stat(kod=country.code, nazev=country.name))


def _hidden(rows: CompanyRows, entry: Any) -> bool:
    return bool(rows.extract.persons_hidden or entry.hidden)


def _newest_first(member: Clen) -> tuple[bool, str]:
    return (not member.aktualni, _descending(member.zapsano))


def _descending(date: str | None) -> str:
    """Return a sort key that puts later dates first and missing ones last."""
    return date.translate(_BACKWARDS) if date else "\xff" * 11


_BACKWARDS = {code: 255 - code for code in range(256)}

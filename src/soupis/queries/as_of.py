"""A company as the registers had it on a day, made of the published document alone.

An entry of the public register holds from the day of its entry until the day before its deletion. What no
source dates is not known on any other day than today, and so it is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from soupis.folding import fold
from soupis.queries.errors import QueryError
from soupis.queries.periods import (
    COMPLETE,
    UNKNOWN,
    Dated,
    Period,
    completeness,
    entries_of,
    held_on,
    known_from,
    periods,
    until,
)
from soupis.queries.shares_as_of import encumbrances_of, share_as_of
from soupis.times import calendar_day, prague_today
from soupis.wire.acting_words import who_acts
from soupis.wire.base import Wire
from soupis.wire.company import (
    Clen,
    DrivejsiJmeno,
    FirmaDetail,
    FirmaKDatu,
    Historie,
    Insolvence,
    Likvidace,
    NazevVCase,
    OdstepnyZavod,
    Organ,
    Spolecnik,
    StavPodrobne,
    UplnostFirmy,
    UvolnenyPodil,
)
from soupis.wire.offices import has_left, terms_of
from soupis.wire.states import (
    Entry,
    Holder,
    Names,
    Since,
    administrators_in_office,
    insolvency_by_entries,
    is_administrator,
    liquidation_by_entries,
    pause_by_entries,
    precedes_insolvency_register,
    state_in_words,
    tells_of_state,
    unclear_insolvency,
)


class AsOf(NamedTuple):
    """An ID or a key, and the day (ISO, of Prague) as of which it is asked about."""

    key: Any
    day: str


def past_day(text: str) -> str:
    """Return the day of a parameter, which may be today. Raises QueryError 400 for anything else."""
    today, day = prague_today(), calendar_day(text)
    if day is None:
        raise QueryError(
            400,
            f"Parametr kDatu není den v kalendáři: {text[:40]}. Správně třeba: 2020-01-31.",
            f"Parameter kDatu is no day of the calendar: {text[:40]}. A right one: 2020-01-31.",
        )
    if day > today:
        raise QueryError(
            400,
            f"Parametr kDatu nesmí být v budoucnosti: {text}. Nejpozději může být dnešní den, {today}.",
            f"Parameter kDatu must not lie in the future: {text}. At the latest it is today, {today}.",
        )
    return day.isoformat()


def company_as_of(detail: FirmaDetail, day: str) -> FirmaKDatu:
    """Return a company as the registers had it on a day, with how far back each section is known."""
    past = detail.historie
    founded = detail.datum_vzniku
    state, state_known = state_of(detail, day)
    name, name_known = name_of(detail, day)
    ceased = state == "zanikla"
    seat, seat_known = _value(periods(past.sidla) if past else None, day, founded, ceased=ceased)
    mark, mark_known = _value(periods(past.znacky) if past else None, day, founded, ceased=ceased)
    capital, capital_known = _value(periods(past.kapital) if past else None, day, founded)
    lines, lines_known = held_on(periods(past.predmet_podnikani) if past else None, day)
    statutory, statutory_known = _bodies(detail.statutarni_organy, past, day, ceased=ceased)
    others, others_known = _bodies(detail.ostatni_organy, past, day, ceased=ceased)
    partners, partners_known = held_on(periods(detail.spolecnici or ()) if past else None, day)
    released, released_known = held_on(_released(detail), day)
    branches, branches_known = held_on(
        entries_of(detail.odstepne_zavody) if past and detail.odstepne_zavody is not None else None, day
    )
    facts, facts_known = held_on(
        entries_of(detail.ostatni_skutecnosti) if past and detail.ostatni_skutecnosti is not None else None,
        day,
    )
    other_facts = None if facts is None else [structs.replace(item, vymazano=None) for item in facts]
    proceedings, proceedings_known = _proceedings(detail.insolvence, day)
    in_words = _state_in_words(detail, day, state, state_known)
    then = FirmaKDatu(
        ico=detail.ico,
        k_datu=day,
        stav=state,
        stav_podrobne=in_words.state,
        likvidace=in_words.liquidation,
        datum_vzniku=founded if founded and founded <= day else None,
        datum_zaniku=detail.datum_zaniku if detail.datum_zaniku and detail.datum_zaniku <= day else None,
        obchodni_jmeno=name.nazev if name else None,
        sidlo=seat.sidlo if seat else None,
        spisova_znacka=_without_days(mark),
        zakladni_kapital=_without_days(capital),
        predmet_podnikani=None if lines is None else [item.text for item in lines],
        statutarni_organy=statutory,
        ostatni_organy=others,
        spolecnici=None if partners is None else [share_as_of(item, day, ceased=ceased) for item in partners],
        uvolnene_podily=None
        if released is None
        else [share_as_of(item, day, ceased=ceased) for item in released],
        drivejsi_jmena=_former_names(past, day, name.nazev if name else None),
        odstepne_zavody=None
        if branches is None
        else [_branch(item, day, ceased=ceased) for item in branches],
        ostatni_skutecnosti=other_facts,
        insolvence=proceedings,
        zdroje=detail.zdroje,
        uplnost=UplnostFirmy(
            stav=state_known,
            stav_podrobne=in_words.state_known,
            likvidace=in_words.liquidation_known,
            obchodni_jmeno=name_known,
            sidlo=seat_known,
            spisova_znacka=mark_known,
            zakladni_kapital=COMPLETE if past and not past.kapital else capital_known,
            predmet_podnikani=lines_known,
            jednani=_latest(in_words.state_known, statutory_known, others_known),
            statutarni_organy=statutory_known,
            zastupci=_representatives_known(detail),
            ostatni_organy=others_known,
            spolecnici=partners_known,
            uvolnene_podily=released_known,
            odstepne_zavody=branches_known,
            ostatni_skutecnosti=facts_known,
            insolvence=proceedings_known,
        ),
    )
    then.jednani = who_acts(then, day)
    return then


def days_of_change(detail: FirmaDetail) -> list[str]:
    """Return the days until today on which what is told as of a day changes, the newest first.

    These are days of entry and deletion, and those on which offices and proceedings began or ended.
    """
    past = detail.historie
    if past is None:
        return []
    members = [item for organ in _organs(detail) for item in organ.clenove]
    branches = detail.odstepne_zavody or []
    members += [head for branch in branches for head in branch.vedouci or ()]
    acting = [item for organ in _organs(detail) for item in organ.zpusob_jednani_v_case]
    deputies = [item for member in members for item in member.zastupci_v_case]
    dated: tuple[Iterable[Dated], ...] = (
        past.nazvy, past.sidla, past.kapital, past.znacky, past.predmet_podnikani,
        detail.spolecnici or (), detail.uvolnene_podily or (), acting, deputies,
    )  # fmt: skip
    burdens = [burden for item in _shares(detail) for burden in encumbrances_of(item)]
    known = [
        *(item for entries in dated for item in periods(entries)),
        *entries_of([*members, *branches, *(detail.ostatni_skutecnosti or ()), *burdens]),
    ]
    days = {day for period in known for day in (period.since, period.until)}
    days.update(day for member in members for day in (member.clenstvi_do, member.funkce_do))
    days.update(burden.zanik for burden in burdens)
    days.update(day for item in detail.insolvence or () for day in (item.zahajeno, item.ukonceno))
    days.update((detail.datum_vzniku, detail.datum_zaniku))
    today = prague_today().isoformat()
    return sorted((day for day in days if day and day <= today), reverse=True)


def _organs(detail: FirmaDetail) -> list[Organ]:
    return [*(detail.statutarni_organy or ()), *(detail.ostatni_organy or ())]


def _value(
    periods: Sequence[Period] | None, day: str, founded: str | None, *, ceased: bool = False
) -> tuple[Any, str]:
    """Return which of several values, one after another, held on a day, and how far back that is known.

    Before the first of them there may have been another one, unless the company itself begins with it. What
    a company had when it ceased stays its own, though the register deletes it with the company.
    """
    known = known_from(periods) if periods else None
    if not periods or known is None:
        return None, UNKNOWN
    first = min((item.since for item in periods if item.since and item.known_from == ""), default=None)
    if first is None:
        return None, UNKNOWN
    since = max(first, known)
    told = COMPLETE if founded and since <= founded else f"od {since}"
    held = [item for item in periods if item.holds(day)] if since <= day else []
    if held:
        return max(held, key=lambda item: item.since or "").what, told
    last = max(periods, key=lambda item: (item.until or "", item.since or ""))
    return (last.what if ceased and since <= day and last.until and last.until <= day else None), told


def _bodies(
    organs: list[Organ] | None, past: Historie | None, day: str, *, ceased: bool
) -> tuple[list[Organ] | None, str]:
    """Return the bodies that had members or a way of acting on a day."""
    if organs is None or past is None:
        return None, UNKNOWN
    everything = [
        period
        for organ in organs
        for period in (*entries_of(organ.clenove), *periods(organ.zpusob_jednani_v_case))
    ]
    known, told = held_on(everything, day)
    if known is None:
        return None, told
    then = []
    for organ in organs:
        members = [period.what for period in entries_of(organ.clenove) if period.holds(day)]
        acting = [item for item in organ.zpusob_jednani_v_case if Period(item.od, item.do, item).holds(day)]
        if members or acting or organ.skrytych_clenu:
            then.append(
                Organ(
                    nazev=organ.nazev,
                    zpusob_jednani=[item.text for item in reversed(acting)],
                    zpusob_jednani_v_case=[structs.replace(item, do=None) for item in acting],
                    clenove=[_member(item, day, ceased=ceased) for item in members],
                    skrytych_clenu=organ.skrytych_clenu,
                )
            )
    return then, told


def _member(member: Clen, day: str, *, ceased: bool) -> Clen:
    """Return a member, and who acted for a legal person, without what came after a day."""
    return structs.replace(
        member,
        clenstvi_do=until(member.clenstvi_do, day),
        funkce_do=until(member.funkce_do, day),
        vymazano=None,
        aktualni=not has_left(terms_of(member), day) and not ceased,
        zastupci=[item.what.osoba for item in periods(member.zastupci_v_case) if item.holds(day)],
        zastupci_v_case=[],
    )


def _branch(branch: OdstepnyZavod, day: str, *, ceased: bool) -> OdstepnyZavod:
    """Return a branch with its heads of a day; where it had its seat then is not known."""
    heads = None
    if branch.vedouci is not None:
        heads = [
            _member(item.what, day, ceased=ceased) for item in entries_of(branch.vedouci) if item.holds(day)
        ]
    return structs.replace(branch, sidlo=None, vedouci=heads, vymazano=None, aktualni=not ceased)


def _representatives_known(detail: FirmaDetail) -> str:
    """Return since when it is known who acted for legal persons in the bodies."""
    if detail.historie is None or detail.statutarni_organy is None:
        return UNKNOWN
    members = [member for organ in _organs(detail) for member in organ.clenove]
    return completeness(known_from(item for member in members for item in periods(member.zastupci_v_case)))


def _released(detail: FirmaDetail) -> list[Period] | None:
    known = detail.historie is not None and detail.uvolnene_podily is not None
    return periods(detail.uvolnene_podily or ()) if known else None


def _shares(detail: FirmaDetail) -> list[Spolecnik | UvolnenyPodil]:
    return [*(detail.spolecnici or ()), *(detail.uvolnene_podily or ())]


def name_of(detail: FirmaDetail, day: str) -> tuple[NazevVCase | None, str]:
    """Return the name of a company on a day, and how far back it is known."""
    past = detail.historie
    names = periods(item for item in past.nazvy if not item.cizi) if past else None
    return _value(names, day, detail.datum_vzniku, ceased=state_of(detail, day)[0] == "zanikla")


def state_of(detail: FirmaDetail, day: str) -> tuple[Any, str]:
    """Return whether the company existed on a day, None where that is not known."""
    founded, ceased = detail.datum_vzniku, detail.datum_zaniku
    end_is_known = ceased is not None or detail.stav == "aktivni"
    told = COMPLETE if founded and end_is_known else f"od {ceased}" if ceased else UNKNOWN
    if ceased and ceased <= day:
        return "zanikla", told
    if founded is None:
        return None, told
    if day < founded:
        return "nevznikla", told
    return ("aktivni" if end_is_known else None), told


class _InWords(NamedTuple):
    """The detailed state and the liquidation of a day, and how far back each is known."""

    state: StavPodrobne | None
    liquidation: Likvidace | None
    state_known: str
    liquidation_known: str


def _state_in_words(detail: FirmaDetail, day: str, state: str | None, state_known: str) -> _InWords:
    """Return what entries that held on a day, and proceedings that ran then, tell of the state."""
    told_by = _entries(detail)
    was_read = detail.historie is not None and None not in (detail.ostatni_skutecnosti, detail.ostatni_organy)
    known = known_from(told_by.all()) if was_read else None
    ceased = until(detail.datum_zaniku, prague_today().isoformat())
    if ceased and (known is None or known > ceased):
        known = ceased  # nothing more happens to what has ceased
    told = _latest(state_known, completeness(known))
    if state == "zanikla":
        return _InWords(state_in_words(Since("zanikla", until(detail.datum_zaniku, day))), None, told, told)
    if state != "aktivni" or known is None or known > day:
        return _InWords(None, None, told, told)
    entries = _held(told_by.facts, day)
    names = _names(detail, day)
    liquidation = liquidation_by_entries(entries, names, _holders(told_by.liquidators, day), day)
    insolvency = _insolvency(detail.insolvence, told_by, names, day)
    if _are_undated(detail.insolvence):
        # What is dated is told still; that there was nothing else is not known.
        known_since = UNKNOWN if insolvency is None else _latest(told, f"od {insolvency.day}")
        return _InWords(insolvency and state_in_words(insolvency), liquidation, known_since, told)
    found = (
        insolvency
        or (liquidation and Since("likvidace", liquidation.od))
        or pause_by_entries(entries, day)
        or Since("aktivni", None)
    )
    return _InWords(state_in_words(found), liquidation, told, told)


def _names(detail: FirmaDetail, day: str) -> Names:
    name = name_of(detail, day)[0]
    known = [item.nazev for item in detail.historie.nazvy] if detail.historie else []
    return Names(name.nazev if name else None, [*known, *filter(None, (detail.obchodni_jmeno,))])


class _Entries(NamedTuple):
    """Entries of the public register that may tell of the state: facts, and members with their offices."""

    facts: list[Period]
    liquidators: list[tuple[str, Period]]
    administrators: list[tuple[str, Period]]

    def all(self) -> list[Period]:
        return [*self.facts, *(item for _, item in (*self.liquidators, *self.administrators))]

    def insolvency(self, names: Names, day: str) -> Since | None:
        """Return the insolvency on a day by the entries that held then."""
        administrators = administrators_in_office(_holders(self.administrators, day), day)
        return insolvency_by_entries(_held(self.facts, day), names, administrators)


def _entries(detail: FirmaDetail) -> _Entries:
    facts = [item for item in entries_of(detail.ostatni_skutecnosti) if tells_of_state(_entry(item))]
    members = [
        (organ.nazev, item) for organ in detail.ostatni_organy or () for item in entries_of(organ.clenove)
    ]
    liquidators = [item for item in members if fold(item[0]).startswith("likvidator")]
    return _Entries(facts, liquidators, [item for item in members if is_administrator(item[0])])


def _held(facts: Iterable[Period], day: str) -> list[Entry]:
    """Return the entries that held on a day."""
    return [_entry(item) for item in facts if item.holds(day)]


def _entry(fact: Period) -> Entry:
    return Entry(fact.what.kod, fact.what.nazev, fact.what.text, fact.since)


def _holders(members: Iterable[tuple[str, Period]], day: str) -> list[Holder]:
    """Return the members who were entered by a day."""
    return [
        Holder(
            item.what.funkce_od or item.what.clenstvi_od or item.since,
            min(filter(None, (item.until, item.what.clenstvi_do, item.what.funkce_do)), default=None),
            office,
        )
        for office, item in members
        if item.since and item.since <= day
    ]


def _insolvency(
    proceedings: list[Insolvence] | None, told_by: _Entries, names: Names, day: str
) -> Since | None:
    """Return the insolvency of a day by the public register, else by proceedings that may have run then.

    What courts had decided in these by the day is not known. An entry that still stands is not believed where
    the insolvency register was read and has nothing running, unless the insolvency is older than it.
    """
    entered = told_by.insolvency(names, day)
    if proceedings is None or precedes_insolvency_register(entered):
        return entered
    ran = [item for item in proceedings if _may_have_run(item, day)]
    if entered and (
        ran
        or any(item.probiha is not False for item in proceedings)
        or entered != told_by.insolvency(names, prague_today().isoformat())
    ):
        return entered
    if not ran:
        return None
    return unclear_insolvency(item.zahajeno for item in ran)


def _may_have_run(item: Insolvence, day: str) -> bool:
    begun = item.zahajeno is not None and item.zahajeno <= day
    return begun and (day < item.ukonceno if item.ukonceno else item.probiha is not False)


def _are_undated(proceedings: list[Insolvence] | None) -> bool:
    """Tell whether of some proceedings is not known when they began, or when they ended."""
    return any(
        item.zahajeno is None or (item.probiha is False and item.ukonceno is None)
        for item in proceedings or ()
    )


def _latest(*told: str) -> str:
    """Return since when several things are known together, in the words of the wire."""
    return UNKNOWN if UNKNOWN in told else max((item for item in told if item != COMPLETE), default=COMPLETE)


def _proceedings(proceedings: list[Insolvence] | None, day: str) -> tuple[list[Insolvence] | None, str]:
    """Return the proceedings that had begun by a day; of their states only the last one is known."""
    if proceedings is None or any(item.zahajeno is None for item in proceedings):
        return None, UNKNOWN
    begun = [item for item in proceedings if item.zahajeno and item.zahajeno <= day]
    return [_proceeding(item, day) for item in begun], COMPLETE


def _proceeding(item: Insolvence, day: str) -> Insolvence:
    runs = True if item.probiha else None
    if item.ukonceno:
        runs = day < item.ukonceno
    ended = until(item.ukonceno, day)
    return structs.replace(item, stav=None, stav_nazev=None, probiha=runs, ukonceno=ended)


def _without_days(entry: Any) -> Any:
    """Return a dated value as its undated kind."""
    if entry is None:
        return None
    kind: type[Wire] = type(entry).__mro__[1]
    return kind(**{name: getattr(entry, name) for name in kind.__struct_fields__})


def _former_names(past: Historie | None, day: str, name: str | None) -> list[DrivejsiJmeno] | None:
    if past is None:
        return None
    ended = [item for item in past.nazvy if item.do and item.do <= day and item.nazev != name]
    return [DrivejsiJmeno(jmeno=item.nazev, od=item.od, do=item.do) for item in ended]

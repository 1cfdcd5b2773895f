"""A company as the registers had it on a day, made of the published document alone.

An entry of the public register holds from the day of its entry until the day before its deletion. What no
source dates is not known on any other day than today, and so it is null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct, structs

from soupis.folding import fold
from soupis.queries.errors import QueryError
from soupis.queries.periods import (
    COMPLETE,
    UNKNOWN,
    Period,
    completeness,
    entries_of,
    held_on,
    known_from,
    periods,
    until,
)
from soupis.queries.shares_as_of import share_as_of
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
    NazevVCase,
    OdstepnyZavod,
    Organ,
    TextVCase,
    UplnostFirmy,
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


class _Told(NamedTuple):
    """A section as of a day, null if not known; `known` says in the words of the wire since when it is."""

    what: Any
    known: str


def company_as_of(detail: FirmaDetail, day: str) -> FirmaKDatu:
    """Return a company as the registers had it on a day, with how far back each section is known."""
    founded, end = detail.datum_vzniku, detail.datum_zaniku
    state, state_known = state_of(detail, day)
    ceased = state == "zanikla"
    name, name_known = name_of(detail, day)
    told = {
        "stav": _Told(state, state_known),
        "obchodni_jmeno": _Told(name and name.nazev, name_known),
        **_values(detail, day, ceased=ceased),
        **_lists(detail, day, ceased=ceased),
        **_state_in_words(detail, day, state, state_known),
        "insolvence": _Told(*_proceedings(detail.insolvence, day)),
    }
    derived = {
        "jednani": _latest(
            told["stav_podrobne"].known, told["statutarni_organy"].known, told["ostatni_organy"].known
        ),
        "zastupci": _representatives_known(detail),
    }
    then = FirmaKDatu(
        ico=detail.ico,
        k_datu=day,
        datum_vzniku=until(founded, day),
        datum_zaniku=until(end, day),
        drivejsi_jmena=_former_names(detail.historie, day, name.nazev if name else None),
        zdroje=detail.zdroje,
        uplnost=UplnostFirmy(**derived, **{section: item.known for section, item in told.items()}),
        **{section: item.what for section, item in told.items()},
    )
    then.jednani = who_acts(then, day)
    return then


def _values(detail: FirmaDetail, day: str, *, ceased: bool) -> dict[str, _Told]:
    """Return what a company has one of, by section."""
    past, founded = detail.historie, detail.datum_vzniku
    seat, seat_known = _value(periods(past.sidla) if past else None, day, founded, ceased=ceased)
    mark, mark_known = _value(periods(past.znacky) if past else None, day, founded, ceased=ceased)
    capital, capital_known = _value(periods(past.kapital) if past else None, day, founded)
    has_no_capital = past is not None and not past.kapital
    return {
        "sidlo": _Told(seat and seat.sidlo, seat_known),
        "spisova_znacka": _Told(_without_days(mark), mark_known),
        "zakladni_kapital": _Told(_without_days(capital), COMPLETE if has_no_capital else capital_known),
    }


def _lists(detail: FirmaDetail, day: str, *, ceased: bool) -> dict[str, _Told]:
    """Return what a company may have several of, by section."""
    past = detail.historie

    def held(entered: Sequence[Period], kept: Any, show: Callable[[Any], Any]) -> _Told:
        known = past is not None and kept is not None
        items, told = held_on(entered if known else None, day)
        return _Told(None if items is None else list(map(show, items)), told)

    shares, released = detail.spolecnici or (), detail.uvolnene_podily
    branches, facts = detail.odstepne_zavody, detail.ostatni_skutecnosti
    share = partial(share_as_of, day=day, ceased=ceased)
    return {
        "predmet_podnikani": held(periods(past.predmet_podnikani) if past else [], past, _text_of),
        "statutarni_organy": _Told(*_bodies(detail.statutarni_organy, past, day, ceased=ceased)),
        "ostatni_organy": _Told(*_bodies(detail.ostatni_organy, past, day, ceased=ceased)),
        "spolecnici": held(periods(shares), shares, share),
        "uvolnene_podily": held(periods(released or ()), released, share),
        "odstepne_zavody": held(entries_of(branches), branches, partial(_branch, day=day, ceased=ceased)),
        "ostatni_skutecnosti": held(entries_of(facts), facts, partial(structs.replace, vymazano=None)),
    }


def _text_of(item: TextVCase) -> str:
    return item.text


# Days on which what is told as of a day may change, and the sections that have them.
_DAYS = frozenset(
    {
        "od", "do", "zapsano", "vymazano", "zanik", "clenstvi_do", "funkce_do", "zahajeno", "ukonceno",
    }
)  # fmt: skip
_DATED_SECTIONS = (
    "historie", "statutarni_organy", "ostatni_organy", "spolecnici", "uvolnene_podily", "odstepne_zavody",
    "ostatni_skutecnosti", "insolvence",
)  # fmt: skip


def days_of_change(detail: FirmaDetail) -> list[str]:
    """Return the days until today on which what is told as of a day changes, the newest first.

    These are days of entry and deletion, and those on which offices and proceedings began or ended.
    """
    if detail.historie is None:
        return []
    days = {detail.datum_vzniku, detail.datum_zaniku}
    for section in _DATED_SECTIONS:
        days.update(_days_in(getattr(detail, section)))
    today = prague_today().isoformat()
    return sorted((day for day in days if day and day <= today), reverse=True)


def _days_in(told: Any) -> Iterator[str]:
    """Yield all days in a list or a struct, whatever it is about."""
    if isinstance(told, list):
        for item in told:
            yield from _days_in(item)
    elif isinstance(told, Struct):
        for name in told.__struct_fields__:
            value = getattr(told, name)
            if name in _DAYS:
                yield value
            elif value.__class__ is not str:
                yield from _days_in(value)


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


def _state_in_words(detail: FirmaDetail, day: str, state: str | None, state_known: str) -> dict[str, _Told]:
    """Return what entries that held on a day, and proceedings that ran then, tell of the state."""
    told_by = _entries(detail)
    was_read = detail.historie is not None and None not in (detail.ostatni_skutecnosti, detail.ostatni_organy)
    known = known_from(told_by.all()) if was_read else None
    ceased = until(detail.datum_zaniku, prague_today().isoformat())
    if ceased and (known is None or known > ceased):
        known = ceased  # nothing more happens to what has ceased
    told = _latest(state_known, completeness(known))
    found: Since | None = None
    liquidation, found_known = None, told
    if state == "zanikla":
        found = Since("zanikla", until(detail.datum_zaniku, day))
    elif state == "aktivni" and known is not None and known <= day:
        entries = _held(told_by.facts, day)
        names = _names(detail, day)
        liquidation = liquidation_by_entries(entries, names, _holders(told_by.liquidators, day), day)
        found = _insolvency(detail.insolvence, told_by, names, day)
        if _are_undated(detail.insolvence):
            # What is dated is told still; that there was nothing else is not known.
            found_known = UNKNOWN if found is None else _latest(told, f"od {found.day}")
        elif found is None:
            found = (
                (liquidation and Since("likvidace", liquidation.od))
                or pause_by_entries(entries, day)
                or Since("aktivni", None)
            )
    in_words = state_in_words(found) if found else None
    return {"stav_podrobne": _Told(in_words, found_known), "likvidace": _Told(liquidation, told)}


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

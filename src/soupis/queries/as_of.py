"""A company or a person as the registers had them on a day, made of the published document alone.

An entry of the public register holds from the day of its entry until the day before its deletion. What no
source dates is not known on any other day than today, and so it is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple, Protocol

from msgspec import structs

from soupis.queries.errors import QueryError
from soupis.times import prague_today
from soupis.wire.base import Wire
from soupis.wire.company import (
    Clen,
    DrivejsiJmeno,
    FirmaDetail,
    FirmaKDatu,
    Historie,
    Insolvence,
    NazevVCase,
    Organ,
    OstatniSkutecnost,
    Spolecnik,
    StavFirmy,
    UplnostFirmy,
)
from soupis.wire.person import Angazma, AngazmaKDatu, OsobaKDatu, OsobaProfil, UplnostOsoby

COMPLETE: Final = "uplna"
UNKNOWN: Final = "neznama"


class AsOf(NamedTuple):
    """An ID or a key, and the day (ISO, of Prague) as of which it is asked about."""

    key: Any
    day: str


class Period(NamedTuple):
    """Something that was entered and perhaps deleted; None = the day is not known, or has not come."""

    since: str | None
    until: str | None
    what: Any

    def holds(self, day: str) -> bool:
        """Tell whether it held on a day; what has no beginning is not known to have held on any."""
        return self.since is not None and self.since <= day and (self.until is None or day < self.until)

    @property
    def known_from(self) -> str | None:
        """The day from which on it is known whether it holds: "" = always, None = never."""
        if self.since and (self.until is None or self.since <= self.until):
            return ""
        # Without a beginning, or with an end before it, only what comes after both days is certain.
        return max(self.since or "", self.until) if self.until else None


class _Dated(Protocol):
    od: str | None
    do: str | None


def past_day(text: str) -> str:
    """Return the day of a parameter, which may be today. Raises QueryError 400 for others."""
    today = prague_today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise QueryError(
            400, f"Parametr kDatu není den v kalendáři: {text}.", f"Parameter kDatu is no day: {text}."
        ) from None
    if day > today:
        raise QueryError(
            400,
            f"Parametr kDatu nesmí být v budoucnosti: {text}. Nejpozději může být dnešní den, {today}.",
            f"Parameter kDatu must not lie in the future: {text}. At the latest it is today, {today}.",
        )
    return day.isoformat()


class _Names(Wire, kw_only=True):
    nazvy: list[NazevVCase]


class NamedCompany(Wire, kw_only=True):
    """What of a company's detail tells its name and state on any day."""

    stav: StavFirmy
    datum_vzniku: str | None = None
    datum_zaniku: str | None = None
    historie: _Names | None = None


# --- one company ---


def company_as_of(detail: FirmaDetail, day: str) -> FirmaKDatu:
    """Return a company as the registers had it on a day, with how far back each section is known."""
    past = detail.historie
    founded = detail.datum_vzniku
    state, state_known = _state(detail, day)
    name, name_known = _name(detail, day)
    seat, seat_known = _value(_periods(past.sidla) if past else None, day, founded)
    mark, mark_known = _value(_periods(past.znacky) if past else None, day, founded)
    capital, capital_known = _value(_periods(past.kapital) if past else None, day, founded)
    lines, lines_known = _list(_periods(past.predmet_podnikani) if past else None, day)
    ceased = state == "zanikla"
    statutory, statutory_known = _bodies(detail.statutarni_organy, past, day, ceased=ceased)
    others, others_known = _bodies(detail.ostatni_organy, past, day, ceased=ceased)
    partners, partners_known = _list(_periods(detail.spolecnici or ()) if past else None, day)
    facts, facts_known = _list(_entries(detail.ostatni_skutecnosti) if past else None, day)
    other_facts = None if facts is None else [structs.replace(item, vymazano=None) for item in facts]
    proceedings, proceedings_known = _proceedings(detail.insolvence, day)
    return FirmaKDatu(
        ico=detail.ico,
        k_datu=day,
        stav=state,
        datum_vzniku=founded if founded and founded <= day else None,
        datum_zaniku=detail.datum_zaniku if detail.datum_zaniku and detail.datum_zaniku <= day else None,
        obchodni_jmeno=name.nazev if name else None,
        sidlo=seat.sidlo if seat else None,
        spisova_znacka=_without_days(mark),
        zakladni_kapital=_without_days(capital),
        predmet_podnikani=None if lines is None else [item.text for item in lines],
        statutarni_organy=statutory,
        ostatni_organy=others,
        spolecnici=None if partners is None else [_partner(item, ceased=ceased) for item in partners],
        drivejsi_jmena=_former_names(past, day, name.nazev if name else None),
        ostatni_skutecnosti=other_facts,
        insolvence=proceedings,
        zdroje=detail.zdroje,
        uplnost=UplnostFirmy(
            stav=state_known,
            obchodni_jmeno=name_known,
            sidlo=seat_known,
            spisova_znacka=mark_known,
            zakladni_kapital=COMPLETE if past and not past.kapital else capital_known,
            predmet_podnikani=lines_known,
            statutarni_organy=statutory_known,
            ostatni_organy=others_known,
            spolecnici=partners_known,
            ostatni_skutecnosti=facts_known,
            insolvence=proceedings_known,
        ),
    )


def person_as_of(profile: OsobaProfil, companies: Mapping[str, NamedCompany], day: str) -> OsobaKDatu:
    """Return a person with the engagements of a day; `companies` = theirs, by ID."""
    periods = [Period(item.od, item.do, item) for item in profile.angazma]
    # One that has ended nobody knows when may have ended before.
    known = _known_from(periods) if all(item.do or item.aktualni for item in profile.angazma) else None
    then = [
        _engagement(period.what, companies.get(period.what.ico), day)
        for period in periods
        if period.holds(day)
    ]
    icos = {item.ico for item in then}
    living = {item.ico for item in then if item.stav_firmy == "aktivni"}
    return OsobaKDatu(
        klic=profile.klic,
        jmeno=profile.jmeno,
        prijmeni=profile.prijmeni,
        titul_pred=profile.titul_pred,
        titul_za=profile.titul_za,
        rok_narozeni=profile.rok_narozeni,
        pocet_firem=len(icos),
        pocet_aktivnich=len(living),
        jistota=profile.jistota,
        duvod=profile.duvod,
        k_datu=day,
        uplnost=UplnostOsoby(angazma=UNKNOWN if known is None else f"od {known}" if known else COMPLETE),
        angazma=then,
    )


def _engagement(item: Angazma, company: NamedCompany | None, day: str) -> AngazmaKDatu:
    then = {name: getattr(item, name) for name in item.__struct_fields__}
    then |= {"obchodni_jmeno": None, "stav_firmy": None, "do": None, "aktualni": True}
    if company:
        name, _ = _name(company, day)
        then |= {"obchodni_jmeno": name.nazev if name else None, "stav_firmy": _state(company, day)[0]}
    return AngazmaKDatu(**then)


def days_of_change(detail: FirmaDetail) -> list[str]:
    """Return the days on which the public register entered or deleted something, the newest first."""
    past = detail.historie
    if past is None:
        return []
    members = [item for organ in _organs(detail) for item in _entries(organ.clenove)]
    acting = [item for organ in _organs(detail) for item in _periods(organ.zpusob_jednani_v_case)]
    dated = (past.nazvy, past.sidla, past.kapital, past.znacky, past.predmet_podnikani, detail.spolecnici)
    periods = [*members, *acting, *(item for entries in dated for item in _periods(entries or ()))]
    days = {day for period in periods for day in (period.since, period.until) if day}
    return sorted((day for day in days if day <= prague_today().isoformat()), reverse=True)


def _organs(detail: FirmaDetail) -> list[Organ]:
    return [*(detail.statutarni_organy or ()), *(detail.ostatni_organy or ())]


def _periods(entries: Iterable[_Dated]) -> list[Period]:
    return [Period(item.od, item.do, item) for item in entries]


def _entries(entries: Iterable[Clen | OstatniSkutecnost] | None) -> list[Period]:
    return [Period(item.zapsano, item.vymazano, item) for item in entries or ()]


def _known_from(periods: Iterable[Period]) -> str | None:
    """Return the day from which on it is known which of some entries hold: "" = always, None = never."""
    latest = ""
    for period in periods:
        known = period.known_from
        if known is None:
            return None
        latest = max(latest, known)
    return latest


def _value(periods: Sequence[Period] | None, day: str, founded: str | None) -> tuple[Any, str]:
    """Return which of several values, one after another, held on a day, and how far back that is known.

    Before the first of them there may have been another one, unless the company itself begins with it.
    """
    known = _known_from(periods) if periods else None
    if not periods or known is None:
        return None, UNKNOWN
    first = min((item.since for item in periods if item.since and item.known_from == ""), default=None)
    if first is None:
        return None, UNKNOWN
    since = max(first, known)
    told = COMPLETE if founded and since <= founded else f"od {since}"
    held = [item for item in periods if item.holds(day)] if since <= day else []
    return (max(held, key=lambda item: item.since or "").what if held else None), told


def _list(periods: Sequence[Period] | None, day: str) -> tuple[list[Any] | None, str]:
    """Return which of the entries of a list held on a day, None where that is not known."""
    known = _known_from(periods) if periods is not None else None
    if periods is None or known is None:
        return None, UNKNOWN
    told = f"od {known}" if known else COMPLETE
    return ([item.what for item in periods if item.holds(day)] if known <= day else None), told


def _bodies(
    organs: list[Organ] | None, past: Historie | None, day: str, *, ceased: bool
) -> tuple[list[Organ] | None, str]:
    """Return the bodies that had members or a way of acting on a day."""
    if organs is None or past is None:
        return None, UNKNOWN
    everything = [
        period
        for organ in organs
        for period in (*_entries(organ.clenove), *_periods(organ.zpusob_jednani_v_case))
    ]
    known, told = _list(everything, day)
    if known is None:
        return None, told
    then = []
    for organ in organs:
        members = [period.what for period in _entries(organ.clenove) if period.holds(day)]
        acting = [item for item in organ.zpusob_jednani_v_case if Period(item.od, item.do, item).holds(day)]
        if members or acting:
            then.append(
                Organ(
                    nazev=organ.nazev,
                    zpusob_jednani=[item.text for item in reversed(acting)],
                    zpusob_jednani_v_case=[structs.replace(item, do=None) for item in acting],
                    clenove=[_member(item, day, ceased=ceased) for item in members],
                )
            )
    return then, told


def _member(member: Clen, day: str, *, ceased: bool) -> Clen:
    """Return a member without what came after a day; who acted for a legal person then is not known."""
    ends = [end for end in (member.clenstvi_do, member.funkce_do) if end and end <= day]
    return structs.replace(
        member,
        clenstvi_do=_until(member.clenstvi_do, day),
        funkce_do=_until(member.funkce_do, day),
        vymazano=None,
        aktualni=not ends and not ceased,
        zastupci=[],
    )


def _partner(partner: Spolecnik, *, ceased: bool) -> Spolecnik:
    return structs.replace(partner, do=None, aktualni=not ceased)


def _until(end: str | None, day: str) -> str | None:
    return end if end and end <= day else None


def _name(detail: FirmaDetail | NamedCompany, day: str) -> tuple[NazevVCase | None, str]:
    past = detail.historie
    names = _periods(item for item in past.nazvy if not item.cizi) if past else None
    return _value(names, day, detail.datum_vzniku)


def _state(detail: FirmaDetail | NamedCompany, day: str) -> tuple[Any, str]:
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
    ended = _until(item.ukonceno, day)
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

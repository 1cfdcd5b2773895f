"""A person as the registers had them on a day, made of the documents of their companies.

So a person is in a company on a day exactly when the company's own answer of that day names them: both go by
the days of entry and deletion. The days on which an office began and ended are told beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from soupis.queries.as_of import name_of, state_of
from soupis.queries.periods import Period, completeness, known_from, until
from soupis.queries.shares_as_of import encumbrances_of, share_as_of
from soupis.times import prague_today
from soupis.wire.company import Clen, FirmaDetail, Organ, Spolecnik, ZastupceVCase
from soupis.wire.offices import has_left, office_period, terms_of
from soupis.wire.person import AngazmaKDatu, FirmaOsoby, OsobaKDatu, OsobaProfil, Role, UplnostOsoby

# How many companies are named beside the engagements, as in a profile of today.
_SHOWN = 2


class _Place(NamedTuple):
    """Where a company's document names a person; `organ` is None where it does not name the body."""

    role: Role
    organ: str | None
    entry: Clen | Spolecnik | ZastupceVCase


def person_as_of(profile: OsobaProfil, companies: Mapping[str, FirmaDetail], day: str) -> OsobaKDatu:
    """Return a person with the engagements of a day; `companies` = theirs, by ID."""
    then: list[AngazmaKDatu] = []
    known: str | None = ""
    for ico in dict.fromkeys(item.ico for item in profile.angazma):
        company = companies.get(ico)
        periods = list(_places(company, profile.klic)) if company else []
        told = {period.what.role for period in periods}
        since = known_from(periods)
        if company is None or company.historie is None or since is None or known is None:
            known = None
        elif any(item.role not in told for item in profile.angazma if item.ico == ico):
            known = None  # who acts for a partner is not told by the company's document
        else:
            known = max(known, since)
        if company:
            bodies = _bodies(profile, company)
            then += [_engagement(company, item.what, bodies, day) for item in periods if item.holds(day)]
    then.sort(key=lambda item: (item.od or "", item.ico), reverse=True)
    then.sort(key=lambda item: (not item.aktualni, item.stav_firmy != "aktivni"))
    names: dict[str, str | None] = {}
    for item in then:
        names.setdefault(item.ico, item.obchodni_jmeno)
    return OsobaKDatu(
        klic=profile.klic,
        jmeno=profile.jmeno,
        prijmeni=profile.prijmeni,
        titul_pred=profile.titul_pred,
        titul_za=profile.titul_za,
        rok_narozeni=profile.rok_narozeni,
        pocet_firem=len(names),
        pocet_aktivnich=len({item.ico for item in then if item.aktualni and item.stav_firmy == "aktivni"}),
        firmy=[FirmaOsoby(ico=ico, obchodni_jmeno=name) for ico, name in islice(names.items(), _SHOWN)],
        jistota=profile.jistota,
        duvod=profile.duvod,
        k_datu=day,
        uplnost=UplnostOsoby(angazma=completeness(known)),
        angazma=then,
    )


def days_of_change(profile: OsobaProfil, companies: Mapping[str, FirmaDetail]) -> list[str]:
    """Return the days until today on which what is told of a person as of a day changes, the newest first.

    These are days of entry and deletion and, while a person is entered, those on which an office ended or the
    company was founded, renamed or dissolved.
    """
    days: set[str | None] = set()
    for company in companies.values():
        of_company = {company.datum_vzniku, company.datum_zaniku}
        for name in company.historie.nazvy if company.historie else ():
            of_company |= {name.od, name.do}
        for period in _places(company, profile.klic):
            entry = period.what.entry
            ends = {entry.clenstvi_do, entry.funkce_do} if isinstance(entry, Clen) else set()
            days |= {period.since, period.until}
            if isinstance(entry, Spolecnik):
                for burden in encumbrances_of(entry):
                    days |= {burden.zapsano, burden.vymazano, burden.zanik}
            days |= {day for day in of_company | ends if day and period.holds(day)}
    today = prague_today().isoformat()
    return sorted((day for day in days if day and day <= today), reverse=True)


def _places(company: FirmaDetail, key: str) -> Iterator[Period]:
    """Return with which days of entry and deletion a company's document names a person."""
    heads = set()
    bodies: tuple[tuple[Role, list[Organ]], ...] = (
        ("statutarniOrgan", company.statutarni_organy or []),
        ("ostatniOrgan", company.ostatni_organy or []),
    )
    for role, organs in bodies:
        for organ in organs:
            for member in organ.clenove:
                if member.osoba.klic == key:
                    heads.add((member.zapsano, member.vymazano, member.funkce))
                    yield Period(member.zapsano, member.vymazano, _Place(role, organ.nazev, member))
                for deputy in member.zastupci_v_case:
                    if deputy.osoba.klic == key:
                        yield Period(deputy.od, deputy.do, _Place("zastupce", organ.nazev, deputy))
    for unit in company.odstepne_zavody or ():
        for head in unit.vedouci or ():
            # Those that the company's own entry tells of stand among its bodies already.
            if head.osoba.klic == key and (head.zapsano, head.vymazano, head.funkce) not in heads:
                since = max(unit.zapsano, head.zapsano) if unit.zapsano and head.zapsano else None
                ends = [end for end in (unit.vymazano, head.vymazano) if end]
                yield Period(since, min(ends, default=None), _Place("ostatniOrgan", None, head))
    for partner in company.spolecnici or ():
        if partner.osoba.klic == key:
            yield Period(partner.od, partner.do, _Place("spolecnik", None, partner))


def _bodies(profile: OsobaProfil, company: FirmaDetail) -> dict[tuple[str, str | None], str | None]:
    """Return what the profile calls the bodies that the company's document does not name: those of partners,
    by the sort of partner, and of heads of branches, by the function.
    """
    named = {organ.nazev for organ in company.ostatni_organy or ()}
    return {
        (item.role, item.druh.kod if item.druh else item.funkce): item.organ
        for item in profile.angazma
        if item.ico == company.ico and item.organ not in named
    }


def _engagement(
    company: FirmaDetail, place: _Place, bodies: Mapping[tuple[str, str | None], str | None], day: str
) -> AngazmaKDatu:
    """Return an engagement without what came after the day."""
    entry = place.entry
    sort = entry.druh.kod if isinstance(entry, Spolecnik) else getattr(entry, "funkce", None)
    state, _ = state_of(company, day)
    name, _ = name_of(company, day)
    item = AngazmaKDatu(
        ico=company.ico,
        obchodni_jmeno=name.nazev if name else None,
        stav_firmy=state,
        organ=place.organ or bodies.get((place.role, sort)),
        role=place.role,
        aktualni=state != "zanikla",
    )
    if isinstance(entry, Clen):
        member_to, function_to = until(entry.clenstvi_do, day), until(entry.funkce_do, day)
        terms = terms_of(entry)._replace(member_to=member_to, function_to=function_to, deleted=None)
        item.od, item.do = office_period(terms)
        item.clenstvi_od, item.clenstvi_do = entry.clenstvi_od, member_to
        item.zapsano = entry.zapsano
        item.funkce, item.funkce_poznamka = entry.funkce, entry.funkce_poznamka
        item.aktualni = item.aktualni and not has_left(terms, day)
    else:
        item.od = item.zapsano = entry.od
    if isinstance(entry, Spolecnik):
        share = share_as_of(entry, day, ceased=state == "zanikla")
        item.druh, item.vklad, item.podil = share.druh, share.vklad, share.podil
        item.zastavni_prava, item.exekuce = share.zastavni_prava, share.exekuce
    return item

"""What the search indexes are built from: one entry per company and person, derived from its document."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import islice

import msgspec

from soupis.addresses import building_number, district_names
from soupis.store.extras import CompanyExtra, decode_company_extra, decode_towns
from soupis.wire.base import Wire
from soupis.wire.company import Insolvence, Sidlo, StavPodrobne
from soupis.wire.states import is_insolvent

# How many companies of a person are searched.
_MOST_COMPANIES = 20
# Classes of the number of employees, from none stated to the largest.
_HEADCOUNT_RANKS = {
    code: rank
    for rank, code in enumerate((
        "000", "110", "120", "130", "210", "220", "230", "240", "310", "320", "330", "340",
        "410", "420", "430", "440", "450", "460", "470", "510",
    ))
}  # fmt: skip


class CompanyEntry(msgspec.Struct, gc=False):
    """Searchable facts about one company; texts are as in the register, folding is the indexer's work."""

    ico: int
    name: str
    former_names: list[str]
    places: list[str]  # municipality, its part, names of the city district
    region: int | None  # RÚIAN code
    legal_form: str | None
    legal_form_ros: str | None
    nace: list[str]  # all activity codes of both revisions
    living: bool
    size: int  # 0-255: grows with headcount, capital and engagements
    district: str | None = None  # name of the okres
    street: str | None = None
    house: str | None = None  # "1522/53", "č. ev. 12"
    postcode: int | None = None
    marks: list[str] = []  # current file marks, "C 338582/MSPH"
    accounts: list[str] = []  # published bank accounts as the register prints them
    vat: str | None = None  # `dph.stav` as published, None = not known
    insolvency: bool | None = None  # by `wire.states.is_insolvent`, None = not known
    founded: str | None = None
    headcount: str | None = None  # code of the class of the number of employees
    ended: str | None = None
    insolvent_since: list[str | None] = []  # when proceedings began, None = the register does not tell


class PersonEntry(msgspec.Struct, gc=False):
    """Searchable facts about one person; `id` is the store's own number."""

    id: int
    first_name: str | None
    last_name: str
    companies: int
    active_companies: int
    birth_year: int | None = None
    company_names: list[str] = []  # of engagements, current first
    towns: list[str] = []  # seats of these companies


# --- the fields of documents that entries are derived from ---


class _Code(Wire):
    kod: str


class _Vat(Wire):
    stav: str | None = None
    zverejnene_ucty: list[str] = []


class _Mark(Wire):
    text: str
    do: str | None = None


class _Capital(Wire):
    castka: float | None = None


class _Body(Wire):
    clenove: list[msgspec.Raw] = []


class _FormerName(Wire):
    jmeno: str


class _History(Wire):
    znacky: list[_Mark] = []


class _Company(Wire, kw_only=True):
    """Fields of a `FirmaDetail`."""

    obchodni_jmeno: str | None = None
    stav: str | None = None
    stav_podrobne: StavPodrobne | None = None
    datum_vzniku: str | None = None
    datum_zaniku: str | None = None
    pravni_forma: _Code | None = None
    sidlo: Sidlo | None = None
    dph: _Vat | None = None
    cz_nace: list[_Code] | None = None
    kategorie_poctu_pracovniku: _Code | None = None
    spisova_znacka: _Mark | None = None
    zakladni_kapital: _Capital | None = None
    statutarni_organy: list[_Body] | None = None
    ostatni_organy: list[_Body] | None = None
    spolecnici: list[msgspec.Raw] | None = None
    drivejsi_jmena: list[_FormerName] | None = None
    historie: _History | None = None
    insolvence: list[Insolvence] | None = None


class _Engagement(Wire):
    ico: str
    obchodni_jmeno: str | None = None


class _Person(Wire, kw_only=True):
    """Fields of an `OsobaProfil`."""

    jmeno: str | None = None
    prijmeni: str = ""
    rok_narozeni: int | None = None
    pocet_firem: int = 0
    pocet_aktivnich: int = 0
    obec: str | None = None
    angazma: list[_Engagement] = []


_decode_company = msgspec.json.Decoder(_Company).decode
_decode_person = msgspec.json.Decoder(_Person).decode


def company_entry(ico: int, detail: bytes, extra: bytes | None) -> CompanyEntry:
    """Return the entry of a company by its detail and by the extra facts that are stored with it."""
    company, beyond = _decode_company(detail), decode_company_extra(extra)
    seat = company.sidlo or Sidlo()
    vat, form, headcount = company.dph, company.pravni_forma, company.kategorie_poctu_pracovniku
    codes = {item.kod for item in company.cz_nace or ()}.union(beyond.nace)
    return CompanyEntry(
        ico=ico,
        name=company.obchodni_jmeno or "",
        former_names=[item.jmeno for item in company.drivejsi_jmena or ()],
        places=_places(seat, beyond),
        region=seat.kod_kraje,
        legal_form=form.kod if form else None,
        legal_form_ros=beyond.legal_form_ros,
        nace=sorted(codes),
        living=company.stav == "aktivni",
        size=_size(company),
        district=seat.nazev_okresu,
        street=_street(seat, beyond),
        house=building_number(
            seat.cislo_domovni, seat.cislo_orientacni, is_registration=beyond.is_registration
        ),
        postcode=seat.psc,
        marks=_marks(company),
        accounts=vat.zverejnene_ucty if vat else [],
        vat=vat.stav if vat else None,
        insolvency=is_insolvent(company),
        founded=company.datum_vzniku,
        headcount=headcount.kod if headcount else None,
        ended=company.datum_zaniku,
        insolvent_since=[item.zahajeno for item in company.insolvence or ()],
    )


def person_entry(number: int, profile: bytes, towns: bytes | None) -> PersonEntry:
    """Return the entry of a person by the profile and by the towns that are stored with it."""
    person = _decode_person(profile)
    names = {item.ico: item.obchodni_jmeno for item in person.angazma}
    only_town = [person.obec] if person.obec else []
    return PersonEntry(
        id=number,
        first_name=person.jmeno,
        last_name=person.prijmeni,
        companies=person.pocet_firem,
        active_companies=person.pocet_aktivnich,
        birth_year=person.rok_narozeni,
        company_names=[name for name in islice(names.values(), _MOST_COMPANIES) if name],
        towns=decode_towns(towns) or only_town,
    )


def _places(seat: Sidlo, extra: CompanyExtra) -> list[str]:
    if extra.is_abroad:
        return []
    return list(_places_of(seat.nazev_obce, seat.nazev_casti_obce, seat.nazev_mestske_casti))


@lru_cache(maxsize=65_536)
def _places_of(municipality: str | None, part: str | None, district: str | None) -> tuple[str, ...]:
    districts = district_names(district, municipality) if district else ()
    return tuple(dict.fromkeys(filter(None, (municipality, part, *districts))))


def _street(seat: Sidlo, extra: CompanyExtra) -> str | None:
    """Return the street. A seat abroad or without a known street is found by all words of its text."""
    street = None if extra.is_abroad else seat.nazev_ulice
    return street or (seat.text_plny if extra.has_seat_text else None)


def _marks(company: _Company) -> list[str]:
    entered = company.historie.znacky if company.historie else []
    current = [mark.text for mark in entered if mark.do is None]
    return current or ([company.spisova_znacka.text] if company.spisova_znacka else [])


def _size(company: _Company) -> int:
    """Return how big a company is for ranking, 0-255: headcount first, then capital and engagements."""
    headcount = company.kategorie_poctu_pracovniku
    rank = _HEADCOUNT_RANKS.get(headcount.kod, 0) if headcount else 0
    money = company.zakladni_kapital.castka if company.zakladni_kapital else None
    capital = min(8, int(math.log10(money) * 0.8)) if money and money >= 1 else 0
    bodies = (*(company.statutarni_organy or ()), *(company.ostatni_organy or ()))
    members = sum(len(body.clenove) for body in bodies)
    engagements = min(3, (members + len(company.spolecnici or ())) // 5)
    return min(255, rank * 12 + capital + engagements)

"""Persons as every face asks for them: search pages and profiles."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import NamedTuple
from zlib import crc32

import xxhash

from soupis.queries import errors
from soupis.queries.companies import decode_detail
from soupis.queries.errors import QueryError
from soupis.queries.namesakes import namesakes_by_key
from soupis.queries.person_as_of import person_as_of
from soupis.queries.search_page import SearchPage
from soupis.queries.services import Services
from soupis.search.analysis import analyse, searched_words
from soupis.search.person_reading import speaks_of_person
from soupis.search.persons import PersonOrder, PersonPage, is_heavy
from soupis.search.reading import read
from soupis.search.why import why_person
from soupis.sources import ARES, PUBLIC_REGISTER
from soupis.store.documents import Document, StoredDetail
from soupis.wire import gradual
from soupis.wire.base import encode
from soupis.wire.company import FirmaDetail, FirmaPolozka, Oprava
from soupis.wire.derived import person_item_of
from soupis.wire.person import NalezenoOsoba, OsobaPolozka, OsobaProfil

_SOURCES = (PUBLIC_REGISTER, ARES)
_NO_NAMESAKES = b'"moznaTaz":null'
_SHORTEST = 3
_LONGEST_SUGGESTED = 100

_ORDERS = {
    "-pocetAktivnich": PersonOrder.MOST_COMPANIES,
    "rok": PersonOrder.OLDEST,
    "-rok": PersonOrder.YOUNGEST,
}

decode_profile = gradual.decoder(OsobaProfil)


async def search_page(
    services: Services,
    text: str,
    start: int,
    count: int,
    year: int | None = None,
    company: str | None = None,
    only: Collection[int] | None = None,
    *,
    town: str | None = None,
    only_current: bool = False,
    order: str | None = None,
) -> SearchPage[OsobaPolozka]:
    """Return a page of search items (`wire.person.OsobaPolozka`); `year` = of birth.

    `company` are words of the name of one of their companies; `only` are the store's numbers of those among
    whom is searched; `town` is the seat of one of their companies, `only_current` leaves out those who are in
    none now, `order` is a value of `wire.requests.RazeniOsob`. Raises QueryError 503 when too many demanding
    searches run already.
    """
    ordered_by = _ORDERS.get(order or "", PersonOrder.RELEVANCE)

    def found() -> SearchPage[OsobaPolozka]:
        page = services.persons.search(
            text, start, count, year, company, only, town=town, only_current=only_current, order=ordered_by
        )
        profiles = services.documents.profiles(page.ids)
        namesakes = namesakes_by_key(services, profiles)
        # Where somebody found is published no more, it is not known whose steps these are.
        steps = page.steps if len(page.steps) == len(profiles) else [None] * len(profiles)
        items = []
        for profile, step in zip(profiles, steps, strict=True):
            item = person_item_of(profile.body)
            item.mozna_taz = namesakes.get(profile.key)
            item.nalezeno = _reason(item, step, text, page.left_out.get(profile.number, ()))
            items.append(item)
        return SearchPage(page.total, start, items)

    is_demanding = is_heavy(text) or ordered_by is not PersonOrder.RELEVANCE
    return await (services.in_thread if is_demanding else services.read)(found)


def are_unread(services: Services) -> bool:
    """Tell whether no source of persons was ever read: that nobody is found says nothing of anybody then."""
    return not any(state.last_success for state in services.documents.sources() if state.source in _SOURCES)


def _reason(
    person: OsobaPolozka, step: str | None, text: str, left_out: Collection[str]
) -> NalezenoOsoba | None:
    """Return how a person was found, None where that is not known."""
    if step is None:
        return None
    name = f"{person.jmeno or ''} {person.prijmeni}"
    corrections = why_person(step, text, name, person.rok_narozeni, left_out)
    return NalezenoOsoba(
        stupen=step, opravy=[Oprava(hledano=one.sought, nalezeno=one.met) for one in corrections]
    )


class Meant(NamedTuple):
    """How many persons a text finds, and whether rather they than companies were meant by it."""

    total: int
    rather: bool


# Steps by which a text is the name of a company, or a number of one.
_OF_COMPANY = frozenset({"ico", "ucet", "jmeno", "zkratka", "zacatekJmena", "spisovaZnacka"})
# By which it is part of such a name; one word alone is then not taken for a surname.
_BY_WORDS = frozenset({"slova", "drivejsiJmeno"})
_PARTLY = "castecne"  # with words left out, of a person and a company alike


async def meant(services: Services, text: str, best: FirmaPolozka | None) -> Meant:
    """Tell whether a text means persons; `best` = the best company that it finds.

    Raises QueryError 503 when too many demanding searches run already.
    """
    if not is_searchable(text) or read(text).only_account:
        return Meant(0, rather=False)
    run = services.in_thread if is_heavy(text) else services.read
    page = await run(services.persons.search, text, 0, 1)
    step = best.nalezeno.stupen if best and best.nalezeno else None
    return Meant(page.total, rather=are_meant(page, text, step, best.obchodni_jmeno if best else None))


def are_meant(page: PersonPage, text: str, step: str | None, company: str | None) -> bool:
    """Tell whether rather the persons of a page are meant than the best company, found by a step."""
    if page.whole:
        of_company = step in _OF_COMPANY or (step in _BY_WORDS and len(text.split()) == 1)
        return not of_company or speaks_of_person(text)
    if step is None or not page.steps:
        return page.total > 0
    if step != _PARTLY or page.steps[0] == _PARTLY:
        return False
    # "Novák Alza": a company whose whole name is said is meant rather than somebody who sits in one.
    beside = page.steps[0] == "jmenoAFirma" and company is not None
    return not (beside and set(analyse(company or "").words) <= set(searched_words(text)))


def suggest(services: Services, text: str, count: int) -> list[OsobaPolozka]:
    """Return at most so many persons for a text that is being written; too short or long a one has none."""
    if not is_searchable(text) or len(text) > _LONGEST_SUGGESTED:
        return []
    ids = services.persons.suggest(text, count)
    return [person_item_of(profile.body) for profile in services.documents.profiles(ids)]


def are_spoken_of(text: str) -> bool:
    """Tell whether a text says that a person is meant: by a title, a salutation or a year."""
    return speaks_of_person(text)


def is_searchable(text: str) -> bool:
    """Tell whether a text is long enough for a search of persons."""
    return len(unicodedata.normalize("NFC", text)) >= _SHORTEST


def document(services: Services, key: str) -> Document:
    """Return the published profile, a JSON `OsobaProfil`; raises QueryError 404 for an unknown key."""
    published = services.documents.person(key)
    if published is None:
        raise QueryError(404, *errors.NO_PERSON)
    return published


def view(services: Services, key: str) -> Document:
    """Return the published profile with those who may be the same person, a version of its own.

    Raises QueryError 404 for an unknown key.
    """
    found = services.documents.profiles_by_key([key])
    if not found:
        raise QueryError(404, *errors.NO_PERSON)
    body, namesakes = found[0].body, namesakes_by_key(services, found)
    if key in namesakes:
        body = body.replace(_NO_NAMESAKES, b'"moznaTaz":' + encode(namesakes[key]), 1)
    return Document(found[0].version ^ crc32(body), body)


def profile(services: Services, key: str) -> OsobaProfil:
    """Return the published profile; raises QueryError 404 for an unknown key."""
    return decode_profile(document(services, key).body)


def document_as_of(services: Services, key: str, day: str) -> Document:
    """Return a person as of a day, a JSON `OsobaKDatu`, by the documents of their companies.

    Raises QueryError 404 for an unknown key.
    """
    published = document(services, key)
    found = decode_profile(published.body)
    told = _documents_of_companies(services, found)
    companies = {ico: decode_detail(detail.body) for ico, detail in told.items()}
    then = encode(person_as_of(found, companies, day))
    versions = sorted((published.version, *(detail.version for detail in told.values())))
    return Document(xxhash.xxh3_64_intdigest(encode(versions)) >> 1, then)


def companies_of(services: Services, person: OsobaProfil) -> dict[str, FirmaDetail]:
    """Return the companies in which a person is or was, by ID; those not published are left out."""
    return {
        ico: decode_detail(detail.body) for ico, detail in _documents_of_companies(services, person).items()
    }


def _documents_of_companies(services: Services, person: OsobaProfil) -> dict[str, StoredDetail]:
    icos = list(dict.fromkeys(item.ico for item in person.angazma))
    details = services.documents.details(map(int, icos))
    return {ico: detail for ico, detail in zip(icos, details, strict=True) if detail}

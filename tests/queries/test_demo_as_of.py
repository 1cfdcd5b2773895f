"""The demo as of days: its states, persons as both sides tell them, and axes that leave out no day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import msgspec
import pytest
from sqlalchemy import select

from soupis.installation import Installation
from soupis.queries import person_as_of
from soupis.queries.as_of import company_as_of, days_of_change
from soupis.queries.companies import decode_detail
from soupis.queries.persons import decode_profile
from soupis.store.engine import reading
from soupis.store.packing import unpack
from soupis.store.tables import company_document, person_document
from soupis.times import prague_today
from soupis.wire.base import encode
from soupis.wire.company import FirmaDetail, FirmaKDatu, FyzickaOsoba
from soupis.wire.person import OsobaKDatu, OsobaProfil


@pytest.fixture(scope="module")
def details(demo_installation: Installation) -> list[FirmaDetail]:
    """Companies of the demo whose past is known."""
    with reading(demo_installation.engine) as connection:
        found = [
            decode_detail(unpack(row.detail)) for row in connection.execute(select(company_document.c.detail))
        ]
    return [detail for detail in found if detail.historie is not None]


def test_as_of_today_a_company_is_in_the_state_that_it_is_in(details: list[FirmaDetail]) -> None:
    today = prague_today().isoformat()
    kinds = set()
    for detail in details:
        then = company_as_of(detail, today)
        if "neznama" in (then.uplnost.stav, then.uplnost.likvidace):
            assert then.likvidace is None
            continue
        assert then.stav == detail.stav
        assert then.likvidace == detail.likvidace, detail.ico
        if detail.insolvence is None or not any(item.probiha for item in detail.insolvence):
            assert then.stav_podrobne == detail.stav_podrobne, detail.ico
            assert then.stav_podrobne is not None
            kinds.add(then.stav_podrobne.kod)
    assert kinds >= {"aktivni", "likvidace", "konkurs", "zanikla"}


def test_between_neighbouring_days_of_the_axis_no_answer_differs(details: list[FirmaDetail]) -> None:
    segments = 0
    for detail in details:
        segments += _segments_alike(days_of_change(detail), partial(company_as_of, detail))
    assert segments > 1_000


class Engaged(NamedTuple):
    """A person, and the companies that they are or were in."""

    profile: OsobaProfil
    companies: dict[str, FirmaDetail]

    def days(self) -> list[str]:
        return person_as_of.days_of_change(self.profile, self.companies)

    def on(self, day: str) -> OsobaKDatu:
        return person_as_of.person_as_of(self.profile, self.companies, day)


@pytest.fixture(scope="module")
def people(demo_installation: Installation, details: list[FirmaDetail]) -> list[Engaged]:
    """Every sixth person of the demo, and all who head branches."""
    by_ico = {detail.ico: detail for detail in details}
    heads = {
        head.osoba.klic
        for detail in details
        for branch in detail.odstepne_zavody or ()
        for head in branch.vedouci or ()
        if isinstance(head.osoba, FyzickaOsoba)
    }
    with reading(demo_installation.engine) as connection:
        rows = connection.execute(select(person_document).order_by(person_document.c.key)).all()
    profiles = [decode_profile(row.detail) for row in rows]
    chosen = [item for number, item in enumerate(profiles) if number % 6 == 0 or item.klic in heads]
    found = [
        Engaged(item, {place.ico: by_ico[place.ico] for place in item.angazma if place.ico in by_ico})
        for item in chosen
    ]
    assert heads & {item.profile.klic for item in found}
    return found


def test_between_neighbouring_days_of_a_persons_axis_no_answer_differs(people: list[Engaged]) -> None:
    assert sum(_segments_alike(person.days(), person.on) for person in people) > 500


def test_a_person_is_in_the_companies_that_name_them_on_the_day_heads_of_branches_too(
    people: list[Engaged],
) -> None:
    headed = 0
    for person in people:
        for day in person.days():
            by_companies = {
                ico
                for ico, detail in person.companies.items()
                if person.profile.klic in _keys(company_as_of(detail, day))
            }
            then = person.on(day).angazma
            assert {item.ico for item in then} == by_companies, (person.profile.klic, day)
            headed += any(
                branch.nazev == item.organ
                for item in then
                for branch in person.companies[item.ico].odstepne_zavody or ()
            )
    assert headed


def _keys(company: FirmaKDatu) -> set[str | None]:
    """Return the keys of all persons whom an answer names."""
    members = [item for organ in company.statutarni_organy or () for item in organ.clenove]
    members += [item for organ in company.ostatni_organy or () for item in organ.clenove]
    members += [head for branch in company.odstepne_zavody or () for head in branch.vedouci or ()]
    named = [*(item.osoba for item in members), *(item.osoba for item in company.spolecnici or ())]
    named += [who for item in members for who in item.zastupci]
    return {who.klic for who in named if isinstance(who, FyzickaOsoba)}


def _segments_alike(days: list[str], told: Callable[[str], FirmaKDatu | OsobaKDatu]) -> int:
    """Compare the answers between neighbouring days, the last of which is today; return how many times."""
    if not days:
        return 0
    bounds = [*map(date.fromisoformat, sorted(set(days))), prague_today() + timedelta(days=1)]
    first = bounds[0] - timedelta(days=1)
    spans = [(first - timedelta(days=400), first)]
    spans += [(since, behind - timedelta(days=1)) for since, behind in pairwise(bounds)]
    for since, last in spans:
        answers = {
            encode(msgspec.structs.replace(told(day.isoformat()), k_datu=""))
            for day in (since, since + (last - since) // 2, last)
        }
        assert len(answers) == 1, (since, last, answers)
    return len(spans)

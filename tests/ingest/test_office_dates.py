"""An office has dates of its own: nobody is a chair since the beginning of the membership."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.queries.as_of import company_as_of
from soupis.queries.person_as_of import person_as_of
from soupis.queries.relations import relations_of_company, relations_of_engagements
from soupis.web.timeline import build_timeline
from soupis.wire.acting_words import who_acts
from soupis.wire.company import FirmaDetail
from soupis.wire.offices import Terms, has_left, office_period
from soupis.wire.person import OsobaProfil
from tests.support.registry import Registry
from tests.support.sources import element, fact, natural, register_file, subject

COMPANY = 99980100
TODAY = date(2026, 11, 28)
WHO = natural("Ladislava", "Mladá", "1981-02-03")

MEMBERSHIPS = [
    None, "", "člen", "členka představenstva", "Člen dozorčí rady", "ČLEN SPRÁVNÍ RADY", "řadový člen výboru",
    "jednatel", "Jednatelka", "prokurista", "likvidátorka", "společník", "jediný akcionář",
    "statutární ředitel", "vedoucí odštěpného závodu",
]  # fmt: skip
OFFICES = [
    "předseda představenstva", "místopředsedkyně představenstva", "1. místopředseda", "prezident",
    "viceprezidentka", "generální ředitel", "předseda a člen výboru", "člen představenstva - předseda",
    "tajemník", "pokladní",
]  # fmt: skip
DAYS = st.dates(date(2000, 1, 1), date(2025, 12, 31)).map(date.isoformat)


def member(function: str | None, *, since: str, until: str | None = None, **dates: str) -> str:
    days = "".join(element(name, day) for name, day in dates.items())
    return fact("STATUTARNI_ORGAN_CLEN", element("funkce", function), days, WHO, since=since, until=until)


def published(registry: Registry, *members: str) -> tuple[FirmaDetail, OsobaProfil]:
    heading = element("hlavicka", "Statutární orgán - představenstvo")
    body = fact("STATUTARNI_ORGAN", heading, "<podudaje>", *members, "</podudaje>")
    path = registry.directory / "as-full-praha-2026.xml"
    registry.register(register_file(path, subject(COMPANY, "Předsednická a.s.", body)))
    registry.publish()
    company = msgspec.convert(registry.company(COMPANY), FirmaDetail)
    return company, msgspec.convert(registry.profile("Mladá"), OsobaProfil)


def shown(company: FirmaDetail, person: OsobaProfil) -> list[set[tuple[str | None, str | None, str | None]]]:
    """Return function, first and last day as the profile, both ends of a tie and the timeline have them."""
    ties = relations_of_engagements(person.angazma)
    timeline = build_timeline(ties, TODAY)
    bars = [bar.relation for row in timeline.rows for bar in row.bars] if timeline else []
    told = [{(item.funkce, item.od, item.do) for item in person.angazma}]
    ends = (ties, relations_of_company(company, []), bars)
    told += [{(tie.label, tie.since, tie.until) for tie in relations} for relations in ends]
    return told


def test_a_vice_chair_who_became_the_chair_has_the_dates_of_both_offices(registry: Registry) -> None:
    company, person = published(
        registry,
        member(
            "místopředsedkyně představenstva", since="2016-02-01", until="2020-04-01",
            clenstviOd="2015-12-17", funkceOd="2015-12-22", funkceDo="2020-02-27",
        ),
        member(
            "předsedkyně představenstva", since="2020-04-01", until="2025-12-01",
            clenstviOd="2015-12-17", clenstviDo="2025-10-31", funkceOd="2020-02-27", funkceDo="2025-10-31",
        ),
    )  # fmt: skip
    expected = {
        ("místopředsedkyně představenstva", "2015-12-22", "2020-02-27"),
        ("předsedkyně představenstva", "2020-02-27", "2025-10-31"),
    }
    assert shown(company, person) == [expected] * 4
    assert {item.clenstvi_od for item in person.angazma} == {"2015-12-17"}
    (then,) = person_as_of(person, {f"{COMPANY}": company}, "2021-01-01").angazma
    assert (then.funkce, then.od, then.do) == ("předsedkyně představenstva", "2020-02-27", None)


def test_an_office_of_unknown_beginning_does_not_begin_with_the_membership(registry: Registry) -> None:
    chair = member("předsedkyně představenstva", since="2016-02-01", clenstviOd="2015-12-17")
    company, person = published(registry, chair)
    assert shown(company, person) == [{("předsedkyně představenstva", None, None)}] * 4
    (item,) = person.angazma
    assert (item.od, item.clenstvi_od, item.aktualni) == (None, "2015-12-17", True)
    timeline = build_timeline(relations_of_engagements(person.angazma), TODAY)
    assert timeline and timeline.rows[0].bars[0].relation.member_since == "2015-12-17"
    (then,) = person_as_of(person, {f"{COMPANY}": company}, "2021-01-01").angazma
    assert (then.od, then.clenstvi_od) == (None, "2015-12-17")


@pytest.mark.parametrize("function", [None, "členka představenstva", "jednatelka"])
def test_a_plain_member_has_the_dates_of_the_membership(registry: Registry, function: str | None) -> None:
    entry = member(function, since="2016-02-01", clenstviOd="2015-12-17", clenstviDo="2020-12-17")
    company, person = published(registry, entry)
    (dates,) = {(since, until) for found in shown(company, person) for _, since, until in found}
    assert dates == ("2015-12-17", "2020-12-17")


@pytest.mark.parametrize(
    ("terms", "period"),
    [
        # function, membership, office, entry
        ((("předseda", "2015", None, "2020", None), "2020-04", None), ("2020", None)),
        ((("předseda", "2015", "2025", "2020", None), "2020-04", None), ("2020", "2025")),
        ((("předseda", "2015", None, "2020", "2023"), "2020-04", "2024"), ("2020", "2023")),
        ((("předseda", "2015", "2025", None, None), "2016", None), (None, "2025")),
        ((("předseda", None, None, None, None), "2016", "2018"), ("2016", "2018")),
        ((("člen představenstva", "2015", None, "2016", None), "2017", None), ("2015", None)),
        ((("jednatel", "2015", None, "2016", None), "2017", None), ("2016", None)),
        ((("jednatel", "2015", None, None, None), "2017", None), ("2015", None)),
        (((None, None, None, "2016", None), "2017", None), ("2016", None)),
    ],
)
def test_dates_of_offices_and_memberships(terms: Any, period: tuple[str | None, str | None]) -> None:
    ((function, member_from, member_to, since, until), entered, deleted) = terms
    found = office_period(Terms(function, member_from, member_to, since, until, entered, deleted))
    assert found == period


@given(st.sampled_from(OFFICES), DAYS, DAYS | st.none(), DAYS | st.none(), DAYS | st.none(), DAYS)
def test_no_office_within_a_body_begins_with_its_membership(
    function: str, member_from: str, member_to: str | None, since: str | None, until: str | None, entered: str
) -> None:
    terms = Terms(function, member_from, member_to, since, until, entered, None)
    assert office_period(terms)[0] in {since, None}


@given(st.sampled_from(MEMBERSHIPS), DAYS, DAYS)
def test_a_membership_begins_on_its_day_whatever_the_function_is_called(
    function: str | None, member_from: str, entered: str
) -> None:
    terms = Terms(function, member_from, None, None, None, entered, None)
    assert office_period(terms) == (member_from, None)


FORMER_CHAIR = {"clenstviOd": "2011-11-11", "funkceOd": "2014-01-17", "funkceDo": "2020-05-05"}


@pytest.mark.parametrize("function", OFFICES)
def test_a_chair_whose_office_ended_is_a_plain_member_while_the_membership_goes_on(
    registry: Registry, function: str
) -> None:
    company, person = published(registry, member(function, since="2014-02-02", **FORMER_CHAIR))
    ((chair,),) = [body.clenove for body in company.statutarni_organy or []]
    assert (chair.aktualni, chair.clenstvi_do, chair.funkce_do) == (True, None, "2020-05-05")
    (item,) = person.angazma
    assert (item.aktualni, item.od, item.do, item.clenstvi_od) == (
        True, "2014-01-17", "2020-05-05", "2011-11-11",
    )  # fmt: skip
    body = "Statutární orgán - představenstvo"
    ties = {(function, "2014-01-17", "2020-05-05", False), (body, "2011-11-11", None, True)}
    for relations in (relations_of_company(company, []), relations_of_engagements(person.angazma)):
        assert {(tie.label, tie.since, tie.until, tie.current) for tie in relations} == ties
    timeline = build_timeline(relations_of_engagements(person.angazma), TODAY)
    assert timeline and len(timeline.rows[0].bars) == 2 and timeline.rows[0].current
    acting = who_acts(company, TODAY.isoformat())
    assert acting and [who.role for who in acting.osoby] == ["statutarniOrgan"]
    assert "Mladá." in acting.veta and function not in acting.veta


@pytest.mark.parametrize(("day", "until"), [("2018-01-01", None), ("2021-01-01", "2020-05-05")])
def test_a_former_chair_was_a_member_on_any_day(registry: Registry, day: str, until: str | None) -> None:
    company, person = published(registry, member("předseda", since="2014-02-02", **FORMER_CHAIR))
    ((then,),) = [body.clenove for body in company_as_of(company, day).statutarni_organy or []]
    assert (then.aktualni, then.funkce_do) == (True, until)
    (item,) = person_as_of(person, {f"{COMPANY}": company}, day).angazma
    assert (item.aktualni, item.do) == (True, until)


TERMS_LEFT = [
    # function, membership, office: a membership that ended, or one that nothing dates apart from the office
    ("předseda", "2011", "2020", "2014", "2020"),
    ("předseda", None, None, "2014", "2020"),
    ("generální ředitel", None, None, "2014", "2020"),
    ("jednatel", "2011", None, "2014", "2020"),
    ("člen představenstva", "2011", None, "2014", "2020"),
    (None, None, None, "2014", "2020"),
]
TERMS_SITTING = [
    ("předseda", "2011", None, "2014", "2020"),
    ("předseda", "2011", "2027", "2014", "2020"),
    ("předseda", None, "2027", "2014", "2020"),
    ("předseda", None, None, "2014", "2027"),
    ("jednatel", "2011", None, "2014", "2027"),
    (None, "2011", None, "2014", "2020"),
]


@pytest.mark.parametrize(
    ("terms", "left"),
    [*((terms, True) for terms in TERMS_LEFT), *((terms, False) for terms in TERMS_SITTING)],
)
def test_who_has_left_a_body_by_the_dates_of_membership_and_office(terms: Any, left: bool) -> None:
    assert has_left(Terms._make((*terms, "2014", None)), "2026") is left

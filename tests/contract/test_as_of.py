"""Companies and persons as of a day, over HTTP."""

from __future__ import annotations

from datetime import timedelta

import pytest

from soupis.times import prague_today
from tests.contract.test_answers import BUDVAR
from tests.contract.test_envelope import assert_error
from tests.support.callers import Caller

COMPANY = f"/api/v1/firma/{BUDVAR}"


def test_a_company_is_told_as_of_a_day(anonymous: Caller) -> None:
    today = anonymous.get(COMPANY).json()["data"]
    answer = anonymous.get(COMPANY, kDatu="2010-06-30")
    then = answer.json()["data"]
    assert then["kDatu"] == "2010-06-30" and set(today) | {"kDatu", "uplnost"} == set(then)
    assert then["dph"] is then["czNace"] is then["historie"] is None
    members = [item for organ in then["statutarniOrgany"] for item in organ["clenove"]]
    assert members and all(item["zapsano"] <= "2010-06-30" for item in members)
    assert anonymous.remaining() == 28


def test_a_version_of_a_day_is_known_again(anonymous: Caller) -> None:
    tag = anonymous.get(COMPANY, kDatu="2010-06-30").headers["etag"]
    again = anonymous.get(COMPANY, headers={"If-None-Match": tag}, kDatu="2010-06-30")
    assert (again.status_code, again.content) == (304, b"")
    assert anonymous.get(COMPANY, headers={"If-None-Match": tag}, kDatu="2010-07-01").status_code == 200
    assert anonymous.get(COMPANY, headers={"If-None-Match": tag}).status_code == 200


def test_the_table_of_a_company_takes_a_day(anonymous: Caller) -> None:
    answer = anonymous.get(f"{COMPANY}/export", kDatu="2010-06-30")
    assert f'filename="firma-{BUDVAR}-2010-06-30.csv"' in answer.headers["content-disposition"]
    assert "firma;kDatu;2010-06-30" in answer.text and "uplnost;sidlo;" in answer.text


def test_a_person_is_told_as_of_a_day(anonymous: Caller) -> None:
    key = anonymous.get("/api/v1/osoby", q="novotny", pocet=1).json()["data"]["osoby"][0]["klic"]
    profile = anonymous.get(f"/api/v1/osoba/{key}").json()["data"]
    day = max(item["od"] for item in profile["angazma"] if item["od"])
    then = anonymous.get(f"/api/v1/osoba/{key}", kDatu=day).json()["data"]
    assert then["kDatu"] == day and "angazma" in then["uplnost"]
    assert {item["ico"] for item in then["angazma"]} <= {item["ico"] for item in profile["angazma"]}
    assert then["angazma"] and all(item["od"] <= day for item in then["angazma"])
    before = anonymous.get(f"/api/v1/osoba/{key}", kDatu="1900-01-01").json()["data"]
    assert (before["angazma"], before["pocetFirem"]) == ([], 0)


@pytest.mark.parametrize("wrong", ["2024-02-30", "30.6.2024", "2024-6-3", " "])
def test_a_day_that_is_none_is_refused(anonymous: Caller, wrong: str) -> None:
    assert_error(anonymous.get(COMPANY, kDatu=wrong), 400)
    assert anonymous.remaining() == 30


def test_a_day_that_has_not_come_is_refused(anonymous: Caller) -> None:
    assert_error(anonymous.get(COMPANY, kDatu=(prague_today() + timedelta(days=2)).isoformat()), 400)
    assert anonymous.get(COMPANY, kDatu=prague_today().isoformat()).status_code == 200

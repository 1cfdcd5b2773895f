"""Pages of a company and of a person as of a day: the same facts as REST, without JavaScript."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from sqlalchemy import select

from soupis.installation import Installation
from soupis.queries.companies import decode_detail
from soupis.store.engine import reading
from soupis.store.packing import unpack
from soupis.store.tables import company_document
from soupis.times import prague_today
from soupis.web.day_axis import build_axis
from tests.contract.test_answers import BUDVAR
from tests.support.callers import Caller

PAGE = f"/firma/{BUDVAR}"


def test_the_page_leads_from_one_change_to_the_next(anonymous: Caller) -> None:
    today = anonymous.get(PAGE).text
    (first,) = re.findall(r'href="([^"]*kDatu=[^"]*)"', today)
    page = anonymous.get(first.replace("&amp;", "&").partition("#")[0]).text
    assert '<input id="k-datu" type="date" name="kDatu"' in page
    (before,) = re.findall(r'kDatu=(\d{4}-\d\d-\d\d)"[^>]*>Předchozí změna', page)
    earlier = anonymous.get(PAGE, kDatu=before).text
    assert f"kDatu={before}" not in re.findall(r"Další změna.*", earlier)
    assert "Firma dnes" in earlier and "noindex" in earlier


def test_what_is_not_known_is_said(anonymous: Caller) -> None:
    page = anonymous.get(PAGE, kDatu="1980-01-01").text
    assert "není známo" in page or "nic zapsáno" in page


@pytest.mark.parametrize(
    "wrong", ["2024-02-30", "zítra", " ", (prague_today() + timedelta(days=9)).isoformat()]
)
def test_a_wrong_day_is_said_and_asked_for_again(anonymous: Caller, wrong: str) -> None:
    answer = anonymous.get(PAGE, kDatu=wrong)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text and 'name="kDatu"' in answer.text
    assert "ke dni" not in answer.text and "trvala" not in answer.text


def test_a_day_is_given_once(anonymous: Caller) -> None:
    person = anonymous.get("/api/v1/osoby", q="novotny", pocet=1).json()["data"]["osoby"][0]["klic"]
    for page in (PAGE, f"/osoba/{person}"):
        answer = anonymous.get(f"{page}?kDatu=2015-06-30&kDatu=2016-06-30")
        assert answer.status_code == 400
        assert "Parametr kDatu může být zadán jen jednou." in answer.text
        assert "ke dni" not in answer.text


def test_the_axis_has_the_changes_beside_a_day() -> None:
    days = ["2020-01-01", "2010-01-01", "2020-01-01"]
    axis = build_axis(days, "2015-01-01", "2025-01-01")
    assert (axis.days, axis.before, axis.after) == (["2010-01-01", "2020-01-01"], "2010-01-01", "2020-01-01")
    assert axis.places[0] == 1 < axis.place < axis.places[1] < 99
    assert build_axis([], "2015-01-01", "2015-01-01").days == []
    assert [build_axis(days, day, "2025-01-01").at for day in ("2009-12-31", "2010-01-01", "2024-01-01")] == [
        -1,
        0,
        1,
    ]
    on = build_axis(days, "2010-01-01", "2025-01-01")
    assert (on.before, on.after) == (None, "2020-01-01")


def test_the_page_of_a_person_takes_a_day_too(anonymous: Caller) -> None:
    key = anonymous.get("/api/v1/osoby", q="novotny", pocet=1).json()["data"]["osoby"][0]["klic"]
    page = f"/osoba/{key}"
    entered = anonymous.get(f"/api/v1{page}", kDatu=prague_today().isoformat()).json()["data"]["angazma"]
    day = max([item["zapsano"] for item in entered], default="2015-06-30")
    then = anonymous.get(f"/api/v1{page}", kDatu=day).json()["data"]
    shown = anonymous.get(page, kDatu=day).text
    assert all(f"/firma/{item['ico']}" in shown for item in then["angazma"])
    assert shown.count('<td class="nowrap">') == len(then["angazma"])
    assert "dosud" not in shown
    assert "Osoba ke dni" in shown and "noindex" in shown
    assert f'action="{page}"' in shown and f"{page}?kDatu=" in anonymous.get(page).text
    assert "Person as of" in anonymous.get(f"/en{page}", kDatu="2015-06-30").text
    assert anonymous.get(page, kDatu="20150630").status_code == 400


def test_an_empty_day_is_none(anonymous: Caller) -> None:
    assert "Firma ke dni" not in anonymous.get(PAGE, kDatu="").text


def test_a_bankruptcy_of_the_day_stands_on_its_page(
    anonymous: Caller, demo_installation: Installation
) -> None:
    with reading(demo_installation.engine) as connection:
        bodies = connection.scalars(select(company_document.c.detail)).all()
    ico, since = next(
        (firm.ico, state.od)
        for firm in (decode_detail(unpack(body)) for body in bodies)
        if (state := firm.stav_podrobne) and state.kod == "konkurs" and firm.insolvence is None and state.od
    )
    before = (date.fromisoformat(since) - timedelta(days=1)).isoformat()
    page = anonymous.get(f"/firma/{ico}", kDatu=since).text
    assert "V konkursu od" in page and "jedná za ni insolvenční správce" in page
    assert "konkurs" not in anonymous.get(f"/firma/{ico}", kDatu=before).text


def test_the_state_in_the_table_is_that_of_the_interface(anonymous: Caller) -> None:
    before = anonymous.get(f"/api/v1/firma/{BUDVAR}", kDatu="1900-01-01").json()["data"]
    assert before["stav"] == "nevznikla"
    page = anonymous.get(PAGE, kDatu="1900-01-01").text
    (told,) = re.findall(r"<dt>Stav</dt><dd>(.*?)</dd>", page)
    assert "ještě nevznikla" in told
    assert "není známo" not in told

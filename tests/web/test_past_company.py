"""The page of a company as of a day: the same facts as REST, without JavaScript."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from soupis.times import prague_today
from soupis.web.past_company import build_axis
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


@pytest.mark.parametrize("wrong", ["2024-02-30", "zítra", (prague_today() + timedelta(days=9)).isoformat()])
def test_a_wrong_day_is_said_and_asked_for_again(anonymous: Caller, wrong: str) -> None:
    answer = anonymous.get(PAGE, kDatu=wrong)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text and 'name="kDatu"' in answer.text


def test_the_axis_has_the_changes_beside_a_day() -> None:
    days = ["2020-01-01", "2010-01-01", "2020-01-01"]
    axis = build_axis(days, "2015-01-01", "2025-01-01")
    assert (axis.days, axis.before, axis.after) == (["2010-01-01", "2020-01-01"], "2010-01-01", "2020-01-01")
    assert axis.places[0] == 1 < axis.place < axis.places[1] < 99
    assert build_axis([], "2015-01-01", "2015-01-01").days == []
    on = build_axis(days, "2010-01-01", "2025-01-01")
    assert (on.before, on.after) == (None, "2020-01-01")

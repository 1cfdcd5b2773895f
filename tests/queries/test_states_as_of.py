"""The demo as of days: states are those of the dated entries, and the axis leaves out no day of change."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import msgspec
import pytest
from sqlalchemy import select

from soupis.installation import Installation
from soupis.queries.as_of import company_as_of, days_of_change
from soupis.queries.companies import decode_detail
from soupis.store.engine import reading
from soupis.store.packing import unpack
from soupis.store.tables import company_document
from soupis.times import prague_today
from soupis.wire.base import encode
from soupis.wire.company import FirmaDetail


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
        days = sorted(set(days_of_change(detail)))
        if not days:
            continue
        bounds = [date.fromisoformat(day) for day in days] + [prague_today() + timedelta(days=1)]
        first = bounds[0] - timedelta(days=1)
        spans = [(first - timedelta(days=400), first)]
        spans += [(since, behind - timedelta(days=1)) for since, behind in pairwise(bounds)]
        for since, last in spans:
            told = {_told(detail, day) for day in (since, since + (last - since) // 2, last)}
            assert len(told) == 1, (detail.ico, since, last)
            segments += 1
    assert segments > 1_000


def _told(detail: FirmaDetail, day: date) -> bytes:
    return encode(msgspec.structs.replace(company_as_of(detail, day.isoformat()), k_datu=""))

"""Statistics of the demo, held against its documents, company by company."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from sqlalchemy import select

from soupis.installation import Installation
from soupis.queries.companies import decode_detail
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.schema import UNDATED
from soupis.store.engine import reading
from soupis.store.packing import unpack
from soupis.store.tables import company_document
from soupis.wire.company import FirmaDetail


@pytest.fixture(scope="module")
def details(demo_installation: Installation) -> list[FirmaDetail]:
    with reading(demo_installation.engine) as connection:
        return [
            decode_detail(unpack(row.detail)) for row in connection.execute(select(company_document.c.detail))
        ]


@pytest.fixture(scope="module")
def search(demo_installation: Installation) -> CompanySearch:
    return CompanySearch(demo_installation.index_directory)


def _query(seed: int) -> CompanyQuery:
    draw = random.Random(seed)
    return CompanyQuery(
        region=draw.choice([None, None, 19, 116]),
        living=draw.choice([None, True, False]),
        legal_forms=draw.choice([(), (), ("112",), ("101", "112", "121")]),
        founded_from=draw.choice([None, None, 20100101]),
        ended_to=draw.choice([None, None, 20241231]),
    )


def _holds(query: CompanyQuery, detail: FirmaDetail) -> bool:
    founded, ended = _day(detail.datum_vzniku), _day(detail.datum_zaniku)
    living = detail.stav == "aktivni"
    form = detail.pravni_forma.kod if detail.pravni_forma else None
    return (
        (query.region is None or (detail.sidlo is not None and detail.sidlo.kod_kraje == query.region))
        and (query.living is None or living == query.living)
        and (not query.legal_forms or form in query.legal_forms)
        and (query.founded_from is None or founded >= query.founded_from)
        and (query.ended_to is None or (not living and 0 < ended <= query.ended_to))
    )


def _day(text: str | None) -> int:
    return int(text.replace("-", "")) if text else 0


def _counted(values: Iterable[object]) -> dict[object, int]:
    return dict(Counter(value for value in values if value))


@pytest.mark.parametrize("query", [CompanyQuery(), *map(_query, range(12))])
def test_statistics_say_what_the_documents_say(
    search: CompanySearch, details: list[FirmaDetail], query: CompanyQuery
) -> None:
    found = [detail for detail in details if _holds(query, detail)]
    ceased = [detail for detail in found if detail.stav == "zanikla"]
    months = [{_day(one.zahajeno) // 100 or UNDATED for one in detail.insolvence or ()} for detail in found]
    spread = search.distribution(query)
    assert spread.total == len(found)
    assert spread.regions == _counted(detail.sidlo and detail.sidlo.kod_kraje for detail in found)
    assert spread.legal_forms == _counted(detail.pravni_forma and detail.pravni_forma.kod for detail in found)
    assert spread.founded == _counted(_day(detail.datum_vzniku) // 10_000 for detail in found)
    assert spread.ceased == len(ceased)
    assert spread.ended == _counted(_day(detail.datum_zaniku) // 10_000 for detail in ceased)
    assert spread.insolvent_since == dict(Counter(month for every in months for month in every))
    assert spread.insolvency_unknown == sum(
        not _is_insolvent(detail) and (detail.insolvence is None or _is_undecided(detail)) for detail in found
    )
    assert spread.insolvent == sum(map(_is_insolvent, found))


def _is_insolvent(detail: FirmaDetail) -> bool:
    if detail.insolvence is not None:
        return any(one.probiha for one in detail.insolvence)
    return detail.stav_podrobne is not None and detail.stav_podrobne.kod in (
        "konkurs",
        "upadek",
        "insolvencniRizeni",
    )


def _is_undecided(detail: FirmaDetail) -> bool:
    states = {one.probiha for one in detail.insolvence or ()}
    return True not in states and None in states

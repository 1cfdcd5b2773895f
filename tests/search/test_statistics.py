"""Statistics of a search, held against a plain count of the entries."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry
from soupis.search.indexer import follow, rebuild
from soupis.search.schema import UNDATED
from soupis.search.sections import SECTIONS, UNSORTED_TRADES
from soupis.search.statistics import Distribution
from tests.search.store import company, open_store, publish
from tests.search.test_filters import made

_CODES = ["01", "A", "10110", "62010", "45200", "00", "99000"]
_SECTION_OF_CODE = {"01": "A", "10110": "C", "62010": "K", "45200": "G", "00": UNSORTED_TRADES, "99000": "V"}
_DAYS = ["1991-05-01", "2019-12-31", "2020-01-01", "2026-11-22", None]


def _with_ends(entries: list[CompanyEntry], seed: int) -> list[CompanyEntry]:
    draw = random.Random(seed)
    return [
        msgspec.structs.replace(
            entry,
            region=draw.choice([entry.region, None]),
            nace=draw.sample(_CODES, draw.randrange(4)),
            # A day that is still to come is no end yet.
            ended="2027-01-01" if entry.living and draw.random() < 0.1 else draw.choice(_DAYS),
            insolvent_since=draw.choices(_DAYS, k=draw.randrange(4)) if draw.random() < 0.3 else [],
        )
        for entry in entries
    ]


ENTRIES = _with_ends(made(700, seed=29), seed=31)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CompanySearch:
    directory = tmp_path_factory.mktemp("statistics")
    rebuild(open_store(directory, ENTRIES), directory / "index")
    return CompanySearch(directory / "index")


def _counted(values: Iterable[object]) -> dict[object, int]:
    counts = Counter(values)
    del counts[None]
    return dict(counts)


def _plainly(entries: list[CompanyEntry]) -> Distribution:
    sections = [{_SECTION_OF_CODE.get(code) for code in entry.nace} - {None} for entry in entries]
    ceased = [entry for entry in entries if not entry.living]
    months = [
        {int(day[:4] + day[5:7]) if day else UNDATED for day in entry.insolvent_since} for entry in entries
    ]
    return Distribution(
        total=len(entries),
        regions=_counted(entry.region for entry in entries),  # type: ignore[arg-type]
        legal_forms=_counted(entry.legal_form for entry in entries),  # type: ignore[arg-type]
        founded=_counted(entry.founded and int(entry.founded[:4]) for entry in entries),  # type: ignore[arg-type]
        ended=_counted(entry.ended and int(entry.ended[:4]) for entry in ceased),  # type: ignore[arg-type]
        ceased=len(ceased),
        sections=_counted(one for every in sections for one in every),  # type: ignore[arg-type]
        without_section=sections.count(set()),
        insolvent_since=_counted(month for every in months for month in every),  # type: ignore[arg-type]
        insolvent=sum(entry.insolvency is True for entry in entries),
        insolvency_unknown=sum(entry.insolvency is None for entry in entries),
    )


def _holds(query: CompanyQuery, entry: CompanyEntry) -> bool:
    founded = int((entry.founded or "0").replace("-", ""))
    ended = int((entry.ended or "0").replace("-", "")) if not entry.living else 0
    return (
        (query.region is None or entry.region == query.region)
        and (query.living is None or entry.living == query.living)
        and (not query.legal_forms or entry.legal_form in query.legal_forms)
        and (not query.nace or any(code.startswith(sought) for code in entry.nace for sought in query.nace))
        and (query.insolvency is None or entry.insolvency is (query.insolvency == "yes"))
        and (query.founded_from is None or founded >= query.founded_from)
        and (query.ended_from is None or query.ended_from <= ended)
        and (query.ended_to is None or 0 < ended <= query.ended_to)
    )


def _drawn(seed: int) -> CompanyQuery:
    draw = random.Random(seed)
    return CompanyQuery(
        region=draw.choice([None, None, 19, 116, 141]),
        living=draw.choice([None, None, True, False]),
        legal_forms=draw.choice([(), (), ("112",), ("112", "121")]),
        nace=draw.choice([(), (), ("62", "01"), ("45",)]),
        insolvency=draw.choice([None, None, "yes", "no"]),
        founded_from=draw.choice([None, None, 20010203]),
        ended_from=draw.choice([None, None, None, 20191231]),
        ended_to=draw.choice([None, None, None, 20200101]),
    )


@pytest.mark.parametrize("query", [CompanyQuery(), *map(_drawn, range(25))])
def test_statistics_of_any_filters_count_what_the_entries_say(
    search: CompanySearch, query: CompanyQuery
) -> None:
    assert search.distribution(query) == _plainly([entry for entry in ENTRIES if _holds(query, entry)])


def test_statistics_of_a_text_are_of_what_it_finds(search: CompanySearch) -> None:
    for text in ("alfa", "cesky svaz", "nicpodobneho"):
        total, lists = search.export(CompanyQuery(text), len(ENTRIES))
        icos = {ico for part in lists for ico in part}
        spread = search.distribution(CompanyQuery(text))
        assert spread == _plainly([entry for entry in ENTRIES if entry.ico in icos])
        assert spread.total == total


def test_statistics_follow_the_index(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa"), company(2, "Beta")])
    rebuild(engine, tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    assert search.distribution(CompanyQuery()).ended == {}
    publish(engine, [company(2, "Beta", living=False, ended="2026-11-01")])
    follow(engine, tmp_path / "index")
    search.reload()
    assert search.distribution(CompanyQuery()).ended == {2026: 1}


def test_what_is_remembered_of_statistics_is_bounded(search: CompanySearch) -> None:
    for number in range(200):
        search.distribution(CompanyQuery(founded_from=19000101 + number))
    assert len(search._distributions) <= 64


def test_no_division_is_in_two_sections() -> None:
    divisions = [division for first, last in SECTIONS.values() for division in range(first, last + 1)]
    assert len(divisions) == len(set(divisions))

"""Collection of documents: its pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from soupis.registers import filings
from soupis.registers.errors import SourceError, SourceUnavailable
from tests.registers_live.samples import sample

SEARCH = sample("documents/documents_company_search_00514152.html")
LIST = sample("documents/documents_list_00514152.html")
DETAIL = sample("documents/documents_detail_87101138.html")
BLOCKED = sample("documents/documents_new_portal_block_403.html")


def test_search_gives_the_company_and_its_number_in_the_portal() -> None:
    assert filings.parse_search(SEARCH) == {514152: 59981}


def test_search_that_found_nothing_is_empty() -> None:
    start, end = SEARCH.index(b'<div id="SearchResults"'), SEARCH.index(b'<div id="page-f"')
    assert filings.parse_search(SEARCH[:start] + SEARCH[end:]) == {}


def test_list_is_read_whole() -> None:
    listing = filings.parse_list(LIST)
    assert listing.ico == 514152
    assert len(listing.filings) == 94
    assert listing.rejected == []
    assert listing.filings[1] == filings.Filing(
        number="AV 325/SL93/KSCB",
        kinds=("účetní závěrka", "výroční zpráva", "zpráva auditora"),
        year=2024,
        created=None,
        received="2025-06-30",
        filed="2025-07-01",
        pages=40,
        url="https://or.justice.cz/ias/ui/vypis-sl-detail?dokument=87101138&subjektId=59981&spis=411891",
    )
    assert not any("\xa0" in filing.number for filing in listing.filings)


@pytest.mark.parametrize(
    ("bracket", "year"),
    [("[2023/2024]", 2024), ("[2024/2023]", 2024), ("[2022, 2023]", 2023), ("", None), ("[?]", None)],
)
def test_year_is_the_latest_one_in_brackets(bracket: str, year: int | None) -> None:
    page = LIST.replace("výroční zpráva [2025]".encode(), f"výroční zpráva {bracket}".encode(), 1)
    assert filings.parse_list(page).filings[0].year == year
    assert filings.parse_list(page).filings[0].kinds == ("výroční zpráva",)


def test_years_that_clerks_wrote_beside_the_kind_are_read() -> None:
    years = {
        item.number: item.year for item in filings.parse_list(LIST).filings if "výroční zpráva" in item.kinds
    }
    assert sorted(filter(None, years.values())) == list(range(2007, 2026))
    assert None not in years.values()


def test_filing_with_an_unreadable_date_is_kept_without_it_and_told() -> None:
    listing = filings.parse_list(LIST.replace(b"<td>30.6.2026</td>", b"<td>31.6.2026</td>", 1))
    assert (listing.filings[0].received, listing.filings[0].filed) == (None, "2026-07-08")
    assert [item.place for item in listing.rejected] == ["row 1 (AV 325/SL94/KSCB)"]


PARSERS: list[Callable[[bytes], object]] = [
    filings.parse_search,
    filings.parse_list,
]


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize(
    "page",
    [
        BLOCKED,
        b"",
        b"<html><head><title>429</title></head><body>Too many requests</body></html>",
        LIST[: len(LIST) // 2],
        LIST.replace("Přehled listin".encode(), "Neplatný odkaz".encode()),
        LIST.decode().encode("windows-1250", errors="replace"),
    ],
)
def test_blocked_throttled_cut_off_or_lost_pages_raise(parse: Callable[[bytes], object], page: bytes) -> None:
    with pytest.raises(SourceError):
        parse(page)


@pytest.mark.parametrize(("parse", "page"), [(filings.parse_list, SEARCH), (filings.parse_list, DETAIL)])
def test_page_of_another_step_raises(parse: Callable[[bytes], object], page: bytes) -> None:
    with pytest.raises(SourceUnavailable):
        parse(page)


def test_document_without_a_link_is_listed_without_one() -> None:
    start = LIST.index(b'<a href="./vypis-sl-detail')
    end = LIST.index(b">", start) + 1
    listing = filings.parse_list(LIST[:start] + b"<a>" + LIST[end:])
    assert (listing.filings[0].number, listing.filings[0].url) == ("AV 325/SL94/KSCB", None)
    assert len(listing.filings) == 94 and listing.rejected == []

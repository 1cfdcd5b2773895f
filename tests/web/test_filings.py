"""Filed documents by kind."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from soupis.web.filings import group_filings
from soupis.wire.company import Listina


def test_statements_come_first_and_within_a_kind_the_newest_year() -> None:
    filings = [
        Listina(cislo="1", typ="ostatní", zalozeno="2026-01-01"),
        Listina(cislo="2", typ="účetní závěrka", rok=2022, zalozeno="2025-09-09"),
        Listina(cislo="3", typ="stanovy společnosti", zalozeno="2020-01-01"),
        Listina(cislo="4", typ="výroční zpráva, zpráva auditora", rok=2024, zalozeno="2025-01-01"),
        Listina(cislo="5", typ="rozhod. o statut. orgánu", zalozeno="2021-01-01"),
        Listina(cislo="6", typ="účetní závěrka [2023]", zalozeno="2023-07-01"),
    ]
    groups = group_filings(filings)
    assert [[item.cislo for item in group.filings] for group in groups] == [
        ["4", "6", "2"], ["3"], ["5"], ["1"],
    ]  # fmt: skip
    assert [group.main for group in groups] == [True, False, False, False]


def test_no_document_is_lost_whatever_its_kind() -> None:
    filings = [Listina(cislo=str(number), typ=typ) for number, typ in enumerate(["", "???", "FÚZE", "x"])]
    assert sum(len(group.filings) for group in group_filings(filings)) == len(filings)


def _numbers_on(page: str) -> list[str]:
    return re.findall(r'<span class="nowrap">([^<]+)</span></span></span></li>', page)


def test_every_filed_document_stands_on_some_page_of_the_list(client: TestClient) -> None:
    assert "/firma/00514152/listiny" in client.get("/firma/00514152").text
    pages = [client.get(f"/firma/00514152/listiny?strana={number}").text for number in (1, 2)]
    assert 'rel="next"' in pages[0] and 'rel="prev"' in pages[1]
    numbers = [number for page in pages for number in _numbers_on(page)]
    assert len(numbers) == len(set(numbers)) == 94
    assert "Collection of documents" in client.get("/en/firma/00514152/listiny").text


def test_a_page_of_one_year_counts_documents_without_a_year(client: TestClient) -> None:
    page = client.get("/firma/00514152/listiny?rok=2010").text.replace("\u00a0", " ")
    assert _numbers_on(page)
    without = client.get("/firma/00514152/listiny?rok=neuveden").text
    (count,) = re.findall(r"rok neuveden \((\d+)\)", page)
    assert f"Listiny bez uvedeného roku ({count}) se mohou týkat i roku 2010" in page
    rest = client.get("/firma/00514152/listiny?rok=neuveden&strana=2").text
    assert len(_numbers_on(without)) + len(_numbers_on(rest) if int(count) > 50 else []) == int(count)
    assert "Žádná listina" in client.get("/firma/00514152/listiny?rok=1950").text


def test_a_collection_that_was_not_read_is_not_shown_as_empty(client: TestClient) -> None:
    assert "Nezjištěno" in client.get("/firma/45274649/listiny").text
    assert client.get("/firma/12345679/listiny").status_code == 404

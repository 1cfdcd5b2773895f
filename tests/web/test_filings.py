"""Filed documents by kind."""

from __future__ import annotations

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

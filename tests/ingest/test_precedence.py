"""Which source is believed for which field; the table in docs/sources.md says the same."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import Boolean, select

from soupis.ingest.merge.merging import SUBJECT_FIELDS, Merge
from soupis.ingest.precedence import (
    ACTIVITY_PRECEDENCE,
    CLAIM_SOURCES,
    ENDED,
    EXTRACT_PRECEDENCE,
    LISTED_BY,
    PRECEDENCE,
    SEAT_PRECEDENCE,
)
from soupis.registers.records import Subject
from soupis.store.engine import writing
from soupis.store.tables import SEAT_CLAIM, company, company_claim
from soupis.wire.company import FirmaDetail
from tests.support.registry import Registry
from tests.support.sources import res_file, res_row

DOCS = Path(__file__).parents[2] / "docs" / "sources.md"
ICO = 27074358
SEAT = select(company_claim).join(company, SEAT_CLAIM)
NOW = "2026-11-20T08:00:00Z"


def table_of_docs() -> dict[str, tuple[str, ...]]:
    section = DOCS.read_text().split("## Precedence", 1)[1].split("\n## ", 1)[0]
    rows = [re.split(r"\s*\|\s*", line.strip("| ")) for line in section.splitlines() if line.startswith("|")]
    return {row[0]: tuple(filter(None, row[1:])) for row in rows[2:]}


def test_the_docs_show_the_table_of_the_code() -> None:
    whole = {"seat": SEAT_PRECEDENCE, "extract": EXTRACT_PRECEDENCE, "activities": ACTIVITY_PRECEDENCE}
    assert table_of_docs() == {**PRECEDENCE, **whole}


def test_the_docs_name_the_sources_of_every_list() -> None:
    section = DOCS.read_text().split("\n## Unknown and none\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(\w+)` \| ([\w, ]+) \|$", section, re.MULTILINE)
    wire = {field.name: field.encode_name for field in structs.fields(FirmaDetail)}
    assert [(name, tuple(sources.split(", "))) for name, sources in rows] == [
        (wire[name], sources) for name, sources in LISTED_BY.items()
    ]


def test_every_merged_column_has_a_rule() -> None:
    merged = {column.name for column in company.columns} & set(SUBJECT_FIELDS) - {"ico"}
    assert merged == set(PRECEDENCE) | {ENDED}


def say(registry: Registry, source: str, **values: Any) -> None:
    with writing(registry.engine) as connection:
        merge = Merge(connection, source, source, NOW)
        merge.stage_rows([structs.astuple(Subject(ICO, **values))])
        merge.merge_all()


def value_of(field: str, source: str) -> str:
    """A value of a source that fits into the field, different for each source."""
    number = CLAIM_SOURCES.index(source)
    return f"20{number:02d}-01-01" if field in {"founded", "ceased", "updated"} else str(number)


@pytest.mark.slow
def test_whoever_speaks_the_first_of_them_in_the_table_decides(registry: Registry) -> None:
    """All 32 sets of sources that give values, each reached by one source speaking up or falling silent."""
    speaking: set[str] = set()
    for number in range(1, 2 ** len(CLAIM_SOURCES)):
        turning = CLAIM_SOURCES[(number & -number).bit_length() - 1]  # Gray code: one source turns at a time
        speaking ^= {turning}
        given = {field: value_of(field, turning) for field in PRECEDENCE} if turning in speaking else {}
        say(registry, turning, **given)
        (row,) = registry.rows(select(company))
        for field, sources in PRECEDENCE.items():
            first = next((source for source in sources if source in speaking), None)
            assert row._mapping[field] == (value_of(field, first) if first else None), (field, speaking)


def test_of_sources_read_at_once_any_that_knows_of_the_end_is_believed(registry: Registry) -> None:
    for source in CLAIM_SOURCES:
        say(registry, source)
    assert registry.value(select(company.c.ended)) is False
    for source in CLAIM_SOURCES:
        say(registry, source, ended=True)
        assert registry.value(select(company.c.ended)) is True
        say(registry, source)
    assert registry.value(select(company.c.ended)) is False
    assert isinstance(company.c.ended.type, Boolean)


def test_a_seat_is_taken_whole_from_one_source(registry: Registry) -> None:
    say(registry, "public_register", seat_municipality="Praha", seat_street="Dlouhá", seat_postal_code=11000)
    say(registry, "ares", seat_municipality="Brno")
    row = registry.rows(SEAT)[0]
    assert (row.seat_municipality, row.seat_street, row.seat_postal_code) == ("Brno", None, None)
    say(registry, "ares")
    row = registry.rows(SEAT)[0]
    assert (row.seat_municipality, row.seat_street) == ("Praha", "Dlouhá")


def test_a_seat_known_as_text_only_counts_as_a_seat(registry: Registry) -> None:
    say(registry, "res", seat_municipality="Brno", seat_street="Lidická")
    say(registry, "ares", seat_text="Fiktivní 12, Králův Dvůr")
    row = registry.rows(SEAT)[0]
    assert (row.seat_text, row.seat_municipality) == ("Fiktivní 12, Králův Dvůr", None)


@pytest.mark.slow
def test_the_order_in_which_sources_arrive_does_not_matter(registry: Registry) -> None:
    results = set()
    for order in list(permutations(CLAIM_SOURCES))[::23]:
        with writing(registry.engine) as connection:
            for table in (company_claim, company):
                connection.execute(table.delete())
        for source in order:
            say(registry, source, name=f"jméno {source}", seat_municipality=f"obec {source}", tax_id=source)
        row = registry.rows(select(company.c.name, company.c.tax_id))[0]
        results.add((*row, registry.rows(SEAT)[0].seat_municipality))
    assert results == {("jméno public_register", "ares", "obec ares")}


def test_a_source_never_touches_another_ones_claims(registry: Registry) -> None:
    say(registry, "ares", name="Z ARES", tax_id="CZ27074358")
    before = registry.rows(select(company_claim).where(company_claim.c.source == "ares"))
    registry.res(res_file(registry.directory / "a.csv", [res_row(ICO, "Z RES")]))
    registry.publish()
    assert registry.rows(select(company_claim).where(company_claim.c.source == "ares")) == before
    detail = registry.company(ICO)
    assert (detail["obchodniJmeno"], detail["kategoriePoctuPracovniku"]["kod"]) == ("Z ARES", "110")
    assert {item["zdroj"] for item in detail["zdroje"]} == {"ares", "res"}

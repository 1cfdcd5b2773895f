"""Coverage: of sources that are read company by company, how many companies were read, and how long ago."""

from __future__ import annotations

from sqlalchemy import select

from soupis.ingest.coverage import refresh_coverage
from soupis.ingest.merge.lookups import merge_filings, merge_proceedings
from soupis.ingest.source_states import read_states
from soupis.store.engine import reading, writing
from soupis.store.tables import source_state
from tests.ingest.test_vat import answer_of_ares, take_ares, take_row, vat_row
from tests.support.registry import Registry
from tests.support.sources import res_file, res_row

FIRST, SECOND, THIRD = 45274649, 26185610, 514152


def counted(registry: Registry) -> dict[str, tuple[int | None, int | None, str | None]]:
    refresh_coverage(registry.engine)
    with reading(registry.engine) as connection:
        states = read_states(connection)
    return {name: (state.covered, state.companies, state.median_read) for name, state in states.items()}


def test_each_source_counts_the_companies_that_it_was_read_for(registry: Registry) -> None:
    rows = [res_row(ico, f"Firma {ico}") for ico in (FIRST, SECOND, THIRD)]
    registry.res(res_file(registry.directory / "res_data.csv", rows))
    assert counted(registry)["isir"] == (0, 3, None)
    with writing(registry.engine) as connection:
        merge_proceedings(connection, FIRST, [], "2026-11-01T08:30:00Z")
        merge_proceedings(connection, SECOND, [], "2026-11-03T09:30:00Z")
        merge_proceedings(connection, THIRD, [], "2026-11-09T10:30:00Z")
        merge_filings(connection, FIRST, [], "2026-11-01T08:30:00Z")
    take_ares(registry, answer_of_ares("AKTIVNI", "CZ45274649"), "2026-11-02T08:00:00Z")
    take_row(registry, vat_row("PLATCE_DPH"), "2026-11-04T08:00:00Z")
    assert counted(registry) == {
        "res": (None, None, None),
        "public_register": (None, None, None),
        "ares": (1, 3, "2026-11-02T08:00:00Z"),
        "vat": (1, 3, "2026-11-04T08:00:00Z"),
        "isir": (3, 3, "2026-11-03T09:00:00Z"),
        "documents": (1, 3, "2026-11-01T08:00:00Z"),
        "codelists": (None, None, None),
    }


def test_counting_leaves_the_state_of_a_source_alone(registry: Registry) -> None:
    counted(registry)
    with writing(registry.engine) as connection:
        connection.execute(source_state.update().values(last_success="2026-11-01T08:00:00Z"))
    registry.res(res_file(registry.directory / "res_data.csv", [res_row(FIRST, "Alfa a.s.")]))
    assert counted(registry)["isir"] == (0, 1, None)
    assert set(registry.rows(select(source_state.c.last_success))) == {("2026-11-01T08:00:00Z",)}

"""Merging: what a batch costs beside its rows."""

from __future__ import annotations

import cProfile

from msgspec import structs

from soupis.ingest.merge.merging import Merge
from soupis.registers.records import Subject
from soupis.sources import ARES
from soupis.store.engine import writing
from tests.support.registry import Registry


def test_a_small_batch_is_merged_by_statements_that_were_made_once(registry: Registry) -> None:
    def merge(ico: int) -> int:
        counted = cProfile.Profile()
        with writing(registry.engine) as connection:
            merging = Merge(connection, ARES, ARES, "2026-11-23T00:00:00Z")
            merging.stage_rows([structs.astuple(Subject(ico, "Name"))])
            counted.enable()
            assert merging.merge_all() == 1
            counted.disable()
        return sum(entry.callcount for entry in counted.getstats())

    merge(1)
    assert merge(2) < 4_000  # 14,000 where they are put together anew

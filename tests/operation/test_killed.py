"""Whatever is killed at whatever moment, the end is that of an installation that nobody disturbed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.operation.storm import SERVE, SYNC_ALL, WORKER, Storm, differences


@pytest.mark.slow
def test_after_random_kills_everything_is_as_if_nobody_had_been_killed(
    tmp_path: Path, chance: random.Random
) -> None:
    with Storm(tmp_path, 200, chance.randrange(1_000_000)) as storm:
        storm.run(3, (SERVE, WORKER, SYNC_ALL))
        found, expected = storm.finish()
        # Who is asked about depends on the companies that were drawn: some thirty of 200.
        assert len(expected["vat_answer"]) > 20 and len(expected["company_document"]) == 200
        assert differences(found, expected) == []
        assert storm.leftovers() == []
        assert 500 not in storm.client.statuses

"""Whatever is killed among many machines, no answer is wrong and nothing that was promised is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.nodes.storm import PROMOTION, NodeStorm


@pytest.mark.one_database("postgresql", "nodes follow PostgreSQL")
@pytest.mark.slow
def test_random_kills_and_a_promotion_under_load_give_no_wrong_answer_and_lose_nothing(
    tmp_path: Path, postgresql_server: str, chance: random.Random
) -> None:
    with NodeStorm(tmp_path, postgresql_server, 40, chance.randrange(1_000_000)) as storm:
        storm.run(3, ("worker", "server of a node", "follower of a node"))
        storm.strike(PROMOTION)
        assert storm.finish() == []
        assert storm.statuses()[200] > 50 and storm.queued()


@pytest.mark.one_database("postgresql", "a file has no standby")
@pytest.mark.slow
def test_nodes_are_not_called_whole_while_nothing_is_stored(tmp_path: Path, postgresql_server: str) -> None:
    with NodeStorm(tmp_path, postgresql_server, 10, seed=1) as storm:
        for caller in storm.callers:
            caller.stop()
        assert storm.standby
        storm.standby.kill()
        assert not storm.is_whole()
        storm.standby.start()  # a primary that waits for it does not stop

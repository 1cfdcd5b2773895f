"""Snapshots are stored in time by one of the nodes, and the log reaches back to the oldest one."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from soupis.cli.snapshotting import publish_if_due, publish_snapshot, publish_when_due
from soupis.cli.synchronising import open_context
from soupis.progress import no_progress
from soupis.store.change_log import newest
from soupis.store.engine import open_engine, reading, writing
from soupis.store.leases import LeaseHeldError, Leases
from soupis.store.snapshots import KEPT, Snapshots
from soupis.store.tables import change
from soupis.times import utc_now
from soupis.worker.old_changes import forget_old_changes
from tests.nodes.conftest import MakeNode, follow
from tests.nodes.test_following import change_documents, differences

DAY = timedelta(hours=24)


def test_one_of_the_nodes_stores_a_snapshot_when_the_newest_is_a_day_old(
    make_node: MakeNode, tmp_path: Path
) -> None:
    snapshots = Snapshots(f"file://{tmp_path / 'kept'}")
    one, two = make_node("one"), make_node("two")
    for node in (one, two):
        follow(node)
    left_by_a_killed_one = one.directory / ".snapshot-abc"
    left_by_a_killed_one.mkdir()
    assert publish_if_due(one, snapshots, utc_now()) == DAY.total_seconds()
    assert not left_by_a_killed_one.exists()
    (first,) = snapshots.kept()
    stored = datetime.fromisoformat(first.created)
    assert publish_if_due(two, snapshots, stored + timedelta(hours=23)) == 3_600
    assert len(snapshots.kept()) == 1
    change_documents(one.engine, [45274649], b"{}")
    follow(two)
    publish_if_due(two, snapshots, stored + DAY)
    assert len(snapshots.kept()) == 2


def test_after_a_fault_of_the_disk_snapshots_go_on(make_node: MakeNode, tmp_path: Path) -> None:
    url = f"file://{tmp_path / 'kept'}"
    node = make_node("one", snapshot_url=url)
    follow(node)
    in_the_way = node.directory / ".snapshot-abc"
    in_the_way.write_bytes(b"no directory")

    class Looks(threading.Event):
        pauses: list[float | None] = []

        def wait(self, timeout: float | None = None) -> bool:
            self.pauses.append(timeout)
            if len(self.pauses) == 2:
                in_the_way.unlink()
            return len(self.pauses) == 3

    publish_when_due(Looks(), node)
    assert Looks.pauses == [5.0, 900.0, DAY.total_seconds()]
    assert len(Snapshots(url).kept()) == 1


def test_two_nodes_never_store_snapshots_at_once(make_node: MakeNode, tmp_path: Path) -> None:
    node = make_node("one")
    follow(node)
    engine = open_engine(node.queue_url, one_writer=False)
    with Leases(engine).hold("snapshot"), pytest.raises(LeaseHeldError):
        publish_snapshot(node, Snapshots(f"file://{tmp_path / 'kept'}"), no_progress)
    engine.dispose()


def test_lines_after_the_oldest_kept_snapshot_stay_however_old_they_are(
    make_node: MakeNode, tmp_path: Path
) -> None:
    node = make_node("one")
    snapshots = Snapshots(f"file://{tmp_path / 'kept'}")
    ends = []
    with writing(node.engine) as connection:
        connection.execute(update(change).values(at="2020-01-01T00:00:00Z"))
    for number in range(KEPT + 1):
        follow(node)
        ends.append(publish_snapshot(node, snapshots, no_progress).seq)
        change_documents(node.engine, [45274649, 27074358], b'{"number":%d}' % number)
        with writing(node.engine) as connection:
            connection.execute(update(change).values(at="2020-01-01T00:00:00Z"))
    with open_context(node) as context:
        assert forget_old_changes(context) > 0
    with reading(node.engine) as connection:
        assert connection.scalar(select(func.min(change.c.seq))) == ends[1] + 1  # the first one is not kept
        assert newest(connection).seq == ends[-1] + 2
    oldest = make_node("two", snapshot_url=f"file://{tmp_path / 'kept'}")
    follow(oldest)
    assert not differences(oldest)

"""A node that follows a record in PostgreSQL answers as one machine does, whatever happens to its files."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import time
from contextlib import closing
from itertools import pairwise

import pytest
from sqlalchemy import Connection, Engine, delete, func, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from soupis.cli import renewing
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.search.indexer import check, index_state
from soupis.store import bulk
from soupis.store.announcements import Announcements
from soupis.store.change_log import CHANNEL, EPOCH, after_writing, before_writing, new_epoch, newest
from soupis.store.documents import Documents
from soupis.store.engine import open_engine, reading, writing
from soupis.store.generations import current_generation
from soupis.store.replica import OtherLogError, Replica, current_file
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, change, company_document, person_document, setting
from soupis.times import now_text
from tests.nodes.conftest import MakeNode, follow
from tests.support.cut import Cuttable
from tests.support.databases import copy_of_database
from tests.support.standby import Standby
from tests.support.waiting import PATIENCE


def everything(where: Installation) -> list[object]:
    """Return all that requests read of documents."""
    with Documents(where.documents_path) as documents:
        icos = documents.icos(0, 10**8, 10**6)
        return [
            [documents.company(ico) for ico in icos],
            documents.details(icos),
            documents.counts(),
            documents.sources(),
        ]


def test_a_node_holds_the_documents_of_the_record(
    make_node: MakeNode, demo_installation: Installation
) -> None:
    node = make_node("one")
    assert follow(node) > 0
    assert everything(node) == everything(demo_installation)
    assert follow(node) == 0


def test_a_change_comes_with_its_line_and_the_index_follows(make_node: MakeNode) -> None:
    node = make_node("one")
    follow(node)
    with Documents(node.documents_path) as documents:
        ico = documents.icos(0, 10**8, 1)[0]
        before = documents.company(ico)
        change_documents(node.engine, [ico], b'{"changed":true}')
        assert documents.company(ico) == before
        assert follow(node) == 1
        changed = documents.company(ico)
        assert changed is not None
        assert changed.body == b'{"changed":true}'
    with reading(node.engine) as connection, reading(node.published()) as copy:
        assert newest(connection) == newest(copy)
    state = index_state(node.index_directory)
    assert state is not None
    with reading(node.engine) as connection:
        assert state.seq == newest(connection).seq


def test_a_node_far_behind_copies_documents_while_it_indexes_those_before(
    make_node: MakeNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = make_node("one")
    follow(node)
    with Documents(node.documents_path) as documents:
        icos = documents.icos(0, 10**8, 40)
    for turn in range(2):
        change_documents(node.engine, icos, b'{"turn":%d}' % turn)
    with reading(node.engine) as connection:
        end = newest(connection)
    for module in ("search.follower", "store.replica"):
        monkeypatch.setattr(f"soupis.{module}._LINES_AT_ONCE", 3)
    follow(node)
    with reading(node.published()) as copy:
        assert newest(copy) == end
    state = index_state(node.index_directory)
    assert state is not None
    assert state.seq == end.seq
    assert not differences(node)


def test_an_index_that_is_built_anew_while_the_node_follows_says_what_the_documents_say(
    make_node: MakeNode,
) -> None:
    node = make_node("one")
    follow(node)
    with Documents(node.documents_path) as documents:
        icos = documents.icos(0, 10**8, 5)
    before = current_generation(node.index_directory)
    with closing(node.follower()) as follower:  # which holds the copy of the documents all the time
        follower.follow(no_progress)
        change_documents(node.engine, icos, b'{"changed":true}')
        renewing.renew(node)
        follower.follow(no_progress)
    assert current_generation(node.index_directory) != before
    state = index_state(node.index_directory)
    assert state is not None
    with reading(node.engine) as connection:
        assert state.seq == newest(connection).seq
    assert not differences(node)


def test_what_is_here_is_indexed_be_the_record_away_or_not(
    make_node: MakeNode, across: str, network: Cuttable
) -> None:
    node = make_node("one", database_url=across)
    follow(node)
    shutil.rmtree(node.index_directory)
    network.cut()
    with pytest.raises(OperationalError):
        follow(node)
    assert index_state(node.index_directory) is not None


def test_a_document_that_is_withdrawn_goes_from_every_node(make_node: MakeNode) -> None:
    nodes = [make_node("one"), make_node("two")]
    for node in nodes:
        follow(node)
    with writing(nodes[0].engine) as connection:
        number = connection.scalar(select(func.min(person_document.c.id)))
        connection.execute(delete(person_document).where(person_document.c.id == number))
        write_lines(connection, KIND_PERSON, [number])
    for node in nodes:
        follow(node)
        with reading(node.published()) as copy:
            assert copy.scalar(select(person_document.c.id).where(person_document.c.id == number)) is None


def test_what_cannot_be_continued_is_filled_anew_while_the_old_state_serves_on(make_node: MakeNode) -> None:
    node = make_node("one")
    follow(node)
    with Documents(node.documents_path) as documents:
        ico = documents.icos(0, 10**8, 1)[0]
        before = documents.company(ico)
        for cause in (removed, another_epoch, lines_gone, log_set_back, other_tables, damaged):
            body = json.dumps({"cause": cause.__name__}).encode()
            cause(node)
            with writing(
                node.engine
            ) as connection:  # without a line in the log: only a copy of all brings it
                rows = update(company_document).where(company_document.c.ico == ico)
                connection.execute(rows.values(detail=body))
            if cause is not removed:
                assert documents.company(ico) == before
            for _ in range(2):  # damage is noted by one look and mended by the next
                follow(node)
            before = documents.company(ico)
            assert before is not None
            assert before.body == body, cause.__name__
            assert not differences(node), cause.__name__


def test_a_file_that_is_deleted_is_copied_anew_by_who_follows_with_it_open(make_node: MakeNode) -> None:
    node = make_node("one")
    with closing(node.follower()) as follower:
        follower.follow(no_progress)
        file = current_file(node.documents_path)
        assert file is not None
        file.unlink()
        follower.follow(no_progress)
    assert not differences(node)


def another_epoch(node: Installation) -> None:
    with writing(node.engine) as connection:
        connection.execute(update(setting).where(setting.c.name == EPOCH).values(value=new_epoch()))


def lines_gone(node: Installation) -> None:
    with writing(node.engine) as connection:
        last = connection.scalar(select(func.max(change.c.seq)))
        connection.exec_driver_sql(f"SELECT setval(pg_get_serial_sequence('change', 'seq'), {last + 100})")
        write_lines(connection, KIND_COMPANY, [1])
        connection.execute(delete(change).where(change.c.seq <= last))


def log_set_back(node: Installation) -> None:
    """Take the newest lines away, as a standby that lacked them would when it is promoted."""
    follow(node)
    with writing(node.engine) as connection:
        last = connection.scalar(select(func.max(change.c.seq)))
        write_lines(connection, KIND_COMPANY, [1, 2, 3])
    follow(node)
    with writing(node.engine) as connection:
        connection.execute(delete(change).where(change.c.seq > last))


def other_tables(node: Installation) -> None:
    with writing(node.published()) as connection:
        connection.execute(update(setting).where(setting.c.name == "replica_layout").values(value='"older"'))


def damaged(node: Installation) -> None:
    file = current_file(node.documents_path)
    assert file is not None
    node.published().dispose()
    with closing(sqlite3.connect(file)) as whole:
        whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as content:
        content.seek(file.stat().st_size // 2 // 8192 * 8192)
        content.write(b"\xff" * 3 * 8192)


def removed(node: Installation) -> None:
    shutil.rmtree(node.documents_path)


def differences(node: Installation) -> list[str]:
    """Return in what documents of the node differ from the record's, and its index from them."""
    found = []
    for table in (company_document, person_document, change):
        with reading(node.engine) as connection, reading(node.published()) as copy:
            query = select(table).order_by(next(iter(table.primary_key.columns)))
            if [tuple(row) for row in connection.execute(query)] != [
                tuple(row) for row in copy.execute(query)
            ]:
                found.append(table.name)
    with reading(node.published()) as copy:
        return found + check(copy, node.index_directory)


def change_documents(engine: Engine, icos: list[int], detail: bytes) -> None:
    """Give companies another detail, with its line in the change log, as publishing does."""
    with writing(engine) as connection:
        version = func.coalesce(company_document.c.version, 0) + 1
        statement = update(company_document).where(company_document.c.ico.in_(icos))
        connection.execute(statement.values(detail=detail, version=version))
        write_lines(connection, KIND_COMPANY, icos)


def test_a_log_that_becomes_another_one_after_it_was_looked_at_is_not_taken_for_a_continuation(
    make_node: MakeNode,
) -> None:
    """Between two transactions a standby may have been promoted that lacked lines."""
    node = make_node("one")
    follow(node)
    for cause in (promoted_without_the_last_lines, lines_gone):
        cause(node)
        with closing(Replica(node.engine, node.documents_path)) as replica, pytest.raises(OtherLogError):
            replica.apply(node.published(), no_progress)
        for _ in range(2):
            follow(node)
        assert not differences(node), cause.__name__


def promoted_without_the_last_lines(node: Installation) -> None:
    """Lose the newest lines and go on in a log of another epoch, beyond all numbers of before."""
    log_set_back(node)
    another_epoch(node)
    with writing(node.engine) as connection:
        last = connection.scalar(select(func.max(change.c.seq)))
        connection.exec_driver_sql(f"SELECT setval(pg_get_serial_sequence('change', 'seq'), {last + 1000})")
        write_lines(connection, KIND_COMPANY, [1])


def write_lines(connection: Connection, kind: int, keys: list[int]) -> None:
    """Write lines of the change log as publishing does."""
    before_writing(connection)
    bulk.insert_rows(connection, change, ("kind", "key", "at"), [(kind, key, now_text()) for key in keys])
    after_writing(connection)


def test_a_log_restored_beside_the_one_it_was_copied_of_goes_on_under_another_epoch_and_far_beyond(
    make_node: MakeNode, record: str
) -> None:
    """As a dump is, in the same cluster on the same timeline, which are all that earlier versions noted."""
    node = make_node("one")
    change_documents(node.engine, [45274649], b'{"before":true}')
    with writing(node.engine) as connection:
        before = newest(connection)
        noted = setting.c.name == "log_timeline"
        both = connection.scalar(select(setting.c.value).where(noted)) or ""
        connection.execute(update(setting).where(noted).values(value=" ".join(both.split()[:2])))
    change_documents(node.engine, [45274649], b'{"still":"before"}')
    with reading(node.engine) as connection:
        assert newest(connection)[:2] == (before.epoch, before.seq + 1)
    node.engine.dispose()
    ends = [before]
    for name in ("soupis_restored", "soupis_restored_again"):
        with copy_of_database(record, name) as restored:
            engine = open_engine(restored)
            change_documents(engine, [45274649], b'{"after":true}')
            with reading(engine) as connection:
                ends.append(newest(connection))
            engine.dispose()
    assert len({end.epoch for end in ends}) == 3
    for earlier, later in pairwise(ends):
        assert later.seq > earlier.seq + 1


def test_a_follower_is_told_of_new_lines_as_soon_as_they_are_committed(
    make_node: MakeNode, across: str, network: Cuttable
) -> None:
    node = make_node("one")
    never = threading.Event()

    def is_told() -> bool:
        change_documents(node.engine, [45274649], b'{"changed":true}')
        begun = time.monotonic()
        announced.wait(PATIENCE, never)
        return time.monotonic() - begun < PATIENCE

    with closing(Announcements(across, CHANNEL)) as announced:
        announced.wait(PATIENCE, never)  # it listens from now on
        assert is_told()
        network.cut()
        announced.wait(0.0, never)  # it learns that the connection is gone
        network.join()
        announced.wait(PATIENCE, never)
        assert is_told()


def test_a_node_whose_standby_is_away_is_filled_from_the_record(
    make_node: MakeNode, demo_installation: Installation
) -> None:
    node = make_node("one", replica_url="postgresql://nobody@127.0.0.1:1/nowhere")
    assert follow(node) > 0
    assert everything(node) == everything(demo_installation)


@pytest.mark.parametrize("ends", ["lines_gone", "another_epoch"])
def test_a_standby_whose_end_the_record_does_not_go_on_from_is_not_copied_from(
    make_node: MakeNode, record: str, ends: str
) -> None:
    node, database = make_node("one"), make_url(record).database
    assert database is not None
    with Standby(record) as standby:
        standby.wait_for(database)
        standby.stop()
        {"lines_gone": lines_gone, "another_epoch": another_epoch}[ends](node)
        standby.start(alone=True)
        new = make_node("two", replica_url=standby.address(database))
        follow(new)
    assert not differences(new)


def test_a_standby_with_the_tables_of_another_version_is_not_copied_from(
    make_node: MakeNode, record: str
) -> None:
    with copy_of_database(record, "soupis_of_another_version") as other:
        engine = open_engine(other)
        with writing(engine) as connection:
            connection.exec_driver_sql("ALTER TABLE person_document RENAME COLUMN towns TO earlier")
        engine.dispose()
        new = make_node("two", replica_url=other)
        follow(new)
    assert not differences(new)


def test_a_new_node_is_filled_from_a_standby_and_catches_up_with_the_record(
    make_node: MakeNode, record: str
) -> None:
    node, database = make_node("one"), make_url(record).database
    assert database is not None
    with reading(node.engine) as connection:
        only_copied, changed = connection.scalars(select(company_document.c.ico).limit(2))
    with Standby(record) as standby:
        standby.wait_for(database)
        standby.stop()
        with writing(
            node.engine
        ) as connection:  # without a line in the log, and after the standby was cut off
            rows = update(company_document).where(company_document.c.ico == only_copied)
            connection.execute(rows.values(detail=b'{"on":"the primary"}'))
        change_documents(node.engine, [changed], b'{"caught":"up"}')
        standby.start(alone=True)
        new = make_node("two", replica_url=standby.address(database))
        follow(new)
    with Documents(new.documents_path) as documents:
        copied, caught_up = documents.company(only_copied), documents.company(changed)
    assert copied is not None
    assert caught_up is not None
    assert copied.body != b'{"on":"the primary"}'
    assert caught_up.body == b'{"caught":"up"}'

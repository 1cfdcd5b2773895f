"""What is remembered of keys is forgotten in all processes of a machine when anything of accounts changes."""

from __future__ import annotations

import multiprocessing
from ipaddress import ip_address
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from soupis.accounts.callers import AccountCaller, Authenticator, Refused
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.changes import Changes
from tests.support.waiting import PATIENCE

_HERE = ip_address("198.51.100.1")
_SECRET = b"secret of the tests"


_ONE_MACHINE = "only processes of one machine share what tells of changes"


def test_the_token_is_seen_by_every_process_that_maps_the_file(tmp_path: Path) -> None:
    first, second = Changes(tmp_path / "mark"), Changes(tmp_path / "mark")
    before = first.token()
    assert second.token() == before
    second.announce()
    assert first.token() == second.token() != before


@pytest.mark.one_database("sqlite", _ONE_MACHINE)
def test_a_remembered_key_is_not_read_again_until_something_changes(database: Database) -> None:
    directory, authenticator = Directory(database), Authenticator(database, _SECRET)
    directory.create("jana@example.cz", "free")
    authorization = [f"Bearer {directory.issue_key('jana@example.cz', 'one').key}"]
    assert isinstance(authenticator.authenticate(authorization, lambda: _HERE), AccountCaller)
    reads: list[str] = []
    original = authenticator._database.run
    authenticator._database.run = lambda *question: reads.append(question[0]) or original(*question)  # type: ignore[func-returns-value, method-assign]
    authenticator.authenticate(authorization, lambda: _HERE)
    assert reads == []
    directory.set_tariff("jana@example.cz", "business")
    caller = authenticator.authenticate(authorization, lambda: _HERE)
    assert isinstance(caller, AccountCaller)
    assert caller.tariff.name == "business", "a new tariff holds from the next query on"
    assert len(reads) == 1
    authenticator.close()


def _serve(url: str, authorization: list[str], pipe: Connection) -> None:
    """Be a server process: say on each question whether the key is accepted."""
    database = Database(url)
    authenticator = Authenticator(database, _SECRET)
    while pipe.recv():
        pipe.send(not isinstance(authenticator.authenticate(authorization, lambda: _HERE), Refused))
    authenticator.close()
    database.close()


@pytest.mark.one_database("sqlite", _ONE_MACHINE)
def test_a_key_revoked_in_one_process_is_refused_at_once_in_another(database: Database) -> None:
    directory = Directory(database)
    directory.create("jana@example.cz", "free")
    keys = [directory.issue_key("jana@example.cz", str(number)) for number in range(20)]
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(str(database.url), [f"Bearer {keys[0].key}"], theirs))
    process.start()

    def accepted() -> bool:
        ours.send(True)
        return bool(ours.recv())

    assert accepted()
    for key in keys[1:]:  # changes of others do not matter but to the memory
        directory.revoke_key(key.id)
        assert accepted()
    directory.revoke_key(keys[0].id)
    assert not accepted()
    ours.send(False)
    process.join(PATIENCE)

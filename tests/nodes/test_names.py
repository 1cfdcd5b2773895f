"""PostgreSQL by its name: a name server that is silent holds nobody, and what it told before goes on."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from soupis.accounts.database import Database
from soupis.accounts.errors import UnavailableError
from soupis.store import names
from soupis.store.names import addresses_of
from tests.support.waiting import PATIENCE, wait_until

NAME = "db.example"


class NameServer:
    """Stands in for the system's look-up of names: it tells an address, refuses, or is silent."""

    def __init__(self) -> None:
        self.tells: str | OSError = "127.0.0.1"
        self.asked = 0
        self.speaks = threading.Event()
        self.speaks.set()

    def look_up(self, _name: str, *_: Any, **__: Any) -> list[Any]:
        """Do what `socket.getaddrinfo` does."""
        self.asked += 1
        self.speaks.wait(PATIENCE)
        if isinstance(self.tells, OSError):
            raise self.tells
        return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (self.tells, 0))]

    def speak(self) -> None:
        """Answer all that was asked."""
        self.speaks.set()
        wait_until(lambda: not any(thread.name == "names" for thread in threading.enumerate()))


@pytest.fixture
def name_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    server = NameServer()
    monkeypatch.setattr(socket, "getaddrinfo", server.look_up)
    monkeypatch.setattr(names, "_PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(names, "_told", {})
    yield server
    server.speak()


def test_a_name_server_that_is_silent_holds_one_thread_and_nobody_who_asks(name_server: NameServer) -> None:
    name_server.speaks.clear()
    for _ in range(3):
        with pytest.raises(OSError, match="does not answer"):
            addresses_of(NAME, 0.01)
    assert name_server.asked == 1
    name_server.speak()
    assert addresses_of(NAME, PATIENCE) == ["127.0.0.1"]


def test_what_was_told_before_holds_until_something_else_is_told(name_server: NameServer) -> None:
    assert addresses_of(NAME, PATIENCE) == ["127.0.0.1"]
    name_server.speaks.clear()
    assert addresses_of(NAME, PATIENCE) == ["127.0.0.1"]
    name_server.tells = socket.gaierror(socket.EAI_AGAIN, "nobody could tell")
    name_server.speak()
    assert addresses_of(NAME, PATIENCE) == ["127.0.0.1"]
    name_server.tells = socket.gaierror(socket.EAI_NONAME, "there is no such name")
    with pytest.raises(socket.gaierror):
        addresses_of(NAME, PATIENCE)
    name_server.tells = "127.0.0.2"
    assert addresses_of(NAME, PATIENCE) == ["127.0.0.2"]


def test_accounts_are_away_at_once_while_their_name_is_not_told_and_back_when_it_is(
    across: str, name_server: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soupis.accounts.database._AWAY_SECONDS", 0.0)
    monkeypatch.setattr("soupis.store.short_statements.CONNECT_OPTIONS", {"connect_timeout": 0.01})
    database = Database(make_url(across).set(host=NAME).render_as_string(hide_password=False))
    name_server.speaks.clear()
    with pytest.raises(UnavailableError, match="name server does not answer"):
        database.connect().run("SELECT 7", {})
    assert database.away.noted
    name_server.speak()
    assert database.connect().run("SELECT 7", {}) == [(7,)]
    name_server.speaks.clear()
    database.close()  # who connects now goes where the name led before
    assert database.connect().run("SELECT 8", {}) == [(8,)]
    database.close()


def test_of_several_machines_one_without_a_name_server_is_enough(
    across: str, name_server: NameServer
) -> None:
    name_server.tells = socket.gaierror(socket.EAI_NONAME, "there is no such name")
    url = make_url(across)
    machines = [f"{NAME}:{url.port}", f"127.0.0.1:{url.port}"]
    url = url.set(host=None, port=None, query={"host": machines})
    database = Database(url.render_as_string(hide_password=False))
    assert database.connect().run("SELECT 7", {}) == [(7,)]
    database.close()

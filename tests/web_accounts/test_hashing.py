"""Passwords are hashed one at a time: no other page waits, and too many at once are refused."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from argon2 import PasswordHasher

from soupis.accounts import passwords
from soupis.accounts.errors import BusyError
from soupis.heavy_work import HeavyWork
from tests.support.waiting import eventually
from tests.web_accounts.site import OTHER_PASSWORD, PASSWORD, Site, Visitor, token_in


def _queue(max_waiting: int = 16) -> HeavyWork:
    return HeavyWork("passwords", BusyError, max_waiting=max_waiting, max_of_caller=4)


_MODERN = PasswordHasher(time_cost=1, memory_cost=2048, parallelism=1)


class _Observed:
    """A hasher that counts hashes and notes whether two ran at once; waits while `go_on` is not set."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self.count = 0
        self.overlapped = False
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()
        self._running = threading.Lock()
        self._hasher = hasher
        self.check_needs_rehash = hasher.check_needs_rehash

    def hash(self, *arguments: Any) -> str:
        self._note()
        return self._hasher.hash(*arguments)

    def verify(self, *arguments: Any) -> bool:
        self._note()
        return self._hasher.verify(*arguments)

    def _note(self) -> None:
        self.count += 1
        self.begun.set()
        self.overlapped |= not self._running.acquire(blocking=False)
        try:
            assert self.go_on.wait(60)
        finally:
            if self._running.locked():
                self._running.release()


def _observe(monkeypatch: pytest.MonkeyPatch, hasher: PasswordHasher) -> _Observed:
    observed = _Observed(hasher)
    monkeypatch.setattr(passwords, "_HASHER", observed)
    return observed


@contextmanager
def _held(site: Site, stranger: Visitor, monkeypatch: pytest.MonkeyPatch, queue: HeavyWork) -> Iterator[None]:
    """Have a stranger's password hashed for as long as the block takes."""
    site.accounts.hashing = site.accounts.hashing_for_owners = queue
    observed = _observe(monkeypatch, _MODERN)
    observed.go_on.clear()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(stranger.sign_in, "a wrong password", "nobody@firma.cz")
        try:
            assert observed.begun.wait(60)
            yield
        finally:
            observed.go_on.set()
        assert waiting.result().status_code == 422


def test_every_password_takes_its_turn(site: Site, jana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    observed = _observe(monkeypatch, _MODERN)
    turns: list[str] = []

    def count(queue: HeavyWork) -> None:
        submit = queue.submit

        def counted(client: str, *work: Any) -> Future[Any]:
            turns.append(client)
            return submit(client, *work)

        monkeypatch.setattr(queue, "submit", counted)

    count(site.accounts.hashing)
    count(site.accounts.hashing_for_owners)
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    assert jana.sign_in("a wrong password").status_code == 422
    assert jana.sign_in().status_code == 303
    changed = jana.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD)
    assert changed.status_code == 303
    assert jana.send("/ucet", "/ucet/email", heslo=OTHER_PASSWORD, email="jina@firma.cz").status_code == 200
    jana.send("/ucet", "/odhlaseni")
    jana.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    site.settle()
    token = token_in(site.letters(jana.email)[-1])
    reset = jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=PASSWORD)
    assert reset.status_code == 303
    assert jana.send("/ucet", "/ucet/smazat", heslo=PASSWORD, ano="1").status_code == 200
    assert len(turns) == observed.count == 8


def test_passwords_are_hashed_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    observed, queue = _observe(monkeypatch, _MODERN), _queue()

    def hash_in_turn(number: int) -> None:
        queue.submit(f"client {number % 4}", passwords.hash_password, "spravny kun baterie").result()

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(hash_in_turn, range(16)))
    assert observed.count == 16 and not observed.overlapped


def test_one_client_takes_only_some_places_of_the_queue() -> None:
    queue, go_on = _queue(16), threading.Event()

    def hash_for(client: str) -> bool:
        try:
            return queue.submit(client, go_on.wait, 60).result()
        except BusyError:
            return False

    def refused(asked: list[Future[bool]]) -> int:
        return sum(one.done() for one in asked)

    with ThreadPoolExecutor(40) as pool:
        of_one = [pool.submit(hash_for, "hostile") for _ in range(20)]
        eventually(lambda: refused(of_one) == 16)
        of_many = [pool.submit(hash_for, f"client {number}") for number in range(20)]
        eventually(lambda: refused(of_many) == 7)
        go_on.set()
    assert [sum(one.result() for one in asked) for asked in (of_one, of_many)] == [4, 13]
    assert hash_for("hostile")


def test_pages_are_answered_while_a_password_is_hashed_and_one_too_many_is_told_to_come_again(
    site: Site, jana: Visitor, petr: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    petr.sign_up()
    with _held(site, jana, monkeypatch, _queue(0)):
        pages = ("/ucet", "/ucet/sledovani", "/potvrzeni?token=none")
        assert [petr.get(page).status_code for page in pages] == [200, 200, 410]
        refused = petr.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD)
    assert (refused.status_code, int(refused.headers["retry-after"]) > 0) == (503, True)
    assert "přetížená" in refused.text
    assert petr.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD).status_code == 303


def test_an_attempt_without_a_place_does_not_count(
    site: Site, jana: Visitor, petr: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    petr.sign_up()
    petr.send("/ucet", "/odhlaseni")
    with _held(site, jana, monkeypatch, _queue(0)):
        statuses = [petr.sign_in("a wrong password").status_code for _ in range(30)]
    assert statuses == [503] * 30
    assert petr.sign_in().status_code == 303


def test_an_attempt_that_has_to_wait_takes_no_place(
    site: Site, jana: Visitor, petr: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    petr.sign_up()
    petr.send("/ucet", "/odhlaseni")
    while petr.sign_in("a wrong password").status_code == 422:
        pass
    with _held(site, jana, monkeypatch, _queue(0)):
        assert petr.sign_in("a wrong password").status_code == 429

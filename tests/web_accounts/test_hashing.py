"""Passwords are hashed in threads of their own: no other page waits, and too many at once are refused."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from argon2 import PasswordHasher

from soupis.accounts import passwords
from soupis.queries.heavy import HeavyWork
from tests.web_accounts.site import OTHER_PASSWORD, PASSWORD, Site, Visitor, token_in

_MODERN = PasswordHasher(time_cost=1, memory_cost=2048, parallelism=1)


class _Observed:
    """A hasher that notes in which threads it works; it waits for `go_on` where that is not set."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self.threads: list[str] = []
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()
        self._hasher = hasher
        self.check_needs_rehash = hasher.check_needs_rehash

    def hash(self, *arguments: Any) -> str:
        self._note()
        return self._hasher.hash(*arguments)

    def verify(self, *arguments: Any) -> bool:
        self._note()
        return self._hasher.verify(*arguments)

    def _note(self) -> None:
        self.threads.append(threading.current_thread().name)
        self.begun.set()
        assert self.go_on.wait(60)


def _observe(monkeypatch: pytest.MonkeyPatch, hasher: PasswordHasher) -> _Observed:
    observed = _Observed(hasher)
    monkeypatch.setattr(passwords, "_HASHER", observed)
    return observed


def test_every_password_is_hashed_in_the_threads_for_passwords(
    site: Site, jana: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    observed = _observe(monkeypatch, _MODERN)
    seen = 0

    def hashed() -> int:
        """Return how many passwords were hashed since the last call."""
        nonlocal seen
        before, seen = seen, len(observed.threads)
        assert all(name.startswith("passwords") for name in observed.threads[before:])
        return seen - before

    jana.sign_up()
    assert hashed() == 1
    jana.send("/ucet", "/odhlaseni")
    assert jana.sign_in("a wrong password").status_code == 422 and hashed() == 1
    assert jana.sign_in().status_code == 303 and hashed() == 1
    changed = jana.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD)
    assert changed.status_code == 303 and hashed() == 2
    assert jana.send("/ucet", "/ucet/email", heslo=OTHER_PASSWORD, email="jina@firma.cz").status_code == 200
    assert hashed() == 1
    jana.send("/ucet", "/odhlaseni")
    jana.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    site.settle()
    token = token_in(site.letters(jana.email)[-1])
    assert (
        jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=PASSWORD).status_code == 303
    )
    assert hashed() == 1
    assert jana.send("/ucet", "/ucet/smazat", heslo=PASSWORD, ano="1").status_code == 200 and hashed() == 1


def test_pages_are_answered_while_a_password_is_hashed_and_one_too_many_is_told_to_come_again(
    site: Site, jana: Visitor, petr: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    petr.sign_up()
    site.services.passwords.close()
    site.services.passwords = HeavyWork(threads=1, most_waiting=0)
    observed = _observe(monkeypatch, _MODERN)
    observed.go_on.clear()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(jana.sign_in, "a wrong password")
        try:
            assert observed.begun.wait(60)
            pages = ("/ucet", "/ucet/sledovani", "/potvrzeni?token=none")
            assert [petr.get(page).status_code for page in pages] == [200, 200, 410]
            refused = petr.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD)
        finally:
            observed.go_on.set()
        assert (refused.status_code, int(refused.headers["retry-after"]) > 0) == (503, True)
        assert "přetížená" in refused.text
        assert waiting.result().status_code == 422
    assert petr.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD).status_code == 303

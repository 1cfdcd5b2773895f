from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest

from soupis.accounts.callers import Anonymous
from soupis.accounts.database import Database
from soupis.accounts.throttle import Policy, Throttle, ThrottledError
from soupis.oauth.tables import metadata
from tests.web_accounts.site import OTHER_PASSWORD, PASSWORD, SECRET, Site, Visitor, token_in

POLICY = Policy(free=5, first_wait=10, longest_wait=900, forget=86_400)


class Standing:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def database(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    url = f"sqlite:///{tmp_path}/accounts.sqlite" if database_kind == "sqlite" else None
    database = Database(url or request.getfixturevalue("postgresql_server"))
    metadata.create_all(database.engine)
    yield database
    connection = database.connect()
    connection.run("DELETE FROM throttle", {})
    connection.close()
    database.close()


def test_waits_double_up_to_the_longest(database: Database) -> None:
    clock = Standing()
    throttle = Throttle(database, SECRET, clock)
    waits = []
    for _ in range(14):
        throttle.attempt({"a": POLICY})
        waits.append(_wait(database, clock.now))
        clock.now += waits[-1]
    assert waits == [0, 0, 0, 0, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]
    throttle.close()


def test_a_refused_attempt_does_not_make_the_wait_longer(database: Database) -> None:
    clock = Standing()
    throttle = Throttle(database, SECRET, clock)
    for _ in range(5):
        throttle.attempt({"a": POLICY})
    for _ in range(50):
        with pytest.raises(ThrottledError) as refused:
            throttle.attempt({"a": POLICY, "b": POLICY})
        assert refused.value.retry_after == 10
    clock.now += 10
    throttle.attempt({"a": POLICY})
    # Nor was anything counted in the other bucket meanwhile.
    for _ in range(5):
        throttle.attempt({"b": POLICY})
    throttle.close()


def test_many_attempts_at_once_get_no_further_than_many_in_a_row(database: Database) -> None:
    clock = Standing()
    processes = [Throttle(database, SECRET, clock) for _ in range(4)]

    def attempt(number: int) -> bool:
        try:
            processes[number % 4].attempt({"a": POLICY, "b": POLICY})
        except ThrottledError:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        allowed = sum(pool.map(attempt, range(200)))
    assert allowed == POLICY.free
    for throttle in processes:
        throttle.close()


def test_an_attempt_waits_while_somebody_else_writes(database: Database) -> None:
    throttle = Throttle(database, SECRET, Standing())
    writer = database.connect()
    with ThreadPoolExecutor(1) as pool:
        with writer.transaction() as run:
            run("DELETE FROM throttle", {})
            waiting = pool.submit(throttle.attempt, {"a": POLICY})
            time.sleep(0.5)
        waiting.result(60)
    assert writer.run("SELECT attempts FROM throttle", {})[0][0] == 1
    writer.close()
    throttle.close()


def test_waits_are_forgotten_after_a_day_of_peace(database: Database) -> None:
    clock = Standing()
    throttle = Throttle(database, SECRET, clock)
    for _ in range(5):
        throttle.attempt({"a": POLICY})
    clock.now += POLICY.forget + 1
    for _ in range(5):
        throttle.attempt({"a": POLICY})
    throttle.sweep()
    clock.now += POLICY.forget + 1
    throttle.sweep()
    connection = database.connect()
    assert connection.run("SELECT 1 FROM throttle", {}) in ([], ())
    connection.close()
    throttle.close()


def test_a_clock_that_was_ahead_blocks_nobody(database: Database) -> None:
    clock = Standing()
    throttle = Throttle(database, SECRET, clock)
    clock.now += 10 * 365 * 86_400
    for _ in range(5):
        throttle.attempt({"a": POLICY})
    clock.now -= 10 * 365 * 86_400
    throttle.attempt({"a": POLICY})
    throttle.close()


def _wait(database: Database, now: float) -> float:
    """Return for how many seconds the bucket is blocked, as the database has it."""
    connection = database.connect()
    until = connection.run("SELECT blocked_until FROM throttle WHERE bucket = 'a'", {})[0][0]
    connection.close()
    return datetime.fromisoformat(until).timestamp() - now if until else 0


def test_the_addresses_of_an_ipv6_48_get_ten_times_the_attempts_of_one(database: Database) -> None:
    throttle = Throttle(database, SECRET, Standing())
    own = throttle.bucket("signin", "somebody@firma.cz")
    clients = [Anonymous(f"{number:032x}", "f" * 32) for number in range(11)]

    def is_allowed(client: Anonymous) -> bool:
        try:
            throttle.attempt(throttle.buckets_of("source", client, POLICY))
        except ThrottledError:
            return False
        return True

    assert [is_allowed(client) for client in clients[:10] for _ in range(6)].count(True) == 10 * 5
    assert not is_allowed(clients[10])
    assert is_allowed(Anonymous("e" * 32))
    throttle.succeeded(own, throttle.buckets_of("source", clients[0], POLICY))
    assert is_allowed(clients[10])
    throttle.close()


# --- the site ---


def test_guessing_a_password_is_slowed_down_even_for_the_right_one(
    site: Site, visitor: Callable[[], Visitor]
) -> None:
    jana, attacker = visitor().sign_up(), visitor()
    for _ in range(5):
        assert attacker.sign_in(OTHER_PASSWORD, jana.email).status_code == 422
    blocked = attacker.sign_in(PASSWORD, jana.email)
    assert blocked.status_code == 429
    assert 1 <= int(blocked.headers["retry-after"]) <= 10
    assert "Příliš mnoho pokusů" in blocked.text
    # From everywhere, as guesses may come from everywhere.
    assert visitor().sign_in(PASSWORD, jana.email).status_code == 429
    site.clock.ahead += 11
    assert attacker.sign_in(PASSWORD, jana.email).status_code == 303


def test_an_address_that_guesses_at_many_accounts_is_slowed_down(
    site: Site, visitor: Callable[[], Visitor]
) -> None:
    jana, attacker = visitor().sign_up(), visitor()
    for number in range(20):
        assert attacker.sign_in(OTHER_PASSWORD, f"a{number}@firma.cz").status_code == 422
    assert attacker.sign_in(OTHER_PASSWORD, "b@firma.cz").status_code == 429
    # Only from that address: nobody can lock the others out.
    assert visitor().sign_in(PASSWORD, jana.email).status_code == 303


def test_an_account_of_his_own_does_not_wash_an_attackers_guesses_away(
    visitor: Callable[[], Visitor],
) -> None:
    attacker = visitor().sign_up()
    attacker.send("/ucet", "/odhlaseni")
    guesses = 0
    for number in range(60):
        if number % 3 == 2:
            answer = attacker.sign_in()
            attacker.cookies.delete("__Host-soupis")
        else:
            answer = attacker.sign_in(OTHER_PASSWORD, f"a{number}@firma.cz")
            guesses += answer.status_code == 422
        if answer.status_code == 429:
            break
    assert guesses == 20


def test_slowing_down_survives_a_restart(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    for _ in range(5):
        jana.sign_in(OTHER_PASSWORD)
    site.close()
    site.open()
    assert jana.sign_in().status_code == 429


def test_an_unknown_address_is_slowed_down_like_a_known_one(visitor: Callable[[], Visitor]) -> None:
    asker = visitor()
    answers = [asker.sign_in(OTHER_PASSWORD, "nobody@firma.cz").status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]


def test_a_successful_sign_in_forgets_the_wrong_ones(jana: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    for _ in range(3):
        for _ in range(4):
            assert jana.sign_in(OTHER_PASSWORD).status_code == 422
        assert jana.sign_in().status_code == 303
        jana.cookies.delete("__Host-soupis")


def test_the_owner_gets_in_by_a_link_while_somebody_guesses(
    site: Site, visitor: Callable[[], Visitor]
) -> None:
    jana, attacker = visitor().sign_up(), visitor()
    for _ in range(6):
        attacker.sign_in(OTHER_PASSWORD, jana.email)
    jana.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    token = token_in(site.letter(jana.email, 2))
    jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=OTHER_PASSWORD)
    assert visitor().sign_in(OTHER_PASSWORD, jana.email).status_code == 303


def test_a_stolen_session_cannot_guess_the_password_fast(jana: Visitor) -> None:
    jana.sign_up()
    answers = [
        jana.send("/ucet", "/ucet/heslo", heslo=f"guess number {number}", nove=OTHER_PASSWORD).status_code
        for number in range(6)
    ]
    assert answers == [422] * 5 + [429]


@pytest.mark.parametrize("page", ["/registrace", "/obnova-hesla"])
def test_no_mailbox_can_be_flooded(site: Site, visitor: Callable[[], Visitor], page: str) -> None:
    answers = [visitor().send(page, page, email="victim@firma.cz").status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    site.settle()
    assert len(site.letters("victim@firma.cz")) == (3 if page == "/registrace" else 0)


def test_one_address_cannot_have_mail_sent_to_everybody(visitor: Callable[[], Visitor]) -> None:
    asker = visitor()
    answers = [
        asker.send("/registrace", "/registrace", email=f"a{number}@firma.cz").status_code
        for number in range(11)
    ]
    assert answers == [200] * 10 + [429]


def test_strangers_who_guess_lock_no_owner_out(site: Site, visitor: Callable[[], Visitor]) -> None:
    jana = visitor().sign_up()
    jana.send("/ucet", "/odhlaseni")
    for _ in range(6):
        visitor().sign_in(OTHER_PASSWORD, jana.email)
    assert visitor().sign_in(PASSWORD, jana.email).status_code == 429, "strangers have to wait"
    assert jana.sign_in().status_code == 303, "from the device and address of before"
    jana.send("/ucet", "/odhlaseni")
    same_device = visitor()
    same_device.cookies.update(jana.cookies)
    assert same_device.sign_in(PASSWORD, jana.email).status_code == 303, "from the device, elsewhere"
    jana.cookies.clear()
    assert jana.sign_in().status_code == 303, "from the address, another browser"


def test_the_cookie_of_a_device_is_worth_nothing_for_another_account(visitor: Callable[[], Visitor]) -> None:
    jana, attacker = visitor().sign_up(), visitor().sign_up()
    attacker.send("/ucet", "/odhlaseni")
    answers = [attacker.sign_in(OTHER_PASSWORD, jana.email).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]
    forged = f"{jana.account_id()}.{attacker.cookies['__Host-soupis-device'].partition('.')[2]}"
    attacker.cookies.set("__Host-soupis-device", forged, domain="soupis.test")
    assert attacker.sign_in(PASSWORD, jana.email).status_code == 429


def test_a_known_device_cannot_guess_without_end(visitor: Callable[[], Visitor]) -> None:
    thief = visitor().sign_up()
    thief.send("/ucet", "/odhlaseni")
    assert [thief.sign_in(OTHER_PASSWORD).status_code for _ in range(6)] == [422] * 5 + [429]


def test_strangers_cannot_keep_an_owner_from_changing_the_password(visitor: Callable[[], Visitor]) -> None:
    jana = visitor().sign_up()
    for _ in range(6):
        visitor().sign_in(OTHER_PASSWORD, jana.email)
    changed = jana.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD)
    assert changed.status_code == 303


def test_strangers_cannot_use_up_the_mails_of_an_owner(site: Site, visitor: Callable[[], Visitor]) -> None:
    jana = visitor().sign_up()
    jana.send("/ucet", "/odhlaseni")
    for _ in range(4):
        visitor().send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    site.settle()
    before = len(site.letters(jana.email))
    assert jana.send("/obnova-hesla", "/obnova-hesla", email=jana.email).status_code == 200
    assert site.letter(jana.email, before + 1)


@pytest.mark.parametrize("page", ["/registrace", "/obnova-hesla"])
def test_one_stranger_cannot_use_up_the_mails_of_a_mailbox(visitor: Callable[[], Visitor], page: str) -> None:
    stranger, owner = visitor(), visitor()
    answers = [stranger.send(page, page, email=owner.email).status_code for _ in range(4)]
    assert answers == [200, 200, 429, 429]
    assert owner.send(page, page, email=owner.email).status_code == 200

from __future__ import annotations

import logging
from ipaddress import ip_address
from pathlib import Path

import pytest

from soupis.accounts import callers
from soupis.accounts.callers import REMOTE_CACHE_SECONDS, AccountCaller, Anonymous, Authenticator, Refused
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory, IssuedKey
from soupis.accounts.errors import AccountError, UnavailableError
from soupis.accounts.keys import new_key
from soupis.accounts.quota.quota import Quota
from soupis.accounts.quota.tariffs import FREE, STANDARD
from soupis.messages import Message
from tests.accounts import processes
from tests.accounts.conftest import SECRET, Clock
from tests.support.databases import stored_accounts

HOME = ip_address("192.0.2.1")


@pytest.fixture
def issued(directory: Directory) -> IssuedKey:
    directory.create("jana@firma.cz")
    return directory.issue_key("jana@firma.cz", "účetnictví")


def reason(answer: object) -> Message:
    assert isinstance(answer, Refused)
    return answer.reason


def test_without_the_header_the_caller_is_the_address(authenticator: Authenticator) -> None:
    caller = authenticator.authenticate([], lambda: HOME)
    assert caller == authenticator.anonymous(HOME) != authenticator.anonymous(ip_address("192.0.2.2"))
    assert isinstance(caller, Anonymous)
    assert "192.0.2.1" not in repr(caller)


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER   "])
def test_a_key_is_its_account(authenticator: Authenticator, issued: IssuedKey, scheme: str) -> None:
    assert authenticator.authenticate([scheme + issued.key], lambda: HOME) == AccountCaller(
        1, FREE, issued.id
    )


def test_two_authorization_headers_are_refused_even_when_both_are_right(
    authenticator: Authenticator, issued: IssuedKey
) -> None:
    assert reason(authenticator.authenticate([f"Bearer {issued.key}"] * 2, lambda: HOME)) == callers.SEVERAL


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic amFuYTpoZXNsbw==", "Token x", "{key}"])
def test_another_scheme_is_refused(authenticator: Authenticator, issued: IssuedKey, header: str) -> None:
    answer = authenticator.authenticate([header.format(key=issued.key)], lambda: HOME)
    assert reason(answer) == callers.SCHEME


@pytest.mark.parametrize("change", ["{}x", "x{}", "{}, Bearer {}", "{} {}", "abc"])
def test_a_malformed_key_is_refused(authenticator: Authenticator, issued: IssuedKey, change: str) -> None:
    answer = authenticator.authenticate(["Bearer " + change.format(issued.key, issued.key)], lambda: HOME)
    assert reason(answer) == callers.MALFORMED


def test_a_token_of_an_application_is_called_that(authenticator: Authenticator) -> None:
    answer = authenticator.authenticate([f"Bearer soupis_access_{'x' * 43}"], lambda: HOME)
    assert reason(answer) == callers.TOKEN


def test_a_mistyped_key_is_refused_without_a_database(tmp_path: Path, clock: Clock) -> None:
    database = Database(f"sqlite:///{tmp_path / 'empty.sqlite'}")  # has no tables: any question fails
    authenticator = Authenticator(database, SECRET, clock)
    key = new_key()
    mistyped = key[:20] + ("a" if key[20] != "a" else "b") + key[21:]
    assert reason(authenticator.authenticate([f"Bearer {mistyped}"], lambda: HOME)) == callers.MISTYPED
    with pytest.raises(UnavailableError):
        authenticator.authenticate([f"Bearer {key}"], lambda: HOME)
    authenticator.close()
    database.close()


def test_an_unknown_key_is_refused(authenticator: Authenticator, issued: IssuedKey) -> None:
    assert reason(authenticator.authenticate([f"Bearer {new_key()}"], lambda: HOME)) == callers.UNKNOWN


def test_a_refusal_names_the_anonymous_caller_for_the_headers(authenticator: Authenticator) -> None:
    refused = authenticator.authenticate(["Bearer x"], lambda: HOME)
    assert isinstance(refused, Refused)
    assert refused.anonymous == authenticator.anonymous(HOME)


def test_keys_of_a_disabled_account_are_refused_until_it_is_enabled(
    authenticator: Authenticator, directory: Directory, issued: IssuedKey
) -> None:
    directory.disable("jana@firma.cz")
    assert reason(authenticator.authenticate([f"Bearer {issued.key}"], lambda: HOME)) == callers.DISABLED
    assert authenticator.account(1) is None
    directory.enable("jana@firma.cz")
    assert isinstance(authenticator.authenticate([f"Bearer {issued.key}"], lambda: HOME), AccountCaller)


def test_an_account_that_proved_itself_otherwise_is_a_caller_without_a_key(
    authenticator: Authenticator, issued: IssuedKey
) -> None:
    assert authenticator.account(1) == AccountCaller(1, FREE, None)
    assert authenticator.account(2) is None


@pytest.mark.one_database("sqlite", "on many machines it takes seconds, as another test has it")
def test_on_one_machine_a_key_revoked_by_another_process_is_refused_at_once(url: str, clock: Clock) -> None:
    database = Database(url)
    directory = Directory(database, clock)
    directory.create("jana@firma.cz")
    issued = directory.issue_key("jana@firma.cz", "x")
    authenticator = Authenticator(database, SECRET, clock)
    header = [f"Bearer {issued.key}"]
    assert isinstance(authenticator.authenticate(header, lambda: HOME), AccountCaller)
    revoking = processes.Killed(processes.revoke, url, issued.id)
    assert reason(authenticator.authenticate(header, lambda: HOME)) == callers.REVOKED
    revoking.kill()
    authenticator.close()
    database.close()


@pytest.mark.one_database("sqlite", "on many machines it takes seconds, as another test has it")
def test_on_one_machine_a_new_tariff_holds_from_the_next_query_on(url: str, clock: Clock) -> None:
    database = Database(url)
    directory = Directory(database, clock)
    directory.create("jana@firma.cz")
    issued = directory.issue_key("jana@firma.cz", "x")
    authenticator = Authenticator(database, SECRET, clock)
    authenticator.authenticate([f"Bearer {issued.key}"], lambda: HOME)
    directory.set_tariff("jana@firma.cz", "standard")
    assert authenticator.authenticate([f"Bearer {issued.key}"], lambda: HOME) == AccountCaller(
        1, STANDARD, issued.id
    )
    authenticator.close()
    database.close()


@pytest.mark.one_database("postgresql", "on one machine it takes no time, as other tests have it")
def test_on_many_machines_keys_accounts_and_tariffs_are_changed_within_two_seconds(
    url: str, clock: Clock
) -> None:
    database = Database(url)
    directory = Directory(database, clock)
    directory.create("jana@firma.cz")
    first, second = (directory.issue_key("jana@firma.cz", name) for name in ("x", "y"))
    authenticator = Authenticator(database, SECRET, clock)

    def after_two_seconds(key: str) -> object:
        clock.now += REMOTE_CACHE_SECONDS
        return authenticator.authenticate([f"Bearer {key}"], lambda: HOME)

    assert REMOTE_CACHE_SECONDS <= 2
    assert after_two_seconds(first.key) == AccountCaller(1, FREE, first.id)
    directory.revoke_key(first.id)
    assert reason(after_two_seconds(first.key)) == callers.REVOKED
    assert after_two_seconds(second.key) == AccountCaller(1, FREE, second.id)
    directory.set_tariff("jana@firma.cz", "standard")
    assert after_two_seconds(second.key) == AccountCaller(1, STANDARD, second.id)
    directory.disable("jana@firma.cz")
    assert reason(after_two_seconds(second.key)) == callers.DISABLED
    authenticator.close()
    database.close()


def test_last_use_is_written_from_the_background_and_at_most_once_a_minute(
    authenticator: Authenticator, directory: Directory, issued: IssuedKey, clock: Clock
) -> None:
    def last_use_after(seconds: float) -> str | None:
        clock.now += seconds
        authenticator.authenticate([f"Bearer {issued.key}"], lambda: HOME)
        authenticator.flush()
        return directory.keys("jana@firma.cz")[0].last_used

    authenticator.authenticate([f"Bearer {issued.key}"], lambda: HOME)
    assert directory.keys("jana@firma.cz")[0].last_used is None
    assert last_use_after(0) == "2026-11-20T11:00:00Z"
    assert last_use_after(59) == "2026-11-20T11:00:00Z"
    assert last_use_after(1) == "2026-11-20T11:01:00Z"


def test_no_secret_and_no_address_is_in_the_database_or_in_the_log(
    url: str,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    database = Database(url)
    directory = Directory(database, clock)
    directory.create("jana@firma.cz")
    issued = directory.issue_key("jana@firma.cz", "x")
    authenticator, quota = Authenticator(database, SECRET, clock), Quota(database, clock)
    for header in (issued.key, issued.key[:-1], new_key()):
        caller = authenticator.authenticate([f"Bearer {header}"], lambda: HOME)
        quota.take(caller.anonymous if isinstance(caller, Refused) else caller, 1, "search")
    directory.revoke_key(issued.id)
    with pytest.raises(AccountError):
        directory.revoke_key(99)
    stored = stored_accounts(url)
    quota.close()
    authenticator.close()
    database.close()
    stored += stored_accounts(url)
    written = stored + caplog.text.encode() + "".join(capfd.readouterr()).encode()
    assert issued.key[-4:].encode() in stored  # the search does look where keys are
    assert issued.key[7:20].encode() not in written
    assert issued.key[:-4].encode() not in written
    assert b"192.0.2.1" not in written
    assert HOME.packed not in stored
    assert SECRET not in written

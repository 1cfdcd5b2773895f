"""The order of checks: method and path, credentials, size, parameters, quota."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.keys import new_key
from soupis.installation import Installation
from tests.contract.test_envelope import assert_error, assert_limits
from tests.support.callers import Caller, fresh_address
from tests.support.installation import issue_key
from tests.support.server import Server

BATCH = "/api/v1/firmy/dph"
LONG = b'{"ico":["' + b"0" * 17_000 + b'"]}'


def test_wrong_method_comes_before_wrong_credentials(server: Server) -> None:
    assert_error(Caller(server.url, key="wrong").get(BATCH), 405)


def test_wrong_credentials_come_before_a_long_body(server: Server) -> None:
    caller = Caller(server.url, key="wrong")
    answer = caller.post(BATCH, content=LONG)
    assert_error(answer, 401)
    assert_limits(answer)
    assert answer.headers["x-ratelimit-limit"] == "30", "the caller's anonymous window is shown"
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_wrong_credentials_come_before_wrong_parameters(server: Server) -> None:
    assert_error(Caller(server.url, key="wrong").get("/api/v1/firma/1"), 401)


def test_wrong_credentials_are_refused_on_unlimited_descriptions_too(server: Server) -> None:
    assert_error(Caller(server.url, key="wrong").get("/api/v1/openapi.json"), 401)


def test_a_long_body_comes_before_wrong_parameters(anonymous: Caller) -> None:
    sentence = assert_error(anonymous.post(f"{BATCH}?neco=1", content=LONG), 413)
    assert "16 kB" in sentence
    assert anonymous.remaining() == 30


def test_wrong_parameters_come_before_an_exhausted_quota(exhausted: Caller) -> None:
    assert_error(exhausted.get("/api/v1/firma/1"), 400)
    assert_error(exhausted.get("/api/v1/vyhledavani/export"), 400)
    assert_error(exhausted.batch("1"), 400)


def test_an_exhausted_quota_comes_before_not_found(exhausted: Caller) -> None:
    answer = exhausted.get("/api/v1/firma/00000000")
    assert_error(answer, 429)
    assert answer.headers["retry-after"] == answer.headers["x-ratelimit-reset"]
    assert answer.headers["x-ratelimit-remaining"] == "0"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_exhausted_quota_allows_no_export(exhausted: Caller, method: str) -> None:
    answer = exhausted.http.request(method, "/api/v1/vyhledavani/export?q=zzzznic")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0


@pytest.fixture(scope="module")
def exhausted(server: Server) -> Iterator[Caller]:
    caller = Caller(server.url)
    for _ in range(30):
        assert caller.get("/api/v1/firma/45274649").status_code == 200
    yield caller


# --- credentials ---


@pytest.fixture
def directory(demo_installation: Installation) -> Iterator[Directory]:
    database = Database(demo_installation.settings.accounts_url)
    yield Directory(database)
    database.close()


WRONG = {
    "no key": "Bearer",
    "malformed": "Bearer soupis_123",
    "unknown": f"Bearer {new_key()}",
    "other scheme": "Basic dXNlcjpwYXNz",
    "empty": "",
    "not ASCII": "Bearer žluťoučký",
    "very long": "Bearer " + "a" * 5_000,
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_credentials_are_401_and_never_taken_for_anonymous(anonymous: Caller, case: str) -> None:
    value = WRONG[case].encode()
    answer = anonymous.http.get("/api/v1/firma/45274649", headers={b"Authorization": value})
    assert_error(answer, 401)
    assert anonymous.remaining() == 30


def test_two_authorization_headers_are_401(server: Server, demo_installation: Installation) -> None:
    key = issue_key(demo_installation, "two@example.cz", "free")
    headers = [("Authorization", f"Bearer {key}"), ("Authorization", f"Bearer {key}")]
    caller = Caller(server.url)
    answer = caller.http.get("/api/v1/firma/45274649", headers=headers)
    assert "více hlaviček" in assert_error(answer, 401)


def test_a_revoked_key_is_401_at_once(
    server: Server, demo_installation: Installation, directory: Directory
) -> None:
    email = "revoked@example.cz"
    caller = Caller(server.url, key=issue_key(demo_installation, email, "free"))
    assert caller.get("/api/v1/firma/45274649").status_code == 200
    directory.revoke_key(directory.keys(email)[0].id)
    assert "zrušen" in assert_error(caller.get("/api/v1/firma/45274649"), 401)


def test_the_key_of_a_disabled_account_is_401_at_once(
    server: Server, demo_installation: Installation, directory: Directory
) -> None:
    email = "disabled@example.cz"
    caller = Caller(server.url, key=issue_key(demo_installation, email, "free"))
    assert caller.get("/api/v1/firma/45274649").status_code == 200
    directory.disable(email)
    assert_error(caller.get("/api/v1/firma/45274649"), 401)


def test_a_key_in_the_query_string_is_an_unknown_parameter_and_not_repeated(
    server: Server, demo_installation: Installation
) -> None:
    key = issue_key(demo_installation, "query@example.cz", "free")
    answer = Caller(server.url).get(f"/api/v1/vyhledavani?api_key={key}")
    assert_error(answer, 400)
    assert key not in answer.text
    assert key not in server.log.read_text()


# --- size of the batch's body ---


def test_a_body_of_16_kib_is_read(anonymous: Caller) -> None:
    body = b'{"ico":["45274649"]}'
    assert anonymous.post(BATCH, content=body.ljust(16 * 1024)).status_code == 200
    assert_error(anonymous.post(BATCH, content=body.ljust(16 * 1024 + 1)), 413)


def test_a_long_body_of_unknown_length_is_413_as_soon_as_it_is_known(server: Server) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1_000):
            yield b" " * 1_024

    caller = Caller(server.url)
    assert_error(caller.post(BATCH, content=endless()), 413)
    assert caller.remaining() == 30


def test_an_announced_long_body_is_413_before_it_was_sent(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(
            f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {fresh_address()}\r\n"
            "Content-Length: 999999999\r\n\r\n".encode()
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 413")


def test_a_client_that_leaves_before_its_body_was_sent_harms_nobody(server: Server) -> None:
    address = fresh_address()
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(
                f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n"
                'Content-Length: 100\r\n\r\n{"ico":["4'.encode()
            )
    assert Caller(server.url, address=address).remaining() == 30
    assert "request_failed" not in server.log.read_text()

"""The order of checks: method and path, credentials, size, parameters, quota."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from select import select

import pytest

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.keys import new_key
from soupis.installation import Installation
from tests.contract.test_envelope import assert_error, assert_limits
from tests.support.callers import Caller, fresh_address
from tests.support.installation import issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE

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


def test_an_exhausted_quota_says_the_limit_when_it_renews_and_what_to_do(exhausted: Caller) -> None:
    sentence = assert_error(exhausted.get("/api/v1/firma/45274649"), 429)
    for said in ("Denní limit 30 jednotek", "o půlnoci", "500 jednotek na měsíc", "/registrace"):
        assert said in sentence
    english = exhausted.get("/api/v1/firma/45274649", headers={"Accept-Language": "en"})
    for said in ("daily limit of 30 units", "midnight in Prague", "500 units a month", "/en/registrace"):
        assert said in english.json()["chyba"]["zprava"]


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"}


@pytest.mark.parametrize("accept", [BROWSER["Accept"], "text/html", "text/csv", "application/xml", "x", ""])
def test_an_error_is_the_envelope_whatever_is_accepted(exhausted: Caller, accept: str) -> None:
    headers = {"Accept": accept, "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}
    wrong_key = {"Authorization": "Bearer x"}
    asked = [
        (429, "/api/v1/vyhledavani/export?q=<b>praha", {}), (429, "/api/v1/firma/45274649", {}),
        (400, "/api/v1/vyhledavani?kraj=<b>", {}), (400, "/api/v1/firma/45274649/export?format=xml", {}),
        (401, "/api/v1/firma/45274649", wrong_key), (404, "/api/v1/nic", {}), (404, "/api/nic", {}),
        (404, "/api/docs/nic", {}), (404, "/api/", {}), (404, "/api", {}), (405, "/api/v1/firmy/dph", {}),
    ]  # fmt: skip
    for status, path, more in asked:
        answer = exhausted.get(path, headers=headers | more)
        assert_error(answer, status)
        assert "Accept," not in answer.headers["vary"]


def test_more_than_the_whole_limit_can_never_be_had(anonymous: Caller) -> None:
    answer = anonymous.batch(*(f"{number:08d}" for number in range(31)))
    sentence = assert_error(answer, 429)
    assert "stojí 31 jednotek" in sentence and "jen 30 jednotek" in sentence
    assert "čekání nepomůže" in sentence
    assert anonymous.remaining() == 30


@pytest.mark.parametrize(
    ("left", "cost", "czech", "english"),
    [
        (1, 2, ("stojí 2 jednotky", "zbývá 1"), ("costs 2 units", "1 is left")),
        (3, 5, ("stojí 5 jednotek", "zbývají 3"), ("costs 5 units", "3 are left")),
    ],
)
def test_numbers_and_words_agree(
    anonymous: Caller, left: int, cost: int, czech: tuple[str, ...], english: tuple[str, ...]
) -> None:
    assert anonymous.batch(*(f"{number:08d}" for number in range(30 - left))).status_code == 200
    for language, said in (("cs", czech), ("en", english)):
        anonymous.http.headers["Accept-Language"] = language
        sentence = anonymous.batch(*(f"{number:08d}" for number in range(cost))).json()["chyba"]["zprava"]
        assert all(words in sentence for words in said), sentence


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


MISPLACED = [
    "X-API-Key", "api-key", "apikey", "X-Auth-Token", "X-Access-Token", "X-Authorization",
    "X-Api-Token", "Authentication", "Proxy-Authorization", "Cookie", "X-Jina",
    "?api_key=", "?apikey=", "?key=", "?token=", "?access_token=", "?API-Key=", "?authorization=", "?jine=",
]  # fmt: skip


@pytest.mark.parametrize("place", MISPLACED)
def test_a_key_in_a_wrong_place_is_401_and_neither_repeated_nor_logged(
    server: Server, demo_installation: Installation, place: str
) -> None:
    key = issue_key(demo_installation, "misplaced@example.cz", "free")
    caller = Caller(server.url)
    query, headers = (f"{place}{key}", {}) if place.startswith("?") else ("", {place: key})
    answer = caller.get(f"/api/v1/vyhledavani{query}", headers=headers)
    assert "Authorization: Bearer" in assert_error(answer, 401)
    assert "Bearer" in answer.headers["www-authenticate"]
    assert key not in answer.text
    assert key not in server.log.read_text()
    assert caller.remaining() == 30


@pytest.mark.parametrize("name", ["X-Api-Token", "Authentication"])
def test_a_header_made_for_keys_is_401_whatever_it_holds(server: Server, name: str) -> None:
    caller = Caller(server.url)
    answer = caller.get("/api/v1/firma/45274649", headers={name: "of another service"})
    assert "Authorization: Bearer" in assert_error(answer, 401)
    assert caller.remaining() == 30


@pytest.mark.parametrize("name", ["Cookie", "Referer", "Proxy-Authorization", "X-Jina"])
def test_another_header_without_a_key_in_it_is_no_credential(server: Server, name: str) -> None:
    caller = Caller(server.url)
    answer = caller.get("/api/v1/firma/45274649", headers={name: "soupis=1; soupis_theme=dark"})
    assert answer.status_code == 200


def test_a_right_key_is_not_disturbed_by_a_header_of_a_proxy(
    server: Server, demo_installation: Installation
) -> None:
    caller = Caller(server.url, key=issue_key(demo_installation, "proxied@example.cz", "free"))
    assert caller.get("/api/v1/firma/45274649", headers={"X-API-Key": "of the proxy"}).status_code == 200


def test_a_search_for_words_like_key_and_token_is_a_search(anonymous: Caller) -> None:
    for text in ("token", "api_key", "key=1"):
        assert anonymous.get("/api/v1/vyhledavani", q=text).status_code == 200


def test_a_mistyped_key_is_told_from_one_that_has_no_shape(anonymous: Caller) -> None:
    key = new_key()
    mistyped = f"{key[:-1]}{'a' if key[-1] != 'a' else 'b'}"
    for sent, said in ((mistyped, "součet"), (key[:-1], "tvar: soupis_"), (key, "neexistuje")):
        answer = anonymous.get("/api/v1/firma/45274649", headers={"Authorization": f"Bearer {sent}"})
        assert said in assert_error(answer, 401)
        assert sent not in answer.text


# --- size of the batch's body ---


def test_a_body_of_16_kib_is_read(anonymous: Caller) -> None:
    body = b'{"ico":["45274649"]}'
    assert anonymous.post(BATCH, content=body.ljust(16 * 1024)).status_code == 200
    assert_error(anonymous.post(BATCH, content=body.ljust(16 * 1024 + 1)), 413)


def test_a_long_body_of_unknown_length_is_413_as_soon_as_it_is_known(server: Server) -> None:
    head = b"POST /api/v1/firmy/dph HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(head % server.port)
        with suppress(ConnectionError):
            # Who sends listens too, and hears the refusal long before the end.
            for _ in range(10_000):
                if select([connection], [], [], 0)[0]:
                    break
                connection.sendall(b"400\r\n" + b" " * 1_024 + b"\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 413 ")
    assert Caller(server.url).remaining() == 30


@pytest.mark.parametrize("first", [b"Content-Length: 4", b"Transfer-Encoding: chunked"])
def test_no_second_request_hides_behind_a_body_of_two_lengths(server: Server, first: bytes) -> None:
    (other,) = {b"Content-Length: 4", b"Transfer-Encoding: chunked"} - {first}
    hidden = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        head = b"POST /api/v1/firmy/dph HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % server.port
        connection.sendall(head + first + b"\r\n" + other + b"\r\n\r\n0\r\n\r\n" + hidden)
        said = b""
        with suppress(ConnectionResetError):
            while part := connection.recv(65_536):  # ends: the server closes the connection
                said += part
    assert said.count(b"HTTP/1.1 ") == 1
    assert said.startswith(b"HTTP/1.1 400 ")


def test_headers_of_16_kib_are_read_and_twice_as_many_refused(server: Server) -> None:
    caller = Caller(server.url)
    assert caller.get("/api/health", headers={"X-Long": "x" * 15 * 1024}).status_code == 200
    assert caller.get("/api/health", headers={"X-Long": "x" * 32 * 1024}).status_code == 431


def test_an_announced_long_body_is_413_before_it_was_sent(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(
            f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {fresh_address()}\r\n"
            "Content-Length: 999999999\r\n\r\n".encode()
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 413")


def test_a_client_that_leaves_before_its_body_was_sent_harms_nobody(server: Server) -> None:
    address = fresh_address()
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(
                f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n"
                'Content-Length: 100\r\n\r\n{"ico":["4'.encode()
            )
    assert Caller(server.url, address=address).remaining() == 30
    assert "request_failed" not in server.log.read_text()

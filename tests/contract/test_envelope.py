"""What every answer shares: envelope, methods, rate-limit headers, CORS."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import msgspec
import pytest

from soupis.installation import Installation
from tests.conftest import MakeCaller
from tests.support.callers import Caller
from tests.support.server import Server
from tests.support.waiting import PATIENCE

GETS = [
    "/api/v1/vyhledavani",
    "/api/v1/vyhledavani/export?q=budvar",
    "/api/v1/firma/45274649",
    "/api/v1/firma/45274649/export?format=csv",
    "/api/v1/osoby?q=novak",
    "/api/v1/osoba/jan-novak-1970-0a1b2c",
]
LIMITS = ("x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset")
UNLIMITED = ["/api/suggest?q=bud", "/api/health", "/.well-known/api-catalog"]


def assert_limits(answer: httpx.Response) -> None:
    assert all(answer.headers[name].isdigit() for name in LIMITS), dict(answer.headers)


def assert_error(answer: httpx.Response, status: int) -> str:
    """Check the error envelope and return its sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"ok", "chyba"}
    assert body["ok"] is False
    assert set(body["chyba"]) == {"status", "zprava"}
    assert body["chyba"]["status"] == status
    sentence = body["chyba"]["zprava"]
    assert isinstance(sentence, str)
    assert sentence.endswith(".")
    return sentence


@pytest.mark.parametrize("path", GETS)
def test_every_answer_bears_the_rate_limit_headers(anonymous: Caller, path: str) -> None:
    answer = anonymous.get(path)
    assert_limits(answer)
    assert answer.headers["x-ratelimit-limit"] == "30"
    assert answer.headers["x-ratelimit-remaining"] == "29"
    assert 0 < int(answer.headers["x-ratelimit-reset"]) <= 25 * 3600


@pytest.mark.parametrize("path", [path for path in GETS if "export?q" not in path])
def test_post_to_a_get_address_is_405_in_the_envelope(anonymous: Caller, path: str) -> None:
    answer = anonymous.post(path)
    sentence = assert_error(answer, 405)
    assert "GET" in sentence
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"
    assert_limits(answer)
    assert anonymous.remaining() == 30


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "QUERY"])
def test_unknown_method_is_405_in_the_envelope(anonymous: Caller, method: str) -> None:
    answer = anonymous.http.request(method, "/api/v1/vyhledavani/export")
    assert_error(answer, 405)
    assert answer.headers["allow"] == "GET, HEAD, POST, OPTIONS"


def test_get_of_the_batch_is_405_in_the_envelope(anonymous: Caller) -> None:
    answer = anonymous.get("/api/v1/firmy/dph")
    assert_error(answer, 405)
    assert answer.headers["allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("path", GETS)
def test_head_has_the_headers_of_get_and_no_body(anonymous: Caller, path: str) -> None:
    whole = anonymous.get(path)
    answer = anonymous.http.head(path)
    assert answer.status_code == whole.status_code
    assert answer.content == b""
    for name in ("content-type", "etag", "x-service-jednotek", "content-disposition"):
        assert answer.headers.get(name) == whole.headers.get(name)
    if "content-length" in whole.headers:
        assert answer.headers["content-length"] == whole.headers["content-length"]


@pytest.mark.parametrize(
    "path", ["/api/v1", "/api/v1/", "/api/v1/nic", "/api/v1/firma", "/api/v1/firma/45274649/", "/api/v1/../x"]
)
def test_unknown_address_is_404_in_the_envelope_and_free(server: Server, path: str) -> None:
    caller = Caller(server.url)
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        head = ("Host: x", f"X-Forwarded-For: {caller.address}", "Connection: close", "", "")
        # Raw, because clients tidy paths up.
        connection.sendall("\r\n".join((f"GET {path} HTTP/1.1", *head)).encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    assert answer.startswith("HTTP/1.1 404"), answer
    assert '"ok":false' in answer
    assert "x-ratelimit-remaining: 30" in answer


@pytest.mark.parametrize("path", ["//api/v1/firma/45274649", "/API/v1/firma/45274649", "///Api/"])
def test_a_misspelt_address_of_the_api_is_404_in_the_envelope(server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        head = ("Host: x", "Connection: close", "", "")
        connection.sendall("\r\n".join((f"GET {path} HTTP/1.1", *head)).encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    assert answer.startswith("HTTP/1.1 404"), answer
    assert '"ok":false' in answer


def test_unknown_address_below_api_is_404_in_the_envelope_without_limits(anonymous: Caller) -> None:
    answer = anonymous.get("/api/nic")
    assert_error(answer, 404)
    assert not set(LIMITS) & set(answer.headers)


@pytest.mark.parametrize("path", UNLIMITED)
def test_suggest_health_and_metadata_bear_no_rate_limit_headers_and_cost_nothing(
    anonymous: Caller, path: str
) -> None:
    for _ in range(3):
        answer = anonymous.get(path)
        assert answer.status_code == 200
        assert not set(LIMITS) & set(answer.headers)
    wrong = anonymous.post(path)
    assert wrong.status_code == 405
    assert not set(LIMITS) & set(wrong.headers)
    assert anonymous.remaining() == 30


def test_an_account_sees_its_month(account: MakeCaller) -> None:
    answer = account("standard").get("/api/v1/firma/45274649")
    assert answer.headers["x-ratelimit-limit"] == "50000"
    assert 0 < int(answer.headers["x-ratelimit-reset"]) <= 31 * 86_400 + 3600


def test_behind_tls_browsers_are_told_to_stay_there(
    anonymous: Caller, demo_installation: Installation, tmp_path: Path
) -> None:
    assert "strict-transport-security" not in anonymous.get("/api/v1/nic").headers
    settings = {"SOUPIS_BASE_URL": "https://soupis.example"}
    with Server(demo_installation.directory, tmp_path / "log", settings=settings) as server:
        answer = Caller(server.url).get("/api/v1/nic")
        assert answer.headers["strict-transport-security"].startswith("max-age=")


# --- CORS ---


@pytest.mark.parametrize("path", [*GETS, "/api/suggest?q=bud", "/api/v1/nic", "/api/v1/firma/1"])
def test_any_page_may_read_answers_and_errors(anonymous: Caller, path: str) -> None:
    answer = anonymous.get(path, headers={"Origin": "https://example.org"})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    exposed = answer.headers["access-control-expose-headers"].lower()
    for name in (*LIMITS, "retry-after", "etag", "content-disposition", "x-service-zkraceno", "x-request-id"):
        assert name in exposed


@pytest.mark.parametrize(("path", "method"), [("/api/v1/vyhledavani", "GET"), ("/api/v1/firmy/dph", "POST")])
def test_preflight_allows_reading_but_no_key(anonymous: Caller, path: str, method: str) -> None:
    answer = anonymous.http.options(
        path,
        headers={
            "Origin": "https://example.org",
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": "authorization, content-type",
        },
    )
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert method in answer.headers["access-control-allow-methods"]
    allowed = answer.headers["access-control-allow-headers"].lower()
    assert "content-type" in allowed
    assert "authorization" not in allowed
    assert_limits(answer)
    assert anonymous.remaining() == 30


def raw(server: Server, request: bytes) -> tuple[int, bytes]:
    """Send bytes as they are; return status and body of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


_CLOSE = b"Host: soupis\r\nConnection: close\r\n"
_CHUNKED = b"POST /api/v1/firmy/dph HTTP/1.1\r\n" + _CLOSE + b"Transfer-Encoding: chunked\r\n\r\n"
AGAINST_HTTP = {
    "no host": (b"GET /api/v1/firma/45274649 HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
    "two hosts": (b"GET /api/v1/firma/45274649 HTTP/1.1\r\nHost: other\r\n" + _CLOSE + b"\r\n", 400),
    "no size of a chunk": (_CHUNKED + b"ZZ\r\n{}\r\n0\r\n\r\n", 400),
    "huge size of a chunk": (_CHUNKED + b"f" * 20 + b"\r\n{}\r\n0\r\n\r\n", 400),
    "long address": (b"GET /api/v1/vyhledavani?q=" + b"a" * 8_200 + b" HTTP/1.1\r\n" + _CLOSE + b"\r\n", 414),
    "long path": (b"GET /api/v1/firma/" + b"1" * 8_200 + b" HTTP/1.1\r\n" + _CLOSE + b"\r\n", 414),
}


@pytest.mark.parametrize("case", AGAINST_HTTP)
def test_what_is_against_http_is_refused_in_the_envelope(server: Server, case: str) -> None:
    request, expected = AGAINST_HTTP[case]
    status, body = raw(server, request)
    assert status == expected
    error = msgspec.json.decode(body)
    assert error["ok"] is False
    assert error["chyba"]["status"] == expected
    assert error["chyba"]["zprava"].endswith(".")


def test_http_1_0_needs_no_host(server: Server) -> None:
    assert raw(server, b"GET /api/health HTTP/1.0\r\n\r\n")[0] == 200

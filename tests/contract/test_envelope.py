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
FREE = [
    *("/api", "/api/", "/api/nic", "/api/v1/nic", "/api/suggest?q=bud", "/api/suggest", "/api/health"),
    *("/api/ready", "/api/docs", "/api/docs/docs.css", "/api/docs/nic", "/api/v1/zdroje"),
    *("/.well-known/api-catalog", "/.well-known/security.txt", "/.well-known/change-password"),
    *("/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/.well-known/nic"),
    *("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"),
]


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


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
@pytest.mark.parametrize("path", FREE)
def test_free_answers_show_the_window_of_the_caller_and_cost_nothing(
    anonymous: Caller, enterprise: Caller, path: str, method: str
) -> None:
    anonymous.get("/api/v1/firma/45274649")
    answer = anonymous.http.request(method, path, headers={"Accept": "text/html"})
    assert answer.status_code < 500
    assert_limits(answer)
    assert (answer.headers["x-ratelimit-limit"], answer.headers["x-ratelimit-remaining"]) == ("30", "29")
    assert answer.headers["x-ratelimit-limit"] in answer.headers["ratelimit-policy"]
    assert "public" not in answer.headers.get("cache-control", ""), "the figures are one caller's"
    assert anonymous.remaining() == 29
    assert enterprise.http.request(method, path).headers["x-ratelimit-limit"] == "5000000"


@pytest.mark.parametrize("path", ["/api/suggest?q=bud", "/api/health", "/.well-known/api-catalog"])
def test_free_answers_come_with_a_wrong_key_too_and_show_the_window_of_the_address(
    server: Server, path: str
) -> None:
    answer = Caller(server.url, key="wrong").get(path)
    assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (200, "30")


def test_every_process_shows_the_same_window_on_free_answers(server_of_four: Server) -> None:
    caller = Caller(server_of_four.url)
    for _ in range(7):
        caller.get("/api/v1/firma/45274649")
    for _ in range(20):
        for path in ("/api/health", "/.well-known/security.txt"):
            answer = httpx.get(server_of_four.url + path, headers={"X-Forwarded-For": caller.address})
            assert answer.headers["x-ratelimit-remaining"] == "23"


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

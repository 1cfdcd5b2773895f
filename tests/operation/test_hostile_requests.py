"""Requests as no honest client sends them: one answer each, no fault of ours, nobody led elsewhere."""

from __future__ import annotations

import re
import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.hostile_requests import ALL, EVIL
from tests.support.server import Server
from tests.support.waiting import PATIENCE

# An address of the foreign host as browsers read it, in a header or in a page.
LEADING_AWAY = re.compile(
    rb"(?:location:\s*|link:\s*<|(?:href|src|action|content)=[\"']?)(?:https?:)?[/\\\t]{2}[^/\"'\s]*" + EVIL,
    re.I,
)


def answer_to(connection: socket.socket, said: bytes) -> bytes:
    """Everything that is answered until the other side closes, or has said nothing more for 30 seconds."""
    connection.settimeout(PATIENCE)
    answer = b""
    try:
        connection.sendall(said)
        while piece := connection.recv(65_536):
            answer += piece
    except ConnectionError:
        pass  # refused while it was still being sent
    return answer


def statuses(answer: bytes) -> list[int]:
    """The statuses of all answers but "100 Continue"."""
    found = re.findall(rb"(?:^|\r\n\r\n|\n)HTTP/1\.[01] (\d{3})", answer)
    return [int(status) for status in found if status != b"100"]


@pytest.fixture(scope="module")
def answers(server: Server) -> dict[str, bytes]:
    """What each request is answered; some are given up only after a while, so all are sent at once."""

    def ask(said: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            return answer_to(connection, said)

    with ThreadPoolExecutor(len(ALL)) as threads:
        return dict(zip(ALL, threads.map(ask, ALL.values()), strict=True))


@pytest.mark.parametrize("name", ALL)
def test_a_hostile_request_gets_one_answer_that_leads_nowhere(
    server: Server, answers: dict[str, bytes], name: str
) -> None:
    answer = answers[name]
    assert len(statuses(answer)) <= 1, answer
    assert all(200 <= status < 500 for status in statuses(answer)), answer[:300]
    assert not LEADING_AWAY.search(answer)
    assert b"root:" not in answer
    assert httpx.get(f"{server.url}/api/health", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize("path", ["/hledat/", "/en/tarify/?a=b", "//hledat/"])
def test_a_slash_too_many_leads_to_the_page_without_it(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}", headers={"Host": EVIL.decode()}, timeout=PATIENCE)
    plain, _, query = path.partition("?")
    assert answer.status_code == 308
    assert answer.headers["location"] == f"/{plain.strip('/')}" + (f"?{query}" if query else "")

"""Exports to clients that read slowly, leave, or come twice; and one that breaks on the way."""

from __future__ import annotations

import fcntl
import socket
import sqlite3
import sys
import termios
from collections.abc import Iterator

import pytest

from soupis.installation import Installation
from soupis.store.packing import unpack
from tests.contract.test_envelope import assert_error, assert_limits
from tests.contract.test_export import ALL, EXPORT, rows_of
from tests.support.callers import Caller
from tests.support.installation import copy_of, issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until, wait_until_steady

# Longer than any real row: the whole export must not fit into the buffers between server and client.
_PADDING = 8_000
_ACCOUNTS = iter(range(1_000))
# By REST and by the site.
_FILES = [f"{EXPORT}?{ALL}", f"/hledat.csv?{ALL}"]


@pytest.fixture(scope="module")
def installation(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    copy = copy_of(demo_installation, tmp_path_factory.mktemp("long-rows") / "data")
    registry = sqlite3.connect(copy.documents_file)
    name = b'"obchodniJmeno":"'
    registry.create_function("longer", 1, lambda it: unpack(it).replace(name, name + b"x" * _PADDING, 1))
    registry.execute("UPDATE company_document SET detail = longer(detail)")
    registry.commit()
    registry.close()
    return copy


@pytest.fixture(scope="module")
def long_rows(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(installation.directory, tmp_path_factory.mktemp("server") / "log") as running:
        yield running


@pytest.fixture
def caller(long_rows: Server, installation: Installation) -> Caller:
    key = issue_key(installation, f"slow{next(_ACCOUNTS)}@example.cz", "free")
    return Caller(long_rows.url, key=key)


class SlowReader:
    """A client that has taken the head of an export and reads no further: the server has to wait for it."""

    def __init__(self, caller: Caller, server: Server, query: str = f"{EXPORT}?{ALL}") -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(("127.0.0.1", server.port))
        lines = [f"{name}: {caller.http.headers[name]}" for name in ("authorization", "x-forwarded-for")]
        head = [f"GET {query} HTTP/1.1", "Host: x", *lines, "Connection: close", "", ""]
        self._socket.sendall("\r\n".join(head).encode())
        self.taken = self._socket.recv(1_500)

    def read_to_the_end(self) -> bytes:
        """Return the body, the chunks of the transport put together."""
        raw = self.taken + b"".join(iter(lambda: self._socket.recv(1 << 20), b""))
        rest, body = raw.partition(b"\r\n\r\n")[2], b""
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            length = int(size, 16)
            body, rest = body + rest[:length], rest[length + 2 :]
            if not length:
                return body
        raise AssertionError("the transport's end is missing")

    def unread(self) -> int:
        """Return how many bytes wait here; it stays the same once the server waits for the reader."""
        return _unread(self._socket)

    def close(self) -> None:
        self._socket.close()


def _unread(connection: socket.socket) -> int:
    return int.from_bytes(fcntl.ioctl(connection, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_a_second_export_of_an_account_is_refused_while_the_first_runs(
    caller: Caller, long_rows: Server, installation: Installation
) -> None:
    reader = SlowReader(caller, long_rows)
    assert b"200 OK" in reader.taken
    answer = caller.get(f"{EXPORT}?q=praha")
    assert "právě běží" in assert_error(answer, 429)
    page = caller.get("/hledat.csv?q=praha")
    assert (page.status_code, "právě běží" in page.text, "Založit účet" in page.text) == (429, True, False)
    assert answer.headers["retry-after"] == "5"
    assert_limits(answer)
    assert caller.get("/api/v1/firma/45274649").status_code == 200, "other queries go on"
    other = Caller(long_rows.url, key=issue_key(installation, "other@example.cz", "free"))
    assert other.get(f"{EXPORT}?q=praha&pocet=1").status_code == 200, "other accounts too"
    body = reader.read_to_the_end()
    assert len(rows_of(body)) > 1_500
    wait_until(lambda: caller.get(f"{EXPORT}?q=praha&pocet=1").status_code == 200)


def test_one_address_runs_one_export_at_a_time(long_rows: Server) -> None:
    caller = Caller(long_rows.url)
    with socket.create_connection(("127.0.0.1", long_rows.port), timeout=PATIENCE) as first:
        first.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        head = [f"GET {EXPORT}?{ALL} HTTP/1.1", "Host: x", f"X-Forwarded-For: {caller.address}", "", ""]
        first.sendall("\r\n".join(head).encode())
        assert b"200 OK" in first.recv(1_500)
        assert caller.get(f"{EXPORT}?q=praha").headers["retry-after"] == "5"


@pytest.mark.parametrize("query", _FILES)
def test_a_client_that_leaves_pays_only_for_the_rows_handed_over(
    caller: Caller, long_rows: Server, query: str
) -> None:
    reader = SlowReader(caller, long_rows, query)
    head = reader.taken.decode("latin-1").lower()
    whole = int(head.partition("x-service-jednotek: ")[2].partition("\r")[0])
    wait_until(lambda: caller.remaining() <= 500 - whole)  # all that it can cost is held at first
    wait_until_steady(reader.unread)
    reader.close()
    wait_until(lambda: caller.remaining() > 500 - whole)
    charged = 500 - caller.remaining()
    assert 1 <= charged < whole
    wait_until(lambda: caller.get(f"{EXPORT}?q=praha&pocet=1").status_code == 200)
    assert caller.remaining() == 500 - charged - 1


def test_what_a_server_holds_for_slow_clients_does_not_depend_on_how_long_their_exports_are(
    long_rows: Server, installation: Installation
) -> None:
    keys = [issue_key(installation, f"long{number}@example.cz", "enterprise") for number in range(8)]

    def memory_with(rows: int) -> int:
        """Return the bytes of the process that answers while all wait for so many rows."""
        query = f"{EXPORT}?{ALL}&pocet={rows}"
        readers = [SlowReader(Caller(long_rows.url, key=key), long_rows, query) for key in keys]
        wait_until_steady(lambda: sum(reader.unread() for reader in readers))
        (answering,) = long_rows.answering()
        held = answering.memory_info().rss
        for reader in readers:
            reader.close()
        wait_until(lambda: all(_has_no_export(Caller(long_rows.url, key=key)) for key in keys))
        return held

    short, long = 900, 1_700  # the first is what the buffers between server and client take
    held = memory_with(short)
    grown = memory_with(long) - held
    assert grown < 25_000_000 < 8 * (long - short) * _PADDING, f"{grown:,} bytes more"


def _has_no_export(caller: Caller) -> bool:
    return caller.get(f"{EXPORT}?q=praha&pocet=1").status_code == 200


@pytest.mark.parametrize("query", _FILES)
def test_an_export_that_breaks_on_the_way_says_so_in_its_last_line(
    caller: Caller, long_rows: Server, installation: Installation, query: str
) -> None:
    reader = SlowReader(caller, long_rows, query)
    wait_until_steady(reader.unread)
    registry = sqlite3.connect(installation.documents_file)
    registry.execute("ALTER TABLE company_document RENAME TO elsewhere")
    try:
        body = reader.read_to_the_end().decode()
    finally:
        registry.execute("ALTER TABLE elsewhere RENAME TO company_document")
        registry.close()
    last = body.removesuffix("\r\n").rpartition("\r\n")[2]
    assert last.startswith("CHYBA: export byl přerušen poruchou po ")
    rows = int(last.split()[6])
    assert body.count("\r\n") == rows + 2
    wait_until(lambda: caller.remaining() == 500 - -(-rows // 100))

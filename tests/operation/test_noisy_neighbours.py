"""One hostile caller at full speed: everybody else is answered as before, or nearly so.

Each scenario measures the 99th percentile in quiet, beside the attack, and in quiet again. Less than 50 ms
and three times the quiet value counts as unharmed. The machine may be shared, so it is repeated twice.
"""

from __future__ import annotations

import itertools
import json
import socket
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from soupis.accounts.passwords import hash_password
from soupis.identifiers import format_ico
from soupis.installation import Installation
from soupis.store.lookup_queue import LookupQueue, Share
from soupis.store.tables import refresh_queue, vat_queue
from tests.operation.neighbours import (
    Connection,
    Hostile,
    Neighbour,
    Request,
    SignInForm,
    ask_again_and_again,
    sign_in_wrongly,
    sign_in_wrongly_from_one_address,
    visit_pages,
)
from tests.support.giants import make_giant
from tests.support.installation import copy_of, issue_key
from tests.support.publishing import nobody_publishes
from tests.support.server import Server
from tests.support.waiting import eventually
from tests.watching.receiver import Receiver

pytestmark = [pytest.mark.slow, pytest.mark.server]

COMPANY = "45274649"
WATCHED = 514_152
GIANT = 20_038_429
_MEMBERS = 5_000  # more than any company of the register is known to have
LOG_LINES = 300_000
_LONGEST_DELAY = 2.0


@pytest.fixture(scope="module")
def installation(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The demo's data with a change log as long as that of some weeks."""
    where = copy_of(demo_installation, tmp_path_factory.mktemp("noisy") / "data")
    make_giant(where, _MEMBERS, GIANT)
    publish(where, *(10_000_000 + number % 50_000 for number in range(LOG_LINES)))
    return where


@pytest.fixture(scope="module")
def server(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of one process, which may post to receivers on this machine."""
    settings = {"SOUPIS_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    log = tmp_path_factory.mktemp("server") / "log"
    with nobody_publishes(installation), Server(installation.directory, log, settings=settings) as running:
        yield running


@pytest.fixture(scope="module")
def neighbour(server: Server, installation: Installation) -> Neighbour:
    neighbour = Neighbour(server.url, issue_key(installation, "soused@example.com", "enterprise"), COMPANY)
    neighbour.measure(10)  # what is read once is read by now
    return neighbour


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


def publish(where: Installation, *icos: int) -> None:
    """Write lines of changed companies into the change log."""
    adding = "INSERT INTO change (kind, key, at, event, sections) VALUES (1, ?, ?, 2, 'dph')"
    with closing(sqlite3.connect(where.documents_file)) as record, record:
        record.executemany(adding, [(ico, "2026-11-20T00:00:00Z") for ico in icos])


def unharmed(
    neighbour: Neighbour, attack: Callable[[], Hostile], meanwhile: Callable[[], list[str]] = list
) -> Hostile:
    """Return an attack that harmed nobody; `meanwhile` returns what went wrong beside it."""
    for _ in range(3):
        quiet = neighbour.measure()
        with attack() as hostile:
            noisy = neighbour.measure()
            wrong = meanwhile()
        quiet = quiet.or_slower(neighbour.measure())
        wrong += noisy.harmed_since(quiet)
        print(f"quiet {quiet.by_kind}, noisy {noisy.by_kind}, attack {dict(hostile.statuses)}")
        if not wrong:
            return hostile
    raise AssertionError("; ".join(wrong))


def headers_of(where: Installation, email: str, tariff: str = "free") -> dict[str, str]:
    """Return the headers of requests of a new account."""
    return {"Authorization": f"Bearer {issue_key(where, email, tariff)}", "Content-Type": "application/json"}


def watch(server: Server, headers: dict[str, str], *icos: int) -> None:
    """Have an account watch companies."""
    body = json.dumps({"ico": list(map(format_ico, icos))}).encode()
    answer = Connection(server.url, headers).ask("POST", "/api/v1/sledovani", body)
    assert answer.status == 200, answer


def test_many_wrong_sign_ins_at_once(server: Server, neighbour: Neighbour) -> None:
    hostile = unharmed(neighbour, lambda: Hostile(sign_in_wrongly, server.url, 60))
    assert hostile.statuses[422] and not set(hostile.statuses) - {422, 429, 503}, hostile.statuses


def test_wrong_sign_ins_without_a_pause_keep_nobody_else_from_signing_in(
    server: Server, installation: Installation
) -> None:
    email, password, address = "prihlasi@example.com", "spravny kun baterie", "203.0.113.7"
    issue_key(installation, email, "free")
    with closing(sqlite3.connect(installation.directory / "accounts.sqlite")) as accounts, accounts:
        accounts.execute(
            "UPDATE account SET password_hash = ? WHERE email = ?", (hash_password(password), email)
        )
    with Hostile(sign_in_wrongly_from_one_address, server.url, 60) as hostile:
        form = SignInForm(server.url, address)
        statuses = [form.send(form.connect(), email, password, address) for _ in range(18)]
    print(f"owner {Counter(statuses)}, attack {dict(hostile.statuses)}")
    assert statuses == [303] * 18
    assert hostile.statuses[429] and not set(hostile.statuses) - {422, 429, 503}, hostile.statuses


def test_uploads_of_watch_lists_in_a_loop(
    server: Server, installation: Installation, neighbour: Neighbour
) -> None:
    icos = [format_ico(number) for number in range(1, 80_000)]
    as_json, as_csv = json.dumps({"ico": icos}).encode(), "\n".join(["ico", *icos]).encode()
    requests = []
    for number in range(12):  # each account may upload some twenty lists before it has to wait
        headers = headers_of(installation, f"nahrava{number}@example.com")
        of_csv = headers | {"Content-Type": "text/csv"}
        requests.append(Request("POST", "/api/v1/sledovani", headers, as_json))
        requests.append(Request("POST", "/api/v1/sledovani", of_csv, as_csv))
    hostile = unharmed(neighbour, lambda: Hostile(ask_again_and_again, server.url, 24, requests))
    assert hostile.statuses[429] and not set(hostile.statuses) - {400, 429, 503}, hostile.statuses


def test_feeds_of_watched_companies_from_the_beginning_of_a_long_log(
    server: Server, installation: Installation, neighbour: Neighbour
) -> None:
    """A long list is looked for line by line, a short one by an index."""
    path = "/api/v1/zmeny?od=0&sledovane=true&pocet=1000"
    requests = []
    for email, count in (("dlouhy@example.com", 6_000), ("kratky@example.com", 50)):
        headers = headers_of(installation, email, "enterprise")
        watch(server, headers, *range(20_000_000, 20_000_000 + count))
        requests.append(Request("GET", path, headers | {"Prefer": "wait=30"}))
    hostile = unharmed(neighbour, lambda: Hostile(ask_again_and_again, server.url, 64, requests))
    assert hostile.statuses[200] and not set(hostile.statuses) - {200}, hostile.statuses


def test_webhook_tests_and_deliveries_to_receivers_that_hang(
    server: Server, installation: Installation, neighbour: Neighbour, receiver: Receiver
) -> None:
    owner = headers_of(installation, "desaty@example.com")
    watch(server, owner, WATCHED)
    make_webhook(server, owner, receiver.url)
    with socket.socket() as hanging:
        hanging.bind(("127.0.0.1", 0))
        hanging.listen(1_000)  # connections are taken by the system, and nobody reads from them
        url = f"http://127.0.0.1:{hanging.getsockname()[1]}/"
        requests = []
        for number in range(9):
            headers = headers_of(installation, f"visi{number}@example.com")
            watch(server, headers, WATCHED)
            hooks = [make_webhook(server, headers, url) for _ in range(7)]
            requests.append(Request("POST", f"/api/v1/webhooky/{hooks[0]}/zkouska", headers))

        def late_messages() -> list[str]:
            """Publish changes beside deliveries that hang; say which ones the tenth account got too late."""
            forget_failures(installation, url)
            publish(installation, WATCHED)
            time.sleep(_LONGEST_DELAY)  # now all of them are due, and many are being sent
            late = []
            for _ in range(3):
                before, begun = len(receiver.taken), time.monotonic()
                publish(installation, WATCHED)
                eventually(lambda before=before: len(receiver.taken) > before)  # type: ignore[misc]
                took = time.monotonic() - begun
                if took > _LONGEST_DELAY:
                    late.append(f"a message came after {took:.1f} s")
            return late

        hostile = unharmed(
            neighbour, lambda: Hostile(ask_again_and_again, server.url, 18, requests), late_messages
        )
    assert hostile.statuses[429] and not set(hostile.statuses) - {200, 429}, hostile.statuses


def forget_failures(where: Installation, url: str) -> None:
    """Make all webhooks of an address due, as new ones are."""
    with closing(sqlite3.connect(where.directory / "accounts.sqlite")) as accounts, accounts:
        accounts.execute("UPDATE webhook SET attempts = 0, due = '', claimed = NULL WHERE url = ?", (url,))


@pytest.mark.parametrize(
    "paths",
    [
        ["/api/v1/firma/{ico}"],
        ["/firma/{ico}", "/firma/{ico}/osoby"],
        ["/api/v1/firma/{ico}?kDatu=2020-01-31", "/firma/{ico}?kDatu=2020-01-31"],
        ["/api/v1/firma/{ico}/export", "/firma/{ico}.csv", "/api/v1/vyhledavani?q={ico}", "/navrhy?q={ico}"],
    ],
    ids=["detail", "pages", "history", "others"],
)
def test_a_giant_company_asked_for_by_100_connections_of_one_account(
    server: Server, installation: Installation, neighbour: Neighbour, paths: list[str]
) -> None:
    headers = headers_of(installation, f"obr{len(paths)}{len(paths[0])}@example.com", "enterprise")
    requests = [Request("GET", path.format(ico=format_ico(GIANT)), headers) for path in paths]
    hostile = unharmed(neighbour, lambda: Hostile(ask_again_and_again, server.url, 100, requests))
    assert hostile.statuses[200], hostile.statuses
    assert not set(hostile.statuses) - {200, 429, 503}, hostile.statuses


def test_batches_of_one_account(server: Server, installation: Installation, neighbour: Neighbour) -> None:
    headers = headers_of(installation, "davky@example.com", "enterprise")
    icos = [COMPANY, *(format_ico(10_000_000 + number) for number in range(99))]
    batch = Request("POST", "/api/v1/firmy/dph", headers, json.dumps({"ico": icos}).encode())
    hostile = unharmed(neighbour, lambda: Hostile(ask_again_and_again, server.url, 60, [batch]))
    assert hostile.statuses[200] and not set(hostile.statuses) - {200, 429}, hostile.statuses


def test_calls_of_tools_that_are_refused(server: Server, neighbour: Neighbour) -> None:
    call = {"name": "overit_dph", "arguments": {"ico": [format_ico(number) for number in range(5_000)]}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    requests = [Request("POST", "/mcp", headers, body)]
    hostile = unharmed(neighbour, lambda: Hostile(ask_again_and_again, server.url, 40, requests))
    assert hostile.statuses[200] and not set(hostile.statuses) - {200}, hostile.statuses


def test_exports_of_strangers(server: Server, neighbour: Neighbour) -> None:
    path = "/api/v1/vyhledavani/export?kraj=19&pocet=1000"
    networks = itertools.count(100)

    def attack() -> Hostile:
        """Ask from addresses that have all their units, also when the scenario is repeated."""
        network = next(networks)
        requests = [
            Request("GET", path, {"X-Forwarded-For": f"203.0.{network}.{address}"}) for address in range(60)
        ]
        return Hostile(ask_again_and_again, server.url, 60, requests)

    hostile = unharmed(neighbour, attack)
    assert hostile.statuses[200] and not set(hostile.statuses) - {200, 429, 503}, hostile.statuses


def make_webhook(server: Server, headers: dict[str, str], url: str) -> str:
    """Make a webhook; return its number."""
    answer = Connection(server.url, headers).ask(
        "POST", "/api/v1/webhooky", json.dumps({"url": url}).encode()
    )
    assert answer.status == 200, answer
    return str(json.loads(answer.body)["data"]["id"])


def test_thousands_of_visits_before_the_daily_look_up_of_a_watched_company(
    server: Server, installation: Installation, neighbour: Neighbour, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(installation.documents_file)) as record:
        known = [
            ico for (ico,) in record.execute("SELECT ico FROM company_document WHERE ico != ?", (WATCHED,))
        ]
    icos = list(map(format_ico, known))
    hostile = unharmed(neighbour, lambda: Hostile(visit_pages, server.url, 2, icos))
    assert set(hostile.statuses) == {200}
    queues = [LookupQueue(installation.queue_url, table) for table in (vat_queue, refresh_queue)]
    for queue in queues:  # as many as a longer attack would leave there
        queue.ask(range(30_000_000, 30_005_000), Share.ANONYMOUS)
    watch(server, headers_of(installation, "sleduje@example.com"), WATCHED)
    # Some 600 companies that other accounts watch may come first, but not the thousands of visits.
    with Server(installation.directory, tmp_path / "log"):  # asks at its start, then each minute
        assert eventually(lambda: all(WATCHED in queue.due(2_000) for queue in queues), 90)
    for queue in queues:
        queue.close()

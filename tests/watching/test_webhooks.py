"""Webhooks: every change at least once, in order, signed; nothing is posted where it should not be."""

from __future__ import annotations

import asyncio
import hmac
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from time import sleep

import pytest

from soupis.accounts.client_ip import parse_networks
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.store.change_log import forget_before
from soupis.store.engine import writing
from soupis.store.tables import EVENT_CEASED, EVENT_NEW
from soupis.watching import sender
from soupis.watching.deliveries import Deliveries, TestRunningError
from soupis.watching.failures import sentence_of
from soupis.watching.sender import BadAddressError, Outcome, Sender
from soupis.watching.watch_lists import WatchLists
from soupis.watching.webhooks import (
    MOST_DELIVERIES,
    RETRY_SECONDS,
    ROTATION_SECONDS,
    TooManyWebhooksError,
    Webhooks,
)
from tests.accounts.conftest import Clock
from tests.support.databases import ReadModel, stored_accounts
from tests.support.registry import Registry
from tests.support.waiting import wait_until
from tests.watching.conftest import Log
from tests.watching.receiver import Received, Receiver

A, B, C = 11, 22, 33


def _send(deliveries: Deliveries) -> None:
    """Send as long as something is due."""

    async def send() -> None:
        for _ in range(50):
            await deliveries.start_due()
            await deliveries.finish()

    asyncio.run(send())


def _is_signed(message: Received, secret: str) -> bool:
    """Verify a message as the scheme says, apart from the code that signs."""
    headers = message.headers
    content = b".".join((headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), message.body))
    expected = b64encode(hmac.new(b64decode(secret.removeprefix("whsec_")), content, sha256).digest())
    return f"v1,{expected.decode()}" in headers["webhook-signature"].split(" ")


def test_changes_of_watched_companies_come_in_order_and_no_others(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, owner: int, log: Log, receiver: Receiver
) -> None:
    log.add(A)
    lists.add(owner, [A, B], limit=10)
    hook = webhooks.create(owner, receiver.url, [], log.feed.newest())
    for ico in (A, C, B, A):
        log.add(ico, "dph insolvence")
    log.add(B, "zdroje")  # read again, nothing new
    log.add(B, None, EVENT_NEW)
    _send(deliveries)
    assert [item.content["data"]["ico"] for item in receiver.taken] == [f"{ico:08d}" for ico in (A, B, A, B)]
    first = receiver.taken[0]
    assert first.content == {
        "type": "firma.zmena",
        "timestamp": "2026-11-20T11:00:00Z",
        "data": {
            "poradi": 2, "kdy": "2026-11-20T11:00:00Z", "ico": f"{A:08d}", "typ": "zmena",
            "oddily": ["dph", "insolvence"],
        },
    }  # fmt: skip
    assert first.headers["webhook-id"] == "zmena_2"
    assert _is_signed(first, webhooks.secret(hook))
    _send(deliveries)
    assert len(receiver.received) == 4


def test_chosen_sections_are_told_and_the_end_of_a_company_always(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, owner: int, log: Log, receiver: Receiver
) -> None:
    lists.add(owner, [A], limit=10)
    webhooks.create(owner, receiver.url, ["insolvence"], 0)
    for sections in ("sidlo", "dph insolvence", "sidlo dph"):
        log.add(A, sections)
    log.add(A, "stav", EVENT_CEASED)
    _send(deliveries)
    assert [item.content["data"]["poradi"] for item in receiver.taken] == [2, 4]
    assert receiver.taken[1].content["type"] == "firma.zanik"


def test_what_is_not_taken_is_tried_again_later_each_time_with_the_same_number(
    deliveries: Deliveries,
    webhooks: Webhooks,
    lists: WatchLists,
    owner: int,
    log: Log,
    receiver: Receiver,
    clock: Clock,
) -> None:
    lists.add(owner, [A], limit=10)
    hook = webhooks.create(owner, receiver.url, [], 0)
    log.add(A)
    log.add(A)
    receiver.answer = lambda: 500
    for wait in RETRY_SECONDS:
        _send(deliveries)
        clock.now += wait - 1.5
        _send(deliveries)  # too early
        clock.now += 2
    receiver.answer = lambda: 200
    _send(deliveries)
    assert [item.headers["webhook-id"] for item in receiver.received] == [
        *["zmena_1"] * (len(RETRY_SECONDS) + 1),
        "zmena_2",
    ]
    found = webhooks.find(owner, hook.id)
    assert found is not None
    assert (found.seen, found.attempts, found.off) == (2, 0, None)


def test_a_webhook_that_fails_for_days_is_off_until_its_owner_goes_on(
    deliveries: Deliveries,
    webhooks: Webhooks,
    lists: WatchLists,
    owner: int,
    log: Log,
    receiver: Receiver,
    clock: Clock,
) -> None:
    lists.add(owner, [A], limit=10)
    hook = webhooks.create(owner, receiver.url, [], 0)
    log.add(A)
    receiver.answer = lambda: 500
    for _ in range(20):
        _send(deliveries)
        clock.now += max(RETRY_SECONDS)
    assert len(receiver.received) == len(RETRY_SECONDS) + 1
    found = webhooks.find(owner, hook.id)
    assert found is not None
    assert found.off == "failed"
    receiver.answer = lambda: 200
    webhooks.replay(found, None)
    _send(deliveries)
    assert [item.content["data"]["poradi"] for item in receiver.taken] == [1]


def test_gone_ends_a_webhook_at_once(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, owner: int, log: Log, receiver: Receiver
) -> None:
    lists.add(owner, [A], limit=10)
    hook = webhooks.create(owner, receiver.url, [], 0)
    log.add(A)
    receiver.answer = lambda: 410
    _send(deliveries)
    found = webhooks.find(owner, hook.id)
    assert found is not None
    assert (found.off, len(receiver.received)) == ("gone", 1)


def test_a_replay_tells_all_again(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, owner: int, log: Log, receiver: Receiver
) -> None:
    lists.add(owner, [A], limit=10)
    hook = webhooks.create(owner, receiver.url, [], 0)
    for _ in range(3):
        log.add(A)
    _send(deliveries)
    webhooks.replay(hook, 1)
    _send(deliveries)
    assert [item.content["data"]["poradi"] for item in receiver.taken] == [1, 2, 3, 2, 3]


def test_who_missed_what_the_log_forgot_is_told_so(
    deliveries: Deliveries,
    webhooks: Webhooks,
    lists: WatchLists,
    owner: int,
    log: Log,
    receiver: Receiver,
    registry: Registry,
    read_model: ReadModel,
) -> None:
    lists.add(owner, [A], limit=10)
    webhooks.create(owner, receiver.url, [], 1)
    for _ in range(5):
        log.add(A)
    with writing(registry.engine) as connection:
        forget_before(connection, "2026-11-21T00:00:00Z", 4)
    read_model.follow()
    kept = log.feed.after(None, 100)
    log.add(A)
    _send(deliveries)
    first, *rest = receiver.taken
    assert first.content["type"] == "zmeny.preruseny"
    numbers = [item.content["data"]["poradi"] for item in rest]
    assert numbers == [*(change.number for change in kept.changes), 6]


def test_a_rotated_secret_signs_beside_the_one_before_for_a_day(
    deliveries: Deliveries,
    webhooks: Webhooks,
    lists: WatchLists,
    owner: int,
    log: Log,
    receiver: Receiver,
    clock: Clock,
) -> None:
    lists.add(owner, [A], limit=10)
    hook = webhooks.create(owner, receiver.url, [], 0)
    rotated = webhooks.rotate(hook)
    old, new = webhooks.secret(hook), webhooks.secret(rotated)
    assert old != new
    log.add(A)
    _send(deliveries)
    assert _is_signed(receiver.taken[0], old)
    assert _is_signed(receiver.taken[0], new)
    clock.now += ROTATION_SECONDS + 1
    log.add(A)
    _send(deliveries)
    assert not _is_signed(receiver.taken[1], old)
    assert _is_signed(receiver.taken[1], new)


def test_no_secret_is_in_the_database(webhooks: Webhooks, owner: int, url: str) -> None:
    hook = webhooks.create(owner, "https://example.com/a", [], 0)
    secret = webhooks.secret(hook).removeprefix("whsec_")
    raw = stored_accounts(url)
    assert b"https://example.com/a" in raw  # it does look where webhooks are
    assert secret.encode() not in raw
    assert b64decode(secret) not in raw


def test_the_log_of_deliveries_is_bounded(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, owner: int, log: Log, receiver: Receiver
) -> None:
    lists.add(owner, [A], limit=10)
    hook = webhooks.create(owner, receiver.url, [], 0)
    log.add(A, times=MOST_DELIVERIES + 30)
    _send(deliveries)
    assert len(receiver.taken) == MOST_DELIVERIES + 30
    shown = webhooks.deliveries(hook)
    assert len(shown) == MOST_DELIVERIES
    assert shown[0].message_id == f"zmena_{MOST_DELIVERIES + 30}"


def test_receivers_that_hang_hold_up_nobody_elses(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, owner: int, log: Log, database: Database
) -> None:
    """Ten webhooks of one account lead to a receiver that never answers; another account's is served."""
    other = Directory(database).create("other@example.com", "free").id
    for account in (owner, other):
        lists.add(account, [A], limit=10)
    ended = threading.Event()

    def hang() -> int:
        ended.wait(120)
        return 200

    async def send(receiver: Receiver) -> None:
        await deliveries.start_due()
        while not receiver.taken:
            await asyncio.sleep(0.01)
            await deliveries.start_due()
        ended.set()
        await deliveries.finish()

    with Receiver() as hanging, Receiver() as healthy:
        hanging.answer = hang
        for _ in range(10):
            webhooks.create(owner, hanging.url, [], 0)
        webhooks.create(other, healthy.url, [], 0)
        log.add(A)
        asyncio.run(send(healthy))
        assert len(hanging.received) <= 2 * 2


def test_a_webhook_that_was_put_off_while_the_clock_was_ahead_is_due_now(
    deliveries: Deliveries,
    webhooks: Webhooks,
    lists: WatchLists,
    owner: int,
    log: Log,
    receiver: Receiver,
    clock: Clock,
) -> None:
    lists.add(owner, [A], limit=10)
    clock.now += 40 * 86_400
    webhooks.create(owner, receiver.url, [], 0)
    clock.now -= 40 * 86_400
    log.add(A)
    _send(deliveries)
    assert len(receiver.taken) == 1


def test_nine_accounts_with_hanging_receivers_delay_a_tenth_by_less_than_two_seconds(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, log: Log, database: Database
) -> None:
    accounts = [Directory(database).create(f"{number}@example.com", "free").id for number in range(10)]
    for account in accounts:
        lists.add(account, [A], limit=10)
    ended = threading.Event()

    def hang() -> int:
        ended.wait(120)
        return 200

    async def send(healthy: Receiver, tenth: int) -> float:
        await deliveries.start_due()
        await asyncio.sleep(0.2)
        webhooks.create(tenth, healthy.url, [], 0)
        begun = time.monotonic()
        while not healthy.taken:
            await deliveries.start_due()
            await asyncio.sleep(0.05)
        waited = time.monotonic() - begun
        ended.set()
        await deliveries.finish()
        return waited

    with Receiver() as hanging, Receiver() as healthy:
        hanging.answer = hang
        for account in accounts[:9]:
            for _ in range(10):
                webhooks.create(account, hanging.url, [], 0)
        log.add(A)
        assert asyncio.run(send(healthy, accounts[9])) < 2


def test_an_account_waits_for_one_test_at_a_time(
    deliveries: Deliveries, webhooks: Webhooks, owner: int, receiver: Receiver
) -> None:
    hook = webhooks.create(owner, receiver.url, [], 0)

    async def send() -> list[object]:
        found = await asyncio.gather(*(deliveries.test(hook) for _ in range(3)), return_exceptions=True)
        await deliveries.test(hook)
        await deliveries.finish()
        return [type(item) for item in found]

    assert asyncio.run(send()) == [Outcome, TestRunningError, TestRunningError]
    assert len(receiver.taken) == 2


def test_receivers_share_no_cookie(
    deliveries: Deliveries, webhooks: Webhooks, lists: WatchLists, owner: int, log: Log, receiver: Receiver
) -> None:
    receiver.headers = {"Set-Cookie": "session=of-the-first; Path=/"}
    lists.add(owner, [A], limit=10)
    for _ in range(2):
        webhooks.create(owner, receiver.url, [], 0)
    log.add(A)
    _send(deliveries)
    log.add(A)
    _send(deliveries)
    assert len(receiver.taken) == 4
    assert not any("cookie" in item.headers for item in receiver.taken)


def test_a_webhook_of_a_disabled_account_rests(
    deliveries: Deliveries,
    webhooks: Webhooks,
    lists: WatchLists,
    owner: int,
    log: Log,
    receiver: Receiver,
    database: Database,
) -> None:
    lists.add(owner, [A], limit=10)
    webhooks.create(owner, receiver.url, [], 0)
    log.add(A)
    Directory(database).disable("owner@example.com")
    _send(deliveries)
    assert receiver.received == []


def test_an_account_has_ten_webhooks_at_most(webhooks: Webhooks, owner: int) -> None:
    for number in range(10):
        webhooks.create(owner, f"https://example.com/{number}", [], 0)
    with pytest.raises(TooManyWebhooksError):
        webhooks.create(owner, "https://example.com/10", [], 0)
    assert len(webhooks.of(owner)) == 10


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/", "ftp://example.com/", "https://", "https://user:pass@example.com/",
        "https://example.com/#a", "https://exa mple.com/", "https://example.com:99999/", "javascript:1",
        "https://example.com/" + "a" * 500, "https://[::1/", "https://example.com/\u010d",
    ],
)  # fmt: skip
def test_an_address_that_is_no_plain_https_url_is_refused(url: str) -> None:
    with pytest.raises(BadAddressError):
        Sender().check(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/", "https://localhost/", "https://10.0.0.1/", "https://169.254.169.254/latest",
        "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://0/",
        "https://2130706433/", "https://192.168.1.1:8443/", "https://[fe80::1%25eth0]/",
        "https://[fe80::1%251]/", "https://[2606:4700::1111%251]/", "https://127.0.0.1./",
        "https://127.1.2.3.4/", "https://%31%32%37.0.0.1/", "https://[::ffff:0:127.0.0.1]/",
    ],
)  # fmt: skip
def test_an_address_inside_the_network_is_refused(url: str) -> None:
    async def check() -> None:
        await Sender().check_reachable(url)

    with pytest.raises(BadAddressError):
        asyncio.run(check())
    outcome = asyncio.run(Sender().post(url, b"{}", {}))
    assert outcome == (None, "not on the public internet")


def test_a_network_that_the_operator_allows_is_that_and_no_other(receiver: Receiver) -> None:
    other = Sender(parse_networks("10.0.0.0/8"))
    assert asyncio.run(other.post(receiver.url, b"{}", {})).error == "not on the public internet"
    assert receiver.received == []


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"", "Server spojení přerušil"),
        (b"HTTP/1.1 200 OK", "Server spojení přerušil"),
        (b"SSH-2.0-OpenSSH_9.6\r\n\r\n", "není HTTP"),
        (None, "Server spojení odmítl"),
    ],
)
def test_why_no_answer_came_is_told_in_a_sentence(answer: bytes | None, told: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        if answer is None:
            server.close()
            outcome = asyncio.run(Sender(parse_networks("127.0.0.0/8")).post(url, b"{}", {}))
        else:
            with ThreadPoolExecutor(1) as pool:
                pool.submit(_answer_once, server, answer)
                outcome = asyncio.run(Sender(parse_networks("127.0.0.0/8")).post(url, b"{}", {}))
    assert told in (sentence_of(outcome.error, english=False) or "")


def test_a_server_that_says_nothing_is_told_as_slow_by_https_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        outcome = asyncio.run(Sender(parse_networks("127.0.0.0/8")).post(url, b"{}", {}))
    assert "neodpověděl včas" in (sentence_of(outcome.error, english=False) or "")


def _answer_once(server: socket.socket, answer: bytes) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(65_536)
        connection.sendall(answer)


def test_a_name_without_an_address_and_a_server_without_tls_are_told_so(receiver: Receiver) -> None:
    sender = Sender(parse_networks("127.0.0.0/8"))
    nowhere = asyncio.run(sender.post("https://prijem.invalid/", b"{}", {}))
    assert sentence_of(nowhere.error, english=True) == "The name of the server does not resolve (DNS)."
    plain = asyncio.run(sender.post(receiver.url.replace("http:", "https:"), b"{}", {}))
    assert sentence_of(plain.error, english=True) == "TLS could not be established."


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    receiver.answer = lambda: 302
    outcome = asyncio.run(Sender(parse_networks("127.0.0.0/8")).post(receiver.url, b"{}", {}))
    assert (outcome.status, outcome.is_delivered, len(receiver.received)) == (302, False, 1)


@pytest.mark.slow
def test_senders_killed_at_random_and_a_receiver_that_fails_lose_nothing_and_keep_the_order(
    webhooks: Webhooks,
    lists: WatchLists,
    owner: int,
    log: Log,
    receiver: Receiver,
    url: str,
    read_model: ReadModel,
    clock: Clock,
) -> None:
    """A third of the messages is refused, and the process that sends is killed again and again."""
    chance = random.Random(17)
    icos = list(range(1, 9))
    lists.add(owner, icos, limit=10)
    hook = webhooks.create(owner, receiver.url, [], 0)
    receiver.answer = lambda: 500 if chance.random() < 0.3 else 200
    command = [sys.executable, "-m", "tests.watching.sending", url, str(read_model.path)]
    told = 0
    for _ in range(4):
        for _ in range(15):
            log.add(chance.choice(icos))
            told += 1
        before = len(receiver.received)
        process = subprocess.Popen(command)
        some = chance.randrange(1, 12)
        wait_until(lambda: len(receiver.received) >= before + some)  # noqa: B023
        sleep(chance.random() * 0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    process = subprocess.Popen(command)
    try:
        wait_until(lambda: len({item.headers["webhook-id"] for item in receiver.taken}) == told)
    finally:
        process.kill()
        process.wait()
    newest = dict.fromkeys(icos, 0)
    for item in receiver.taken:
        data = item.content["data"]
        # At least once: one that was taken may come again, but never after a later one of its company.
        assert data["poradi"] >= newest[int(data["ico"])]
        newest[int(data["ico"])] = data["poradi"]
    assert all(_is_signed(item, webhooks.secret(hook)) for item in receiver.received)

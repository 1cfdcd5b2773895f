"""Receipts and their log on real databases: issued, found, entered, verified, and every way to spoil them."""

from __future__ import annotations

import base64
import multiprocessing
import os
import signal
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from soupis.accounts.callers import Anonymous
from soupis.accounts.database import Database
from soupis.accounts.erasure import erase_account
from soupis.receipts import checkpoints, tree, verification
from soupis.receipts.checkpoints import CheckpointError
from soupis.receipts.receipts import Asked, Receipts, Said
from soupis.receipts.tiles import WIDTH, tile_at
from soupis.receipts.verification import GivenReceipt, VerificationError
from tests.accounts.conftest import SECRET, SOMEBODY, Clock, account
from tests.receipts.conftest import BASE, OpenReceipts

OWNER = account(number=7)
ASKED = Asked("POST", "/api/v1/firmy/dph", b'{"ico":["45274649"]}')
BODY = b'{"ok":true,"data":{"pocet":1,"neovereno":["45274649"],"firmy":[]}}'
SAID = Said({"registrDph": "2026-11-20T09:30:00Z", "ares": None}, 1)


def issue(receipts: Receipts, count: int = 1, body: bytes = BODY) -> list[str]:
    return [receipts.issue(OWNER, ASKED, body, SAID) for _ in range(count)]


def found(receipts: Receipts, identifier: str) -> dict[str, Any]:
    document = receipts.find(OWNER, identifier)
    assert document is not None
    decoded: dict[str, Any] = msgspec.json.decode(document)
    return decoded


def given(receipt: dict[str, Any]) -> GivenReceipt:
    return verification.read_receipt(msgspec.json.encode(receipt))


def fetch_from(receipts: Receipts) -> Callable[[str], bytes]:
    """Read tiles straight from a log, as its addresses serve them."""

    def fetch(path: str) -> bytes:
        tile = tile_at(path)
        assert tile is not None
        start = tile.number * WIDTH
        return b"".join(receipts.log.nodes(tile.level * 8, start, start + tile.width))

    return fetch


def test_a_receipt_says_what_was_asked_and_what_the_sources_had_said(
    open_receipts: OpenReceipts, clock: Clock
) -> None:
    receipts = open_receipts()
    receipt = found(receipts, *issue(receipts))
    assert receipt["vydano"] == "2026-11-20T11:00:00Z"
    assert receipt["zadost"]["adresa"] == "/api/v1/firmy/dph"
    assert receipt["zdroje"] == [
        {"zdroj": "registrDph", "odpovedZ": "2026-11-20T09:30:00Z"},
        {"zdroj": "ares", "odpovedZ": None},
    ]
    assert receipt["neodpovezeno"] == 1
    assert receipt["zaznam"]["log"] == "soupis.example/doklady/log"


def test_every_receipt_verifies_whatever_came_after_it(open_receipts: OpenReceipts) -> None:
    receipts = open_receipts()
    numbers = []
    for count in (1, 2, 5, 250):
        numbers += issue(receipts, count)
        receipts.tick()
    for identifier in (*numbers[:9], numbers[100], numbers[-1]):
        verification.verify(given(found(receipts, identifier)), BODY, receipts.keys.public())
    newest = receipts.log.newest()
    assert newest is not None
    assert newest.size == len(numbers)


@pytest.mark.one_database("sqlite", "who verifies a receipt asks no database")
@pytest.mark.parametrize("place", range(0, len(BODY), 7))
def test_one_changed_byte_of_the_body_is_found(url: str, clock: Clock, place: int) -> None:
    database = Database(url)
    receipts = Receipts(database, SECRET, BASE, clock)
    changed = BODY[:place] + bytes([BODY[place] ^ 1]) + BODY[place + 1 :]
    try:
        receipt = given(found(receipts, *issue(receipts)))
        with pytest.raises(VerificationError, match="SHA-256 differs"):
            verification.verify(receipt, changed, receipts.keys.public())
        with pytest.raises(VerificationError):
            verification.verify(receipt, BODY + b"\n", receipts.keys.public())
    finally:
        receipts.close()
        database.close()


def changes(value: Any) -> list[Any]:
    """Every way to change one value of a receipt."""
    if isinstance(value, str):
        return [value[:at] + ("A" if value[at] != "A" else "B") + value[at + 1 :] for at in range(len(value))]
    if isinstance(value, bool) or value is None:
        return ["2026-11-20T09:30:00Z"]
    return [value + 1, value - 1] if isinstance(value, int) else []


def changed_receipts(receipt: Any) -> list[Any]:
    """All receipts that differ in one place, and some that differ more."""
    if isinstance(receipt, dict):
        others = [receipt | {name: other} for name in receipt for other in changed_receipts(receipt[name])]
        return [*others, *({**receipt, name + "x": 1} for name in ("spolehlivy",) if "jws" in receipt)]
    if isinstance(receipt, list):
        lists = [
            [*receipt[:at], other, *receipt[at + 1 :]]
            for at, item in enumerate(receipt)
            for other in changed_receipts(item)
        ]
        return [*lists, receipt[:-1]] if receipt else []
    return changes(receipt)


def same_meaning(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two receipts differ only in spare bits of a base64 text, which say nothing."""

    def meaning(receipt: dict[str, Any]) -> Any:
        *note, signature = receipt["zaznam"]["kontrolniBod"].rstrip("\n").split(" ")
        try:
            return (
                {**receipt, "zaznam": {**receipt["zaznam"], "kontrolniBod": None, "dukaz": None}},
                note,
                base64.b64decode(signature, validate=True),
                [base64.b64decode(step, validate=True) for step in receipt["zaznam"]["dukaz"]],
            )
        except ValueError:
            return None

    return bool(meaning(one) == meaning(other))


@pytest.mark.one_database("sqlite", "who verifies a receipt asks no database")
def test_any_change_of_a_receipt_is_found(url: str, clock: Clock) -> None:
    """Each character of each field, each number, an item left out, a field added."""
    database = Database(url)
    receipts = Receipts(database, SECRET, BASE, clock)
    receipt = found(receipts, issue(receipts, 6)[4])
    keys = receipts.keys.public()
    receipts.close()
    database.close()
    verification.verify(given(receipt), BODY, keys)
    tried = 0
    for other in changed_receipts(receipt):
        if same_meaning(receipt, other):
            continue
        tried += 1
        with pytest.raises(VerificationError):
            verification.verify(given(other), BODY, keys)
    assert tried > 800


@pytest.mark.parametrize("size", ["9" * 5_000, "9" * 19, "-1", "1e9", "01", "٣"])
def test_a_log_of_an_impossible_size_is_malformed(size: str) -> None:
    root = base64.b64encode(bytes(32)).decode()
    with pytest.raises(CheckpointError, match="malformed"):
        checkpoints.read(f"soupis.example/log\n{size}\n{root}\n\nsignature\n")


def test_a_receipt_signed_by_another_key_does_not_hold(open_receipts: OpenReceipts, clock: Clock) -> None:
    receipts = open_receipts()
    receipt = given(found(receipts, *issue(receipts)))
    stranger = receipts.keys.rotate(clock())
    with pytest.raises(VerificationError, match="none of the service's keys"):
        verification.verify(receipt, BODY, {stranger.kid: stranger.public})
    with pytest.raises(VerificationError, match="does not hold"):  # under the number of the true one
        verification.verify(receipt, BODY, dict.fromkeys(receipts.keys.public(), stranger.public))


def test_receipts_of_an_old_key_verify_and_the_new_one_signs(
    open_receipts: OpenReceipts, clock: Clock
) -> None:
    receipts = open_receipts()
    (before,) = issue(receipts)
    receipts.keys.rotate(clock())
    later = open_receipts()
    (after,) = issue(later)
    kids = list(later.keys.public())
    assert len(kids) == 2
    for identifier in (before, after):
        verification.verify(given(found(later, identifier)), BODY, later.keys.public())
    assert f'"kid":"{kids[0]}"' in protected(found(later, after))
    assert f'"kid":"{kids[1]}"' in protected(found(later, before))


def protected(receipt: dict[str, Any]) -> str:
    header = receipt["jws"].split(".")[0]
    return base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)).decode()


def test_another_secret_makes_a_new_key_and_old_receipts_still_verify(open_receipts: OpenReceipts) -> None:
    receipts = open_receipts()
    (before,) = issue(receipts)
    other = open_receipts(b"another secret of the tests, 32b")
    (after,) = issue(other)
    assert len(other.keys.public()) == 2
    for identifier in (before, after):
        verification.verify(given(found(other, identifier)), BODY, other.keys.public())


def test_private_keys_are_not_stored_in_the_clear(open_receipts: OpenReceipts, database: Database) -> None:
    receipts = open_receipts()
    key = receipts.keys.current(0.0)
    connection = database.connect()
    (row,) = connection.run("SELECT private, public FROM receipt_key", {})
    connection.close()
    assert key.private.private_bytes_raw() not in bytes(row[0])
    assert bytes(row[1]) == key.public


def test_a_receipt_is_its_owners_alone(open_receipts: OpenReceipts) -> None:
    receipts = open_receipts()
    (own,) = issue(receipts)
    nameless = receipts.issue(SOMEBODY, ASKED, BODY, SAID)
    assert receipts.find(OWNER, own) is not None
    assert receipts.find(SOMEBODY, nameless) is not None
    for stranger in (account(number=8), SOMEBODY, Anonymous("f" * 32)):
        assert receipts.find(stranger, own) is None
    for stranger in (OWNER, Anonymous("f" * 32)):
        assert receipts.find(stranger, nameless) is None


def test_what_others_enter_stays_in_one_row(open_receipts: OpenReceipts) -> None:
    """Several processes take turns; nothing is entered twice and no place stays empty."""
    one, other = open_receipts(), open_receipts()
    numbers = [*issue(one, 3), *issue(other, 4)]
    other.tick()
    numbers += issue(one, 5)
    one.tick()
    other.tick()
    places = sorted(found(one, identifier)["zaznam"]["pozice"] for identifier in numbers)
    assert places == list(range(12))
    newest = other.log.newest()
    assert newest is not None
    assert checkpoints.read(newest.note).root == tree.root(one.log.node, 12)


def test_a_service_that_moves_keeps_the_name_of_its_log(
    open_receipts: OpenReceipts, database: Database, clock: Clock
) -> None:
    receipts = open_receipts()
    (before,) = issue(receipts)
    receipts.tick()
    moved = Receipts(database, SECRET, "https://elsewhere.example/soupis", clock)
    try:
        (after,) = issue(moved)
        assert found(moved, after)["zaznam"]["log"] == found(moved, before)["zaznam"]["log"]
        verification.verify(given(found(moved, after)), BODY, moved.keys.public())
    finally:
        moved.close()


def test_the_log_continues_all_its_former_states(open_receipts: OpenReceipts) -> None:
    receipts = open_receipts()
    known = []
    for count in (1, 1, 3, 260, 2):
        issue(receipts, count)
        receipts.tick()
        newest = receipts.log.newest()
        assert newest is not None
        known.append(checkpoints.read(newest.note))
    assert newest is not None
    for state in known:
        present = verification.verify_log(state, newest.note, fetch_from(receipts), receipts.keys.public())
        assert present == known[-1]


def test_a_cut_log_is_found(open_receipts: OpenReceipts) -> None:
    receipts = open_receipts()
    issue(receipts, 3)
    receipts.tick()
    short = receipts.log.newest()
    assert short is not None
    receipt = given(found(receipts, *issue(receipts)))
    state = verification.verify(receipt, BODY, receipts.keys.public())
    with pytest.raises(VerificationError, match="was cut: it has 3 entries, and had 4"):
        verification.verify_log(state, short.note, fetch_from(receipts), receipts.keys.public())


def test_a_rewritten_log_is_found_though_it_is_signed_and_longer(
    open_receipts: OpenReceipts, database: Database
) -> None:
    receipts = open_receipts()
    receipt = given(found(receipts, issue(receipts, 5)[2]))
    state = verification.verify(receipt, BODY, receipts.keys.public())
    connection = database.connect()
    for statement in (
        "DELETE FROM receipt_node",
        "DELETE FROM receipt_checkpoint",
        "DELETE FROM receipt WHERE leaf = 1",
        "UPDATE receipt SET leaf = NULL",
    ):
        connection.run(statement, {})
    connection.close()
    issue(receipts, 9)
    receipts.tick()
    forked = receipts.log.newest()
    assert forked is not None
    assert forked.size > state.size
    with pytest.raises(VerificationError, match="was rewritten"):
        verification.verify_log(state, forked.note, fetch_from(receipts), receipts.keys.public())


@pytest.mark.parametrize("name", ["otisk", "pozice"])
def test_a_receipt_that_names_something_twice_is_refused(open_receipts: OpenReceipts, name: str) -> None:
    """One reader would take the first value, another the last."""
    receipts = open_receipts()
    (identifier,) = issue(receipts)
    receipts.tick()
    whole = msgspec.json.encode(found(receipts, identifier)).decode()
    doubled = whole.replace(f'"{name}":', f'"{name}":0,"{name}":', 1)
    assert doubled != whole and msgspec.json.decode(doubled) == msgspec.json.decode(whole)
    with pytest.raises(VerificationError, match="names something twice"):
        verification.read_receipt(doubled.encode())


def test_a_deleted_account_leaves_no_receipt_and_the_log_whole(
    open_receipts: OpenReceipts, database: Database
) -> None:
    receipts = open_receipts()
    kept = receipts.issue(account(number=8), ASKED, BODY, SAID)
    (gone,) = issue(receipts)
    receipts.tick()
    with database.engine.begin() as connection:
        erase_account(connection, OWNER.account_id)
    assert receipts.find(OWNER, gone) is None
    issue(receipts, 2)
    document = receipts.find(account(number=8), kept)
    assert document is not None
    state = verification.verify(verification.read_receipt(document), BODY, receipts.keys.public())
    receipts.tick()
    newest = receipts.log.newest()
    assert newest is not None
    verification.verify_log(state, newest.note, fetch_from(receipts), receipts.keys.public())
    assert newest.size == 4


def test_receipts_of_nobodys_account_are_forgotten_after_a_month(
    open_receipts: OpenReceipts, clock: Clock
) -> None:
    receipts = open_receipts()
    nameless = receipts.issue(SOMEBODY, ASKED, BODY, SAID)
    (own,) = issue(receipts)
    clock.set("2026-12-19 12:00")
    receipts.tick()
    assert receipts.find(SOMEBODY, nameless) is not None
    clock.set("2026-12-22 12:00")
    later = open_receipts()
    later.tick()
    assert later.find(SOMEBODY, nameless) is None
    assert later.find(OWNER, own) is not None


def issue_until_killed(url: str, sent: Any) -> None:
    receipts = Receipts(Database(url), SECRET, BASE)
    while True:
        (identifier,) = issue(receipts)
        sent.send(identifier)


def test_a_receipt_whose_number_was_answered_survives_kill_9(url: str, clock: Clock) -> None:
    numbers: list[str] = []
    context = multiprocessing.get_context("spawn")
    for round_number in range(3):
        receiving, sending = context.Pipe(duplex=False)
        process = context.Process(target=issue_until_killed, args=(url, sending))
        process.start()
        sending.close()
        numbers += [receiving.recv() for _ in range(20 + 30 * round_number)]
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        try:
            while True:
                numbers.append(receiving.recv())
        except EOFError:
            pass
    database = Database(url)
    receipts = Receipts(database, SECRET, BASE, clock)
    try:
        for identifier in numbers:
            verification.verify(given(found(receipts, identifier)), BODY, receipts.keys.public())
    finally:
        receipts.close()
        database.close()

"""Receipts on real databases: issued, found, verified, and every way to spoil them."""

from __future__ import annotations

import base64
import json
import multiprocessing
import os
import signal
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from soupis.accounts.callers import Anonymous
from soupis.accounts.database import Database
from soupis.accounts.erasure import erase_account
from soupis.receipts import verification
from soupis.receipts.receipts import Asked, Receipts, Said
from soupis.receipts.verification import GivenReceipt, VerificationError
from soupis.wire.receipts import DokladFirma
from soupis.wire.vat import Dph, ZverejnenyUcet
from tests.accounts.conftest import SECRET, SOMEBODY, Clock, account
from tests.receipts.conftest import OpenReceipts

OWNER = account(number=7)
ASKED = Asked("POST", "/api/v1/firmy/dph", b'{"ico":["45274649","00514152"]}')
BODY = b'{"ok":true,"data":{"pocet":2,"neovereno":["45274649"],"firmy":[]}}'
_STATUS = Dph(
    dic="CZ00514152",
    registrace_aktivni=True,
    stav="platce",
    overeno_k="2026-11-20T09:30:00Z",
    zverejnene_ucty=["19-2000145399/0800"],
    zverejnene_ucty_podrobne=[ZverejnenyUcet(ucet="19-2000145399/0800", iban="CZ6508000000192000145399")],
)
SAID = Said(
    {"registrDph": "2026-11-20T09:30:00Z", "ares": None},
    [
        DokladFirma(ico="45274649"),
        DokladFirma(ico="00514152", obchodni_jmeno="Budějovický Budvar, n. p.", dph=_STATUS),
    ],
)


def issue(receipts: Receipts, count: int = 1, body: bytes = BODY) -> list[str]:
    return [receipts.issue(OWNER, ASKED, body, SAID) for _ in range(count)]


def found(receipts: Receipts, identifier: str) -> dict[str, Any]:
    document = receipts.find(OWNER, identifier)
    assert document is not None
    decoded: dict[str, Any] = msgspec.json.decode(document)
    return decoded


def given(receipt: dict[str, Any]) -> GivenReceipt:
    return verification.read_receipt(msgspec.json.encode(receipt))


@pytest.fixture
def receipts_here(url: str, clock: Clock) -> Iterator[Receipts]:
    database = Database(url)
    receipts = Receipts(database, SECRET, clock)
    yield receipts
    receipts.close()
    database.close()


def test_a_receipt_says_what_was_asked_and_answered(open_receipts: OpenReceipts, clock: Clock) -> None:
    receipts = open_receipts()
    receipt = found(receipts, *issue(receipts))
    assert receipt["vydano"] == "2026-11-20T11:00:00Z"
    assert receipt["zadost"]["adresa"] == "/api/v1/firmy/dph"
    assert receipt["zdroje"] == [
        {"zdroj": "registrDph", "odpovedZ": "2026-11-20T09:30:00Z"},
        {"zdroj": "ares", "odpovedZ": None},
    ]
    assert receipt["neodpovezeno"] == 1
    unknown, known = receipt["firmy"]
    assert unknown == {"ico": "45274649", "obchodniJmeno": None, "dph": None}
    assert known["obchodniJmeno"] == "Budějovický Budvar, n. p."
    assert known["dph"]["zverejneneUcty"] == ["19-2000145399/0800"]


def test_a_receipt_verifies_with_the_answer_and_without_it(open_receipts: OpenReceipts) -> None:
    receipts = open_receipts()
    for identifier in issue(receipts, 3):
        receipt = given(found(receipts, identifier))
        assert verification.verify(receipt, receipts.keys.public(), BODY) == receipt.said
        assert verification.verify(receipt, receipts.keys.public()).id == identifier


def test_what_is_signed_is_the_receipt_itself(open_receipts: OpenReceipts) -> None:
    receipts = open_receipts()
    receipt = found(receipts, *issue(receipts))
    payload = receipt.pop("jws").split(".")[1]
    assert receipt.pop("casoveRazitko") is None
    assert json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))) == receipt


@pytest.mark.one_database("sqlite", "who verifies a receipt asks no database")
@pytest.mark.parametrize("place", range(0, len(BODY), 7))
def test_one_changed_byte_of_the_body_is_found(receipts_here: Receipts, place: int) -> None:
    changed = BODY[:place] + bytes([BODY[place] ^ 1]) + BODY[place + 1 :]
    receipt = given(found(receipts_here, *issue(receipts_here)))
    for body in (changed, BODY + b"\n", b""):
        with pytest.raises(VerificationError, match="SHA-256 differs"):
            verification.verify(receipt, receipts_here.keys.public(), body)


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
        return [*others, *({**receipt, name + "x": 1} for name in ("spolehlivy",))]
    if isinstance(receipt, list):
        lists = [
            [*receipt[:at], other, *receipt[at + 1 :]]
            for at, item in enumerate(receipt)
            for other in changed_receipts(item)
        ]
        return [*lists, receipt[:-1]] if receipt else []
    return changes(receipt)


@pytest.mark.one_database("sqlite", "who verifies a receipt asks no database")
def test_any_change_of_a_receipt_is_found(receipts_here: Receipts) -> None:
    """Each character of each field, each number, an item left out, a field added."""
    receipt = found(receipts_here, *issue(receipts_here))
    keys = receipts_here.keys.public()
    verification.verify(given(receipt), keys)
    signature = receipt["jws"].rpartition(".")[2]
    tried = 0
    for other in changed_receipts(receipt):
        # The last character of a base64 text has spare bits, which say nothing.
        if other["jws"][:-1] == receipt["jws"][:-1] and len(signature) % 4:
            continue
        tried += 1
        with pytest.raises(VerificationError):
            verification.verify(given(other), keys)
    assert tried > 800


def test_a_receipt_signed_by_another_key_does_not_hold(open_receipts: OpenReceipts, clock: Clock) -> None:
    receipts = open_receipts()
    receipt = given(found(receipts, *issue(receipts)))
    stranger = receipts.keys.rotate(clock())
    with pytest.raises(VerificationError, match="none of the service's keys"):
        verification.verify(receipt, {stranger.kid: stranger.private.public_key()})
    with pytest.raises(VerificationError, match="does not hold"):  # under the number of the true one
        keys = dict.fromkeys(receipts.keys.public(), stranger.private.public_key())
        verification.verify(receipt, keys)


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
        verification.verify(given(found(later, identifier)), later.keys.public(), BODY)
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
        verification.verify(given(found(other, identifier)), other.keys.public(), BODY)


def test_private_keys_are_not_stored_in_the_clear(open_receipts: OpenReceipts, database: Database) -> None:
    receipts = open_receipts()
    key = receipts.keys.current(0.0)
    connection = database.connect()
    (row,) = connection.run("SELECT private, public FROM receipt_key", {})
    connection.close()
    assert key.private.private_bytes_raw() not in bytes(row[0])
    assert bytes(row[1]) == key.private.public_key().public_bytes_raw()


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


@pytest.mark.parametrize("name", ["otisk", "neodpovezeno"])
def test_a_receipt_that_names_something_twice_is_refused(open_receipts: OpenReceipts, name: str) -> None:
    """One reader would take the first value, another the last."""
    receipts = open_receipts()
    (identifier,) = issue(receipts)
    whole = msgspec.json.encode(found(receipts, identifier)).decode()
    doubled = whole.replace(f'"{name}":', f'"{name}":0,"{name}":', 1)
    assert doubled != whole and msgspec.json.decode(doubled) == msgspec.json.decode(whole)
    with pytest.raises(VerificationError, match="names something twice"):
        verification.read_receipt(doubled.encode())


def test_a_deleted_account_leaves_no_receipt(open_receipts: OpenReceipts, database: Database) -> None:
    receipts = open_receipts()
    kept = receipts.issue(account(number=8), ASKED, BODY, SAID)
    (gone,) = issue(receipts)
    with database.engine.begin() as connection:
        erase_account(connection, OWNER.account_id)
    assert receipts.find(OWNER, gone) is None
    assert receipts.find(account(number=8), kept) is not None


def test_a_receipt_of_a_version_that_signed_answers_is_signed_when_it_is_read(
    open_receipts: OpenReceipts, database: Database
) -> None:
    receipts = open_receipts()
    (identifier,) = issue(receipts)
    facts = {name: value for name, value in found(receipts, identifier).items() if name != "jws"}
    del facts["casoveRazitko"]
    old = zlib.compress(json.dumps(facts | {"firmy": None}).encode())
    connection = database.connect()
    connection.run("UPDATE receipt SET document = :old, signature = NULL", {"old": old})
    first, second = found(receipts, identifier), found(receipts, identifier)
    (row,) = connection.run("SELECT signature FROM receipt", {})
    connection.close()
    assert first == second and row[0] is not None
    assert verification.verify(given(first), receipts.keys.public(), BODY).firmy is None


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
    receipts = Receipts(Database(url), SECRET)
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
    receipts = Receipts(database, SECRET, clock)
    try:
        for identifier in numbers:
            verification.verify(given(found(receipts, identifier)), receipts.keys.public(), BODY)
    finally:
        receipts.close()
        database.close()

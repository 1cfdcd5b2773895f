"""Receipts as servers issue and find them.

A receipt is signed and stored before its answer is sent: whoever has read its number finds it, even if the
server is killed the moment after. It enters the log within a second or two, or when it is asked for.
"""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from soupis.accounts.callers import AccountCaller, Anonymous, Caller
from soupis.accounts.database import Database
from soupis.receipts import checkpoints, jws, tree
from soupis.receipts.keys import SigningKey, SigningKeys
from soupis.receipts.log import ReceiptLog, SignedCheckpoint
from soupis.times import utc_text
from soupis.wire.base import encode
from soupis.wire.receipts import DokladZadost, DokladZaznam, DokladZdroj, PodepsanyDoklad

# A new key signs in all processes within so many seconds.
_KEY_SECONDS = 5.0
_TICKS_PER_PURGE = 600
# Who asks without an account is known for a day only; the number of a receipt lasts a little longer.
_KEEP_ANONYMOUS_SECONDS = 30 * 86_400

_ADD = """
INSERT INTO receipt (id, account_id, address_key, issued, document)
VALUES (:id, :account_id, :address_key, :issued, :document)
"""
_FIND = """
SELECT document, leaf FROM receipt
WHERE id = :id AND (account_id = :account_id OR address_key = :address_key)
"""
_LATEST = """
SELECT document FROM receipt WHERE account_id = :account_id ORDER BY number DESC LIMIT :count
"""
_PURGE = """
DELETE FROM receipt WHERE number IN (
  SELECT number FROM receipt WHERE address_key IS NOT NULL AND issued < :before LIMIT :batch
) RETURNING 1
"""
_BATCH = 500


class Asked(NamedTuple):
    """A request that is receipted: its method, its address as it was sent, its body."""

    method: str
    address: str
    body: bytes = b""


class Said(NamedTuple):
    """What the sources had answered: source → none older, and how many companies none had answered."""

    sources: dict[str, str | None]
    unanswered: int


def origin_of(base_url: str) -> str:
    """Return the name of the log of a service: its address without the scheme, and /doklady/log."""
    parts = urlsplit(base_url)
    return f"{parts.netloc}{parts.path.rstrip('/')}/doklady/log"


class Receipts:
    """Issues receipts and finds them; one per process, safe to share between threads.

    Steps take tens of microseconds on SQLite; on PostgreSQL they wait for the network. All raise
    `UnavailableError`.
    """

    def __init__(
        self, database: Database, secret: bytes, base_url: str, clock: Callable[[], float] = time.time
    ) -> None:
        self._connection = database.connect()
        self._sweeping = database.connect()  # so that a purge never makes a request wait in this process
        self.keys = SigningKeys(self._connection, secret)
        self.log = ReceiptLog(database, origin_of(base_url), self._current_key)
        self._clock = clock
        self._key: tuple[float, SigningKey] | None = None
        self._ticks = 0

    def issue(self, caller: Caller, asked: Asked, answer: bytes, said: Said) -> str:
        """Sign an answer, store the receipt and return its number."""
        now, key = self._clock(), self._current_key()
        identifier = secrets.token_urlsafe(16)
        document = PodepsanyDoklad(
            id=identifier,
            vydano=utc_text(now),
            zadost=DokladZadost(
                metoda=asked.method,
                adresa=asked.address,
                otisk=sha256(asked.body).hexdigest() if asked.body else None,
            ),
            otisk=sha256(answer).hexdigest(),
            neodpovezeno=said.unanswered,
            zdroje=[DokladZdroj(zdroj=source, odpoved_z=moment) for source, moment in said.sources.items()],
            jws=jws.sign(answer, key.private, key.kid, identifier=identifier, issued=int(now)),
        )
        row = {"id": identifier, "issued": document.vydano, "document": canonical(document)}
        self._connection.run(_ADD, row | _owner(caller))
        return identifier

    def find(self, caller: Caller, identifier: str) -> bytes | None:
        """Return a receipt with its proof, a JSON `wire.receipts.Doklad`; None = not the caller's."""
        rows = self._connection.run(_FIND, {"id": identifier} | _owner(caller))
        if not rows:
            return None
        if rows[0][1] is None:
            self.log.enter_waiting(self._clock())
            rows = self._connection.run(_FIND, {"id": identifier} | _owner(caller))
            if not rows:
                return None  # its account was deleted meanwhile
        document, leaf = bytes(rows[0][0]), int(rows[0][1])
        record = encode(self._record(leaf, self.log.checkpoint_over(leaf)))
        return document[:-1] + b',"zaznam":' + record + b"}"

    def latest(self, account_id: int, count: int) -> list[PodepsanyDoklad]:
        """Return the newest receipts of an account, the newest first."""
        rows = self._connection.run(_LATEST, {"account_id": account_id, "count": count})
        return [_decode(bytes(row[0])) for row in rows]

    def tick(self) -> None:
        """Do a second's work: enter what waits into the log, forget old receipts of nobody's account."""
        self.log.enter_waiting(self._clock())
        if self._ticks % _TICKS_PER_PURGE == 0:
            before = utc_text(self._clock() - _KEEP_ANONYMOUS_SECONDS)
            while len(self._sweeping.run(_PURGE, {"before": before, "batch": _BATCH})) == _BATCH:
                time.sleep(0.005)
        self._ticks += 1

    def close(self) -> None:
        """Close the connections."""
        self.log.close()
        self._sweeping.close()
        self._connection.close()

    def _current_key(self) -> SigningKey:
        now = time.monotonic()
        if self._key is None or now - self._key[0] > _KEY_SECONDS:
            self._key = (now, self.keys.current(self._clock()))
        return self._key[1]

    def _record(self, leaf: int, checkpoint: SignedCheckpoint) -> DokladZaznam:
        proof = tree.inclusion_proof(self.log.node, leaf, checkpoint.size)
        stamp = checkpoint.time_stamp
        return DokladZaznam(
            log=checkpoints.read(checkpoint.note).origin,
            pozice=leaf,
            dukaz=[base64.b64encode(step).decode() for step in proof],
            kontrolni_bod=checkpoint.note,
            casove_razitko=base64.b64encode(stamp).decode() if stamp is not None else None,
        )


def canonical(document: PodepsanyDoklad) -> bytes:
    """Return the JSON that the log's entry is made from: keys sorted, no spaces (RFC 8785)."""
    return msgspec.json.encode(document, order="sorted")


_decode = msgspec.json.Decoder(PodepsanyDoklad).decode


def _owner(caller: Caller) -> dict[str, int | str | None]:
    if isinstance(caller, AccountCaller):
        return {"account_id": caller.account_id, "address_key": None}
    assert isinstance(caller, Anonymous)
    return {"account_id": None, "address_key": caller.address_key}

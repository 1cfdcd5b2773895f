"""Receipts as servers issue and find them.

A receipt is signed and stored before its answer is sent: whoever has read its number finds it, even if the
server is killed the moment after.
"""

from __future__ import annotations

import base64
import secrets
import time
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from soupis.accounts.callers import AccountCaller, Anonymous, Caller
from soupis.accounts.database import Database
from soupis.receipts import signatures
from soupis.receipts.keys import SigningKey, SigningKeys
from soupis.times import utc_text
from soupis.wire.base import encode
from soupis.wire.receipts import DokladFirma, DokladZadost, DokladZdroj, PodepsanyDoklad

# The number of a receipt, as `issue` draws it.
RECEIPT_ID = r"[A-Za-z0-9_-]{22}"

# A new key signs in all processes within so many seconds.
_KEY_SECONDS = 5.0
_TICKS_PER_PURGE = 600
# Who asks without an account is known for a day only; the number of a receipt lasts a little longer.
_KEEP_ANONYMOUS_SECONDS = 30 * 86_400

_ADD = """
INSERT INTO receipt (id, account_id, address_key, issued, document, signature)
VALUES (:id, :account_id, :address_key, :issued, :document, :signature)
"""
_FIND = "SELECT document, signature, time_stamp FROM receipt WHERE id = :id"
_FIND_OWN = f"{_FIND} AND (account_id = :account_id OR address_key = :address_key)"
_SIGN = "UPDATE receipt SET signature = :signature WHERE id = :id AND signature IS NULL"
_STAMP = "UPDATE receipt SET time_stamp = :time_stamp WHERE id = :id"
_UNSTAMPED = """
SELECT number, id FROM receipt WHERE time_stamp IS NULL AND number > :after ORDER BY number LIMIT :batch
"""
_PURGE = """
DELETE FROM receipt WHERE number IN (
  SELECT number FROM receipt WHERE address_key IS NOT NULL AND issued < :before LIMIT :batch
) RETURNING 1
"""
_BATCH = 500
_QUICKLY = 1  # 0.3 ms for a hundred companies; the usual level takes 10, for an eighth less


class Asked(NamedTuple):
    """A request that is receipted: its method, its address as it was sent, its body."""

    method: str
    address: str
    body: bytes = b""


class Said(NamedTuple):
    """What was answered of companies, and the sources of that.

    `sources` maps a source to the moment than which none of its answers is older, None = it never answered.
    """

    sources: dict[str, str | None]
    companies: list[DokladFirma]


class _Stored(NamedTuple):
    """A stored receipt: the JSON that is signed, its detached JWS, its time stamp (DER)."""

    signed: bytes
    signature: str
    time_stamp: bytes | None


class Receipts:
    """Issues receipts and finds them; one per process, safe to share between threads.

    Steps take tens of microseconds on SQLite; on PostgreSQL they wait for the network. All raise
    `UnavailableError`.
    """

    def __init__(self, database: Database, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._connection = database.connect()
        self._sweeping = database.connect()  # so that a purge never makes a request wait in this process
        self.keys = SigningKeys(self._connection, secret)
        self._clock = clock
        self._key: tuple[float, SigningKey] | None = None
        self._ticks = 0

    def issue(self, caller: Caller, asked: Asked, answer: bytes, said: Said) -> str:
        """Sign what was answered, store the receipt and return its number."""
        identifier = secrets.token_urlsafe(16)
        receipt = PodepsanyDoklad(
            id=identifier,
            vydano=utc_text(self._clock()),
            zadost=DokladZadost(
                metoda=asked.method,
                adresa=asked.address,
                otisk=sha256(asked.body).hexdigest() if asked.body else None,
            ),
            otisk=sha256(answer).hexdigest(),
            neodpovezeno=sum(company.dph is None for company in said.companies),
            zdroje=[DokladZdroj(zdroj=source, odpoved_z=moment) for source, moment in said.sources.items()],
            firmy=said.companies,
        )
        signed = encode(receipt)
        row = {
            "id": identifier,
            "issued": receipt.vydano,
            "document": zlib.compress(signed, _QUICKLY),
            "signature": self._sign(signed),
        }
        self._connection.run(_ADD, row | _owner(caller))
        return identifier

    def find(self, caller: Caller, identifier: str) -> bytes | None:
        """Return a receipt, a JSON `wire.receipts.Doklad`; None = it is not the caller's."""
        return self._found(_FIND_OWN, {"id": identifier} | _owner(caller))

    def by_number(self, identifier: str) -> bytes | None:
        """Return a receipt to anybody who knows its number, which cannot be guessed; None = there is none."""
        return self._found(_FIND, {"id": identifier})

    def jws_of(self, identifier: str) -> str | None:
        """Return the signature of a receipt with what it is over; None = there is no such receipt."""
        found = self._row(_FIND, {"id": identifier})
        return _attached(found.signature, found.signed) if found else None

    def unstamped(self) -> Iterator[str]:
        """Yield the numbers of receipts without a time stamp, the oldest first."""
        after = 0
        while rows := self._connection.run(_UNSTAMPED, {"after": after, "batch": _BATCH}):
            yield from (identifier for _, identifier in rows)
            after = rows[-1][0]

    def stamp(self, identifier: str, time_stamp: bytes) -> None:
        """Store the time stamp of a receipt."""
        self._connection.run(_STAMP, {"id": identifier, "time_stamp": time_stamp})

    def tick(self) -> None:
        """Do a second's work: forget old receipts of nobody's account from time to time."""
        if self._ticks % _TICKS_PER_PURGE == 0:
            before = utc_text(self._clock() - _KEEP_ANONYMOUS_SECONDS)
            while len(self._sweeping.run(_PURGE, {"before": before, "batch": _BATCH})) == _BATCH:
                time.sleep(0.005)
        self._ticks += 1

    def close(self) -> None:
        """Close the connections."""
        self._sweeping.close()
        self._connection.close()

    def _found(self, statement: str, values: dict[str, Any]) -> bytes | None:
        """Return the JSON of a receipt that a statement finds."""
        found = self._row(statement, values)
        if found is None:
            return None
        more = {
            "jws": _attached(found.signature, found.signed),
            "casoveRazitko": base64.b64encode(found.time_stamp).decode() if found.time_stamp else None,
        }
        return found.signed[:-1] + b"," + msgspec.json.encode(more)[1:]

    def _row(self, statement: str, values: dict[str, Any]) -> _Stored | None:
        rows = self._connection.run(statement, values)
        if not rows:
            return None
        document, signature, time_stamp = rows[0]
        signed = zlib.decompress(document)
        if signature is None:  # of a version that signed answers instead of receipts
            signature = self._sign(signed)
            self._connection.run(_SIGN, {"id": values["id"], "signature": signature})
        return _Stored(signed, signature, time_stamp)

    def _sign(self, signed: bytes) -> str:
        """Return the JWS over a receipt without its payload, which is stored beside it."""
        key = self._current_key()
        header, _payload, signature = signatures.sign(signed, key.private, key.kid).split(".")
        return f"{header}..{signature}"

    def _current_key(self) -> SigningKey:
        now = time.monotonic()
        if self._key is None or now - self._key[0] > _KEY_SECONDS:
            self._key = (now, self.keys.current(self._clock()))
        return self._key[1]


def _attached(detached: str, payload: bytes) -> str:
    """Return a JWS with its payload."""
    header, _, signature = detached.split(".")
    return f"{header}.{base64.urlsafe_b64encode(payload).rstrip(b'=').decode()}.{signature}"


def _owner(caller: Caller) -> dict[str, int | str | None]:
    if isinstance(caller, AccountCaller):
        return {"account_id": caller.account_id, "address_key": None}
    assert isinstance(caller, Anonymous)
    return {"account_id": None, "address_key": caller.address_key}

"""The append-only log of receipts in the accounts database.

Receipts are entered in batches, a moment after they were issued; each batch ends with a signed checkpoint.
An entry is the SHA-256 of the signed receipt, so the log can be published whole without a word of who asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from soupis.accounts.database import Database, Run
from soupis.receipts import checkpoints, tree
from soupis.receipts.checkpoints import Checkpoint
from soupis.receipts.keys import SigningKey
from soupis.times import now_text, utc_text

# Requests wait while a batch is entered: some milliseconds.
_BATCH = 200
_PAUSE_SECONDS = 0.002
_POSTGRES_LOCK = 0x536F75706973  # nobody else's; held to the end of the transaction

_WAITING = "SELECT number, document FROM receipt WHERE leaf IS NULL ORDER BY number LIMIT :batch"
_ENTER = "UPDATE receipt SET leaf = :leaf WHERE number = :number"
_SIZE = "SELECT max(number) + 1 FROM receipt_node WHERE level = 0"
_NODE = "SELECT hash FROM receipt_node WHERE level = :level AND number = :number"
_NODES = """
SELECT hash FROM receipt_node WHERE level = :level AND number >= :start AND number < :end ORDER BY number
"""
_ADD_NODE = "INSERT INTO receipt_node (level, number, hash) VALUES (:level, :number, :hash)"
_ADD_CHECKPOINT = """
INSERT INTO receipt_checkpoint (size, note, created) VALUES (:size, :note, :created)
"""
_FORGET_CHECKPOINTS = "DELETE FROM receipt_checkpoint WHERE size < :size AND time_stamp IS NULL"
_NEWEST = "SELECT size, note, time_stamp FROM receipt_checkpoint ORDER BY size DESC LIMIT 1"
_STAMPED = """
SELECT size, note, time_stamp FROM receipt_checkpoint
WHERE size > :leaf AND time_stamp IS NOT NULL ORDER BY size LIMIT 1
"""
_STAMP = """
INSERT INTO receipt_checkpoint (size, note, created, time_stamp) VALUES (:size, :note, :created, :time_stamp)
ON CONFLICT (size) DO UPDATE SET time_stamp = excluded.time_stamp
"""


class SignedCheckpoint(NamedTuple):
    """A checkpoint as it is stored: its size, its note, and its time stamp (DER) where it has one."""

    size: int
    note: str
    time_stamp: bytes | None


class ReceiptLog:
    """The log of an installation.

    `origin` is its name in checkpoints from the first one on; a service that moves keeps its log's.
    """

    def __init__(self, database: Database, origin: str, key: Callable[[], SigningKey]) -> None:
        self._connection = database.connect()
        self._local = database.local
        self._origin = origin
        self._key = key

    def enter_waiting(self, now: float) -> None:
        """Enter all receipts that are not in the log yet."""
        while self._connection.run(_WAITING, {"batch": 1}):
            with self._connection.transaction() as run:
                if not self._local:
                    run(f"SELECT pg_advisory_xact_lock({_POSTGRES_LOCK})", {})
                self._enter_batch(run, now)
            time.sleep(_PAUSE_SECONDS)

    def newest(self) -> SignedCheckpoint | None:
        """Return the newest checkpoint, None while the log is empty."""
        rows = self._connection.run(_NEWEST, {})
        return _checkpoint(rows[0]) if rows else None

    def checkpoint_over(self, leaf: int) -> SignedCheckpoint:
        """Return a checkpoint that covers an entry: the first one with a time stamp, else the newest."""
        rows = self._connection.run(_STAMPED, {"leaf": leaf}) or self._connection.run(_NEWEST, {})
        return _checkpoint(rows[0])

    def stamp(self, checkpoint: SignedCheckpoint, time_stamp: bytes) -> None:
        """Keep a checkpoint with its time stamp, even if a newer one has taken its place meanwhile."""
        row = {"size": checkpoint.size, "note": checkpoint.note, "created": now_text()}
        self._connection.run(_STAMP, row | {"time_stamp": time_stamp})

    def node(self, level: int, number: int) -> bytes:
        """Return a node of the tree; raises KeyError where there is none."""
        rows = self._connection.run(_NODE, {"level": level, "number": number})
        if not rows:
            raise KeyError((level, number))
        return bytes(rows[0][0])

    def nodes(self, level: int, start: int, end: int) -> list[bytes]:
        """Return the nodes of a level from number `start` to before `end`, as far as there are any."""
        rows = self._connection.run(_NODES, {"level": level, "start": start, "end": end})
        return [bytes(row[0]) for row in rows]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _enter_batch(self, run: Run, now: float) -> None:
        waiting = run(_WAITING, {"batch": _BATCH})
        if not waiting:
            return
        size = int(run(_SIZE, {})[0][0] or 0)
        made: dict[tuple[int, int], bytes] = {}

        def node(level: int, number: int) -> bytes:
            if (level, number) not in made:
                made[level, number] = bytes(run(_NODE, {"level": level, "number": number})[0][0])
            return made[level, number]

        def add(level: int, number: int, value: bytes) -> None:
            made[level, number] = value
            run(_ADD_NODE, {"level": level, "number": number, "hash": value})

        for number, document in waiting:
            run(_ENTER, {"leaf": size, "number": number})
            level, at = 0, size
            add(level, at, tree.leaf_hash(tree.entry_of(bytes(document))))
            while at & 1:  # a right half: its parent is complete now
                value = tree.node_hash(node(level, at - 1), node(level, at))
                level, at = level + 1, at >> 1
                add(level, at, value)
            size += 1
        key = self._key()
        before = run(_NEWEST, {})
        origin = checkpoints.read(before[0][1]).origin if before else self._origin
        checkpoint = Checkpoint(origin, size, tree.root(node, size))
        note = checkpoints.sign(checkpoint, key.private, key.public)
        run(_ADD_CHECKPOINT, {"size": size, "note": note, "created": utc_text(now)})
        run(_FORGET_CHECKPOINTS, {"size": size})


def _checkpoint(row: Sequence[Any]) -> SignedCheckpoint:
    size, note, time_stamp = row
    return SignedCheckpoint(int(size), note, bytes(time_stamp) if time_stamp is not None else None)

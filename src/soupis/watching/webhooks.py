"""Webhooks of accounts: where changes are posted to, how far each one is, and what became of its messages.

There is no queue of messages: each webhook notes up to which line of the change log it was told, so nothing
is lost with a process, and whoever fails to listen for long is told from where it stopped.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, delete, func, insert, or_, select, update

from soupis.accounts.database import Database
from soupis.accounts.tables import account, is_due, webhook, webhook_delivery
from soupis.messages import Message
from soupis.times import utc_text
from soupis.watching.signatures import webhook_secret

MOST_WEBHOOKS = 10
# The last deliveries that are shown; older ones are forgotten.
MOST_DELIVERIES = 100
# For so long messages are signed by the secret before a rotation too.
ROTATION_SECONDS = 24 * 3_600
# How many of one account are served at the same time by one process: receivers that hang hold up their
# owner's others, and nobody else's.
AT_ONCE_OF_ACCOUNT = 2
_MAX_CONSIDERED = 1_000
# A delivery that hangs longer than this was cut off with its process.
CLAIM_SECONDS = 60
# The waits after failures in a row, as the scheme recommends; after the last one the webhook is switched off.
RETRY_SECONDS = (5.0, 300.0, 1_800.0, 7_200.0, 18_000.0, 36_000.0, 50_400.0, 72_000.0, 86_400.0)

_hook = webhook.c


class Webhook(NamedTuple):
    """A webhook as its owner sees it; `off` = why nothing is sent: failed, gone."""

    id: str
    account_id: int
    url: str
    sections: str
    created: str
    generation: int
    rotated: str | None
    seen: int
    attempts: int
    due: str
    off: str | None

    def generations(self, now: float) -> list[int]:
        """Return the generations of the secret that messages are signed by at a moment."""
        if self.rotated and self.rotated > utc_text(now - ROTATION_SECONDS):
            return [self.generation, self.generation - 1]
        return [self.generation]


class Delivery(NamedTuple):
    """One attempt to deliver a message; `status` = the HTTP status, None where there was no answer."""

    at: str
    message_id: str
    ico: int | None
    attempt: int
    status: int | None
    error: str | None


class TooManyWebhooksError(Exception):
    """The account has `MOST_WEBHOOKS` already; `sentence` says so, in both languages."""

    sentence = Message(
        f"Účet může mít nejvýše {MOST_WEBHOOKS} webhooků; některý nejprve smažte.",
        f"An account can have {MOST_WEBHOOKS} webhooks at most; delete one first.",
    )


_COLUMNS: list[Column[Any]] = [_hook[name] for name in Webhook._fields]


class Webhooks:
    """The webhooks of all accounts; safe to share between threads."""

    def __init__(self, database: Database, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self._engine = database.engine
        self._key = key
        self._clock = clock

    def create(self, account_id: int, url: str, sections: Iterable[str], seen: int) -> Webhook:
        """Add a webhook that is told what comes after line `seen`. Raises `TooManyWebhooksError`."""
        now = utc_text(self._clock())
        made = Webhook(
            id=f"wh_{secrets.token_hex(11)}", account_id=account_id, url=url, sections=" ".join(sections),
            created=now, generation=1, rotated=None, seen=seen, attempts=0, due=now, off=None,
        )  # fmt: skip
        with self._engine.begin() as connection:
            connection.execute(insert(webhook).values(made._asdict()))
            mine = select(func.count()).select_from(webhook).where(_hook.account_id == account_id)
            if connection.execute(mine).scalar_one() > MOST_WEBHOOKS:
                raise TooManyWebhooksError
        return made

    def secret(self, hook: Webhook) -> str:
        """Return the secret of a webhook, to be shown once."""
        return webhook_secret(self._key, hook.id, hook.generation)

    def of(self, account_id: int) -> list[Webhook]:
        """Return the webhooks of an account, the oldest first."""
        query = select(*_COLUMNS).where(_hook.account_id == account_id).order_by(_hook.created, _hook.id)
        with self._engine.connect() as connection:
            return [Webhook._make(row) for row in connection.execute(query)]

    def find(self, account_id: int, webhook_id: str) -> Webhook | None:
        """Return a webhook of an account, None where it has no such one."""
        query = select(*_COLUMNS).where(_hook.account_id == account_id, _hook.id == webhook_id)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return Webhook._make(row) if row else None

    def remove(self, account_id: int, webhook_id: str) -> bool:
        """Delete a webhook with its deliveries; tell whether there was one."""
        with self._engine.begin() as connection:
            mine = (_hook.account_id == account_id) & (_hook.id == webhook_id)
            there_was = bool(connection.execute(delete(webhook).where(mine)).rowcount)
            if there_was:
                connection.execute(
                    delete(webhook_delivery).where(webhook_delivery.c.webhook_id == webhook_id)
                )
        return there_was

    def rotate(self, hook: Webhook) -> Webhook:
        """Give a webhook a new secret; the one before signs too for `ROTATION_SECONDS`."""
        values = {"generation": hook.generation + 1, "rotated": utc_text(self._clock())}
        return self._change(hook, values)

    def replay(self, hook: Webhook, after: int | None) -> Webhook:
        """Go on at once, after another line of the log if one is given; one that was off is on again."""
        values = {"attempts": 0, "due": utc_text(self._clock()), "off": None, "claimed": None}
        return self._change(hook, values if after is None else values | {"seen": after})

    def deliveries(self, hook: Webhook) -> list[Delivery]:
        """Return the last attempts of a webhook, the newest first."""
        log = webhook_delivery.c
        query = (
            select(*(log[name] for name in Delivery._fields))
            .where(log.webhook_id == hook.id)
            .order_by(log.id.desc())
            .limit(MOST_DELIVERIES)
        )
        with self._engine.connect() as connection:
            return [Delivery._make(row) for row in connection.execute(query)]

    # --- for the sender ---

    def claim(self, newest: int, limit: int, served: Counter[int]) -> list[Webhook]:
        """Take webhooks that lag behind line `newest` and are due, so that no other process serves them.

        `served` counts the webhooks that this process serves now, by account; an account has at most
        `AT_ONCE_OF_ACCOUNT`. Receivers that failed last time come after all others.
        """
        now = self._clock()
        free = or_(_hook.claimed.is_(None), _hook.claimed < utc_text(now - CLAIM_SECONDS))
        enabled = _hook.account_id.in_(select(account.c.id).where(account.c.disabled.is_(None)))
        waiting = (
            enabled,
            _hook.off.is_(None),
            is_due(_hook.due, now, RETRY_SECONDS[-1]),
            _hook.seen != newest,
            free,
        )
        counted = Counter(served)
        full = [account_id for account_id, count in served.items() if count >= AT_ONCE_OF_ACCOUNT]
        query = select(_hook.id, _hook.account_id).where(*waiting, _hook.account_id.not_in(full))
        with self._engine.connect() as connection:
            found = connection.execute(query.order_by(_hook.attempts, _hook.due).limit(_MAX_CONSIDERED)).all()
        taken: list[Webhook] = []
        for webhook_id, account_id in found:
            if len(taken) >= limit:
                break
            if counted[account_id] >= AT_ONCE_OF_ACCOUNT:
                continue
            counted[account_id] += 1
            taking = update(webhook).where(_hook.id == webhook_id, *waiting).values(claimed=utc_text(now))
            with self._engine.begin() as connection:
                row = connection.execute(taking.returning(*_COLUMNS)).one_or_none()
            if row:  # else another process was faster
                taken.append(Webhook._make(row))
        return taken

    def delivered(self, hook: Webhook, delivery: Delivery, seen: int) -> bool:
        """Note a message as delivered; tell whether to go on: the webhook may be gone or set elsewhere."""
        values = {"seen": seen, "attempts": 0, "claimed": utc_text(self._clock())}
        return self._note(hook, delivery, values)

    def failed(self, hook: Webhook, delivery: Delivery, wait: float | None, off: str | None) -> None:
        """Note a failure: tried again after a wait, or, with `off`, not before its owner wants it."""
        due = utc_text(self._clock() + (wait or 0.0))
        self._note(hook, delivery, {"attempts": hook.attempts + 1, "due": due, "off": off, "claimed": None})

    def noted(self, hook: Webhook, delivery: Delivery) -> None:
        """Note an attempt that moves nothing: a test."""
        with self._engine.begin() as connection:
            _log(connection, hook, delivery)

    def release(self, hook: Webhook, seen: int) -> None:
        """Let go of a webhook that was told of everything up to a line."""
        values = {"seen": seen, "claimed": None, "due": utc_text(self._clock())}
        with self._engine.begin() as connection:
            connection.execute(update(webhook).where(_same(hook)).values(values))

    def _note(self, hook: Webhook, delivery: Delivery, values: dict[str, object]) -> bool:
        with self._engine.begin() as connection:
            changed = connection.execute(update(webhook).where(_same(hook)).values(values)).rowcount
            if changed:
                _log(connection, hook, delivery)
        return bool(changed)

    def _change(self, hook: Webhook, values: dict[str, object]) -> Webhook:
        changing = update(webhook).where(_hook.id == hook.id).values(values).returning(*_COLUMNS)
        with self._engine.begin() as connection:
            return Webhook._make(connection.execute(changing).one())


def _same(hook: Webhook) -> ColumnElement[bool]:
    """Return the condition that a webhook is where it was when it was read."""
    return (_hook.id == hook.id) & (_hook.seen == hook.seen) & _hook.off.is_(None)


def _log(connection: Connection, hook: Webhook, delivery: Delivery) -> None:
    row = delivery._asdict() | {"webhook_id": hook.id, "account_id": hook.account_id}
    added = connection.execute(
        insert(webhook_delivery).values(row).returning(webhook_delivery.c.id)
    ).scalar_one()
    log = webhook_delivery.c
    kept = (
        select(log.id)
        .where(log.webhook_id == hook.id)
        .order_by(log.id.desc())
        .offset(MOST_DELIVERIES)
        .limit(1)
    )
    old = log.id <= kept.scalar_subquery()
    if added % 10 == 0:
        connection.execute(delete(webhook_delivery).where(log.webhook_id == hook.id, old))

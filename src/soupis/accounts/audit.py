"""The trail of security events: written in the transaction of what happened, shown to the account's owner."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from soupis.accounts.tables import audit_event

# Events after which the owner was signed in.
_SIGNED_IN = ("signin.ok", "account.created", "password.reset", "password.changed")


class Event(NamedTuple):
    """Something that happened to an account; `address_key` is None when a command of the operator did it."""

    at: str
    kind: str
    detail: str | None
    address_key: str | None


def record(
    connection: Connection,
    at: str,
    account_id: int | None,
    kind: str,
    detail: str | None = None,
    address_key: str | None = None,
) -> None:
    """Write an event down; `at` is an ISO moment, `account_id` None where there is no account (any more)."""
    row = {"account_id": account_id, "at": at, "kind": kind, "detail": detail, "address_key": address_key}
    connection.execute(insert(audit_event).values(row))


def events(connection: Connection, account_id: int, most: int) -> list[Event]:
    """Return the latest events of an account, newest first."""
    query = (
        select(*(audit_event.c[name] for name in Event._fields))
        .where(audit_event.c.account_id == account_id)
        .order_by(audit_event.c.id.desc())
        .limit(most)
    )
    return [Event._make(row) for row in connection.execute(query)]


def signed_in_from(connection: Connection, account_id: int, address_key: str, since: str) -> bool:
    """Tell whether an account was signed in from a client IP since a moment."""
    e = audit_event.c
    came = (e.account_id == account_id) & (e.address_key == address_key) & e.kind.in_(_SIGNED_IN)
    return connection.execute(select(e.id).where(came, e.at >= since).limit(1)).first() is not None

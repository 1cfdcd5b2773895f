"""Links sent by e-mail: for registration, for a new password, for a new mailbox. Each works once.

See "Links" in docs/accounts.md.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from soupis.accounts.errors import AccountError
from soupis.accounts.tables import email_link
from soupis.accounts.tokens import fingerprint, new_token
from soupis.times import utc_text

Purpose = Literal["register", "reset", "email"]

HOUR = 3_600
# Who forgot a password waits for the mail; other mail may be read tomorrow.
LIFETIME_SECONDS: dict[str, int] = {"register": 48 * HOUR, "reset": HOUR, "email": 48 * HOUR}


class Link(NamedTuple):
    """What a link is for; `email` is the mailbox it was sent to, `account_id` None before registration."""

    purpose: str
    email: str
    account_id: int | None


class DeadLinkError(AccountError):
    """The link was used, has expired, or never was one."""

    def __init__(self) -> None:
        super().__init__(
            "Odkaz už neplatí: byl použit, vypršel, nebo není celý. Nechte si poslat nový.",
            "The link is not valid any more: it was used, has expired, or is incomplete. Ask for a new one.",
        )


def make_link(connection: Connection, link: Link, now: float) -> str:
    """Store a link and return its token."""
    token = new_token()
    expires = utc_text(now + LIFETIME_SECONDS[link.purpose])
    row = link._asdict() | {"fingerprint": fingerprint(token), "expires": expires}
    connection.execute(insert(email_link).values(row))
    return token


def read_link(connection: Connection, token: str, now: float) -> Link:
    """Return what a link is for without using it up: mail programs open links by themselves.

    Raises `DeadLinkError`.
    """
    query = select(*(email_link.c[name] for name in Link._fields)).where(
        email_link.c.fingerprint == fingerprint(token), email_link.c.expires > utc_text(now)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise DeadLinkError
    return Link._make(row)


def use_link(connection: Connection, token: str, purpose: Purpose, now: float) -> Link:
    """Use a link up and return it. Of several uses at the same moment one succeeds.

    Raises `DeadLinkError`, also for a link with another purpose.
    """
    mine = (email_link.c.fingerprint == fingerprint(token)) & (email_link.c.purpose == purpose)
    columns = [email_link.c[name] for name in Link._fields]
    used = delete(email_link).where(mine, email_link.c.expires > utc_text(now)).returning(*columns)
    row = connection.execute(used).one_or_none()
    if row is None:
        raise DeadLinkError
    return Link._make(row)


def drop_link(connection: Connection, token: str) -> None:
    """Delete a link that could not be sent."""
    connection.execute(delete(email_link).where(email_link.c.fingerprint == fingerprint(token)))


def drop_links(connection: Connection, account_id: int) -> None:
    """Delete all links of an account."""
    connection.execute(delete(email_link).where(email_link.c.account_id == account_id))


def sweep_links(connection: Connection, now: float) -> None:
    """Delete the links that have expired."""
    connection.execute(delete(email_link).where(email_link.c.expires <= utc_text(now)))

"""Requests for another tariff: submitted by the owner of an account, decided by an operator."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, Select, insert, select, update

from soupis.accounts.audit import record
from soupis.accounts.database import Database
from soupis.accounts.errors import AccountError
from soupis.accounts.mail.mail_templates import MailKind
from soupis.accounts.mail.outbox import QueuedMail, queue_mail
from soupis.accounts.quota.tariffs import TARIFFS
from soupis.accounts.tables import account, tariff_request
from soupis.times import utc_text

MAX_NOTE = 500


class TariffRequest(NamedTuple):
    """A request with whom it is from; moments are ISO texts in UTC."""

    id: int
    account_id: int
    email: str
    current: str  # the tariff that the account has now
    tariff: str
    note: str | None
    language: str  # cs | en: that of the page it was sent from
    created: str
    state: str  # open | approved | denied | withdrawn
    decided: str | None


class TariffRequests:
    """The requests in one database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._engine = database.engine
        self._clock = clock

    def submit(self, account_id: int, tariff: str, note: str, language: str, address_key: str | None) -> None:
        """Ask for a tariff; an earlier request that is still open is withdrawn. Raises `AccountError`."""
        note = note.strip()
        if tariff not in TARIFFS:
            names = ", ".join(TARIFFS)
            raise AccountError(f"Vyberte jeden z tarifů {names}.", f"Choose one of the tariffs {names}.")
        if len(note) > MAX_NOTE:
            raise AccountError(
                f"Poznámka může mít nejvýš {MAX_NOTE} znaků, má {len(note)}.",
                f"The note may be at most {MAX_NOTE} characters long, it has {len(note)}.",
            )
        now = self._clock()
        with self._engine.begin() as connection:
            current = select(account.c.tariff).where(account.c.id == account_id).with_for_update()
            if connection.execute(current).scalar_one() == tariff:
                raise AccountError(f"Tarif {tariff} už máte.", f"You have the tariff {tariff} already.")
            self._close_open(connection, account_id, "withdrawn", now)
            row = {"account_id": account_id, "tariff": tariff, "note": note or None, "state": "open"}
            row |= {"created": utc_text(now), "language": language}
            connection.execute(insert(tariff_request).values(row))
            record(connection, utc_text(now), account_id, "tariff.asked", tariff, address_key)
            for email in connection.execute(select(account.c.email).where(account.c.role == "operator")):
                queue_mail(connection, QueuedMail("tariff.asked", email[0], "cs", detail=tariff), now)

    def open_request(self, account_id: int) -> TariffRequest | None:
        """Return the open request of an account."""
        mine = tariff_request.c.account_id == account_id
        with self._engine.connect() as connection:
            row = connection.execute(_requests().where(mine, tariff_request.c.state == "open")).one_or_none()
        return TariffRequest._make(row) if row else None

    def open_requests(self) -> list[TariffRequest]:
        """Return the open requests, oldest first."""
        return self._list(_requests().where(tariff_request.c.state == "open").order_by(tariff_request.c.id))

    def decided_requests(self, most: int) -> list[TariffRequest]:
        """Return the latest decided requests, newest first."""
        decided = tariff_request.c.state.in_(("approved", "denied"))
        return self._list(_requests().where(decided).order_by(tariff_request.c.decided.desc()).limit(most))

    def decide(self, request_id: int, approved: bool, operator_id: int) -> TariffRequest:
        """Approve a request, which sets the tariff at once, or deny it. Raises `AccountError`.

        Of two operators who decide at the same moment one is told that it is decided.
        """
        now = self._clock()
        state = "approved" if approved else "denied"
        change = (
            update(tariff_request)
            .where(tariff_request.c.id == request_id, tariff_request.c.state == "open")
            .values(state=state, decided=utc_text(now), decided_by=operator_id)
            .returning(tariff_request.c.account_id, tariff_request.c.tariff)
        )
        with self._engine.begin() as connection:
            row = connection.execute(change).one_or_none()
            if row is None:
                raise AccountError(
                    "Žádost už není otevřená: byla vyřízena nebo stažena.",
                    "The request is not open any more: it was decided or withdrawn.",
                )
            if approved:
                mine = account.c.id == row.account_id
                connection.execute(update(account).where(mine).values(tariff=row.tariff))
            query = _requests().where(tariff_request.c.id == request_id)
            request = TariffRequest._make(connection.execute(query).one())
            record(connection, utc_text(now), request.account_id, f"tariff.{state}", request.tariff)
            kind: MailKind = "tariff.approved" if approved else "tariff.denied"
            answer = QueuedMail(kind, request.email, request.language, request.account_id, request.tariff)
            queue_mail(connection, answer, now)
        return request

    def withdraw(self, account_id: int, address_key: str | None) -> None:
        """Withdraw the open request of an account, if there is one."""
        now = self._clock()
        with self._engine.begin() as connection:
            if self._close_open(connection, account_id, "withdrawn", now):
                record(connection, utc_text(now), account_id, "tariff.withdrawn", None, address_key)

    def _close_open(self, connection: Connection, account_id: int, state: str, now: float) -> int:
        mine = (tariff_request.c.account_id == account_id) & (tariff_request.c.state == "open")
        return connection.execute(
            update(tariff_request).where(mine).values(state=state, decided=utc_text(now))
        ).rowcount

    def _list(self, query: Select[tuple[object, ...]]) -> list[TariffRequest]:
        with self._engine.connect() as connection:
            return [TariffRequest._make(row) for row in connection.execute(query)]


def _requests() -> Select[tuple[object, ...]]:
    elsewhere = {"email": account.c.email, "current": account.c.tariff}
    columns = [
        elsewhere[name] if name in elsewhere else tariff_request.c[name] for name in TariffRequest._fields
    ]
    return select(*columns).join_from(tariff_request, account, account.c.id == tariff_request.c.account_id)

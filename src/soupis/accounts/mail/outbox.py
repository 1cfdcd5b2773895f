"""The queue of outgoing mail: a page only adds a row, a thread makes and sends the mail.

So the time of an answer tells nothing about whether an account exists; mail survives a crash, and is tried
again while the mail server is away.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import OperationalError

from soupis.accounts.database import Database
from soupis.accounts.errors import UnavailableError
from soupis.accounts.links import Link, Purpose, drop_link, make_link
from soupis.accounts.mail.mail_templates import MailKind, write_mail
from soupis.accounts.mail.sender import Mailer, UndeliverableError
from soupis.accounts.tables import account, is_due, mail_queue
from soupis.periodic import Periodic
from soupis.times import utc_text

_log = structlog.stdlib.get_logger(__name__)

POLL_SECONDS = 5.0
# The wait before another attempt doubles: 2 min, 4 min … 4 h 16 min; after the last the mail is given up.
FIRST_WAIT_SECONDS = 120
MAX_ATTEMPTS = 9
_LONGEST_WAIT_SECONDS = FIRST_WAIT_SECONDS * 2 ** (MAX_ATTEMPTS - 1)
_SWEEP_SECONDS = 3_600

_PATHS = {"cs": "", "en": "/en"}


class QueuedMail(NamedTuple):
    """A mail to be sent: what for, to which mailbox, for which account if there is one."""

    kind: MailKind
    email: str
    language: str  # cs | en
    account_id: int | None = None
    detail: str | None = None


class _Task(NamedTuple):
    id: int
    mail: QueuedMail
    attempts: int


def queue_mail(connection: Connection, mail: QueuedMail, now: float) -> None:
    """Put a mail into the queue; one statement whatever the mail will be."""
    times = {"created": utc_text(now), "due": utc_text(now), "attempts": 0}
    connection.execute(insert(mail_queue).values(mail._asdict() | times))


class Outbox:
    """Sends what is in the queue; several processes may do so side by side."""

    def __init__(
        self,
        database: Database,
        mailer: Mailer,
        base_url: str,
        sender: str,
        clock: Callable[[], float] = time.time,
        sweep: Callable[[], None] = lambda: None,
    ) -> None:
        self._engine = database.engine
        self._sweep = sweep
        self._swept = -math.inf
        self._mailer = mailer
        self._base_url = base_url
        self._host = urlsplit(base_url).netloc
        self._sender = sender
        self._clock = clock
        self._periodic = Periodic("accounts-outbox", self._work, POLL_SECONDS)

    def start(self) -> None:
        """Start the thread."""
        self._periodic.start()

    def wake(self) -> None:
        """Look into the queue now."""
        self._periodic.wake()

    def sweep_in(self, seconds: float) -> None:
        """Have the next sweep happen after so many seconds."""
        self._swept = self._clock() - _SWEEP_SECONDS + seconds

    def close(self) -> None:
        """Stop after the mail being sent; the others stay in the queue."""
        self._periodic.close()

    def send_due(self) -> int:
        """Send the mail that is due; return how many were taken out of the queue."""
        done = 0
        while not self._periodic.stopping.is_set() and (task := self._take()) is not None:
            done += self._send(task)
        return done

    def _work(self) -> None:
        try:
            self.send_due()
            self._sweep_hourly()
        except (UnavailableError, OperationalError) as error:  # locked, full or away: later
            _log.warning("mail_queue_failed", error=type(error).__name__)
        except Exception:
            _log.exception("mail_queue_failed")

    def _sweep_hourly(self) -> None:
        if self._clock() - self._swept >= _SWEEP_SECONDS:
            self._swept = self._clock()
            self._sweep()

    def _take(self) -> _Task | None:
        """Take the next mail: it comes up again later, unless it is done by then."""
        now = self._clock()
        queue = mail_queue.c
        due = (
            select(queue.id, queue.attempts)
            .where(is_due(queue.due, now, _LONGEST_WAIT_SECONDS))
            .order_by(queue.due)
            .limit(1)
        )
        while True:
            with self._engine.connect() as connection:
                first = connection.execute(due).one_or_none()
            if first is None:
                return None
            later = utc_text(now + FIRST_WAIT_SECONDS * 2**first.attempts)
            taking = (
                update(mail_queue)
                .where(queue.id == first.id, queue.attempts == first.attempts)
                .values(attempts=first.attempts + 1, due=later)
                .returning(*(queue[name] for name in QueuedMail._fields))
            )
            with self._engine.begin() as connection:
                row = connection.execute(taking).one_or_none()
            if row is not None:  # else another process was faster
                return _Task(first.id, QueuedMail._make(row), first.attempts + 1)

    def _send(self, task: _Task) -> bool:
        """Make and send a mail; tell whether it is out of the queue."""
        mail: QueuedMail | None = task.mail
        token: str | None = None
        try:
            with self._engine.begin() as connection:
                mail, token = self._prepare(connection, task.mail)
            if mail is not None:
                self._mailer.send(self._write(mail, token))
        except UndeliverableError as error:
            _log.error("mail_refused", kind=task.mail.kind, mail=task.id, reason=str(error))
        except Exception as error:
            self._take_back(token)
            if task.attempts < MAX_ATTEMPTS:
                _log.warning("mail_delayed", kind=task.mail.kind, mail=task.id, error=type(error).__name__)
                return False
            _log.error("mail_given_up", kind=task.mail.kind, mail=task.id, error=type(error).__name__)
        with self._engine.begin() as connection:
            connection.execute(delete(mail_queue).where(mail_queue.c.id == task.id))
        return True

    def _prepare(self, connection: Connection, mail: QueuedMail) -> tuple[QueuedMail | None, str | None]:
        """Decide, by whether there is an account, which mail goes out; make its link.

        The token is nowhere but in the mail: the queue holds none.
        """
        if mail.kind not in ("register", "reset", "email"):
            return mail, None
        mine = select(account.c.id, account.c.disabled).where(account.c.email == mail.email)
        owner = connection.execute(mine).one_or_none()
        if mail.kind == "reset":
            if owner is None or owner.disabled:
                return None, None
            return mail, self._link(connection, "reset", mail.email, owner.id)
        if owner is not None:
            return mail._replace(kind="exists"), None
        return mail, self._link(connection, mail.kind, mail.email, mail.account_id)

    def _link(self, connection: Connection, purpose: Purpose, email: str, account_id: int | None) -> str:
        return make_link(connection, Link(purpose, email, account_id), self._clock())

    def _write(self, mail: QueuedMail, token: str | None) -> EmailMessage:
        page = {
            "exists": "/prihlaseni",
            "password.changed": "/obnova-hesla",
            "tariff.asked": "/provoz",
            "watch.daily": "/ucet/sledovani",
            "watch.now": "/ucet/sledovani",
        }.get(mail.kind, "/ucet")
        path = f"/potvrzeni?token={token}" if token else page
        return write_mail(
            mail.kind,
            mail.language,
            sender=self._sender,
            recipient=mail.email,
            host=self._host,
            link=self._base_url + _PATHS[mail.language] + path,
            detail=mail.detail or "",
        )

    def _take_back(self, token: str | None) -> None:
        if token is not None:
            with self._engine.begin() as connection:
                drop_link(connection, token)

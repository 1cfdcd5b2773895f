"""What a person does with an account on the site: registers, signs in, changes it, deletes it.

Answers never tell whether a mailbox has an account: registration and reset always do the same work, one
row for the mail queue; sign-in always verifies one password. The rules are in docs/accounts.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from soupis.accounts import audit, links
from soupis.accounts.access import Access
from soupis.accounts.callers import DISABLED, Anonymous
from soupis.accounts.devices import Devices
from soupis.accounts.directory import normalize_email
from soupis.accounts.erasure import erase_account, sweep_events, sweep_orphans
from soupis.accounts.errors import AccountError, BusyError
from soupis.accounts.mail.mail_templates import MailKind
from soupis.accounts.mail.outbox import Outbox, QueuedMail, queue_mail
from soupis.accounts.mail.sender import Mailer, open_mailer, sender_address
from soupis.accounts.passwords import check_new_password, hash_password, needs_rehash, verify_password
from soupis.accounts.quota.tariffs import FREE
from soupis.accounts.sessions import Session, end_session, end_sessions, open_session
from soupis.accounts.tables import account
from soupis.accounts.tariff_requests import TariffRequests
from soupis.accounts.throttle import (
    MAIL_FROM_CLIENT,
    MAIL_FROM_CLIENT_TO_MAILBOX,
    MAIL_TO_MAILBOX,
    SIGN_IN_ACCOUNT,
    SIGN_IN_CLIENT,
    Policy,
)
from soupis.heavy_work import HeavyWork
from soupis.times import utc_text

# A client IP from which an account was signed in counts as known for so long.
_KNOWN_SECONDS = 90 * 86_400
_LAST_REQUESTS_SECONDS = 10
# Passwords that one client may have hashed at once; the others still find places in the queue.
_MAX_OF_CLIENT = 4


class _Place(NamedTuple):
    """Where the owner of an account signed in before: the bucket of what is tried there."""

    bucket: str
    is_device: bool


class AccountService:
    """The accounts as their owners use them; one object per process, safe to share between threads.

    `client` is the caller as the IP address shows it, `address_key` the keyed hash of that address. Tokens of
    sessions that methods return belong into the cookie; they are stored nowhere. Methods raise `AccountError`
    (a sentence for the person) and its kinds `ThrottledError`, `BusyError` and `DeadLinkError`. A password
    takes 0.1 s and 64 MiB, so methods with a password wait in a bounded queue: call them in threads.
    """

    def __init__(
        self,
        access: Access,
        secret: bytes,
        mailer: Mailer,
        base_url: str,
        sender: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.access = access
        self.tariff_requests = TariffRequests(access.database, clock)
        self.throttle = access.throttle
        self.hashing = HeavyWork("passwords", BusyError, max_of_caller=_MAX_OF_CLIENT)
        # Owners on a device or at an address of theirs do not wait behind strangers who guess.
        self.hashing_for_owners = HeavyWork("owners", BusyError, max_of_caller=_MAX_OF_CLIENT)
        # Each link asked for writes to the disk, and only one caller can write at a time.
        self.link_requests = HeavyWork("links", BusyError, max_of_caller=_MAX_OF_CLIENT)
        self.devices = Devices(secret)
        self.outbox = Outbox(access.database, mailer, base_url, sender, clock, self.sweep)
        # Key of the tokens that forms carry against requests made up by other sites.
        self.forms_key = blake2b(secret, person=b"forms", digest_size=32).digest()
        self._engine = access.database.engine
        self._clock = clock
        self.outbox.start()

    def close(self) -> None:
        """Stop sending mail, and close; to be called before the access is closed."""
        self.outbox.close()
        self.hashing.close()
        self.hashing_for_owners.close()
        self.link_requests.close()

    def ask_for_link(
        self,
        purpose: Literal["register", "reset"],
        email: str,
        language: str,
        client: Anonymous,
        device: str | None = None,
    ) -> None:
        """Have a link for registration or for a new password sent to a mailbox."""
        mail = QueuedMail(purpose, normalize_email(email), language)
        self.link_requests.submit(client.address_key, self._queue_link, mail, client, device).result()
        self.outbox.wake()

    def _queue_link(self, mail: QueuedMail, client: Anonymous, device: str | None) -> None:
        place = self._known_place(mail.email, client.address_key, device)
        self._throttle_mail(mail.email, client, place)
        with self._engine.begin() as connection:
            queue_mail(connection, mail, self._clock())

    def read_link(self, token: str) -> links.Link:
        """Return what a link is for; it stays valid."""
        with self._engine.connect() as connection:
            return links.read_link(connection, token, self._clock())

    def register(self, token: str, password: str, address_key: str) -> str:
        """Make the account that a link was sent for, sign its owner in and return the session's token."""
        hashed = self._hash_new(password, self.read_link(token).email, address_key)
        now = self._clock()
        try:
            with self._engine.begin() as connection:
                link = links.use_link(connection, token, "register", now)
                row = {"email": link.email, "tariff": FREE.name, "role": "user", "password_hash": hashed}
                row |= {"email_confirmed": utc_text(now), "created": utc_text(now)}
                account_id = connection.execute(
                    insert(account).values(row).returning(account.c.id)
                ).scalar_one()
                audit.record(connection, utc_text(now), account_id, "account.created", FREE.name, address_key)
                return open_session(connection, account_id, now, address_key)
        except IntegrityError:
            raise AccountError(
                "Účet s touto adresou mezitím vznikl; přihlaste se.",
                "An account with this address was made in the meantime; sign in.",
            ) from None

    def reset_password(self, token: str, password: str, language: str, address_key: str) -> str:
        """Set a new password by a link, end all sessions, sign in anew and return the session's token."""
        hashed = self._hash_new(password, self.read_link(token).email, address_key)
        now = self._clock()
        with self._engine.begin() as connection:
            link = links.use_link(connection, token, "reset", now)
            assert link.account_id is not None
            mine = update(account).where(account.c.id == link.account_id)
            connection.execute(mine.values(email_confirmed=utc_text(now)))
            session = self._set_password(connection, link.account_id, hashed, "password.reset", address_key)
            self._notify(connection, "password.changed", link.email, language, link.account_id)
        self.throttle.forget(self._sign_in_bucket(link.email))
        self.outbox.wake()
        return session

    def confirm_email(self, token: str, language: str, address_key: str) -> str:
        """Give an account the e-mail that a link was sent to, and return it; the old mailbox is told."""
        now = self._clock()
        try:
            with self._engine.begin() as connection:
                link = links.use_link(connection, token, "email", now)
                mine = account.c.id == link.account_id
                old = connection.execute(select(account.c.email).where(mine)).scalar_one_or_none()
                if old is None or link.account_id is None:
                    raise links.DeadLinkError
                change = update(account).where(mine)
                connection.execute(change.values(email=link.email, email_confirmed=utc_text(now)))
                # A link for a new password may lie in the old mailbox.
                links.drop_links(connection, link.account_id)
                audit.record(connection, utc_text(now), link.account_id, "email.changed", None, address_key)
                self._notify(connection, "email.changed", old, language, link.account_id, link.email)
        except IntegrityError:
            raise AccountError(
                "Tuto adresu mezitím začal používat jiný účet.",
                "Another account has begun to use this address in the meantime.",
            ) from None
        self.outbox.wake()
        return link.email

    def sign_in(self, email: str, password: str, client: Anonymous, device: str | None = None) -> str:
        """Check a password and return the token of a new session; `device` is the cookie of a known one."""
        address_key = client.address_key
        mailbox = email.strip().lower()
        query = select(account.c.id, account.c.password_hash, account.c.disabled).where(
            account.c.email == mailbox
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        stored = row.password_hash if row else None
        place = self._known_place(mailbox, address_key, device)
        own = place.bucket if place else self._sign_in_bucket(mailbox)
        is_known = place is not None and place.is_device
        source = {} if is_known else self.throttle.buckets_of("source", client, SIGN_IN_CLIENT)
        hashing = self.hashing_for_owners if place else self.hashing
        self._verify(own, source, row.id if row else None, stored, password, address_key, hashing)
        assert row is not None
        if row.disabled:
            raise AccountError(*DISABLED)
        rehashed = self._hash(password, address_key) if needs_rehash(row.password_hash) else None
        now = self._clock()
        with self._engine.begin() as connection:
            if rehashed:
                mine = update(account).where(account.c.id == row.id)
                connection.execute(mine.values(password_hash=rehashed))
            audit.record(connection, utc_text(now), row.id, "signin.ok", None, address_key)
            return open_session(connection, row.id, now, address_key)

    def sign_out(self, session: Session, everywhere: bool, address_key: str) -> None:
        """End this session, or all of the account."""
        with self._engine.begin() as connection:
            if everywhere:
                kind, ended = "signout.all", end_sessions(connection, session.account_id)
            else:
                kind, ended = "signout", end_session(connection, session.id)
            if ended:
                audit.record(connection, self._now(), session.account_id, kind, None, address_key)

    def change_password(
        self, session: Session, password: str, new_password: str, language: str, address_key: str
    ) -> str:
        """Change the password, end all sessions, and return the token of a new one."""
        self._prove(session, password, address_key)
        hashed = self._hash_new(new_password, session.email, address_key)
        with self._engine.begin() as connection:
            token = self._set_password(
                connection, session.account_id, hashed, "password.changed", address_key
            )
            self._notify(connection, "password.changed", session.email, language, session.account_id)
        self.outbox.wake()
        return token

    def ask_for_email(
        self, session: Session, password: str, email: str, language: str, client: Anonymous
    ) -> str:
        """Have a link sent to the new e-mail of an account, and return it as it was read."""
        mailbox = normalize_email(email)
        if mailbox == session.email:
            raise AccountError("Tuto adresu už účet má.", "The account has this address already.")
        self._prove(session, password, client.address_key)
        self._throttle_mail(mailbox, client)
        with self._engine.begin() as connection:
            mail = QueuedMail("email", mailbox, language, session.account_id)
            queue_mail(connection, mail, self._clock())
            audit.record(connection, self._now(), session.account_id, "email.asked", None, client.address_key)
        self.outbox.wake()
        return mailbox

    def delete_account(self, session: Session, password: str, language: str, address_key: str) -> None:
        """Delete an account with its keys, sessions and all data of its owner."""
        self._prove(session, password, address_key)
        with self._engine.begin() as connection:
            erase_account(connection, session.account_id)
            audit.record(connection, self._now(), None, "account.deleted")
            queue_mail(connection, QueuedMail("account.deleted", session.email, language), self._clock())
        self.outbox.wake()
        # Requests that are being answered may still store something for the account.
        self.outbox.sweep_in(_LAST_REQUESTS_SECONDS)

    def has_password(self, session: Session) -> bool:
        """Tell whether an account has a password yet; one made by a command gets it by a link."""
        query = select(account.c.password_hash).where(account.c.id == session.account_id)
        with self._engine.connect() as connection:
            return connection.execute(query).scalar_one_or_none() is not None

    def events(self, session: Session, most: int) -> list[audit.Event]:
        """Return the latest security events of an account, newest first."""
        with self._engine.connect() as connection:
            return audit.events(connection, session.account_id, most)

    def sweep(self) -> None:
        """Delete what has ended: sessions, links, counted attempts, old events."""
        self.access.sessions.sweep()
        self.throttle.sweep()
        with self._engine.begin() as connection:
            links.sweep_links(connection, self._clock())
            sweep_events(connection, self._clock())
            sweep_orphans(connection)

    def _prove(self, session: Session, password: str, address_key: str) -> None:
        """Have the owner prove by the password that nobody else uses the open browser."""
        query = select(account.c.password_hash).where(account.c.id == session.account_id)
        with self._engine.connect() as connection:
            stored = connection.execute(query).scalar_one_or_none()
        # By the session: strangers who guess must not keep the owner from changing the password.
        own = self.throttle.bucket("prove", str(session.id))
        hashing = self.hashing_for_owners
        self._verify(own, {}, session.account_id, stored, password, address_key, hashing)

    def _verify(
        self,
        own: str,
        source: Mapping[str, Policy],
        account_id: int | None,
        stored: str | None,
        password: str,
        address_key: str,
        hashing: HeavyWork,
    ) -> None:
        """Verify a password, slowed down; the same work whether there is an account or not.

        `own` is the bucket of who tries at the account. `source` are those of the client, none for a client
        that has proved itself. An attempt that is blocked takes no place in the queue for hashing.
        """
        self.throttle.attempt({own: SIGN_IN_ACCOUNT, **source})
        try:
            is_right = hashing.submit(address_key, verify_password, stored, password).result()
        except BusyError:
            self.throttle.give_back([own, *source])
            raise
        if is_right:
            self.throttle.succeeded(own, source)
            return
        with self._engine.begin() as connection:
            audit.record(connection, self._now(), account_id, "signin.failed", None, address_key)
        raise AccountError(
            "E-mail nebo heslo nesouhlasí. Heslo si můžete nechat obnovit.",
            "The e-mail or the password is wrong. You can have the password reset.",
        )

    def _throttle_mail(self, mailbox: str, client: Anonymous, place: _Place | None = None) -> None:
        """Count a mail to a mailbox.

        One client cannot use up what the mailbox gets, and what all of them use up is not that of the owner,
        who signed in at `place` before.
        """
        throttle = self.throttle
        pair = throttle.bucket("mail", f"{mailbox} {client.address_key}")
        if place:
            counted = {f"m{place.bucket}": MAIL_TO_MAILBOX}
        else:
            counted = {
                throttle.bucket("mail", mailbox): MAIL_TO_MAILBOX,
                pair: MAIL_FROM_CLIENT_TO_MAILBOX,
            }
        throttle.attempt(counted | throttle.buckets_of("mailer", client, MAIL_FROM_CLIENT))

    def _known_place(self, mailbox: str, address_key: str, device: str | None) -> _Place | None:
        """Return the device or client IP from which the owner of a mailbox signed in before, None for others.

        Whoever comes from there is counted apart from strangers.
        """
        since = utc_text(self._clock() - _KNOWN_SECONDS)
        with self._engine.connect() as connection:
            query = select(account.c.id).where(account.c.email == mailbox)
            # The same work where there is no account; none has the number 0.
            owner = connection.execute(query).scalar() or 0
            came_from_here = audit.signed_in_from(connection, owner, address_key, since)
        if owner and (name := self.devices.name(device, owner)):
            return _Place(self.throttle.bucket("device", name), is_device=True)
        if owner and came_from_here:
            return _Place(self.throttle.bucket("place", f"{owner} {address_key}"), is_device=False)
        return None

    def _sign_in_bucket(self, mailbox: str) -> str:
        return self.throttle.bucket("signin", mailbox)

    def _hash_new(self, password: str, email: str, address_key: str) -> str:
        check_new_password(password, email)
        return self._hash(password, address_key)

    def _hash(self, password: str, address_key: str) -> str:
        return self.hashing.submit(address_key, hash_password, password).result()

    def _set_password(
        self, connection: Connection, account_id: int, hashed: str, event: str, address_key: str
    ) -> str:
        """Store a new password; nothing that was open or sent before stays valid."""
        now = self._clock()
        connection.execute(update(account).where(account.c.id == account_id).values(password_hash=hashed))
        end_sessions(connection, account_id)
        links.drop_links(connection, account_id)
        audit.record(connection, utc_text(now), account_id, event, None, address_key)
        return open_session(connection, account_id, now, address_key)

    def _notify(
        self,
        connection: Connection,
        kind: MailKind,
        email: str,
        language: str,
        account_id: int,
        detail: str | None = None,
    ) -> None:
        queue_mail(connection, QueuedMail(kind, email, language, account_id, detail), self._clock())

    def _now(self) -> str:
        return utc_text(self._clock())


def open_account_service(
    access: Access,
    secret: bytes,
    smtp_url: str | None,
    base_url: str,
    outbox: Path,
    clock: Callable[[], float] = time.time,
) -> AccountService:
    """Open the accounts of a server process; without `smtp_url` mail is written into the directory `outbox`.

    Raises ValueError when `smtp_url` is wrong.
    """
    sender = sender_address(smtp_url, urlsplit(base_url).hostname or "localhost")
    return AccountService(access, secret, open_mailer(smtp_url, outbox), base_url, sender, clock)

"""Sending of mail: by SMTP, or into files where no server is set."""

from __future__ import annotations

import os
import secrets
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit

import structlog

from soupis.times import utc_now

_log = structlog.stdlib.get_logger(__name__)

_TIMEOUT_SECONDS = 30.0
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class UndeliverableError(Exception):
    """The mail server refused the mail for good; to try again is of no use."""


class Mailer(Protocol):
    """Hands over one mail. Raises `UndeliverableError`, or OSError when it is to be tried again."""

    def send(self, message: EmailMessage) -> None:
        """Hand the mail over."""


@dataclass(frozen=True)
class FileMailer:
    """Writes mail into a directory that only its owner can read: it holds links that open accounts."""

    directory: Path

    def send(self, message: EmailMessage) -> None:
        """Write the mail into a file of its own, `<time>-<random>.eml`; it appears there whole.

        By their names the files are in the order in which they were written.
        """
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"{utc_now():%Y%m%dT%H%M%S.%fZ}-{secrets.token_hex(4)}.eml"
        draft = self.directory / f"{name}.part"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(message.as_bytes(policy=SMTP))
        draft.rename(self.directory / name)
        # Neither the mailbox nor the link: logs are read by more people than mail.
        _log.info("mail_written", file=str(self.directory / name))


@dataclass(frozen=True)
class SmtpMailer:
    """Sends mail through a server: `smtp://[user:password@]host[:587]` or `smtps://…[:465]`.

    With `smtp://` the connection is encrypted (STARTTLS) before anything is said, except to this machine.
    `?tls=none` allows a server on a trusted network that cannot encrypt.
    """

    host: str
    port: int
    user: str | None
    password: str | None
    is_implicit_tls: bool
    is_tls_needed: bool

    def send(self, message: EmailMessage) -> None:
        """Send the mail. Raises `UndeliverableError` or OSError (smtplib's errors are such)."""
        try:
            with self._connect() as server:
                if self.user is not None:
                    server.login(self.user, self.password or "")
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            if all(code >= 500 for code in codes):
                raise UndeliverableError(f"the recipient was refused with {codes}") from None
            raise
        _log.info("mail_sent", server=self.host)

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.is_implicit_tls:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=_TIMEOUT_SECONDS, context=context)
        server = smtplib.SMTP(self.host, self.port, timeout=_TIMEOUT_SECONDS)
        try:
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=context)
            elif self.is_tls_needed:
                raise smtplib.SMTPNotSupportedError(
                    "the mail server offers no STARTTLS; use smtps:// or, on a trusted network, ?tls=none"
                )
        except BaseException:
            server.close()
            raise
        return server


def open_mailer(smtp_url: str | None, outbox: Path) -> Mailer:
    """Return the mailer for SOUPIS_SMTP_URL. Raises ValueError that says how it must look."""
    return _smtp_mailer(smtp_url) if smtp_url else FileMailer(outbox)


def sender_address(smtp_url: str | None, host: str) -> str:
    """Return the e-mail address that mail comes from.

    That of `?from=`, else the user's if it is one, else `soupis@` the host of the service.
    """
    parts = urlsplit(smtp_url or "")
    senders = parse_qs(parts.query).get("from", [])
    user = unquote(parts.username or "")
    return senders[0] if senders else user if "@" in user else f"soupis@{host}"


def _smtp_mailer(url: str) -> SmtpMailer:
    shape = "SOUPIS_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(shape) from None  # not the cause: it quotes the password
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ValueError(shape)
    tls = parse_qs(parts.query).get("tls", [""])[0]
    return SmtpMailer(
        host=parts.hostname,
        port=port or (465 if parts.scheme == "smtps" else 587),
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        is_implicit_tls=parts.scheme == "smtps",
        is_tls_needed=tls != "none" and parts.hostname not in _LOOPBACK,
    )

"""The errors of accounts and quotas."""

from __future__ import annotations

from soupis.heavy_work import RETRY_SECONDS
from soupis.messages import Message


class AccountError(Exception):
    """What was asked for cannot be done; the message says why and what would be right."""

    def __init__(self, cs: str, en: str) -> None:
        super().__init__(en)
        self.message = Message(cs, en)


class BusyError(AccountError):
    """Too many callers wait for expensive work; `retry_after` is the number of seconds to wait."""

    retry_after = RETRY_SECONDS

    def __init__(self) -> None:
        super().__init__(
            "Služba je právě přetížená. Zkuste to prosím za chvíli znovu.",
            "The service is overloaded just now. Please try again in a moment.",
        )


class UnavailableError(Exception):
    """The accounts database cannot be reached or does not answer in time; nothing was changed."""


class LockedError(UnavailableError):
    """Another process is writing to the accounts database; nothing was done, it may be tried again."""


class ExportLostError(Exception):
    """An export no longer holds its lock, because its process stood still for too long: stop sending."""

    def __init__(self) -> None:
        super().__init__("The export stood still for too long and lost its lock; it has to be started again.")

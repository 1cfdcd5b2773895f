"""What goes wrong, as the service tells it."""

from __future__ import annotations

from typing import Any


class SoupisError(Exception):
    """A request that was refused or failed; the text is the service's own sentence.

    `status` is that of HTTP, None where no answer came; `retry_after` are the seconds after which asking
    again makes sense; `data` is what the service adds.
    """

    def __init__(
        self,
        message: str,
        status: int | None = None,
        retry_after: float | None = None,
        data: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after
        self.data = data or {}


class NotFoundError(SoupisError):
    """There is no such company or person in the database (404)."""


class QuotaError(SoupisError):
    """The limit of queries is used up, or another export is running (429)."""


class GoneError(SoupisError):
    """Changes from so far back are kept no longer (410); take a new snapshot."""

    @property
    def oldest(self) -> int:
        """The least number from which changes are kept."""
        return int(self.data["nejstarsi"])


BY_STATUS: dict[int, type[SoupisError]] = {404: NotFoundError, 410: GoneError, 429: QuotaError}

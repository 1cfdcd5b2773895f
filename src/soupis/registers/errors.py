"""How a source can fail: unusable for good (`SourceError`) or only for now (`SourceUnavailable`)."""

from __future__ import annotations

from soupis.registers.records import SourceError


class SourceUnavailable(SourceError):  # noqa: N818 (says a state, like HTTP's 503)
    """The source did not answer properly this time; the same question is worth asking again.

    `retry_after` is the number of seconds after which asking makes sense, where the source or its
    published limits tell.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


__all__ = ["SourceError", "SourceUnavailable"]

"""When a failed request is sent again, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

_PASSING = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class Retrying:
    """How patient a client is.

    A request is sent `attempts` times at most. The service's `Retry-After` is heeded; where it asks for more
    than `longest` seconds (a limit that renews next month), the error is raised at once. Without one, pauses
    grow from `first` seconds to `longest`, with chance in them, so that many clients do not come together.
    """

    attempts: int = 4
    first: float = 0.5
    longest: float = 60.0

    def pause_after_answer(self, answer: httpx.Response, attempt: int) -> float | None:
        """Return the seconds to wait before attempt number `attempt` + 1, None to give up."""
        if answer.status_code not in _PASSING or attempt >= self.attempts:
            return None
        asked = retry_after(answer)
        if asked is None:
            return self._growing(attempt)
        return asked if asked <= self.longest else None

    def pause_after_failure(self, error: httpx.TransportError, attempt: int) -> float | None:
        """Return the same where no answer came; what may have been answered and charged is not sent again."""
        never_sent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
        return self._growing(attempt) if never_sent and attempt < self.attempts else None

    def _growing(self, attempt: int) -> float:
        pause: float = min(self.longest, self.first * 2.0 ** (attempt - 1))
        return pause * random.uniform(0.5, 1.0)  # noqa: S311 - no secret depends on it


def retry_after(answer: httpx.Response) -> float | None:
    """Return the seconds that an answer asks to wait, given as a number or as a moment."""
    text = answer.headers.get("retry-after", "")
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())

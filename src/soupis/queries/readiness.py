"""Whether this node can answer all that it is asked for, and if not, why."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from soupis.accounts.errors import UnavailableError
from soupis.messages import Message
from soupis.queries.services import Services
from soupis.times import utc_now

# A change is in the index within seconds; a large import is followed in batches.
MOST_BEHIND = 300.0

EMPTY = Message("v databázi zatím nejsou žádné firmy", "the database holds no companies yet")
NO_INDEX = Message("vyhledávací index neexistuje", "there is no search index")
BEHIND = Message("vyhledávací index je pozadu", "the search index is behind")
NO_ACCOUNTS = Message("do databáze účtů nelze zapisovat", "the accounts database cannot be written")
NOT_FOLLOWED = Message(
    "kopii dokumentů nikdo neaktualizuje", "nobody keeps the copy of the documents up to date"
)
NO_DOCUMENTS = Message("databázi firem nelze číst", "the database of companies cannot be read")


class Readiness(NamedTuple):
    """Why a node is not ready (empty: it is), and the age of the oldest change that its index lacks."""

    reasons: tuple[Message, ...]
    index_behind: float | None  # seconds; None where there is no index or it cannot be told


def look(services: Services) -> Readiness:
    """Look at documents, index and accounts; waits a tenth of a second at most where they are local."""
    reasons = []
    behind = None
    try:
        if not services.documents.holds_any():
            reasons.append(EMPTY)
        applied = services.companies.applied_change()
        if applied is None:
            reasons.append(NO_INDEX)
        else:
            behind = _age(services.documents.oldest_change_after(applied))
            if behind > MOST_BEHIND:
                reasons.append(BEHIND)
    except sqlite3.Error:
        reasons.append(NO_DOCUMENTS)
    if (seen := services.documents.last_followed()) is not None and time.time() - seen > MOST_BEHIND:
        reasons.append(NOT_FOLLOWED)
    if services.access.database.local:  # across the network: callers who are known are answered without it
        try:
            services.access.database.check_writable()
        except UnavailableError:
            reasons.append(NO_ACCOUNTS)
    return Readiness(tuple(reasons), behind)


def not_ready(reasons: Sequence[Message]) -> Message:
    """Return the sentence that tells the reasons."""
    return Message(
        f"Služba není připravena: {', '.join(reason.cs for reason in reasons)}.",
        f"The service is not ready: {', '.join(reason.en for reason in reasons)}.",
    )


def _age(moment: str | None) -> float:
    if moment is None:
        return 0.0
    return max(0.0, utc_now().timestamp() - datetime.fromisoformat(moment).timestamp())

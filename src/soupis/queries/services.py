"""What a server process holds open for answering requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from soupis.accounts.access import Access
from soupis.queries.freshness import source_states
from soupis.search.companies import CompanySearch
from soupis.search.persons import PersonSearch
from soupis.store.documents import Documents
from soupis.store.lookup_queue import LookupQueue
from soupis.store.refresh_hints import RefreshHints


@dataclass
class Services:
    """The open parts of one process; made after the process has started, closed when it stops."""

    documents: Documents
    companies: CompanySearch
    persons: PersonSearch
    access: Access
    lookups: LookupQueue
    refresh_hints: RefreshHints
    base_url: str

    def __post_init__(self) -> None:
        # Whether users reach the service by https; cookies and headers depend on it.
        self.secure = self.base_url.startswith("https://")

    def sources(self, *, english: bool = False) -> list[dict[str, Any]]:
        """Return how sources stand: `wire.sources.StavZdroje`, and `aktualizovano` = last success."""
        states = (msgspec.to_builtins(state) for state in source_states(self.documents, english=english))
        return [{**state, "aktualizovano": state["posledniUspech"]} for state in states]

    def close(self) -> None:
        """Close everything; quota leases go back."""
        self.access.close()
        self.lookups.close()
        self.refresh_hints.close()
        self.documents.close()


# Gives the services of this process; they are open only while the application runs.
Provider = Callable[[], Services]

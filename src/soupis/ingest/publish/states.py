"""Whether a company lives."""

from __future__ import annotations

from typing import Any

from soupis.wire.company import StavFirmy


def state_of(company: Any, today: str) -> StavFirmy:
    """Return whether a company lives on a day; an announced end in the future has not come yet."""
    if company.ceased:
        return "zanikla" if company.ceased <= today else "aktivni"
    return "zanikla" if company.ended else "aktivni"

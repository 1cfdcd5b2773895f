"""What is known of a company's state: one rule for search, statistics, graph, pages and assistants."""

from __future__ import annotations

from typing import Protocol

from soupis.wire.company import Insolvence, StavPodrobne

# Codes of the detailed state that mean insolvency.
INSOLVENT = frozenset({"konkurs", "upadek", "insolvencniRizeni"})


class HasInsolvency(Protocol):
    """What of a company tells whether it is insolvent."""

    @property
    def stav_podrobne(self) -> StavPodrobne | None: ...
    @property
    def insolvence(self) -> list[Insolvence] | None: ...


def is_insolvent(company: HasInsolvency) -> bool | None:
    """Tell whether a company is insolvent by the insolvency register or by the public one.

    None where nobody looked or the insolvency register does not tell.
    """
    if entered_insolvency(company) is not None:
        return True
    if company.insolvence is None:
        return None
    states = {item.probiha for item in company.insolvence}
    return True if True in states else None if None in states else False


def entered_insolvency(company: HasInsolvency) -> StavPodrobne | None:
    """Return the insolvency that the public register has, where the insolvency register was never read."""
    state = company.stav_podrobne
    if company.insolvence is None and state is not None and state.kod in INSOLVENT:
        return state
    return None

"""Units taken for an answer, and the refusal where too few are left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from soupis.accounts.callers import Caller
from soupis.accounts.quota.counters import Decision, is_daily
from soupis.accounts.quota.statistics import Kind
from soupis.queries.errors import QueryError, left_of, units_of, used_up, way_on
from soupis.queries.services import Services


class OverLimitError(QueryError):
    """A refusal by the quota; `decision` has the figures that go with it."""

    def __init__(self, decision: Decision, cs: str, en: str, retry_after: int | None) -> None:
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        super().__init__(429, cs, en, headers)
        self.decision = decision


def over_limit(decision: Decision, units: int = 1) -> OverLimitError:
    """Return the error for a query that costs more units than are left.

    A query that costs more than the whole limit has no `Retry-After`, because waiting does not help it.
    """
    anonymous = is_daily(decision)
    retry_after = decision.retry_after or decision.reset_seconds
    if decision.remaining == 0 and units <= decision.limit:
        sentence, advice = used_up(decision.limit, anonymous=anonymous), way_on(anonymous=anonymous)
        return OverLimitError(
            decision, f"{sentence.cs} {advice.cs}", f"{sentence.en} {advice.en}", retry_after
        )
    cost, left = units_of(units), left_of(decision.remaining)
    if units > decision.limit:
        limit = units_of(decision.limit)
        return OverLimitError(
            decision,
            f"Dotaz stojí {cost.cs}, celý limit {'na den' if anonymous else 'na měsíc'} má jen {limit.cs}: "
            "čekání nepomůže, rozdělte ho, nebo použijte vyšší tarif. Nic nebylo započítáno.",
            f"The query costs {cost.en}, the whole limit of a {'day' if anonymous else 'month'} is only "
            f"{limit.en}: waiting does not help, split it, or use a higher tariff. Nothing was charged.",
            None,
        )
    return OverLimitError(
        decision,
        f"Dotaz stojí {cost.cs}, {left.cs}. Nic nebylo započítáno.",
        f"The query costs {cost.en}, {left.en}. Nothing was charged.",
        retry_after,
    )


@asynccontextmanager
async def charged(services: Services, caller: Caller, units: int, kind: Kind) -> AsyncIterator[Decision]:
    """Take units for what is done in the block, and refund them if it fails through a fault of ours.

    Raises `OverLimitError` when too few units are left.
    """
    quota = services.access.quota
    decision = await services.patient_step(quota.consume, caller, units, kind)
    if not decision.allowed:
        raise over_limit(decision, units)
    try:
        yield decision
    except BaseException as error:
        if not isinstance(error, QueryError) or error.status >= 500:
            await services.step(quota.refund, caller, decision, kind)
        raise

"""Units taken for an answer, and the refusal where too few are left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta

from soupis.accounts.callers import Caller
from soupis.accounts.quota.counters import Decision, is_daily
from soupis.accounts.quota.statistics import Kind
from soupis.accounts.quota.tariffs import FREE
from soupis.messages import Message
from soupis.queries.errors import QueryError, left_of, units_of
from soupis.queries.services import Services


class OverLimitError(QueryError):
    """A refusal by the quota; `decision` has the figures that go with it."""

    def __init__(self, decision: Decision, cs: str, en: str, retry_after: int | None) -> None:
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        super().__init__(429, cs, en, headers)
        self.decision = decision


def renewal_of(decision: Decision) -> Message:
    """Return when a limit renews, as it follows a verb."""
    if is_daily(decision):
        return Message("o půlnoci pražského času", "at midnight in Prague")
    next_month = date.fromisoformat(f"{decision.period}-01") + timedelta(days=32)
    return Message(
        f"1. {next_month.month}. {next_month.year} v 0:00 pražského času",
        f"on {next_month:%Y-%m}-01 at 0:00 Prague time",
    )


def used_up(decision: Decision) -> Message:
    """Return the sentence for a limit that is used up: how much it is, and when it renews."""
    units, renewal = units_of(decision.limit), renewal_of(decision)
    if is_daily(decision):
        return Message(
            f"Denní limit {units.cs} bez účtu je vyčerpán, obnoví se {renewal.cs}.",
            f"The daily limit of {units.en} without an account is used up, it renews {renewal.en}.",
        )
    return Message(
        f"Měsíční limit {units.cs} je vyčerpán, obnoví se {renewal.cs}.",
        f"The monthly limit of {units.en} is used up, it renews {renewal.en}.",
    )


def _way_on(decision: Decision) -> Message:
    """Return the sentence for programs that have used up their limit: how to get a higher one."""
    if is_daily(decision):
        return Message(
            f"Účet zdarma má {FREE.limit} jednotek na měsíc: založte si ho na /registrace a jeho API klíč "
            "posílejte v hlavičce „Authorization: Bearer <API klíč>“.",
            f"A free account has {FREE.limit} units a month: register at /en/registrace and send its API key "
            "in the header “Authorization: Bearer <API key>”.",
        )
    return Message(
        "O vyšší tarif požádáte na stránce svého účtu, /ucet.",
        "Ask for a higher tariff on the page of your account, /en/ucet.",
    )


def over_limit(decision: Decision, units: int = 1) -> OverLimitError:
    """Return the error for a query that costs more units than are left.

    A query that costs more than the whole limit has no `Retry-After`, because waiting does not help it.
    """
    retry_after = decision.retry_after or decision.reset_seconds
    if decision.remaining == 0 and units <= decision.limit:
        sentence, advice = used_up(decision), _way_on(decision)
        return OverLimitError(
            decision, f"{sentence.cs} {advice.cs}", f"{sentence.en} {advice.en}", retry_after
        )
    cost, left = units_of(units), left_of(decision.remaining)
    if units > decision.limit:
        limit, anonymous = units_of(decision.limit), is_daily(decision)
        return OverLimitError(
            decision,
            f"Dotaz stojí {cost.cs}, celý limit {'na den' if anonymous else 'na měsíc'} má jen {limit.cs}: "
            "čekání nepomůže, rozdělte ho, nebo použijte vyšší tarif. Nic nebylo započítáno.",
            f"The query costs {cost.en}, the whole limit of a {'day' if anonymous else 'month'} is only "
            f"{limit.en}: waiting does not help, split it, or use a higher tariff. Nothing was charged.",
            None,
        )
    renewal = renewal_of(decision)
    return OverLimitError(
        decision,
        f"Dotaz stojí {cost.cs}, {left.cs}. Nic nebylo započítáno; limit se obnoví {renewal.cs}.",
        f"The query costs {cost.en}, {left.en}. Nothing was charged; the limit renews {renewal.en}.",
        retry_after,
    )


@asynccontextmanager
async def charged(services: Services, caller: Caller, units: int, kind: Kind) -> AsyncIterator[Decision]:
    """Take units for what is done in the block, and refund them if it fails through a fault of ours.

    Raises `OverLimitError` when too few units are left.
    """
    quota = services.access.quota
    decision = await services.patient_step(quota.take, caller, units, kind)
    if not decision.allowed:
        raise over_limit(decision, units)
    try:
        yield decision
    except BaseException as error:
        if not isinstance(error, QueryError) or error.status >= 500:
            await services.step(quota.refund, caller, decision, kind)
        raise

"""One call to the MCP server: who asks, in which language, and what it has cost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from soupis.accounts.callers import Anonymous, Caller
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.tariffs import ANONYMOUS, FREE
from soupis.messages import Message
from soupis.queries.errors import QueryError, left_of, units_of
from soupis.queries.services import Services

CONNECT = Message(
    f"Denní limit {units_of(ANONYMOUS.limit).cs} bez účtu na tento dotaz už nestačí, obnoví se o půlnoci "
    f"pražského času. Připojte svůj účet: účet zdarma má {FREE.limit} jednotek na měsíc.",
    f"The daily limit of {units_of(ANONYMOUS.limit).en} without an account is not enough for this query; it "
    f"renews at midnight in Prague. Connect your account: a free one has {FREE.limit} units a month.",
)


class ToolCall:
    """A call being answered; `decision` holds the figures of the rate-limit headers once known.

    `must_connect` = the anonymous limit is used up: the HTTP answer has to be 401, because that, unlike an
    error inside the answer, makes clients offer to connect an account.
    """

    def __init__(self, services: Services, caller: Caller | None = None, *, english: bool = False) -> None:
        self.services = services
        self.english = english
        self.decision: Decision | None = None
        self.must_connect = False
        self.caller = caller  # None: a local client over stdio, which is not counted

    def text(self, message: Message) -> str:
        """Return a message in the caller's language."""
        return message.en if self.english else message.cs

    async def spend(self, units: int) -> None:
        """Take units of the caller's quota, all or none. Raises `QueryError` 401 or 429."""
        if self.caller is None or not units:
            return
        quota = self.services.access.quota
        decision = self.decision = await self.services.patient_step(quota.consume, self.caller, units, "mcp")
        if decision.allowed:
            return
        if isinstance(self.caller, Anonymous):
            self.must_connect = True
            raise QueryError(401, *CONNECT)
        cost, left, days = units_of(units), left_of(decision.remaining), _days(decision)
        raise QueryError(
            429,
            f"Dotaz stojí {cost.cs}, {left.cs} z {decision.limit} za měsíc. "
            f"Nic nebylo započítáno; limit se obnoví za {days} {_czech_days(days)}.",
            f"The query costs {cost.en}, of {decision.limit} a month {left.en}. "
            f"Nothing was charged; the limit renews in {days} day{'' if days == 1 else 's'}.",
        )

    @asynccontextmanager
    async def charged(self) -> AsyncIterator[None]:
        """Give back what was taken when the block fails through no fault of the caller.

        That there is no such company is an answer too, and charged.
        """
        try:
            yield
        except BaseException as error:
            if not isinstance(error, QueryError) or error.status >= 500:
                await self._give_back()
            raise

    async def _give_back(self) -> None:
        if self.caller is not None and self.decision is not None and self.decision.units:
            quota = self.services.access.quota
            self.decision = await self.services.step(quota.refund, self.caller, self.decision, "mcp")


def _days(decision: Decision) -> int:
    return max(1, round(decision.reset_seconds / 86_400))


def _czech_days(days: int) -> str:
    return "den" if days == 1 else "dny" if days <= 4 else "dní"

"""One call to the MCP server: who asks, in which language, and what it has cost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from soupis.accounts.callers import Anonymous, Caller
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.tariffs import FREE
from soupis.messages import Message
from soupis.queries.charging import over_limit, renewal_of
from soupis.queries.errors import QueryError, units_of
from soupis.queries.services import Services

_MOST_BYTES = 1_000_000


def refuse_too_long(answer: bytes) -> None:
    """Raise `QueryError` 413 for an answer that no model could read; it is not charged."""
    if len(answer) > _MOST_BYTES:
        raise QueryError(
            413,
            f"Odpověď by měla {len(answer)} bajtů, nejvýše jich smí být {_MOST_BYTES}. Zvolte méně oddílů "
            "(casti) nebo položek (pocet); celá je v rozhraní REST, popis na /api/docs.",
            f"The answer would have {len(answer)} bytes, {_MOST_BYTES} at most are allowed. Choose fewer "
            "sections (casti) or items (pocet); all of it is in the REST interface, described at /api/docs.",
        )


def connect(decision: Decision, units: int) -> Message:
    """Return the sentence for a caller without an account whose day is not enough for a query."""
    limit, cost, renewal = units_of(decision.limit), units_of(units), renewal_of(decision)
    if units > decision.limit:
        begun = Message(
            f"Dotaz stojí {cost.cs}, celý denní limit bez účtu má jen {limit.cs}.",
            f"The query costs {cost.en}, the whole daily limit without an account is {limit.en}.",
        )
    else:
        begun = Message(
            f"Denní limit {limit.cs} bez účtu na tento dotaz už nestačí, obnoví se {renewal.cs}.",
            f"The daily limit of {limit.en} without an account is not enough for this query; it renews "
            f"{renewal.en}.",
        )
    return Message(
        f"{begun.cs} Připojte svůj účet: účet zdarma má {FREE.limit} jednotek na měsíc.",
        f"{begun.en} Connect your account: a free one has {FREE.limit} units a month.",
    )


class ToolCall:
    """A call being answered; `decision` holds the figures of the rate-limit headers once known.

    `must_connect` = a sentence where the anonymous limit is used up: the HTTP answer has to be 401, because
    that, unlike an error inside the answer, makes clients offer to connect an account. `retry_after` is the
    header that goes with it, where waiting helps.
    """

    def __init__(self, services: Services, caller: Caller | None = None, *, english: bool = False) -> None:
        self.services = services
        self.english = english
        self.decision: Decision | None = None
        self.must_connect: Message | None = None
        self.retry_after: str | None = None
        self.caller = caller  # None: a local client over stdio, which is not counted

    def text(self, message: Message) -> str:
        """Return a message in the caller's language."""
        return message.en if self.english else message.cs

    async def spend(self, units: int) -> None:
        """Take units of the caller's quota, all or none. Raises `QueryError` 401 or 429."""
        if self.caller is None or not units:
            return
        quota = self.services.access.quota
        decision = self.decision = await self.services.patient_step(quota.take, self.caller, units, "mcp")
        if decision.allowed:
            return
        refusal = over_limit(decision, units)
        if isinstance(self.caller, Anonymous):
            self.must_connect = connect(decision, units)
            self.retry_after = refusal.headers.get("Retry-After")
            raise QueryError(401, *self.must_connect)
        raise refusal

    @asynccontextmanager
    async def charged(self) -> AsyncIterator[None]:
        """Give back what was taken when the block fails through no fault of the caller.

        That there is no such company is an answer too, and charged.
        """
        try:
            yield
        except BaseException as error:
            if not isinstance(error, QueryError) or error.status >= 500 or error.status == 413:
                await self._give_back()
            raise

    async def _give_back(self) -> None:
        if self.caller is not None and self.decision is not None and self.decision.units:
            quota = self.services.access.quota
            self.decision = await self.services.step(quota.refund, self.caller, self.decision, "mcp")

"""How fresh the sources are: free of charge, for whoever wants to know how far an answer can be trusted."""

from __future__ import annotations

from soupis.api.exchange import JSON, Answer, Exchange
from soupis.queries.freshness import source_states
from soupis.queries.parameters import parse
from soupis.wire.base import encode, wrap
from soupis.wire.requests import ZadneParametry
from soupis.wire.sources import Zdroje


def answer(exchange: Exchange) -> Answer:
    """Return the state of all sources."""
    parse(ZadneParametry, exchange.query)
    states = source_states(exchange.services.documents, english=exchange.english)
    return Answer(200, wrap(encode(Zdroje(zdroje=states))), (JSON, (b"cache-control", b"no-cache")))

"""How fresh the sources are: free of charge, for whoever wants to know how far an answer can be trusted."""

from __future__ import annotations

from soupis.api.request_context import JSON, RequestContext, Response
from soupis.queries.freshness import source_states
from soupis.queries.parameters import parse
from soupis.wire.base import encode, wrap
from soupis.wire.requests import ZadneParametry
from soupis.wire.sources import Zdroje


def answer(context: RequestContext) -> Response:
    """Return the state of all sources."""
    parse(ZadneParametry, context.query)
    states = source_states(context.services.documents, english=context.english)
    return Response(200, wrap(encode(Zdroje(zdroje=states))), (JSON, (b"cache-control", b"no-cache")))

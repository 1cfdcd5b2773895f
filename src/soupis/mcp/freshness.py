"""The tool that says how fresh the data is."""

from __future__ import annotations

from soupis.mcp.answers import ending
from soupis.mcp.tool_call import ToolCall
from soupis.queries.freshness import source_states
from soupis.search.companies import CompanyQuery
from soupis.wire.mcp import ZadneArgumenty, ZdrojeOdpoved


def sources(call: ToolCall, _asked: ZadneArgumenty) -> ZdrojeOdpoved:
    """Return how each source stands, and how many companies can be found."""
    everything = call.services.companies.search(CompanyQuery(), 0, 1)
    states = source_states(call.services.documents, english=call.english)
    return ZdrojeOdpoved(pocet_firem=everything.total, stav_zdroju=states, **ending(call))

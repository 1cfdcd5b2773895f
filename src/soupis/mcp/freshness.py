"""The tool that says how fresh the data is."""

from __future__ import annotations

from soupis.mcp.answers import ending
from soupis.mcp.tool_call import ToolCall
from soupis.queries import companies
from soupis.queries.company_filters import company_query
from soupis.queries.freshness import source_states
from soupis.wire.mcp import ZadneArgumenty, ZdrojeOdpoved
from soupis.wire.requests import VyhledavaniDotaz


async def sources(call: ToolCall, _arguments: ZadneArgumenty) -> ZdrojeOdpoved:
    """Return how each source stands, and how many companies can be found."""
    total = await companies.count_found(call.services, company_query(call.services, VyhledavaniDotaz()))
    states = source_states(call.services, english=call.english)
    return ZdrojeOdpoved(pocet_firem=total, stav_zdroju=states, **ending(call))

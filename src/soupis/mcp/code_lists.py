"""Code lists: a tool that looks a code up, and resources that hold whole lists."""

from __future__ import annotations

from typing import get_args

from soupis.mcp.answers import ending, some_sources
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import code_names
from soupis.sources import CODELISTS, RES, WIRE_NAMES
from soupis.wire.base import CodedName
from soupis.wire.mcp import Ciselnik, CiselnikOdpoved, HledatVCiselniku

LISTS: tuple[Ciselnik, ...] = get_args(Ciselnik)
TITLES = {
    "kraj": "Kraje / regions",
    "forma": "Právní formy / legal forms",
    "nace": "Činnosti CZ-NACE / activities",
    "velikost": "Počty zaměstnanců / headcounts",
}
_MOST = 50


async def look_up(call: ToolCall, arguments: HledatVCiselniku) -> CiselnikOdpoved:
    """Return the values of a list, those that are alike where a text is given."""
    found = await code_names.look_up(call.services, arguments.seznam, arguments.hledat)
    values = [CodedName(kod=code, nazev=name) for code, name in found.items()]
    more = Message(
        f"Je jich víc než {_MOST}: upřesněte hledat. Celý seznam je zdroj ciselnik://{arguments.seznam}.",
        f"There are more than {_MOST}: narrow hledat. The whole list is ciselnik://{arguments.seznam}.",
    )
    return CiselnikOdpoved(
        pocet_celkem=len(values),
        hodnoty=values[:_MOST],
        **ending(
            call,
            sources=some_sources(call, WIRE_NAMES[RES], WIRE_NAMES[CODELISTS]),
            next_steps=[more] if len(values) > _MOST else [],
        ),
    )

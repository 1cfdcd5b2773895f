"""Resources at addresses of their own: the published documents of companies and persons, and code lists."""

from __future__ import annotations

import re

from mcp import types

from soupis.identifiers import ICO, PERSON_KEY
from soupis.mcp.code_lists import LISTS, TITLES
from soupis.mcp.tool_call import ToolCall, refuse_too_long
from soupis.queries import code_names, companies, persons
from soupis.queries.errors import QueryError
from soupis.wire.base import encode

_ADDRESS = re.compile(
    rf"firma://(?P<ico>{ICO})/?|osoba://(?P<klic>{PERSON_KEY})/?|ciselnik://(?P<seznam>{'|'.join(LISTS)})/?",
    re.ASCII,
)

# Companies and persons are millions: they are reached by the templates.
RESOURCES = [
    types.Resource(
        name=f"ciselnik-{name}",
        title=TITLES[name],
        uri=f"ciselnik://{name}",
        description="Kódy a názvy jako JSON, zdarma. / Codes and names as JSON, free.",
        mime_type="application/json",
    )
    for name in LISTS
]

TEMPLATES = [
    types.ResourceTemplate(
        name="firma",
        title="Firma",
        uri_template="firma://{ico}",
        description="Detail firmy podle IČO (8 číslic) jako JSON. / Detail of a company by its ID as JSON.",
        mime_type="application/json",
    ),
    types.ResourceTemplate(
        name="osoba",
        title="Osoba",
        uri_template="osoba://{klic}",
        description="Profil osoby podle klíče jako JSON. / Profile of a person by its key as JSON.",
        mime_type="application/json",
    ),
]


async def read(call: ToolCall, uri: str) -> str:
    """Return the JSON text of a resource, for one unit or free. Raises `QueryError`, 404 for none."""
    address = _ADDRESS.fullmatch(uri)
    if address is None:
        raise QueryError(
            404,
            "Adresa má tvar firma://{IČO o 8 číslicích}, osoba://{klíč osoby} nebo "
            f"ciselnik://{'|'.join(LISTS)}.",
            "The address reads firma://{company ID of 8 digits}, osoba://{person key} or "
            f"ciselnik://{'|'.join(LISTS)}.",
        )
    for code_list in LISTS:
        if address["seznam"] == code_list:
            return encode(await code_names.names(call.services, code_list)).decode()
    await call.spend(1)
    async with call.charged():
        return await call.services.read(_document, call, address["ico"], address["klic"])


def _document(call: ToolCall, ico: str | None, key: str) -> str:
    document = companies.document(call.services, int(ico)) if ico else persons.view(call.services, key)
    refuse_too_long(document.body)
    return document.body.decode()

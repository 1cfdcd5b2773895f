"""Resources: the published documents of companies and persons at addresses of their own."""

from __future__ import annotations

import re

from mcp import types

from soupis.identifiers import ICO, PERSON_KEY
from soupis.mcp.tool_call import ToolCall
from soupis.queries import companies, persons
from soupis.queries.errors import QueryError

_ADDRESS = re.compile(rf"firma://(?P<ico>{ICO})/?|osoba://(?P<klic>{PERSON_KEY})/?", re.ASCII)

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
    """Return the JSON text of a resource for one unit. Raises `QueryError`."""
    address = _ADDRESS.fullmatch(uri)
    if address is None:
        raise QueryError(
            400,
            "Adresa má tvar firma://{IČO o 8 číslicích} nebo osoba://{klíč osoby}.",
            "The address reads firma://{company ID of 8 digits} or osoba://{person key}.",
        )
    await call.spend(1)
    async with call.charged():
        if address["ico"]:
            document = companies.document(call.services, int(address["ico"]))
        else:
            document = persons.document(call.services, address["klic"])
        return document.body.decode()

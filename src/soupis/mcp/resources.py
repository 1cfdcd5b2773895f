"""Resources: the published documents of companies and persons at addresses of their own."""

from __future__ import annotations

import re

from mcp import types

from soupis.mcp.tool_call import ToolCall
from soupis.queries import errors
from soupis.queries.errors import QueryError

_ADDRESS = re.compile(
    r"firma://(?P<ico>[0-9]{8})/?|osoba://(?P<klic>[a-z0-9-]{1,180}-[0-9]{4}-[0-9a-f]{6})/?"
)

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
    documents = call.services.documents
    if address["ico"]:
        found, missing = documents.company(int(address["ico"])), errors.NO_COMPANY
    else:
        found, missing = documents.person(address["klic"]), errors.NO_PERSON
    if found is None:
        raise QueryError(404, *missing)
    return found.body.decode()

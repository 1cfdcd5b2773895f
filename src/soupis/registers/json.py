"""JSON from outside: one object, or an error that says whether asking again makes sense."""

from __future__ import annotations

from typing import Any

import msgspec

from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.xml import looks_like_html


def parse_object(data: bytes, source: str) -> dict[str, Any]:
    """Return the object that a body holds.

    Raises SourceUnavailable for a web page and for what is cut off or damaged, SourceError for JSON of
    another shape.
    """
    if looks_like_html(data):
        raise SourceUnavailable(f"{source}: answered with a web page instead of data, probably an outage.")
    try:
        body = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SourceUnavailable(f"{source}: the answer is cut off or damaged.") from error
    if not isinstance(body, dict):
        raise SourceError(f"{source}: the answer is not an object.")
    return body

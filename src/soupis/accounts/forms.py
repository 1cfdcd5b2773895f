"""Reading of forms, for pages and for the programs that call the OAuth endpoints."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.requests import Request

MAX_BODY_BYTES = 16 * 1024
MAX_FIELDS = 30
_FORM = "application/x-www-form-urlencoded"


class FormError(Exception):
    """A form that cannot be read; `status` is the HTTP status, the text says what is wrong (English)."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form; empty ones count as not given.

    Raises `FormError` 415 for another kind of body, 413 for one that is too long, 400 for a broken one.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _FORM:
        raise FormError(415, f"The body has to be {_FORM}.")
    return parse_fields(await read_body(request))


async def read_body(request: Request) -> bytes:
    """Return the body. Raises `FormError` 413 as soon as it is longer than `MAX_BODY_BYTES`."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY_BYTES:
            raise FormError(413, f"The body is larger than {MAX_BODY_BYTES // 1024} kB.")
        parts.append(part)
    return b"".join(parts)


def parse_fields(raw: bytes) -> dict[str, str]:
    """Return the fields of a form or a query string; empty ones count as not given (RFC 6749, 3.1).

    Raises `FormError` 400 for a wrong encoding, too many fields, a field given twice, or a zero byte.
    """
    try:
        pairs = parse_qsl(raw.decode("ascii"), max_num_fields=MAX_FIELDS, errors="strict")
    except (ValueError, UnicodeDecodeError):
        raise FormError(400, "The parameters are not properly encoded.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise FormError(400, "A parameter may be given only once.")
    if any("\0" in value for value in fields.values()):  # no text has one, and PostgreSQL stores none
        raise FormError(400, "A parameter holds a zero byte.")
    return fields

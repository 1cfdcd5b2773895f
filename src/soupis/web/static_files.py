"""Static files: read into memory once, compressed once, cached for ever under an address with their hash."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import xxhash
import zstandard
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.compression import SMALLEST, chosen, holds
from soupis.request_headers import headers_of

_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}


class StaticFile(NamedTuple):
    """A file of the package, plain and compressed."""

    kind: str
    body: bytes
    packed: dict[bytes, bytes]  # by coding; empty where packing gains nothing
    digest: str


@cache
def static_files() -> dict[str, StaticFile]:
    """Return all static files by name."""
    by_name = {}
    for entry in files("soupis.web").joinpath("static").iterdir():
        kind = _TYPES.get(entry.name.rpartition(".")[2])
        if kind:
            body = entry.read_bytes()
            packed = {} if kind == "image/png" or len(body) < SMALLEST else _packed(body)
            by_name[entry.name] = StaticFile(kind, body, packed, xxhash.xxh3_64_hexdigest(body))
    return by_name


def _packed(body: bytes) -> dict[bytes, bytes]:
    return {
        b"gzip": gzip.compress(body, 9, mtime=0),
        b"zstd": zstandard.ZstdCompressor(level=19).compress(body),
    }


def static_address(name: str) -> str:
    """Return the address of a static file; it changes with the content."""
    return f"/static/{name}?v={static_files()[name].digest}"


async def answer_static(request: Request) -> Response:
    """Answer with a static file."""
    name = request.path_params["name"]
    file = static_files().get(name)
    if file is None:
        raise HTTPException(404)
    exact = request.query_params.get("v") == file.digest
    headers = {
        "Cache-Control": f"public, max-age={31_536_000 if exact else 300}{', immutable' if exact else ''}",
        "ETag": f'W/"{file.digest}"',
        "Vary": "Accept-Encoding",
    }
    if holds(headers_of(request.scope), headers["ETag"].encode()):
        return Response(status_code=304, headers=headers)
    coding = chosen(headers_of(request.scope)).coding
    if coding is not None and coding in file.packed:
        headers["Content-Encoding"] = coding.decode()
        return Response(file.packed[coding], media_type=file.kind, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)

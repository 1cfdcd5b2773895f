"""Large files: asked for only if they have changed, checked before they replace the good ones."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
from msgspec import Struct

from soupis.content_coding import DamagedError, TooLargeError, Unpacker
from soupis.durable_files import put_in_place
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import SourceClient
from soupis.registers.xml import looks_like_html

_CHUNK = 1024 * 1024
_NEW_OR_UNCHANGED = frozenset({200, 304})


class Validator(Struct, frozen=True):
    """What a source said of the version of a file; keep it and pass it as `known` next time."""

    etag: str | None = None
    last_modified: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers that ask for the file only if it has changed."""
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in headers.items() if value}


@dataclass(frozen=True)
class Download:
    """The result of a download; where `changed` is False the file on disk was left alone."""

    path: Path
    changed: bool
    validator: Validator
    size: int | None  # bytes on disk


@dataclass(frozen=True)
class SizeLimits:
    """The most bytes that may come over the line and that they may unpack to."""

    packed: int = 4 * 1024**3
    unpacked: int = 40 * 1024**3


def download(
    client: SourceClient,
    path: str,
    target: Path,
    *,
    check: Callable[[Path], None],
    known: Validator | None = None,
    limits: SizeLimits | None = None,
) -> Download:
    """Download a file to `target`, which is replaced only by a complete file that passed `check`.

    With `known`, the source is asked whether the file has changed at all. `check` raises SourceUnavailable
    for a file that is not whole (it is downloaded again) and SourceError for one of a wrong kind.
    """
    headers = known.headers if known else {}

    def attempt() -> Download:
        with client.stream("GET", path, headers=headers, statuses=_NEW_OR_UNCHANGED) as response:
            if response.status_code == 304:
                if known is None:
                    raise SourceUnavailable(f"{client.source}: answered 304 without being asked.")
                return Download(target, False, known, target.stat().st_size if target.exists() else None)
            with _part_of(target) as part:
                _write_whole(client, response, part, limits or SizeLimits())
                check(part)
                put_in_place(part, target)
        validator = Validator(response.headers.get("ETag"), response.headers.get("Last-Modified"))
        return Download(target, True, validator, target.stat().st_size)

    return client.retry_policy.retrying()(attempt)


def receive(
    client: SourceClient,
    path: str,
    target: Path,
    *,
    content: bytes,
    headers: Mapping[str, str],
    check: Callable[[Path], None],
    limits: SizeLimits,
) -> None:
    """Put a large answer to a POST into `target`, which is replaced only by an answer that passed `check`."""

    def attempt() -> None:
        stream = client.stream("POST", path, content=content, headers=headers)
        with stream as response, _part_of(target) as part:
            with part.open("wb") as file:
                for piece in client.pieces(response, limits.unpacked):
                    file.write(piece)
            check(part)
            put_in_place(part, target)

    client.retry_policy.retrying()(attempt)


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """Give the path of a new file beside the target; what is left of it at the end goes."""
    part = target.with_name(target.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _write_whole(client: SourceClient, response: httpx.Response, part: Path, limits: SizeLimits) -> None:
    """Write the body of an answer; raises SourceUnavailable for a page of the web in its place."""
    _refuse_size(response, part, limits)
    is_page = "text/html" in response.headers.get("Content-Type", "")
    limit = limits.unpacked if "Content-Encoding" in response.headers else limits.packed
    with part.open("wb") as file:
        for piece in client.pieces(response, limit):
            if is_page or (file.tell() == 0 and looks_like_html(piece[:4096])):
                raise SourceUnavailable(f"{client.source}: sent a web page instead of the file {part.stem}.")
            file.write(piece)


def _refuse_size(response: httpx.Response, part: Path, limits: SizeLimits) -> None:
    length = response.headers.get("Content-Length", "")
    total = int(length) if length.isdecimal() else 0
    if total > limits.packed:
        raise SourceError(f"{part.stem} is larger than the limit of {limits.packed} bytes.")
    free = shutil.disk_usage(part.parent).free
    if total > free:
        raise SourceError(f"{part.stem} has {total} bytes, only {free} are free; make room.")


def unpack(path: Path, take: Callable[[bytes], object], *, limit: int, coding: str = "gzip") -> None:
    """Unpack a packed file piece by piece into `take`.

    Raises SourceUnavailable when the file is cut off or damaged (its trailer is verified) and SourceError
    when it unpacks to more than `limit` bytes or to suspiciously many.
    """
    unpacker = Unpacker(coding, limit)
    try:
        with path.open("rb") as file:
            while packed := file.read(_CHUNK):
                for piece in unpacker.feed(packed):
                    take(piece)
        unpacker.end()
    except TooLargeError as error:
        raise SourceError(f"{path.name} unpacks to more than is allowed ({error}); refused.") from error
    except DamagedError as error:
        raise SourceUnavailable(f"{path.name} is cut off or damaged: {error}.") from error


_ROOT: Final = re.compile(rb"<([A-Za-z_][\w.:-]*)")


def check_gzip_xml(path: Path, *, limit: int = SizeLimits().unpacked) -> None:
    """Raise SourceUnavailable unless the file is a whole gzip that holds a whole XML document."""
    head, tail = bytearray(), bytearray()

    def take(piece: bytes) -> None:
        if len(head) < 4096:
            head.extend(piece[:4096])
        tail.extend(piece[-4096:])
        del tail[:-4096]

    unpack(path, take, limit=limit)
    root = _ROOT.search(bytes(head))
    if root is None or looks_like_html(bytes(head)):
        raise SourceUnavailable(f"{path.name} does not hold XML data.")
    if not re.search(
        rb"</" + re.escape(root[1]) + rb"\s*>\s*$|<" + re.escape(root[1]) + rb"[^<>]*/>\s*$", tail
    ):
        raise SourceUnavailable(f"{path.name} ends before its closing tag; it is not whole.")


def check_csv(*columns: str) -> Callable[[Path], None]:
    """Return a check that a CSV file has these columns, at least one row, and ends with a line end."""

    def check(path: Path) -> None:
        with path.open("rb") as file:
            header, first = file.readline(65536), file.readline(65536)
            file.seek(max(0, path.stat().st_size - 1))
            ended = file.read(1) == b"\n"
        names = {name.strip(' "\r\n') for name in header.decode("utf-8-sig", errors="replace").split(",")}
        missing = [name for name in columns if name not in names]
        if missing:
            raise SourceError(f"{path.name} lacks the columns {', '.join(missing)}; the format has changed.")
        if not first or not ended:
            raise SourceUnavailable(f"{path.name} ends in the middle of a row; it is not whole.")

    return check

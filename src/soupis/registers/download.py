"""Large files: asked for only if they have changed, checked before they replace the good ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from msgspec import Struct

from soupis.durable_files import put_in_place
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import SourceClient
from soupis.registers.xml import looks_like_html

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


def download(
    client: SourceClient,
    path: str,
    target: Path,
    *,
    check: Callable[[Path], None],
    max_bytes: int,
    known: Validator | None = None,
    content: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Download:
    """Download a file to `target`, which is replaced only by a complete file that passed `check`.

    With `known`, the source is asked whether the file has changed at all. `check` raises SourceUnavailable
    for a file that is not whole (it is downloaded again) and SourceError for one of a wrong kind. With
    `content`, the file is the answer to a POST.
    """
    method = "GET" if content is None else "POST"
    headers = {**(headers or {}), **(known.headers if known else {})}

    def attempt() -> Download:
        stream = client.stream(method, path, content=content, headers=headers, statuses=_NEW_OR_UNCHANGED)
        with stream as response:
            if response.status_code == 304:
                if known is None:
                    raise SourceUnavailable(f"{client.source}: answered 304 without being asked.")
                return Download(target, False, known)
            with _part_of(target) as part:
                _write_whole(client, response, part, max_bytes)
                check(part)
                put_in_place(part, target)
        validator = Validator(response.headers.get("ETag"), response.headers.get("Last-Modified"))
        return Download(target, True, validator)

    return client.retry_policy.retrying()(attempt)


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """Give the path of a new file beside the target; what is left of it at the end goes."""
    part = target.with_name(target.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _write_whole(client: SourceClient, response: httpx.Response, part: Path, max_bytes: int) -> None:
    """Write the body of an answer; raises SourceUnavailable for a page of the web in its place."""
    _refuse_size(response, part, max_bytes)
    is_page = "text/html" in response.headers.get("Content-Type", "")
    with part.open("wb") as file:
        for piece in client.pieces(response, max_bytes):
            if is_page or (file.tell() == 0 and looks_like_html(piece[:4096])):
                raise SourceUnavailable(f"{client.source}: sent a web page instead of the file {part.stem}.")
            file.write(piece)


def _refuse_size(response: httpx.Response, part: Path, max_bytes: int) -> None:
    length = response.headers.get("Content-Length", "")
    total = int(length) if length.isdecimal() else 0
    if total > max_bytes:
        raise SourceError(f"{part.stem} is larger than the limit of {max_bytes} bytes.")
    free = shutil.disk_usage(part.parent).free
    if total > free:
        raise SourceError(f"{part.stem} has {total} bytes, only {free} are free; make room.")


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

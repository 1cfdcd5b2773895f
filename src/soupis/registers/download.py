"""Large files: conditional, resumed where the line broke, checked before they replace the good ones."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import msgspec
from msgspec import Struct

from soupis.content_coding import DamagedError, TooLargeError, UnknownCodingError, Unpacker, content_coding
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import SourceClient
from soupis.registers.xml import looks_like_html

_CHUNK = 1024 * 1024
_STATUSES = frozenset({200, 206, 304, 416})


class Validator(Struct, frozen=True):
    """What a source said of the version of a file; keep it and pass it as `known` next time."""

    etag: str | None = None
    last_modified: str | None = None

    @property
    def for_range(self) -> str | None:
        """The value for If-Range, which must not be a weak tag."""
        strong = self.etag if self.etag and not self.etag.startswith("W/") else None
        return strong or self.last_modified


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


class _Part(Struct):
    """What is known of a file that has come only in part; lies beside it, as `<name>.part.json`."""

    url: str
    validator: Validator
    encoding: str  # content coding: "" | "gzip" | "deflate"
    total: int | None


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

    A broken download stays as `<name>.part` and goes on where it ended, in this call or a later one. With
    `known`, the source is asked whether the file has changed at all. `check` raises SourceUnavailable for
    a file that is not whole (it is downloaded again) and SourceError for one of a wrong kind. Attempts
    that brought the file further do not count as failures.
    """
    fetch = _Fetch(client, client.address(path), target, known, limits or SizeLimits())
    stalled = 0
    length = fetch.length

    def count(_: object) -> int:
        nonlocal stalled, length
        stalled = 1 if fetch.length > length else stalled + 1
        length = max(length, fetch.length)
        return stalled

    return client.retry_policy.retrying(failures=count)(lambda: fetch.attempt(check))


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
    part = target.with_name(target.name + ".part")
    target.parent.mkdir(parents=True, exist_ok=True)

    def attempt() -> None:
        try:
            with (
                client.stream("POST", path, content=content, headers=headers) as response,
                part.open("wb") as file,
            ):
                for piece in client.pieces(response, limits.unpacked):
                    file.write(piece)
            check(part)
            _put_in_place(part, target)
        finally:
            part.unlink(missing_ok=True)

    client.retry_policy.retrying()(attempt)


class _Fetch:
    """One file on its way: the part on disk and what is known of it."""

    def __init__(
        self, client: SourceClient, url: str, target: Path, known: Validator | None, limits: SizeLimits
    ) -> None:
        self._client = client
        self._url = url
        self._target = target
        self._known = known
        self._limits = limits
        self._part = target.with_name(target.name + ".part")
        self._note = target.with_name(target.name + ".part.json")
        self._plain = target.with_name(target.name + ".part.plain")
        target.parent.mkdir(parents=True, exist_ok=True)

    @property
    def length(self) -> int:
        """Bytes on disk so far."""
        return self._part.stat().st_size if self._part.exists() else 0

    def attempt(self, check: Callable[[Path], None]) -> Download:
        """Get what is missing, check the whole and put it in place; raise when the line breaks."""
        part = self._remembered()
        if part is None or part.total is None or self.length != part.total:
            part = self._transfer(part)
        if part is None:
            assert self._known is not None
            size = self._target.stat().st_size if self._target.exists() else None
            return Download(self._target, False, self._known, size)
        try:
            whole = self._unpacked(part.encoding) if part.encoding else self._part
            check(whole)
        except SourceError:
            self._forget()
            raise
        _put_in_place(whole, self._target)
        self._forget()
        return Download(self._target, True, part.validator, self._target.stat().st_size)

    def _remembered(self) -> _Part | None:
        """Return the note of a part that can be continued, else clear the place."""
        try:
            part = msgspec.json.decode(self._note.read_bytes(), type=_Part)
        except (OSError, msgspec.DecodeError):
            part = None
        if part is None or part.url != self._url or not self.length or part.validator.for_range is None:
            self._forget()
            return None
        return part

    def _forget(self) -> None:
        for path in (self._note, self._plain, self._part):
            path.unlink(missing_ok=True)

    def _transfer(self, part: _Part | None) -> _Part | None:
        """Ask for the rest, or for the whole; None when the source says that nothing has changed."""
        headers = {}
        if part is not None:
            headers = {"Range": f"bytes={self.length}-", "If-Range": part.validator.for_range or ""}
        elif self._known is not None:
            if self._known.etag:
                headers["If-None-Match"] = self._known.etag
            if self._known.last_modified:
                headers["If-Modified-Since"] = self._known.last_modified
        with self._client.stream("GET", self._url, headers=headers, statuses=_STATUSES) as response:
            if response.status_code == 304 and part is None and self._known is not None:
                return None
            if response.status_code == 206 and part is not None:
                self._verify_range(response, part)
            elif response.status_code == 200:
                part = self._start(response)
            else:
                self._forget()
                raise SourceUnavailable(
                    f"{self._client.source}: answered {response.status_code} out of turn; starting again."
                )
            self._receive(response)
        if part.total is not None and self.length != part.total:
            if self.length > part.total:
                self._forget()
            raise SourceUnavailable(
                f"{self._client.source}: {self._target.name} came as {self.length} bytes of {part.total}."
            )
        return part

    def _verify_range(self, response: httpx.Response, part: _Part) -> None:
        byte_range = re.fullmatch(
            r"bytes ([0-9]+)-[0-9]+/([0-9]+|\*)", response.headers.get("Content-Range", "")
        )
        same_coding = _coding(response) == part.encoding
        same_tag = part.validator.etag == response.headers.get("ETag", part.validator.etag)
        same_total = byte_range is not None and byte_range[2] in ("*", str(part.total or "*"))
        if (
            byte_range is None
            or int(byte_range[1]) != self.length
            or not (same_coding and same_tag and same_total)
        ):
            self._forget()
            raise SourceUnavailable(
                f"{self._client.source}: continued {self._target.name} elsewhere than asked; starting again."
            )

    def _start(self, response: httpx.Response) -> _Part:
        """Clear the place for the whole file and note what it will be."""
        self._forget()
        if "text/html" in response.headers.get("Content-Type", ""):
            raise SourceUnavailable(f"{self._client.source}: sent a web page instead of {self._target.name}.")
        length = response.headers.get("Content-Length", "")
        total = int(length) if length.isdecimal() else None
        if total is not None:
            self._refuse_size(total)
            free = shutil.disk_usage(self._target.parent).free
            if total > free:
                raise SourceError(f"{self._target.name} has {total} bytes, only {free} are free; make room.")
        validator = Validator(response.headers.get("ETag"), response.headers.get("Last-Modified"))
        part = _Part(self._url, validator, _coding(response), total)
        self._note.write_bytes(msgspec.json.encode(part))
        return part

    def _receive(self, response: httpx.Response) -> None:
        """Append what comes, exactly as sent: a range continues the sent form, not the unpacked one."""
        with self._part.open("ab") as file:
            for piece in response.iter_raw():
                if file.tell() == 0 and looks_like_html(piece[:4096]):
                    raise SourceUnavailable(
                        f"{self._client.source}: sent a web page instead of {self._target.name}."
                    )
                file.write(piece)
                self._refuse_size(file.tell())

    def _refuse_size(self, size: int) -> None:
        if size > self._limits.packed:
            self._forget()
            raise SourceError(f"{self._target.name} is larger than the limit of {self._limits.packed} bytes.")

    def _unpacked(self, coding: str) -> Path:
        with self._plain.open("wb") as file:
            unpack(self._part, file.write, limit=self._limits.unpacked, coding=coding)
        return self._plain


def _coding(response: httpx.Response) -> str:
    try:
        return content_coding(response.headers.get("Content-Encoding"))
    except UnknownCodingError as error:
        raise SourceError(f"The source sent what cannot be read: {error}.") from error


def _put_in_place(path: Path, target: Path) -> None:
    """Rename for good: the data reaches the disk before the name does."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
    path.replace(target)
    directory = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


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

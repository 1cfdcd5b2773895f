"""Snapshots of a node's files in an object storage, so that a new node need not copy all from the database.

A snapshot is a directory of files packed by Zstandard. Its manifest, which says what each file has to be,
is written last: what has none is no snapshot.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Final

import msgspec
import obstore
import zstandard
from obstore.exceptions import BaseError
from obstore.store import from_url

from soupis.progress import Progress
from soupis.store.change_log import Position
from soupis.times import now_text

KEPT: Final = 3
"""How many snapshots are kept; the oldest go when a new one is complete."""
_MANIFEST: Final = "manifest.json"
_LEVEL: Final = 3
_CHUNK: Final = 1 << 20
# A request that takes longer than 30 s is given up and repeated, so none is for a whole file.
_PIECE: Final = 8 << 20
_UPLOADS_AT_ONCE: Final = 4
_REPEATED: Final = {"max_retries": 5, "retry_timeout": timedelta(seconds=60)}
_NAME: Final = re.compile(r"\d{8}T\d{6}Z-\d+")
_REMEDY: Final = "Look at SOUPIS_SNAPSHOT_URL and at the storage's credentials in the environment."


class SnapshotError(Exception):
    """A snapshot cannot be made, or one is not what its manifest says; the text says why."""


class StoredFile(msgspec.Struct, frozen=True):
    """A file as it has to be found again: its length in bytes and its SHA-256 in hexadecimal, unpacked."""

    length: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a snapshot holds: files by their names, up to which line of which change log."""

    name: str
    created: str
    epoch: str
    seq: int
    files: dict[str, StoredFile]


class Snapshots:
    """The snapshots below one address: `file:///srv/snapshots`, `s3://bucket/prefix`, `gs://…`, `az://…`.

    Credentials come from the environment, as the storage's own tools take them. Raises `SnapshotError`.
    """

    def __init__(self, url: str) -> None:
        options = {"mkdir": True} if url.startswith("file:") else {"retry_config": _REPEATED}
        try:
            self._store: Any = from_url(url, **options)
        except (BaseError, OSError) as error:
            raise SnapshotError(f"SOUPIS_SNAPSHOT_URL cannot be used: {_reason(error)} {_REMEDY}") from None

    def publish(self, files: Mapping[str, Path], end: Position, work: Path, progress: Progress) -> Manifest:
        """Store files as the newest snapshot, then delete the oldest ones; return its manifest.

        `end` is how far the files followed the change log, `work` a directory with room for the largest one.
        """
        created = now_text()
        name = f"{created.replace(':', '').replace('-', '')}-{end.seq}"
        described = {}
        try:
            with TemporaryDirectory(dir=work) as temporary:
                for done, (path, file) in enumerate(files.items()):
                    progress("storing a snapshot", done, len(files))
                    packed = Path(temporary) / "packed"
                    described[path] = _pack(file, packed)
                    obstore.put(self._store, f"{name}/{path}.zst", packed, max_concurrency=_UPLOADS_AT_ONCE)
            manifest = Manifest(name, created, end.epoch, end.seq, described)
            obstore.put(self._store, f"{name}/{_MANIFEST}", msgspec.json.encode(manifest))
            progress("storing a snapshot", len(files), len(files))
            self._delete_all_but(KEPT)
        except (BaseError, OSError) as error:
            raise SnapshotError(f"The snapshot cannot be stored: {_reason(error)} {_REMEDY}") from None
        return manifest

    def kept(self) -> list[Manifest]:
        """Return the manifests of all snapshots, the oldest first; what has none is left out."""
        manifests = []
        for name in self._names():
            try:
                content = bytes(obstore.get(self._store, f"{name}/{_MANIFEST}").bytes())
                manifests.append(msgspec.json.decode(content, type=Manifest))
            except (FileNotFoundError, msgspec.DecodeError):
                continue
            except (BaseError, OSError) as error:
                raise SnapshotError(f"Snapshots cannot be read: {_reason(error)} {_REMEDY}") from None
        return manifests

    def fetch(self, manifest: Manifest, path: str, target: Path, progress: Progress) -> None:
        """Write a file of a snapshot, unpacked and compared with the manifest."""
        expected = manifest.files[path]
        digest, done = hashlib.sha256(), 0
        try:
            with target.open("wb") as file:
                for chunk in self._unpacked(f"{manifest.name}/{path}.zst"):
                    file.write(chunk)
                    digest.update(chunk)
                    done += len(chunk)
                    progress(f"fetching {path}", done, expected.length)
                file.flush()
                os.fsync(file.fileno())
        except (BaseError, OSError, zstandard.ZstdError) as error:
            raise SnapshotError(f"{path} of the snapshot cannot be fetched: {_reason(error)}") from None
        if StoredFile(done, digest.hexdigest()) != expected:
            raise SnapshotError(f"{path} of the snapshot is not what was stored (its checksum differs).")

    def _unpacked(self, path: str) -> Iterator[bytes]:
        unpacking = zstandard.ZstdDecompressor().decompressobj()
        length = obstore.head(self._store, path)["size"]
        for start in range(0, length, _PIECE):
            piece = obstore.get_range(self._store, path, start=start, end=min(start + _PIECE, length))
            yield unpacking.decompress(bytes(piece))

    def _names(self) -> list[str]:
        try:
            prefixes = obstore.list_with_delimiter(self._store, "")["common_prefixes"]
        except (BaseError, OSError) as error:
            raise SnapshotError(f"Snapshots cannot be listed: {_reason(error)} {_REMEDY}") from None
        names = (prefix.rstrip("/") for prefix in prefixes)
        return sorted(name for name in names if _NAME.fullmatch(name))

    def _delete_all_but(self, kept: int) -> None:
        """Delete what is older than the newest so many snapshots, what was left of broken uploads too."""
        oldest = self.kept()[-kept:][0].name
        for name in self._names():
            if name >= oldest:
                return
            # The manifest first: what is left of a deletion that was cut off is no snapshot.
            with suppress(FileNotFoundError):
                obstore.delete(self._store, f"{name}/{_MANIFEST}")
            for found in obstore.list(self._store, f"{name}/"):
                obstore.delete(self._store, [item["path"] for item in found])


def _pack(source: Path, target: Path) -> StoredFile:
    digest, length = hashlib.sha256(), 0
    packing = zstandard.ZstdCompressor(level=_LEVEL, threads=-1)
    with (
        source.open("rb") as file,
        target.open("wb") as packed,
        packing.stream_writer(packed, closefd=False) as writer,
    ):
        for chunk in _chunks(file):
            digest.update(chunk)
            length += len(chunk)
            writer.write(chunk)
    return StoredFile(length, digest.hexdigest())


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(_CHUNK):
        yield chunk


def _reason(error: BaseException) -> str:
    """Return what a storage says in one line: no document that it sends along, no address's signature."""
    line = re.sub(r"\?\S+", "", str(error).strip().splitlines()[0].partition(": <")[0])
    return line if line.endswith(".") else f"{line}."

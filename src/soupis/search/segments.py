"""Whether the files of an index are as they were written: bit rot shows in their checksums.

tantivy ends every file of a segment with a footer: a JSON text that holds the CRC-32 of what comes before it,
the length of that text and a magic number, both of 4 bytes, little-endian. It does not look at the checksum
when it opens a file, and what is damaged ends in wrong results, in errors or in a panic.
"""

from __future__ import annotations

import errno
import mmap
import os
import re
import shutil
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

_MAGIC: Final = 1337
_TAIL: Final = struct.Struct("<II")
# What every segment has; files of deletions come beside them.
_PARTS: Final = ("fast", "fieldnorm", "idx", "pos", "store", "term")
_MANAGED: Final = ".managed.json"

# What the system refuses for want of room or rights. tantivy tells it as a ValueError, with the number.
_REFUSALS: Final = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EROFS,
    errno.EACCES,
    errno.EPERM,
    errno.EMFILE,
)
_NUMBER: Final = re.compile(r"\(os error (\d+)\)")


# A search asks each segment by itself, and what is deleted lies in its way. Small segments cost it nothing
# that can be noticed, and in a small index nothing does.
_SMALL_INDEX: Final = 100_000
_SMALL_SEGMENT: Final = 0.01
_MOST_SEGMENTS: Final = 4
_MOST_DELETED: Final = 0.25


class _Deletes(msgspec.Struct):
    opstamp: int
    num_deleted_docs: int


class _Segment(msgspec.Struct):
    segment_id: str
    max_doc: int
    deletes: _Deletes | None = None


class _Meta(msgspec.Struct):
    segments: list[_Segment]


class Shape(NamedTuple):
    """How the entries of an index lie in its files."""

    segments: tuple[int, ...]
    """The entries of each segment, deleted ones too."""
    deleted: int

    @property
    def is_worn(self) -> bool:
        """Tell whether following has made searches dear that are cheap in an index that was built anew.

        That is an index of 100,000 entries and more that has more than four segments of at least a hundredth
        of them each, or of whose entries more than a quarter are deleted (each change deletes one).
        """
        entries = sum(self.segments)
        large = [segment for segment in self.segments if segment >= _SMALL_SEGMENT * entries]
        return entries >= _SMALL_INDEX and (
            len(large) > _MOST_SEGMENTS or self.deleted > _MOST_DELETED * entries
        )


class _Version(msgspec.Struct, forbid_unknown_fields=True):
    major: int
    minor: int
    patch: int
    index_format_version: int


class _Footer(msgspec.Struct, forbid_unknown_fields=True):
    version: _Version
    crc: int


def shape(index: Path) -> Shape:
    """Return how an index lies in its files."""
    meta = _meta(index)
    return Shape(
        tuple(segment.max_doc for segment in meta.segments),
        sum(segment.deletes.num_deleted_docs for segment in meta.segments if segment.deletes),
    )


def is_corruption(error: BaseException) -> bool:
    """Tell whether an error is what tantivy makes of files that it cannot read.

    A panic of its Rust code arrives as an exception that is no `Exception`; its class cannot be imported.
    """
    return isinstance(error, ValueError) or type(error).__name__ == "PanicException"


@contextmanager
def told_as_of_the_system() -> Iterator[None]:
    """Raise what the system refused to tantivy (a full disk) as an OSError, not as damage of files."""
    try:
        yield
    except BaseException as error:
        found = _NUMBER.search(str(error)) if is_corruption(error) else None
        if found and (number := int(found[1])) in _REFUSALS:
            raise OSError(number, os.strerror(number)) from error
        raise


def damaged_files(index: Path) -> list[str]:
    """Return the names of the files of an index's segments that are missing or not as they were written."""
    try:
        meta = _meta(index)
    except (OSError, msgspec.DecodeError):
        return ["meta.json"]
    names: list[str] = []
    for segment in meta.segments:
        stem = segment.segment_id.replace("-", "")
        names += [f"{stem}.{part}" for part in _PARTS]
        if segment.deletes is not None:
            names.append(f"{stem}.{segment.deletes.opstamp}.del")
    damaged = [name for name in names if not _is_whole(index / name)]
    return damaged if _manages(index, names) else [_MANAGED, *damaged]


def _manages(index: Path, names: list[str]) -> bool:
    """Return whether tantivy's list of the files that it may remove is readable and holds those in use."""
    try:
        managed = msgspec.json.decode((index / _MANAGED).read_bytes(), type=set[str])
    except (OSError, msgspec.DecodeError):
        return False
    return managed.issuperset(names)


def put_together(index: Path, parts: Sequence[Path]) -> None:
    """Make one index of several of the same schema, whose files it takes; nobody sees half of it.

    tantivy lists the segments of an index in one file, and in another which files it may remove: those that a
    killed call left are among these.
    """
    index.mkdir(exist_ok=True)
    if not parts:
        return
    metas = [msgspec.json.decode((part / "meta.json").read_bytes()) for part in parts]
    together = metas[0] | {"segments": [segment for meta in metas for segment in meta["segments"]]}
    files = [path for part in parts for path in _files_of_segments(part)]
    left = _files_of_segments(index)
    _replace(index / _MANAGED, ["meta.json", *(path.name for path in (*left, *files))])
    for path in files:
        path.rename(index / path.name)
    _replace(index / "meta.json", together)
    for part in parts:
        shutil.rmtree(part)


def _files_of_segments(index: Path) -> list[Path]:
    return [path for path in index.iterdir() if path.suffix[1:] in _PARTS]


def _replace(path: Path, content: object) -> None:
    new = path.with_suffix(".new")
    new.write_bytes(msgspec.json.encode(content))
    new.replace(path)


def _meta(index: Path) -> _Meta:
    return msgspec.json.decode((index / "meta.json").read_bytes(), type=_Meta)


def _is_whole(path: Path) -> bool:
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            length, magic = _TAIL.unpack(content[-_TAIL.size :])
            end = len(content) - _TAIL.size - length
            if magic != _MAGIC or end < 0:
                return False
            footer = msgspec.json.decode(content[end : -_TAIL.size], type=_Footer)
            with memoryview(content) as view, view[:end] as body:
                return zlib.crc32(body) == footer.crc
    except (OSError, ValueError, struct.error, msgspec.DecodeError):
        return False

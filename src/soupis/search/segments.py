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
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

_MAGIC: Final = 1337
_TAIL: Final = struct.Struct("<II")
# What every segment has; files of deletions come beside them.
_PARTS: Final = ("fast", "fieldnorm", "idx", "pos", "store", "term")

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


class _Deletes(msgspec.Struct):
    opstamp: int


class _Segment(msgspec.Struct):
    segment_id: str
    deletes: _Deletes | None = None


class _Meta(msgspec.Struct):
    segments: list[_Segment]


class _Footer(msgspec.Struct):
    crc: int


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
        meta = msgspec.json.decode((index / "meta.json").read_bytes(), type=_Meta)
    except (OSError, msgspec.DecodeError):
        return ["meta.json"]
    names: list[str] = []
    for segment in meta.segments:
        stem = segment.segment_id.replace("-", "")
        names += [f"{stem}.{part}" for part in _PARTS]
        if segment.deletes is not None:
            names.append(f"{stem}.{segment.deletes.opstamp}.del")
    return [name for name in names if not _is_whole(index / name)]


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

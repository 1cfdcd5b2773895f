"""Reading of files: those of sources, of which every failure is one clear sentence, and packaged tables."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import cast

from isal import igzip, isal_zlib

from soupis.content_coding import RATIO_FROM, RATIO_LIMIT
from soupis.registers.records import SourceError
from soupis.times import now_text, utc_text

# Called with the number of bytes of the file (as it lies on the disk) that have been read so far.
Progress = Callable[[int], object]

# The package's stub declares its error class as an instance.
_ISAL_ERROR = cast("type[Exception]", isal_zlib.error)
_GZIP_MAGIC = b"\x1f\x8b"


def packaged_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a table that comes with the package, `data/<name>.csv`."""
    text = files("soupis.registers").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def read_answer(path: Path) -> tuple[bytes, str]:
    """Return a recorded answer and of when it is: as old as its file, unless that lies ahead.

    Raises:
        SourceError: the file cannot be read.
    """
    try:
        return path.read_bytes(), min(utc_text(path.stat().st_mtime), now_text())
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; give the path of a recorded answer.") from None


def read_blocks(path: Path, size: int, progress: Progress | None = None) -> Iterator[bytes]:
    """Yield the content of a file, unpacked when it is gzip by its first bytes, in blocks of about `size`.

    Raises:
        SourceError: the file cannot be read, its gzip stream is damaged or cut off (known at the end), or
            unpacks to suspiciously much.
    """
    unpacked = 0
    try:
        with path.open("rb", buffering=0) as file:
            packed = file.read(2) == _GZIP_MAGIC
            file.seek(0)
            # The package declares itself typed, but its reader has no annotations.
            read = igzip.GzipFile(fileobj=file, mode="rb").read if packed else file.read  # type: ignore[no-untyped-call]
            while block := read(size):
                unpacked += len(block)
                if packed and unpacked > max(RATIO_FROM, file.tell() * RATIO_LIMIT):
                    raise SourceError(f"The file {path.name} unpacks to suspiciously much; refused.")
                yield block
                if progress is not None:
                    progress(file.tell())
    except EOFError as error:
        raise SourceError(f"The file {path.name} is cut off; download it again.") from error
    except igzip.BadGzipFile as error:
        raise SourceError(f"The file {path.name} is damaged ({error}); download it again.") from error
    except OSError as error:
        raise SourceError(f"The file {path} cannot be read: {error.strerror or error}.") from error
    except _ISAL_ERROR as error:
        raise SourceError(f"The file {path.name} is damaged ({error}); download it again.") from error

"""Documents and records as they are stored: packed by Zstandard with dictionaries that ship with the program.

What fills a document, names of fields and of codes, stands in all of them: packed with a dictionary that was
trained on such documents, a company's detail of 1.4 kB takes 140 bytes and a microsecond to unpack
(docs/decisions/0015-documents-are-packed.md).

What is packed names its dictionary by a number. A dictionary is never changed or removed once a release has
packed with it; a better one is a new file with the next number (`bench/dictionary.py` trains them). Documents
that earlier versions stored as they are stay readable: none begins as a packed one does.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Final

from sqlalchemy import Dialect, LargeBinary, TypeDecorator
from zstandard import (
    FRAME_HEADER,
    ZstdCompressionDict,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
    get_frame_parameters,
)

DICTIONARY: Final = 2
"""The number of the dictionary that documents are packed with in an SQLite file."""

SHARED_DICTIONARY: Final = 1
"""The one of documents on PostgreSQL: nodes of the version before read them, and have no later one."""

RECORDS: Final = 3
"""The one of records of extracts, in both databases."""

# Higher levels take ten times as long for a tenth less.
_LEVEL: Final = 3

# Where what is packed names its dictionary, unless it is larger than a window of Zstandard.
_PLACE_OF_NUMBER: Final = 5


def pack(document: bytes, dictionary: int = DICTIONARY) -> bytes:
    """Return a document as it is stored."""
    return packer(dictionary)(document)


def packer(dictionary: int) -> Callable[[bytes], bytes]:
    """Return what packs many documents, in this thread alone."""
    return _own.compressor(dictionary).compress


def dictionary_of(dialect: str) -> int:
    """Return which dictionary documents are packed with in a database ("sqlite", "postgresql")."""
    return DICTIONARY if dialect == "sqlite" else SHARED_DICTIONARY


def unpack(stored: bytes) -> bytes:
    """Return a document as it was before it was stored; raises `zstandard.ZstdError`."""
    if not stored.startswith(FRAME_HEADER):
        return stored
    try:
        return _own.decompressors[stored[_PLACE_OF_NUMBER]].decompress(stored)
    except (IndexError, KeyError, ZstdError):
        # Packed with another dictionary, or of another form, or damaged: to ask takes longer.
        return _own.decompressor(get_frame_parameters(stored).dict_id).decompress(stored)


class Packed(TypeDecorator[bytes]):
    """A column of documents: they are packed when they are stored and unpacked when they are read."""

    impl = LargeBinary
    cache_ok = True

    def __init__(self, dictionary: int | None = None) -> None:
        """`dictionary`: the number of another one than that of published documents."""
        super().__init__()
        self.dictionary = dictionary

    def packer(self, dialect: str) -> Callable[[bytes], bytes]:
        """Return what packs documents of this column in a database ("sqlite", "postgresql")."""
        return packer(self.dictionary or dictionary_of(dialect))

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Pack a document on its way into the database."""
        return None if value is None else self.packer(dialect.name)(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        """Unpack a document on its way out of the database."""
        return None if value is None else unpack(value)


class _Own(threading.local):
    """What a thread packs and unpacks with: these objects must not be shared."""

    def __init__(self) -> None:
        self._compressors: dict[int, ZstdCompressor] = {}
        self.decompressors: dict[int, ZstdDecompressor] = {}

    def compressor(self, number: int) -> ZstdCompressor:
        if number not in self._compressors:
            self._compressors[number] = ZstdCompressor(dict_data=_prepared(number))
        return self._compressors[number]

    def decompressor(self, number: int) -> ZstdDecompressor:
        if number not in self.decompressors:
            self.decompressors[number] = ZstdDecompressor(dict_data=_dictionary(number))
        return self.decompressors[number]


_own = _Own()


@cache
def _dictionary(number: int) -> ZstdCompressionDict:
    file = resources.files("soupis.store").joinpath(f"data/documents-{number}.zdict")
    if not file.is_file():
        raise ZstdError(f"a document is damaged, or a newer version packed it with dictionary {number}")
    return ZstdCompressionDict(file.read_bytes())


@cache
def _prepared(number: int) -> ZstdCompressionDict:
    """Return a dictionary to pack with, which a process that only unpacks need not prepare."""
    dictionary = _dictionary(number)
    dictionary.precompute_compress(level=_LEVEL)
    return dictionary

"""API keys: `soupis_`, 40 random base62 characters and 6 of checksum.

The prefix lets secret scanners find a leaked key; the checksum lets a mistyped one be refused
without asking the database. Only the fingerprint of the whole key is ever stored (`tokens.fingerprint`).
"""

from __future__ import annotations

import re
import secrets
from zlib import crc32

PREFIX = "soupis_"
# Of what applications get by OAuth: no key, but it comes where keys are wanted.
ACCESS_PREFIX = f"{PREFIX}access_"
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_RANDOM = 40
_CHECKSUM = 6
_SHAPE = re.compile(f"{PREFIX}[0-9A-Za-z]{{{_RANDOM + _CHECKSUM}}}", re.ASCII)
_INSIDE = re.compile(_SHAPE.pattern.encode())


def new_key() -> str:
    """Return a new secret key."""
    stem = PREFIX + "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM))
    return stem + _checksum(stem)


def has_shape(key: str) -> bool:
    """Tell whether a text has the shape of a key, whatever its checksum."""
    return _SHAPE.fullmatch(key) is not None


def is_well_formed(key: str) -> bool:
    """Tell whether a text has the shape of a key and the right checksum."""
    return has_shape(key) and _checksum(key[:-_CHECKSUM]) == key[-_CHECKSUM:]


def holds_key(text: bytes) -> bool:
    """Tell whether a text holds something of the shape of a key."""
    return _INSIDE.search(text) is not None


def _checksum(stem: str) -> str:
    # Two digits at a time, because this is done for every request with a key.
    rest, low = divmod(crc32(stem.encode()), len(_PAIRS))
    high, middle = divmod(rest, len(_PAIRS))
    return _PAIRS[high] + _PAIRS[middle] + _PAIRS[low]

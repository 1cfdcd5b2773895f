"""Telling all processes of a machine at once that something they remember may have changed."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

_SIZE = 16


class Changes:
    """A change token in a small file that each process maps into memory, so that a look at it takes no call.

    Whoever changed what others remember sets a new random token after the commit. So what was read after a
    look at the token still holds while the token is the same.
    """

    def __init__(self, path: Path) -> None:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if os.fstat(descriptor).st_size < _SIZE:
                os.ftruncate(descriptor, _SIZE)
            self._map = mmap.mmap(descriptor, _SIZE)
        finally:
            os.close(descriptor)

    def token(self) -> bytes:
        """Return the present token."""
        return self._map[:]

    def announce(self) -> None:
        """Set a new token."""
        # Random rather than counted: two processes at once cannot come to the same one.
        self._map[:] = os.urandom(_SIZE)

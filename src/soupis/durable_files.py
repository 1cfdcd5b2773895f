"""Files that outlive a crash of the machine: their content reaches the disk before their name does."""

from __future__ import annotations

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Wait until the disk has a file, or the names in a directory."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put_in_place(draft: Path, target: Path) -> None:
    """Rename a complete file to its final name in the same directory, whose former file it replaces."""
    sync(draft)
    draft.replace(target)
    sync(target.parent)

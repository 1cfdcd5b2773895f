"""Where a node keeps what its requests read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Place(NamedTuple):
    """Directories of a node; `documents` is None where those are in the record's own file."""

    documents: Path | None
    indexes: Path

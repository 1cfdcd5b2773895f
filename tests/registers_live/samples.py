"""Recorded answers of the registers."""

from __future__ import annotations

from pathlib import Path

_FIXTURES = Path(__file__).parent.parent / "fixtures"


def sample(path: str) -> bytes:
    """Return a recorded answer, `vat/vat_status_basic.xml`."""
    return (_FIXTURES / path).read_bytes()

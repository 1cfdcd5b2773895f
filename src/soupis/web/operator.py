"""Who runs this installation, as its pages say it."""

from __future__ import annotations

from typing import NamedTuple


class Operator(NamedTuple):
    """What the operator tells of itself by the settings; None where nothing is set."""

    name: str | None = None
    ico: str | None = None
    address: str | None = None
    email: str | None = None
    phone: str | None = None

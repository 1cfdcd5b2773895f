"""How far long work has come, told to whoever shows it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int | None], None]
"""Called with the stage of the work, how much of it is done, and how much there is, if known."""


def no_progress(_stage: str, _done: int, _total: int | None) -> None:
    """Be the progress of who does not want to know."""

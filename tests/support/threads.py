"""Calls in a thread of their own, for what an event loop must not do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """Return the result of a function that is called in a thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function, *arguments).result()

"""Comparing stored moments in queries, by the rules of `times.is_before` and `times.is_after`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, String, and_, bindparam, or_

from soupis.times import now_text


def is_before(column: Any, than: Any) -> ColumnElement[bool]:
    """Return the condition that a stored moment is before another one; one that lies ahead is before all."""
    return or_(column < than, lies_ahead(column))


def is_after(column: Any, than: Any) -> ColumnElement[bool]:
    """Return the condition that a stored moment is after another one; one that lies ahead is after none."""
    return and_(column != than, ~is_before(column, than))


def lies_ahead(column: Any) -> ColumnElement[bool]:
    """Return the condition that a moment was noted while a clock was ahead."""
    # Now is when the statement runs, which may be one that is made once for many runs.
    condition: ColumnElement[bool] = column > bindparam(
        "now_of_clock", callable_=now_text, type_=String, unique=True
    )
    return condition

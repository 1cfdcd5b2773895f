"""What all commands share: the data directory, progress bars, facts as text or JSON, one-line errors."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

if TYPE_CHECKING:
    from soupis.installation import Installation
    from soupis.progress import Progress as ProgressCallback
    from soupis.settings import Settings

# Facts go to the standard output, everything else beside it, so that output can be piped.
notes = Console(stderr=True, highlight=False)

# Where there is no terminal for bars: a line every few seconds, and one when a stage is finished.
_SECONDS_BETWEEN_LINES = 5.0
_FINISHED = float("-inf")

DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Data directory (else SOUPIS_DATA_DIR, else ./data)."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print facts as JSON.")]


def load_settings(data: Path | None) -> Settings:
    """Return the settings; a wrong one is one clear line and exit 2."""
    from pydantic import ValidationError

    from soupis.logs import configure_logging
    from soupis.settings import Settings

    if data is not None:
        os.environ["SOUPIS_DATA_DIR"] = str(data)  # server processes read it again
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "SOUPIS_" + str(first["loc"][0]).upper() if first["loc"] else "settings"
        raise refuse_setting(name, first["msg"].removeprefix("Value error, ")) from None
    configure_logging(settings)
    return settings


def refuse_setting(name: str, reason: str) -> typer.Exit:
    """Say in one line what is wrong with a setting, and return the exit to raise."""
    notes.print(f"{name}: {reason}", style="red", soft_wrap=True)
    return typer.Exit(2)


def installation(data: Path | None, *, prepare: bool = True) -> Installation:
    """Return the installation in a data directory, its databases brought to this version."""
    from soupis.installation import Installation

    where = Installation(load_settings(data))
    where.hold()
    if prepare:
        where.prepare()
        where.hold()
    return where


def existing_installation(data: Path | None, otherwise: str = "") -> Installation:
    """Return the installation in a data directory for who only reads or mends; none is begun.

    What a killed command left to do about hidden persons is done first. `otherwise` = what else can be done
    where there is none. Raises `typer.Exit`.
    """
    from soupis.ingest.hidden_list import is_unpublished

    where = installation(data, prepare=False)
    if where.settings.database_url is None and not where.documents_file.exists():
        otherwise = otherwise or "correct --data (or SOUPIS_DATA_DIR), or begin one by soupis sync."
        raise fail(f"There is no installation in {where.directory}; {otherwise}")
    where.prepare()
    if where.node.documents is None and is_unpublished(where.engine):
        from soupis.cli.synchronising import finish_hiding

        finish_hiding(where)
    return where


def show(facts: Any, *, as_json: bool, text: str) -> None:
    """Print facts, as JSON or in words."""
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(facts)).decode() if as_json else text)


def fail(message: str) -> typer.Exit:
    """Print an error in one line; to be raised."""
    tell(message)
    return typer.Exit(1)


def tell(message: str) -> None:
    """Print what went wrong, without what is private in it: errors quote what could not be read."""
    from soupis.ingest.privacy import redact_error

    notes.print(redact_error(message), style="red", soft_wrap=True, markup=False)


@contextmanager
def progress_bars() -> Iterator[ProgressCallback]:
    """Show a bar per stage; on something else than a terminal a line every few seconds."""
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    if not notes.is_terminal:
        yield _lines()
        return
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=notes,
    ) as bars:
        tasks: dict[str, Any] = {}

        def update(stage: str, done: int, total: int | None) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield update


def _lines() -> ProgressCallback:
    said: dict[str, float] = {}  # when, by stage

    def update(stage: str, done: int, total: int | None) -> None:
        now, last = time.monotonic(), said.get(stage)
        finished = total is not None and done >= total
        is_told = last == _FINISHED if finished else last is not None and now - last < _SECONDS_BETWEEN_LINES
        if is_told:
            return
        said[stage] = _FINISHED if finished else now
        share = f"{done / total:.0%}" if total else f"{done:,}" if done else "…"
        notes.print(f"{stage}: {share}")

    return update

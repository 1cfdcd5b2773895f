"""`soupis backup` and `soupis restore`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from soupis.cli.console import DataOption, fail, load_settings, progress_bars
from soupis.progress import Progress

Directory = Annotated[Path, typer.Argument(metavar="DIR", help="Directory of the backup.")]

T = TypeVar("T")


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(epilog="Example: soupis backup /backup/soupis-2026-11-20")(backup)
    app.command(epilog="Example: soupis restore /backup/soupis-2026-11-20 --data /srv/soupis")(restore)


def backup(directory: Directory, data: DataOption = None) -> None:
    """Copy databases and secrets into a new directory, while the service runs."""
    from soupis import backup as copies

    where = _local(data)
    copied = _run(directory, lambda progress: copies.backup(where, directory, progress))
    typer.echo(f"backed up to {directory}: {', '.join(copied)}")


def restore(
    directory: Directory,
    data: DataOption = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Replace a data directory that is not empty; it is kept beside."),
    ] = False,
) -> None:
    """Verify a backup and put it into a data directory; the search index is rebuilt by the next command."""
    from soupis import backup as copies

    where = _local(data)
    copied, old = _run(where, lambda progress: copies.restore(directory, where, progress, replace=replace))
    typer.echo(f"restored into {where}: {', '.join(copied)}")
    if old is not None:
        typer.echo(f"what was there before is in {old}; delete it when all is well")


def _local(data: Path | None) -> Path:
    settings = load_settings(data)
    if settings.database_url:
        raise fail("The databases are in PostgreSQL (SOUPIS_DATABASE_URL); back them up by pg_dump.")
    return settings.data_dir


def _run(target: Path, copy: Callable[[Progress], T]) -> T:
    from soupis.backup import BackupError

    try:
        with progress_bars() as progress:
            return copy(progress)
    except BackupError as error:
        raise fail(str(error)) from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise fail(f"{target} cannot be made: {error.strerror}{where}; name another directory.") from None

"""The command line."""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

import typer

from soupis import __version__
from soupis.cli import (
    accounts,
    backup,
    data,
    explain,
    persons,
    query,
    receipts,
    serving,
    settings,
    sync,
    working,
)
from soupis.cli.console import notes, tell

# The first patch level of each Python that may be used. Before 3.11.4 urllib takes an address that begins
# with a blank for one without a scheme and a host (CVE-2023-24329), so that checks of either are passed by.
_LEAST_PATCH = {(3, 11): 4}


def too_old(version: tuple[int, int, int]) -> str | None:
    """Say why a version of Python is not used, None when it is."""
    least = _LEAST_PATCH.get(version[:2], 0)
    if version[:2] >= min(_LEAST_PATCH) and version[2] >= least:
        return None
    dotted = ".".join(map(str, version))
    return f"Python {dotted} has known faults that this service would suffer from; use 3.11.4 or newer."


# Open files that every command may need: databases with their logs, indexes, 128 connections of a server.
_LEAST_FILES = 256


def has_too_few_files() -> bool:
    """Return whether this process may open too few files, after raising the limit if it may be raised."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < _LEAST_FILES:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft != resource.RLIM_INFINITY and soft < _LEAST_FILES


app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Czech state registers of companies in one database, served by REST, MCP and a web site.",
    epilog="Start with: soupis demo",
)
for module in (
    serving, working, sync, data, persons, explain, query, accounts, receipts, backup, settings,
):  # fmt: skip
    module.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"soupis {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, of this process or as given; expected failures are one line, no stack trace."""
    if (reason := too_old(sys.version_info[:3])) is not None:
        print(reason, file=sys.stderr)  # noqa: T201 - nothing else is loaded yet
        sys.exit(1)
    if has_too_few_files():
        from soupis.cli.failures import NO_DESCRIPTORS

        print(NO_DESCRIPTORS.says, file=sys.stderr)  # noqa: T201 - the printer of other lines opens files
        sys.exit(1)
    if os.getpid() == 1:  # of a container: no signal ends it that it does not handle
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    os.umask(0o077)  # what we store is read by its owner only
    # Loading makes millions of rows and hardly a cycle: looking for cycles as often as usual takes a third
    # of the time.
    gc.set_threshold(100_000, 20, 50)
    in_one_line(lambda: app(arguments))


def in_one_line(work: Callable[[], object]) -> None:
    """Do something and tell an expected failure in one line, as the end of the process."""
    try:
        work()
    except Exception as error:
        from soupis.cli.failures import is_about_settings, one_line  # looked up only once something failed

        line = one_line(error)
        if line is None:
            raise
        tell(line)
        sys.exit(2 if is_about_settings(error) else 1)
    except KeyboardInterrupt:
        notes.print("Interrupted; what was committed stays, the next run goes on from there.")
        sys.exit(1)

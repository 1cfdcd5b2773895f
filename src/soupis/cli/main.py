"""The command line."""

from __future__ import annotations

import gc
import sys

import typer

from soupis import __version__
from soupis.cli import accounts, backup, data, explain, serving, settings, sync, working
from soupis.cli.console import notes

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Czech state registers of companies in one database, served by REST, MCP and a web site.",
    epilog="Start with: soupis demo",
)
for module in (serving, working, sync, data, explain, accounts, backup, settings):
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


def main() -> None:
    """Run the command line; expected failures are one line, never a stack trace."""
    # Loading makes millions of rows and hardly a cycle: looking for cycles as often as usual takes a third
    # of the time.
    gc.set_threshold(100_000, 20, 50)
    try:
        app()
    except Exception as error:
        if not isinstance(error, _expected()):
            raise
        notes.print(str(error), style="red", soft_wrap=True)
        sys.exit(2 if _is_about_settings(error) else 1)
    except KeyboardInterrupt:
        notes.print("Interrupted; what was committed stays, the next run goes on from there.")
        sys.exit(1)


def _expected() -> tuple[type[Exception], ...]:
    """Return the failures that one line tells all about; looked up only once something has failed."""
    from soupis.accounts.errors import AccountError, UnavailableError
    from soupis.installation import SecretError
    from soupis.registers.records import SourceError
    from soupis.search.generations import IndexBusyError
    from soupis.store.leases import LeaseHeldError, LeaseLostError

    return (
        SourceError,
        AccountError,
        IndexBusyError,
        LeaseHeldError,
        LeaseLostError,
        SecretError,
        UnavailableError,
    )


def _is_about_settings(error: Exception) -> bool:
    from soupis.installation import SecretError

    return isinstance(error, SecretError)

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


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, of this process or as given; expected failures are one line, no stack trace."""
    # Loading makes millions of rows and hardly a cycle: looking for cycles as often as usual takes a third
    # of the time.
    gc.set_threshold(100_000, 20, 50)
    try:
        app(arguments)
    except Exception as error:
        from soupis.cli.failures import is_about_settings, one_line  # looked up only once something failed

        line = one_line(error)
        if line is None:
            raise
        notes.print(line, style="red", soft_wrap=True)
        sys.exit(2 if is_about_settings(error) else 1)
    except KeyboardInterrupt:
        notes.print("Interrupted; what was committed stays, the next run goes on from there.")
        sys.exit(1)

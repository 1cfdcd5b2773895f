"""`soupis worker` and `soupis follow`: what keeps the data and the indexes up to date."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from soupis.cli import listening
from soupis.cli.console import DataOption, installation, load_settings
from soupis.cli.stopping import stopping
from soupis.processes import leave_with_parent

if TYPE_CHECKING:
    from soupis.installation import Installation

# How long a worker whose parent was killed has for ending what it is at; it waits for 15 seconds itself.
_LEAVING_SECONDS = 20.0


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(epilog="Example: soupis worker --data /srv/soupis")(worker)
    app.command(epilog="Example: soupis follow --data /srv/soupis --every 2")(follow)


def worker(data: DataOption = None) -> None:
    """Keep the data up to date: synchronise sources at their times, look up VAT, publish, index."""
    leave_with_parent(_LEAVING_SECONDS)  # the demo's server
    settings = load_settings(data)
    if settings.metrics_port:
        listening.check(settings.host, settings.metrics_port)
    _work_on(_prepared(data))


def _prepared(data: Path | None) -> Installation:
    """Return the installation in a data directory, as soon as its PostgreSQL is there."""
    from soupis.cli.outage import prepare

    where = installation(data, prepare=False)
    prepare(where)
    return where


def _work_on(where: Installation) -> None:
    # What is wrong with settings or data was told at once, before what takes long to import.
    from soupis.cli.renewing import renewing
    from soupis.cli.synchronising import open_context
    from soupis.worker.metrics import serve_metrics
    from soupis.worker.schedule import parse_schedule
    from soupis.worker.worker import Worker

    settings = where.settings
    with open_context(where) as context, stopping(context.stop):
        if settings.metrics_port:
            serve_metrics(context, settings.host, settings.metrics_port)
        with renewing(where) if where.node.documents is None else nullcontext():
            ended = Worker(context, parse_schedule(settings.sync_schedule)).run()
        if not ended:
            # A register may keep a question hanging for minutes. Whatever hangs has stored nothing yet, its
            # locks end with this process, so there is nothing to wait for.
            sys.stderr.flush()
            os._exit(0)


def follow(
    data: DataOption = None,
    every: Annotated[
        float, typer.Option("--every", min=0.1, help="Seconds between two looks, where nobody tells earlier.")
    ] = 1.0,
    once: Annotated[
        bool, typer.Option("--once", help="End as soon as this node is up to the record.")
    ] = False,
) -> None:
    """Keep this node up to what was published: its copy of the documents and its search index.

    On one machine, where documents are in the system of record, a running worker does so by itself.
    """
    from soupis.cli.following import bring_up, follow_until

    leave_with_parent(_LEAVING_SECONDS)
    where = _prepared(data)
    if once:
        bring_up(where)
        return
    stop = threading.Event()
    with stopping(stop):
        follow_until(stop, where, every)

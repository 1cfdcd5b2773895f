"""`soupis serve`, `soupis demo` and `soupis mcp`: the servers."""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from soupis.cli import listening
from soupis.cli.console import DataOption, installation, load_settings, notes, progress_bars, refuse_setting
from soupis.cli.stopping import StopEvent
from soupis.processes import CONTEXT, release_memory

if TYPE_CHECKING:
    from soupis.installation import Installation
    from soupis.settings import Settings

HostOption = Annotated[str | None, typer.Option("--host", help="Address to listen on (else SOUPIS_HOST).")]
PortOption = Annotated[int | None, typer.Option("--port", help="Port to listen on (else SOUPIS_PORT).")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", help="Number of server processes (else SOUPIS_WORKERS).")
]

# What one client may take from others: time for the headers of a request (also between two requests of a
# connection), their size, connections of a process. How long a body may take: soupis.app.
_HEADER_MILLISECONDS = 10_000
_MOST_HEADER_BYTES = 16 * 1024
_MOST_CONNECTIONS = 16_384
_BACKLOG = 4_096
# How long requests that are being answered have when the server is told to stop; then they are cut off.
_STOP_SECONDS = 20
_OWN_FILES = 200  # databases, indexes, logs

TOO_OLD = (
    "The documents were made by a version whose documents this one does not serve: they are made anew before "
    "the server listens. It goes on from here if it is stopped."
)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(epilog="Example: soupis demo --data /tmp/soupis-demo")(demo)
    app.command(epilog="Example: soupis serve --data /srv/soupis --workers 4")(serve)
    app.command("mcp", epilog="Example: soupis mcp --data /srv/soupis")(mcp)


def serve(
    data: DataOption = None,
    host: HostOption = None,
    port: PortOption = None,
    workers: WorkersOption = None,
    follow: Annotated[
        bool, typer.Option("--follow", help="Run soupis follow beside the server, on one of many machines.")
    ] = False,
) -> None:
    """Serve the REST API, the web site and MCP from what is in the data directory."""
    _set(host=host, port=port, workers=workers)
    settings = _server_settings(data)
    with listening.claimed(settings.host, settings.port):
        where = installation(data, prepare=False)
        _bring_up_and_run(where, follow=follow, prepared=_prepared(where))


def _server_settings(data: Path | None) -> Settings:
    settings = load_settings(data)
    try:
        settings.check_base_url()
    except ValueError as error:
        raise refuse_setting("SOUPIS_BASE_URL", str(error)) from None
    return settings


def _prepared(where: Installation) -> bool:
    """Prepare an installation; return False where its PostgreSQL is away and this node can do without."""
    from soupis.cli.outage import prepare

    return prepare(where, patient=False) or (not where.can_serve_alone() and prepare(where))


def _bring_up_and_run(where: Installation, *, follow: bool, prepared: bool) -> None:
    # What is wrong with settings or data was told at once, before what takes long to import.
    from soupis.cli.following import attended, bring_up

    is_single = where.node.documents is None
    if is_single:
        _make_anew_what_cannot_be_served(where)
    elif prepared:
        bring_up(where, followed=follow)
    with attended(where, prepared=prepared, publish=is_single, follow=follow):
        _serve(where)


def _make_anew_what_cannot_be_served(where: Installation) -> None:
    """Publish before serving what must not be shown as it is: by old rules, or of hidden persons."""
    from soupis.cli.synchronising import publish_hidden_now, publish_pending
    from soupis.ingest.hidden_list import unpublished
    from soupis.ingest.publish.publish import may_be_served
    from soupis.store.engine import reading

    with reading(where.engine) as connection:
        is_too_old, is_hidden_shown = not may_be_served(connection), bool(unpublished(connection))
    if not (is_too_old or is_hidden_shown):
        return
    if is_too_old:
        notes.print(TOO_OLD, style="yellow", soft_wrap=True)
    with progress_bars() as progress:
        (publish_pending if is_too_old else publish_hidden_now)(where, progress)


def demo(
    data: DataOption = None,
    host: HostOption = None,
    port: PortOption = None,
    reload: Annotated[
        bool, typer.Option("--reload", hidden=True, help="Start the server anew when its code changes.")
    ] = False,
) -> None:
    """Make a small data directory from bundled samples, if there is none, and serve it."""
    from soupis import demo as demo_data
    from soupis.cli.synchronising import publish_pending

    _set(host=host, port=port)
    settings = _server_settings(data)
    with listening.claimed(settings.host, settings.port):
        where = installation(data)
        with progress_bars() as progress:
            if demo_data.is_needed(where):
                demo_data.fill(where, progress)
            publish_pending(where, progress)
        notes.print(f"Demo key (tariff business): {_demo_key(where)}", soft_wrap=True)
        # The demo's companies are made up: no register knows them, so none is asked unless told to.
        os.environ.setdefault("SOUPIS_SYNC_SCHEDULE", "off")
        with _worker():
            _serve(where, reload=reload)


@contextmanager
def _worker() -> Iterator[None]:
    """Run a worker beside the server; it ends with it."""
    process = CONTEXT.Process(target=_work)
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def _work() -> None:
    from soupis.cli.main import main

    main(["worker"])


def mcp(data: DataOption = None) -> None:
    """Serve one local AI assistant over standard input and output (MCP), without a quota."""
    from soupis.app import open_services
    from soupis.mcp.stdio import run_stdio

    where = installation(data)
    if where.node.documents is None:
        _make_anew_what_cannot_be_served(where)
    services = open_services(where)
    try:
        run_stdio(services)
    finally:
        services.close()


def _demo_key(where: Installation) -> str:
    """Return the demo account's key, issued once and kept beside the demo data; it is not secret."""
    from soupis.accounts.database import Database
    from soupis.accounts.directory import Directory
    from soupis.demo import ACCOUNT

    path = where.directory / "demo.key"
    if path.exists():
        return path.read_text().strip()
    database = Database(where.settings.accounts_url)
    directory = Directory(database)
    if not any(item.email == ACCOUNT for item in directory.accounts()):
        directory.create(ACCOUNT, "business")
    key = directory.issue_key(ACCOUNT, "demo").key
    database.close()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        file.write(key + "\n")
    return key


def _connections() -> int:
    """Return how many connections a server process may hold, after raising how many files it may open."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(128, min(_MOST_CONNECTIONS, soft - _OWN_FILES))


def _set(**options: str | int | None) -> None:
    """Make options into settings, which server processes and the service's own address are made from."""
    for name, value in options.items():
        if value is not None:
            os.environ[f"SOUPIS_{name.upper()}"] = str(value)


def _serve(where: Installation, *, reload: bool = False) -> None:
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces, Loops
    from granian.http import HTTP1Settings

    from soupis.app import Application
    from soupis.metrics import shared_counts

    settings = where.settings
    where.hold()
    # Server processes open these again, each for itself; what keeps them from it is told here, once.
    trial = Application(where)
    trial.open()
    trial.close()
    listening.when_answering(
        settings.host, settings.port, lambda: notes.print(f"Listening on http://{settings.listening_on}")
    )
    with shared_counts(settings.workers):
        server = Granian(
            "soupis.app:create_app",
            address=settings.host,
            port=settings.port,
            workers=settings.workers,
            interface=Interfaces.ASGI,
            loop=Loops.asyncio,
            # Without HTTP/2, which comes to the proxy, the time for headers counts from the first moment: a
            # connection that says nothing is let go too.
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(
                header_read_timeout=_HEADER_MILLISECONDS, max_buffer_size=_MOST_HEADER_BYTES
            ),
            backlog=_BACKLOG,
            backpressure=_connections(),
            factory=True,
            log_enabled=settings.log_level == "DEBUG",
            respawn_failed_workers=True,
            workers_kill_timeout=_STOP_SECONDS,
            working_dir=Path.cwd(),
            reload=reload,
            reload_paths=[Path(__file__).parents[1]],
        )
        where.disconnect()
        release_memory()
        gc.freeze()  # a search for garbage would copy pages that forked processes share
        server.main_loop_interrupt = StopEvent(lambda: server.interrupt_signal)
        server.serve()

"""`soupis snapshot`: a node's files in an object storage, for new nodes to start from."""

from __future__ import annotations

import typer

from soupis.cli.console import DataOption, JsonOption, fail, installation, progress_bars, show

snapshot_group = typer.Typer(no_args_is_help=True, help="Snapshots of a node, for new nodes to start from.")


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(snapshot_group, name="snapshot")


@snapshot_group.command("publish", epilog="Example: soupis snapshot publish --data /srv/soupis")
def publish(data: DataOption = None, json: JsonOption = False) -> None:
    """Store this node's documents and index where SOUPIS_SNAPSHOT_URL says, while it goes on being served."""
    from soupis.cli.snapshotting import publish_snapshot

    where = installation(data)
    snapshots = where.snapshots()
    if snapshots is None:
        raise fail("Nobody said where snapshots are kept; set SOUPIS_SNAPSHOT_URL.")
    with progress_bars() as progress:
        made = publish_snapshot(where, snapshots, progress)
    facts = {"name": made.name, "seq": made.seq, "files": len(made.files)}
    show(facts, as_json=json, text=f"{made.name}: up to change {made.seq:,}, {len(made.files)} files")


@snapshot_group.command("list", epilog="Example: soupis snapshot list --json")
def list_snapshots(data: DataOption = None, json: JsonOption = False) -> None:
    """List the snapshots that are kept, the oldest first."""
    where = installation(data, prepare=False)
    snapshots = where.snapshots()
    if snapshots is None:
        raise fail("Nobody said where snapshots are kept; set SOUPIS_SNAPSHOT_URL.")
    kept = snapshots.kept()
    facts = [{"name": item.name, "created": item.created, "seq": item.seq} for item in kept]
    text = "\n".join(f"{item.name}: up to change {item.seq:,}" for item in kept) or "There is none."
    show(facts, as_json=json, text=text)

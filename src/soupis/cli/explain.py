"""`soupis explain ICO`: why a company is shown as it is, for people and as JSON."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from soupis.cli.console import DataOption, JsonOption, existing_installation, fail
from soupis.identifiers import format_ico, parse_ico

if TYPE_CHECKING:
    from soupis.ingest.explain.explanation import (
        Explanation,
        FieldExplanation,
        LookupExplanation,
        QueueExplanation,
        SourceValue,
        Standing,
        VatExplanation,
    )
    from soupis.installation import Installation

# Standing of a source in a field → its mark and style.
_MARKS: dict[Standing, tuple[str, str]] = {
    "wins": ("✔", "bold green"),
    "agrees": ("=", "green"),
    "differs": ("≠", "yellow"),
    "silent": ("·", "dim"),
}
_LEGEND = "✔ believed   = says the same   ≠ says something else"
_SOURCE_WIDTH = len("public_register")
_WIDTH_OF_PIPES = 120


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("explain", epilog="Example: soupis explain 45274649")(explain_company)


def explain_company(
    ico: Annotated[str, typer.Argument(metavar="ICO", help="Company ID, up to eight digits.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Explain a company: who said what and when, who was believed and why, what waits to be done.

    Nothing is changed and no register is asked.
    """
    import msgspec

    number = parse_ico(ico)
    if number is None:
        raise typer.BadParameter(f"{ico} is no company ID; it has eight digits", param_hint="ICO")
    explanation = _explain(existing_installation(data), number)
    if explanation is None:
        raise fail(
            f"No source has told of {format_ico(number)}; "
            f"soupis sync ares --ico {format_ico(number)} asks ARES for it."
        )
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(explanation)).decode())
    else:
        _console().print(_page(explanation))


def _explain(where: Installation, ico: int) -> Explanation | None:
    from soupis.ingest.explain.explain import explain
    from soupis.store.engine import reading
    from soupis.store.lookup_queue import LookupQueue
    from soupis.store.tables import refresh_queue, vat_queue
    from soupis.times import utc_now

    with ExitStack() as stack:
        queues = {
            name: stack.enter_context(closing(LookupQueue(where.queue_url, table)))
            for name, table in (("VAT look-ups", vat_queue), ("refreshing", refresh_queue))
        }
        connection = stack.enter_context(reading(where.engine))
        return explain(connection, queues, ico, utc_now())


def _console() -> Console:
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = _WIDTH_OF_PIPES
    return console


def _page(found: Explanation) -> Group:
    title = Text.assemble((found.ico, "bold"), "  ", (found.name or "(no name)", "bold"), f"  {found.state}")
    parts: list[RenderableType] = [title, Text(_LEGEND, style="dim"), ""]
    for field in found.fields:
        parts += _field(field)
    parts += _section("Public register and activities", _extracts(found))
    parts += _section("VAT status", _vat(found.vat))
    parts += _section("Look-ups", [_lookup(item) for item in found.lookups])
    parts += _section("Queues", [_queue(item) for item in found.queues] or [Text("waits in no queue")])
    parts += _section("Published", _published(found))
    return Group(*parts)


def _section(title: str, lines: list[Text]) -> list[RenderableType]:
    table = Table.grid(padding=(0, 0, 0, 2))
    for line in lines:
        table.add_row(line)
    return ["", Text(title, style="bold cyan"), table]


def _field(field: FieldExplanation) -> list[RenderableType]:
    said = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0), expand=True)
    said.add_column(width=3, justify="right")
    said.add_column(width=_SOURCE_WIDTH)
    said.add_column(ratio=1)
    said.add_column(no_wrap=True)
    for source in field.sources:
        if source.standing != "silent":
            mark, style = _MARKS[source.standing]
            value = _value(source.value, source.label)
            said.add_row(*(Text(cell, style=style) for cell in (mark, source.source, value)), _read(source))
    parts: list[RenderableType] = [Text(field.field, style="bold")]
    if said.rows:
        parts.append(said)
    parts.append(Padding(Text(f"rule {field.rule} – {field.why}", style="dim italic"), (0, 0, 0, 4)))
    if field.stored_differs:
        parts.append(Padding(Text("! the merged row differs", style="bold red"), (0, 0, 0, 2)))
    return parts


def _read(source: SourceValue) -> Text:
    read = Text(_moment(source.retrieved), style="dim")
    return read.append(f", gone {source.missing_since}", "yellow") if source.missing_since else read


def _value(value: str | None, label: str | None) -> str:
    return " ".join(part for part in (value, label) if part)


def _extracts(found: Explanation) -> list[Text]:
    lines = []
    for extract in found.extracts:
        rows = ", ".join(f"{name} {count}/{current}" for name, (count, current) in extract.rows.items())
        mark = f" {extract.file_mark}" if extract.file_mark else ""
        branch = ", of a branch" if extract.branch else ""
        line = _chosen(extract.chosen).append(
            f"extract{mark} of {extract.source} ({extract.file}{branch}): {rows or 'empty'} (all/current)"
        )
        lines.append(line.append("; its persons are not shown" if extract.persons_hidden else ""))
    if not lines:
        lines.append(Text("no extract was read: bodies, partners, capital and former names are unknown"))
    for listing in found.activities:
        codes = ", ".join(
            f"{count} of CZ-NACE {revision}" for revision, count in sorted(listing.codes.items())
        )
        lines.append(_chosen(listing.chosen).append(f"activities of {listing.source}: {codes}"))
    if not found.activities:
        lines.append(Text("no source lists activities"))
    return lines


def _chosen(chosen: bool) -> Text:
    mark, style = _MARKS["wins" if chosen else "silent"]
    return Text.assemble((f"{mark} ", style))


def _vat(vat: VatExplanation) -> list[Text]:
    state = vat.state or ("contradiction (null)" if vat.contradiction else "unverified (null)")
    style = "bold green" if vat.state else "bold yellow"
    lines = [Text.assemble((state, style), f": {vat.why}")]
    if vat.row:
        lines.append(Text(f"row {vat.row} of the table in docs/vat.md: {vat.row_text}", style="dim"))
    if vat.ares:
        lines.append(
            Text(
                f"ARES, {_moment(vat.ares.retrieved)}: registration {vat.ares.registration or 'not said'}, "
                f"tax ID {vat.ares.tax_id or 'none'}, group {vat.ares.group_id or 'none'}"
            )
        )
    lines.append(Text(f"asked under {vat.asked_under}" if vat.asked_under else "asked under no number"))
    if answer := vat.register:
        since = f" since {answer.unreliable_since}" if answer.unreliable_since else ""
        lines.append(
            Text(
                f"VAT register, {_moment(answer.answered)}: {answer.kind}, "
                f"unreliable {answer.unreliable or 'not said'}{since}, "
                f"tax office {answer.tax_office or 'not said'}, accounts {answer.accounts}"
            )
        )
    lines.append(Text(f"tax ID shown: {vat.shown_tax_id or 'none'}"))
    return lines


def _lookup(item: LookupExplanation) -> Text:
    if item.asked is None:
        return Text(f"{item.what}: never asked, so unknown", style="yellow")
    note = f" ({item.note})" if item.note else ""
    return Text(
        f"{item.what}: {item.found or 'none'}{note}, "
        f"asked of {item.source} {_moment(item.asked)}, {item.age_days} days ago"
    )


def _queue(item: QueueExplanation) -> Text:
    trouble = f", last error: {item.last_error}" if item.last_error else ""
    if item.given_up:
        return Text(f"{item.queue}: given up after {item.attempts} attempts{trouble}", style="red")
    return Text(
        f"{item.queue}: since {_moment(item.asked)}, {item.attempts} failed attempts, "
        f"next from {_moment(item.next_attempt)}{trouble}"
    )


def _published(found: Explanation) -> list[Text]:
    published = found.published
    lines = [Text("never published", style="yellow")]
    if published.version is not None:
        line = (
            f"line {published.seq} of the change log, {_moment(published.at)}" if published.at else "no line"
        )
        lines = [Text(f'version (ETag) "{published.version}", {line}')]
    if published.dirty_since:
        waiting = f"dirty since {_moment(published.dirty_since)}: the documents are to be made again"
        lines.append(Text(waiting, style="yellow"))
    else:
        lines.append(Text("not dirty: nothing has changed since", style="green"))
    return lines


def _moment(text: str) -> str:
    """Return a moment in UTC as people read it, to the minute."""
    return text.replace("T", " ")[: len("2026-11-20 09:30")]

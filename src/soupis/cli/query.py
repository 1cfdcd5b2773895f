"""`soupis query TOOL NAME=VALUE…`: the tools of assistants on the command line, over data of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from soupis.cli.console import DataOption, JsonOption, existing_installation, fail

if TYPE_CHECKING:
    from soupis.mcp.tools import Tool


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("query", epilog="Example: soupis query vyhledat_firmy q=budvar kraj=Jihočeský")(query)


def query(
    tool: Annotated[str | None, typer.Argument(help="What to ask; without it, all tools are listed.")] = None,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=VALUE]...", help="Its arguments; several values by repeating the name."
        ),
    ] = None,
    english: Annotated[bool, typer.Option("--english", help="Sentences of answers in English.")] = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Ask for companies and persons: search, detail, VAT, insolvency, filings, ties, without a quota."""
    import asyncio

    import msgspec

    from soupis.app import open_services
    from soupis.mcp.server import answer_of
    from soupis.mcp.tool_call import ToolCall
    from soupis.mcp.tools import TOOLS
    from soupis.queries.errors import QueryError
    from soupis.queries.readiness import EMPTY, NO_DOCUMENTS, NO_INDEX, look, not_ready

    if tool is None:
        for known in TOOLS.values():
            typer.echo(_usage(known, english=english))
        return
    if tool not in TOOLS:
        raise fail(f"There is no tool {tool}; there are {', '.join(TOOLS)}.")
    services = open_services(existing_installation(data))
    call = ToolCall(services, english=english)
    try:
        # Accounts are not needed here.
        needed = (EMPTY, NO_INDEX, NO_DOCUMENTS)
        if lacking := [reason for reason in look(services).reasons if reason in needed]:
            raise fail(call.text(not_ready(lacking)))
        answer = answer_of(asyncio.run(TOOLS[tool].call(call, _values(arguments or []))))
    except QueryError as error:
        raise fail(call.text(error.message)) from None
    finally:
        services.close()
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(answer.structured_content)).decode())
    else:
        typer.echo(answer.content[0].text)  # type: ignore[union-attr]


def _values(arguments: list[str]) -> dict[str, Any]:
    """Return the values by their names; a name that comes several times has a list."""
    values: dict[str, list[str]] = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not equals:
            raise typer.BadParameter(f"{argument} should be NAME=VALUE", param_hint="NAME=VALUE")
        values.setdefault(name, []).append(value)
    return {name: given[0] if len(given) == 1 else given for name, given in values.items()}


def _usage(tool: Tool, *, english: bool) -> str:
    properties = tool.describe().input_schema.get("properties", {})
    lines = [f"  {name}: {part['description']}" for name, part in properties.items()]
    return "\n".join([f"{tool.name}: {tool.en if english else tool.cs}", *lines, ""])

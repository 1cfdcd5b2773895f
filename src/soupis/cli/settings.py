"""`soupis settings`: what can be set, what it is set to, and the page of the documentation about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import typer

from soupis.cli.console import DataOption, JsonOption, load_settings, show
from soupis.cli.failures import FAILURES

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

_PREFIX = "SOUPIS_"

# Parts of an address that may hold a secret, in any setting: user and password, and the values of the query.
# A password may contain slashes and question marks that are not encoded.
_MASK = "***"
_USER_OF_URL = re.compile(r"(?<=://).*@", re.DOTALL)
_QUERY = re.compile(r"(?<=://)([^?#]*)(.*)", re.DOTALL)
_PARAMETER = re.compile(r"([?&;#][^?&;#=]*=|[?&;#])[^?&;#]+")


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command(epilog="Example: soupis settings --json")(settings)


def settings(
    data: DataOption = None,
    json: JsonOption = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the page docs/settings.md instead.")
    ] = False,
) -> None:
    """Show all settings and their present values; secrets are not shown."""
    from soupis.settings import Settings

    if markdown:
        typer.echo(page(), nl=False)
        return
    now = load_settings(data)
    values = {_variable(name): _shown(getattr(now, name)) for name in Settings.model_fields}
    lines = [f"{name}={'' if value is None else value}" for name, value in values.items()]
    show(values, as_json=json, text="\n".join(lines))


def page() -> str:
    """Return the page of the documentation that tells of all settings."""
    from soupis.settings import Settings

    lines = [
        "# Settings",
        "",
        "Everything is set by environment variables, or by lines `NAME=value` in a file `.env` in the",
        "working directory. A wrong value is told in one line and ends the command with exit code 2.",
        "`soupis settings` shows the present values.",
        "",
        "This page is made from the code: `soupis settings --markdown > docs/settings.md`.",
        "",
        "| Variable | Usual value | Meaning |",
        "|---|---|---|",
    ]
    lines += [_row(name, field) for name, field in Settings.model_fields.items()]
    lines += [
        "",
        "## When a command does not start",
        "",
        "Each of these is one line on standard error, without a traceback.",
        "",
        "| What it says | What to do | Exit code |",
        "|---|---|---|",
    ]
    lines += [
        f"| `{failure.says.replace('{reason}', '…')}` | {failure.remedy} | {failure.exit_code} |"
        for failure in FAILURES
    ]
    return "\n".join(lines) + "\n"


def _row(name: str, field: FieldInfo) -> str:
    usual = f"`{field.default}`" if field.default not in (None, "") else "–"
    meaning = " ".join(filter(None, (field.description, _allowed(field))))
    return f"| `{_variable(name)}` | {usual} | {meaning} |".replace("\n", " ")


def _allowed(field: FieldInfo) -> str:
    """Say which values are allowed, where not all are."""
    from annotated_types import Ge, Le

    if get_origin(field.annotation) is Literal:
        return f"One of {', '.join(f'`{value}`' for value in get_args(field.annotation))}."
    least: Any = next((item.ge for item in field.metadata if isinstance(item, Ge)), None)
    most: Any = next((item.le for item in field.metadata if isinstance(item, Le)), None)
    if least is not None and most is not None:
        return f"From {least} to {most}."
    return f"At least {least}." if least is not None else ""


def _variable(name: str) -> str:
    return _PREFIX + name.upper()


def _shown(value: object) -> str | int | None:
    from pydantic import SecretStr

    if isinstance(value, SecretStr):
        return "(set)"
    if value is None or isinstance(value, int):
        return value
    return _QUERY.sub(_masked, _USER_OF_URL.sub(f"{_MASK}@", str(value)))


def _masked(found: re.Match[str]) -> str:
    """Return an address whose query keeps the names of its parameters."""
    return found[1] + _PARAMETER.sub(rf"\1{_MASK}", found[2])

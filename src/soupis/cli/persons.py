"""`soupis person`: persons who are hidden because they object to being shown."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from soupis.cli.console import DataOption, JsonOption, existing_installation, fail, progress_bars, show

if TYPE_CHECKING:
    from soupis.ingest.hidden_list import HiddenPerson
    from soupis.ingest.hiding import Candidate
    from soupis.installation import Installation

group = typer.Typer(no_args_is_help=True, help="Persons of the public register.")

_LONGEST_ADDRESS = 500
_KEY = re.compile(r"[a-z0-9-]+-\d{4}-[0-9a-f]{6}(?![0-9a-z-])")


def _key_in(text: str) -> str:
    """Return the key in the address of a profile, or what was given instead of one, as it can be printed."""
    text = text[:_LONGEST_ADDRESS]
    found = _KEY.search(text.lower())
    return found[0] if found else text.encode("utf-8", "replace").decode()


KeyArgument = Annotated[
    str,
    typer.Argument(
        metavar="KEY", callback=_key_in, help="Public key of the person's profile, or the profile's address."
    ),
]
YesOption = Annotated[
    bool, typer.Option("--yes", help="Hide all namesakes in the same companies, too, without a question.")
]
_SHOWN_COMPANIES = 3


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(group, name="person")


@group.command(epilog="Example: soupis person hide jan-novak-1970-0a1b2c")
def hide(key: KeyArgument, yes: YesOption = False, data: DataOption = None, json: JsonOption = False) -> None:
    """Hide a person from all answers, at once, and the name in all texts about the person's companies.

    Others in the same companies may be the same person by name and birth date: they are listed, and hidden
    along when you confirm that, with --json by --yes only. Names of companies stay.
    """
    from soupis.ingest import hiding
    from soupis.store.engine import reading

    where = existing_installation(data)
    with reading(where.engine) as connection:
        person = hiding.find_person(connection, key)
        if person is None:
            raise fail(f"There is no person with the key {key}; search for the name to find the right one.")
        namesakes = hiding.namesakes_of(connection, person)
    taken_along = not namesakes or yes or (not json and _is_confirmed(person, namesakes))
    persons = [person, *(namesakes if taken_along else ())]
    hiding.hide(where.engine, where.hidden_persons_file, persons, namesakes=taken_along)
    _publish(where)
    lines = [f"{one.key}: hidden" for one in persons]
    if not taken_along:
        lines.append("The namesakes are still shown. To hide them, too, repeat the command with --yes.")
    facts = {
        "hidden": [one.key for one in persons],
        "namesakes": [_namesake_facts(person, one) for one in namesakes],
    }
    show(facts, as_json=json, text="\n".join(lines))


@group.command("show", epilog="Example: soupis person show jan-novak-1970-0a1b2c")
def show_again(key: KeyArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Show a hidden person again, and the namesakes who were hidden along."""
    from soupis.ingest import hiding

    where = existing_installation(data)
    shown = hiding.show(where.engine, where.hidden_persons_file, key)
    _publish(where)
    if not shown:
        raise fail(f"No person with the key {key} is hidden; soupis person hidden lists those who are.")
    show({"shown": shown}, as_json=json, text="\n".join(f"{one}: shown" for one in shown))


@group.command(epilog="Example: soupis person hidden --json")
def hidden(data: DataOption = None, json: JsonOption = False) -> None:
    """List the hidden persons, latest first."""
    from soupis.ingest.hidden_list import load_list
    from soupis.store.engine import reading

    where = existing_installation(data)
    with reading(where.engine) as connection:
        persons = [item for item in reversed(load_list(connection)) if item.hidden]
    facts = [_facts(item) for item in persons]
    show(facts, as_json=json, text="\n".join(map(_line, persons)) or "Nobody is hidden.")


def _is_confirmed(person: Candidate, namesakes: list[Candidate]) -> bool:
    """Ask whether namesakes are hidden, too; no where nobody is there to answer."""
    typer.echo("In the same companies there are namesakes:")
    typer.echo("\n".join(_described(person, one) for one in namesakes))
    try:
        return typer.confirm("Hide them, too?")
    except typer.Abort:
        if sys.stdin.isatty():
            raise
        typer.echo()
        return False


def _described(person: Candidate, one: Candidate) -> str:
    companies = _named(f"{ico:08d} {name}" for ico, name in one.companies.items())
    return f"  {one.key}, {_birth_date(person, one)}, in {companies}"


def _namesake_facts(person: Candidate, one: Candidate) -> dict[str, object]:
    companies = [{"ico": f"{ico:08d}", "name": name} for ico, name in one.companies.items()]
    return {"key": one.key, "birthDate": _birth_date(person, one), "companies": companies}


def _birth_date(person: Candidate, one: Candidate) -> str:
    """Return how the birth date of a namesake compares with that of the person."""
    if one.birth_date is None:
        return "without a birth date"
    if person.birth_date is None:
        return "with a birth date"
    return "with the same birth date" if one.birth_date == person.birth_date else "with another birth date"


def _named(companies: Iterable[str]) -> str:
    named = list(companies)
    rest = f" and {len(named) - _SHOWN_COMPANIES} more" if len(named) > _SHOWN_COMPANIES else ""
    return ", ".join(named[:_SHOWN_COMPANIES]) + rest


def _publish(where: Installation) -> None:
    from soupis.cli.synchronising import publish_hidden_now

    with progress_bars() as progress:
        publish_hidden_now(where, progress)


def _facts(item: HiddenPerson) -> dict[str, object]:
    return {
        "key": item.key,
        "firstName": item.first_name,
        "lastName": item.last_name,
        "hidden": _time(item),
        "alongWith": item.along_with,
        "namesakes": item.namesakes,
        "companies": [f"{ico:08d}" for ico in item.companies],
    }


def _line(item: HiddenPerson) -> str:
    name = " ".join(filter(None, (item.first_name, item.last_name)))
    along = f", along with {item.along_with}" if item.along_with else ""
    companies = _named(f"{ico:08d}" for ico in item.companies) or "no company"
    return f"{item.key}: {name}, since {_time(item) or 'an earlier version'}{along}, in {companies}"


def _time(item: HiddenPerson) -> str | None:
    """Return when somebody was hidden, None where an earlier version did so."""
    from soupis.times import utc_text

    return utc_text(item.decided) if item.decided.year > 1970 else None

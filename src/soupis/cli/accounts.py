"""`soupis account` and `soupis key`: accounts, their tariffs and API keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from soupis.accounts.quota.tariffs import TARIFFS
from soupis.cli.console import DataOption, JsonOption, existing_installation, fail, installation, show

if TYPE_CHECKING:
    from soupis.accounts.directory import Account, Directory, Key

account_group = typer.Typer(no_args_is_help=True, help="Accounts and their tariffs.")
key_group = typer.Typer(no_args_is_help=True, help="API keys.")

Email = Annotated[str, typer.Argument(metavar="EMAIL", help="E-mail of the account.")]
_TARIFF_HELP = f"One of: {', '.join(TARIFFS)}."


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(account_group, name="account")
    app.add_typer(key_group, name="key")


@contextmanager
def _directory(data: Path | None, *, begin: bool = False) -> Iterator[Directory]:
    from soupis.accounts.database import Database
    from soupis.accounts.directory import Directory
    from soupis.accounts.errors import AccountError

    where = installation(data) if begin else existing_installation(data)
    database = Database(where.settings.accounts_url)
    try:
        yield Directory(database)
    except AccountError as error:
        raise fail(error.message.en) from None
    finally:
        database.close()


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise typer.BadParameter(f"{text} is no number of a key; soupis key list EMAIL shows the numbers")
    return int(text)


@account_group.command("create", epilog="Example: soupis account create jana@example.cz --tariff standard")
def account_create(
    email: Email,
    tariff: Annotated[str, typer.Option("--tariff", help=_TARIFF_HELP)] = "free",
    operator: Annotated[bool, typer.Option("--operator", help="May approve paid tariffs.")] = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Make an account; its e-mail counts as confirmed."""
    with _directory(data, begin=True) as directory:
        account = directory.create(email, tariff)
        if operator:
            account = directory.set_role(email, "operator")
    text = f"{account.email}: account {account.id}, tariff {account.tariff}"
    show(_account(account), as_json=json, text=text)


@account_group.command("list", epilog="Example: soupis account list --json")
def account_list(data: DataOption = None, json: JsonOption = False) -> None:
    """List all accounts."""
    with _directory(data) as directory:
        accounts = directory.accounts()
    lines = [
        f"{item.id:>5}  {item.email}  {item.tariff}{'  disabled' if item.disabled else ''}"
        for item in accounts
    ]
    show([_account(item) for item in accounts], as_json=json, text="\n".join(lines) or "No accounts yet.")


@account_group.command("tariff", epilog="Example: soupis account tariff jana@example.cz business")
def account_tariff(
    email: Email,
    tariff: Annotated[str, typer.Argument(metavar="TARIFF", help=_TARIFF_HELP)],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Set an account's tariff; it holds from the next query on."""
    with _directory(data) as directory:
        changed = directory.set_tariff(email, tariff)
    show(_account(changed), as_json=json, text=f"{changed.email}: tariff {changed.tariff}")


@account_group.command("disable", epilog="Example: soupis account disable jana@example.cz")
def account_disable(email: Email, data: DataOption = None, json: JsonOption = False) -> None:
    """Disable an account: its keys are refused at once."""
    with _directory(data) as directory:
        changed = directory.disable(email)
    show(_account(changed), as_json=json, text=f"{changed.email}: disabled")


@account_group.command("enable", epilog="Example: soupis account enable jana@example.cz")
def account_enable(email: Email, data: DataOption = None, json: JsonOption = False) -> None:
    """Enable an account that was disabled: its keys that were not revoked are accepted again."""
    with _directory(data) as directory:
        changed = directory.enable(email)
    show(_account(changed), as_json=json, text=f"{changed.email}: enabled")


@key_group.command("issue", epilog="Example: soupis key issue jana@example.cz --name eshop")
def key_issue(
    email: Email,
    name: Annotated[str, typer.Option("--name", help="What the key is for.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Issue an API key; it is printed once and cannot be shown again."""
    with _directory(data) as directory:
        issued = directory.issue_key(email, name)
    show({"id": issued.id, "name": issued.name, "key": issued.key}, as_json=json, text=issued.key)


@key_group.command("list", epilog="Example: soupis key list jana@example.cz")
def key_list(email: Email, data: DataOption = None, json: JsonOption = False) -> None:
    """List an account's keys; only the last four characters of a key are known."""
    with _directory(data) as directory:
        keys = directory.keys(email)
    lines = [
        f"{item.id:>5}  …{item.last4}  {item.name}  last used {item.last_used or 'never'}"
        f"{'  revoked' if item.revoked else ''}"
        for item in keys
    ]
    show([_key(item) for item in keys], as_json=json, text="\n".join(lines) or "No keys yet.")


@key_group.command("revoke", epilog="Example: soupis key revoke 3")
def key_revoke(
    key_id: Annotated[
        int, typer.Argument(metavar="ID", parser=_number, help="Number of the key, see: soupis key list.")
    ],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Revoke a key: it is refused from now on."""
    with _directory(data) as directory:
        revoked = directory.revoke_key(key_id)
    show(_key(revoked), as_json=json, text=f"key {revoked.id} (…{revoked.last4}): revoked")


def _account(item: Account) -> dict[str, object]:
    return {
        "id": item.id,
        "email": item.email,
        "tariff": item.tariff,
        "role": item.role,
        "created": item.created,
        "disabled": item.disabled,
    }


def _key(item: Key) -> dict[str, object]:
    return {
        "id": item.id,
        "name": item.name,
        "last4": item.last4,
        "created": item.created,
        "lastUsed": item.last_used,
        "revoked": item.revoked,
    }

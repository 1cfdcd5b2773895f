"""`soupis receipt`: verification of receipts, keys that sign them, time stamps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from soupis.cli.console import DataOption, JsonOption, existing_installation, fail, progress_bars, show

if TYPE_CHECKING:
    from soupis.installation import Installation
    from soupis.receipts.receipts import Receipts
    from soupis.receipts.signatures import PublicKeys

group = typer.Typer(no_args_is_help=True, help="Receipts of answers, and the keys that sign them.")

_MAX_FILE_BYTES = 64 << 20


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(group, name="receipt")


@group.command("verify", epilog="Example: soupis receipt verify receipt.json body.json --keys jwks.json")
def receipt_verify(
    receipt: Annotated[Path, typer.Argument(metavar="RECEIPT", help="The receipt, as the service gave it.")],
    body: Annotated[
        Path | None, typer.Argument(metavar="BODY", help="The answer, byte for byte; left out: not compared.")
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option("--keys", metavar="FILE", help="The service's /.well-known/jwks.json, saved before."),
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Verify a receipt and the answer that it is of, offline; exit 1 where anything of them does not hold.

    Without --keys, by the keys of this machine's installation.
    """
    from soupis.receipts import verification
    from soupis.receipts.verification import VerificationError

    try:
        given = verification.read_receipt(_read(receipt))
        said = verification.verify(given, _public_keys(keys, data), _read(body) if body else None)
    except VerificationError as error:
        raise fail(f"NOT VALID: {error}") from None
    request = f"{said.zadost.metoda} {said.zadost.adresa}"
    facts = {
        "id": said.id,
        "issued": said.vydano,
        "request": request,
        "unanswered": said.neodpovezeno,
        "sources": {source.zdroj: source.odpoved_z for source in said.zdroje},
        "companies": [company.ico for company in said.firmy or ()],
        "bodyCompared": body is not None,
        "timeStamped": said.casove_razitko is not None,
    }
    lines = [
        f"VALID: answered at {said.vydano} to {request}, number {said.id}.",
        *([] if body else ["The answer itself was not compared: name the file with its body, too."]),
        "What the sources had said by then; no answer of theirs is older than",
        *(f"  {source.zdroj}: {source.odpoved_z or 'asked, not answered'}" for source in said.zdroje),
        *([f"  Asked, not answered: {said.neodpovezeno} companies."] if said.neodpovezeno else []),
        *(
            f"  {company.ico} {company.obchodni_jmeno or ''}: "
            f"{(company.dph and company.dph.stav) or 'not verified'}"
            for company in said.firmy or ()
        ),
        "It attests what the sources said, never that anybody is reliable.",
    ]
    show(facts, as_json=json, text="\n".join(lines))


@group.command("rotate-key", epilog="Example: soupis receipt rotate-key")
def rotate_key(data: DataOption = None, json: JsonOption = False) -> None:
    """Make a new signing key; servers sign with it within seconds, and the old ones stay known."""
    import time

    with _receipts(existing_installation(data)) as receipts:
        key = receipts.keys.rotate(time.time())
    show({"kid": key.kid}, as_json=json, text=f"Receipts are signed by {key.kid} from now on.")


@group.command("stamp", epilog="Example: SOUPIS_TSA_URL=https://tsa.example soupis receipt stamp --all")
def receipt_stamp(
    numbers: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Numbers of receipts.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All receipts that have no time stamp yet.")] = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Have receipts time-stamped by the authority at SOUPIS_TSA_URL (RFC 3161), one request for each."""
    import httpx

    from soupis.receipts.time_stamps import TimeStampError, stamp

    where = existing_installation(data)
    if where.settings.tsa_url is None:
        raise fail("SOUPIS_TSA_URL names no time stamp authority.")
    if bool(numbers) == every:
        raise fail("Name the receipts by their numbers, or all of them by --all.")
    stamped, total = 0, None if every else len(numbers or ())
    with _receipts(where) as receipts, httpx.Client() as client, progress_bars() as progress:
        for number in receipts.unstamped() if every else numbers or ():
            jws = receipts.jws_of(number)
            if jws is None:
                raise fail(f"There is no receipt {number}; receipts time-stamped: {stamped}.")
            try:
                receipts.stamp(number, stamp(client, where.settings.tsa_url, jws))
            except TimeStampError as error:
                raise fail(f"{error} Receipts time-stamped: {stamped}; run it again for the rest.") from None
            stamped += 1
            progress("time stamps", stamped, total)
    show({"stamped": stamped}, as_json=json, text=f"Receipts time-stamped: {stamped}.")


@contextmanager
def _receipts(where: Installation) -> Iterator[Receipts]:
    from soupis.accounts.database import Database
    from soupis.receipts.receipts import Receipts

    database = Database(where.settings.accounts_url)
    receipts = Receipts(database, where.secret)
    try:
        yield receipts
    finally:
        receipts.close()
        database.close()


def _public_keys(saved: Path | None, data: Path | None) -> PublicKeys:
    """Return the keys of a saved file, else those of this machine's installation."""
    from soupis.receipts.signatures import read_jwks

    if saved is None:
        hint = "name a file with the service's keys by --keys (its /.well-known/jwks.json)."
        with _receipts(existing_installation(data, hint)) as receipts:
            return receipts.keys.public()
    try:
        return read_jwks(_read(saved))
    except ValueError as error:
        raise fail(f"{saved} holds no keys. {error}") from None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
    except OSError as error:
        raise fail(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) > _MAX_FILE_BYTES:
        raise fail(f"{path} is larger than any answer or receipt ({_MAX_FILE_BYTES >> 20} MB).")
    return content

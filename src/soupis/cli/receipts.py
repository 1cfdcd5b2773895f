"""`soupis receipt`: verification of receipts, keys that sign them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from soupis.cli.console import DataOption, JsonOption, existing_installation, fail, show, tell

if TYPE_CHECKING:
    from soupis.installation import Installation
    from soupis.receipts.checkpoints import Checkpoint
    from soupis.receipts.receipts import Receipts

group = typer.Typer(no_args_is_help=True, help="Receipts of answers, and the keys that sign them.")

_LOG_SECONDS = 30.0
_MAX_FILE_BYTES = 64 << 20
_LOG_UNCHECKED = 3  # exit code: the receipt holds, the keys at hand cannot tell of the log


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(group, name="receipt")


@group.command(
    "verify",
    epilog="Example: soupis receipt verify receipt.json body.json --keys jwks.json "
    "--log https://soupis.example/doklady/log",
)
def receipt_verify(
    receipt: Annotated[Path, typer.Argument(metavar="RECEIPT", help="The receipt, as the service gave it.")],
    body: Annotated[Path, typer.Argument(metavar="BODY", help="The answer, byte for byte.")],
    keys: Annotated[
        Path | None,
        typer.Option("--keys", metavar="FILE", help="The service's /.well-known/jwks.json, saved before."),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option("--log", metavar="URL", help="Ask the log too whether it continues from the receipt."),
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Verify a receipt and the answer that it is of; exit 1 where anything of them does not hold.

    Exit 3 where the receipt holds, but the log is signed by a key newer than those given.

    Without --keys, by the keys and the log of this machine's installation. Offline unless --log is given.
    """
    from soupis.receipts import verification
    from soupis.receipts.verification import UnknownLogKeyError, VerificationError

    try:
        given = verification.read_receipt(_read(receipt))
        answer = _read(body)
        present = None
        if keys is not None:
            known = _keys_of(keys)
            checkpoint = verification.verify(given, answer, known)
        else:
            with _receipts(
                existing_installation(
                    data, "name a file with the service's keys by --keys (its /.well-known/jwks.json)."
                )
            ) as receipts:
                known = receipts.keys.public()
                checkpoint = verification.verify(given, answer, known)
                present = _continued_here(receipts, checkpoint)
        if log is not None:
            present = _continued_there(log.rstrip("/"), checkpoint, known)
    except UnknownLogKeyError:
        tell(
            "RECEIPT VALID, LOG NOT CHECKED: the receipt itself holds, but the log's checkpoint of today is "
            "signed by a key that the given keys lack. Fetch the service's /.well-known/jwks.json anew: "
            "it holds the old keys and the new one."
        )
        raise typer.Exit(_LOG_UNCHECKED) from None
    except VerificationError as error:
        raise fail(f"NOT VALID: {error}") from None
    said = given.said
    facts = {
        "id": said.id,
        "issued": said.vydano,
        "request": f"{said.zadost.metoda} {said.zadost.adresa}",
        "unanswered": said.neodpovezeno,
        "sources": {source.zdroj: source.odpoved_z for source in said.zdroje},
        "log": checkpoint.origin,
        "position": said.zaznam.pozice,
        "logSize": present.size if present else None,
    }
    sources = [f"  {source.zdroj}: {source.odpoved_z or 'asked, not answered'}" for source in said.zdroje]
    lines = [
        f"VALID: answered at {said.vydano} to {facts['request']}, number {said.id}.",
        "What the sources had said by then; no answer of theirs is older than",
        *sources,
        *([f"  Asked, not answered: {said.neodpovezeno} companies."] if said.neodpovezeno else []),
        f"Entry {said.zaznam.pozice} of the log {checkpoint.origin}, {checkpoint.size} entries long then"
        + (f", {present.size} now, none of them changed." if present else "; the log of now was not asked."),
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


@group.command("stamp", epilog="Example: SOUPIS_TSA_URL=https://tsa.example soupis receipt stamp")
def receipt_stamp(data: DataOption = None, json: JsonOption = False) -> None:
    """Have the log's newest checkpoint time-stamped by the authority at SOUPIS_TSA_URL (RFC 3161).

    Receipts before it then bear the time stamp; to be run as often as times are to be told apart.
    """
    import time

    import httpx

    from soupis.receipts.time_stamps import TimeStampError, stamp

    where = existing_installation(data)
    if where.settings.tsa_url is None:
        raise fail("SOUPIS_TSA_URL names no time stamp authority.")
    with _receipts(where) as receipts, httpx.Client() as client:
        receipts.log.enter_waiting(time.time())
        newest = receipts.log.newest()
        if newest is None:
            raise fail("The log of receipts is empty yet.")
        if newest.time_stamp is None:
            try:
                receipts.log.stamp(newest, stamp(client, where.settings.tsa_url, newest.note))
            except TimeStampError as error:
                raise fail(str(error)) from None
    show({"size": newest.size}, as_json=json, text=f"The log's first {newest.size} entries are time-stamped.")


@contextmanager
def _receipts(where: Installation) -> Iterator[Receipts]:
    from soupis.accounts.database import Database
    from soupis.receipts.receipts import Receipts

    database = Database(where.settings.accounts_url)
    receipts = Receipts(database, where.secret, where.settings.base_url)
    try:
        yield receipts
    finally:
        receipts.close()
        database.close()


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
    except OSError as error:
        raise fail(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) > _MAX_FILE_BYTES:
        raise fail(f"{path} is larger than any answer or receipt ({_MAX_FILE_BYTES >> 20} MB).")
    return content


def _keys_of(path: Path) -> dict[str, bytes]:
    from soupis.receipts.jws import read_jwks

    try:
        return read_jwks(_read(path))
    except ValueError as error:
        raise fail(f"{path} holds no keys. {error}") from None


def _continued_here(receipts: Receipts, known: Checkpoint) -> Checkpoint:
    """Compare a receipt's checkpoint with the log of this installation."""
    from soupis.receipts.tiles import WIDTH, tile_at
    from soupis.receipts.verification import VerificationError, verify_log

    def fetch(path: str) -> bytes:
        tile = tile_at(path)
        assert tile is not None
        start = tile.number * WIDTH
        return b"".join(receipts.log.nodes(tile.level * 8, start, start + tile.width))

    newest = receipts.log.newest()
    if newest is None:
        raise VerificationError("The log was cut: it is empty.")
    return verify_log(known, newest.note, fetch, receipts.keys.public())


def _continued_there(address: str, known: Checkpoint, keys: dict[str, bytes]) -> Checkpoint:
    """Compare a receipt's checkpoint with the log of a service."""
    import httpx

    from soupis.receipts.verification import verify_log

    try:
        with httpx.Client(timeout=_LOG_SECONDS) as client:

            def fetch(path: str) -> bytes:
                answer = client.get(f"{address}/{path}")
                answer.raise_for_status()
                return answer.content

            return verify_log(known, fetch("checkpoint").decode("utf-8", "replace"), fetch, keys)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise fail(f"The log at {address} cannot be read: {error}") from None

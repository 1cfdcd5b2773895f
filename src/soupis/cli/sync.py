"""`soupis sync`: synchronise with source registers, over the network or from local files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from soupis.cli.console import DataOption, JsonOption, installation
from soupis.identifiers import parse_ico
from soupis.sources import ARES, CODELISTS, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, VAT

group = typer.Typer(no_args_is_help=True, help="Synchronise with source registers.")

FilesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--file",
        metavar="PATH",
        help="Local file in the register's own format instead of the network; may be repeated.",
    ),
]
IcosOption = Annotated[
    list[str] | None,
    typer.Option("--ico", metavar="ICO", help="Ask about this company only; may be repeated."),
]
LimitOption = Annotated[
    int | None, typer.Option("--limit", min=1, metavar="N", help="At most so many look-ups.")
]
ForceOption = Annotated[
    bool,
    typer.Option(
        "--force", help="Take over an unchanged file, or one that lost many rows or cannot be read."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(group, name="sync")


@group.command(epilog="Example: soupis sync res --file res_data.csv --file res_pf_nace.csv")
def res(
    file: FilesOption = None, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """Statistical register: all subjects (res_data.csv) and their activities (res_pf_nace.csv)."""
    _run(RES, data=data, json=json, files=file, force=force)


@group.command(
    "public-register", epilog="Example: soupis sync public-register --file sro-full-praha-2026.xml.gz"
)
def public_register_(
    file: FilesOption = None, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """Public register: file marks, capital, bodies, partners and their history."""
    _run(PUBLIC_REGISTER, data=data, json=json, files=file, force=force)


@group.command("ares", epilog="Example: soupis sync ares --limit 10000")
def ares_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """ARES: known subjects not asked for a month, oldest first, then living ones never asked.

    Files: economic subjects, searches, public and statistical register records (JSON).
    """
    _run(ARES, data=data, json=json, files=file, icos=ico, limit=limit)


@group.command("vat", epilog="Example: soupis sync vat --limit 1000")
def vat_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """VAT register: the list of unreliable payers, the look-up queue, re-verification of those registered.

    Files: answers about payers, or the list of unreliable payers (SOAP).
    """
    _run(VAT, data=data, json=json, files=file, icos=ico, limit=limit, force=force)


@group.command("isir", epilog="Example: soupis sync isir --ico 25083325")
def isir_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Insolvency register: new events, and the proceedings of the companies that they name.

    Files: SOAP answers of the look-up service.
    """
    _run(ISIR, data=data, json=json, files=file, icos=ico, limit=limit)


@group.command("documents", epilog="Example: soupis sync documents --ico 00514152")
def documents_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Collection of documents: lists of the companies that somebody looked at and whose list is old.

    Files: lists of filed documents of single companies (HTML or JSON).
    """
    _run(DOCUMENTS, data=data, json=json, files=file, icos=ico, limit=limit)


@group.command("codelists", epilog="Example: soupis sync codelists")
def codelists_(data: DataOption = None, force: ForceOption = False, json: JsonOption = False) -> None:
    """Code lists of the statistical office; where a name changed, documents are made again."""
    _run(CODELISTS, data=data, json=json, force=force)


@group.command("all", epilog="Example: soupis sync all --limit 10000")
def all_(
    limit: LimitOption = None, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """All sources over the network, one after the other; one that fails does not stop the others."""
    _run(None, data=data, json=json, limit=limit, force=force)


def _run(
    source: str | None,
    *,
    data: Path | None,
    json: bool,
    files: list[Path] | None = None,
    icos: list[str] | None = None,
    limit: int | None = None,
    force: bool = False,
) -> None:
    """Synchronise one source, or all of them, as the options of the command say."""
    from soupis.cli.synchronising import run
    from soupis.worker.sources import SYNCHRONISE, SyncRequest

    request = SyncRequest(limit, force, _icos(icos))
    run(installation(data), [source] if source else list(SYNCHRONISE), request, files or [], as_json=json)


def _icos(texts: list[str] | None) -> tuple[int, ...]:
    icos = []
    for text in texts or ():
        if (ico := parse_ico(text)) is None:
            raise typer.BadParameter(f"{text} is no company ID; it has eight digits", param_hint="--ico")
        icos.append(ico)
    return tuple(icos)

"""Client of the public register's open data: a CKAN catalogue of gzipped XML files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from msgspec import Struct

from soupis.registers.download import Download, Validator, download
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import Answer, SourceClient
from soupis.registers.json import parse_object
from soupis.registers.public_register import iter_subject_elements

SOURCE: Final = "Public register's open data"
_NAME = re.compile(r"(?P<form>[a-z0-9_-]+)-(?P<extent>full|actual)-(?P<court>[a-z_-]+)-(?P<year>[0-9]{4})")
_MAX_BYTES = 2 * 1024**3


class Dataset(Struct, frozen=True, order=True):
    """One dataset of the catalogue, "sro-full-praha-2026"."""

    id: str
    form: str
    extent: str  # full | actual
    court: str
    year: int


def datasets(client: SourceClient) -> list[Dataset]:
    """Ask for all datasets of the catalogue; ids of another pattern are left out."""
    names = client.ask("GET", "/api/3/action/package_list", _read_result)
    if not isinstance(names, list):
        raise SourceError(f"{SOURCE}: the list of datasets is not a list.")
    matches = [_NAME.fullmatch(name) for name in names if isinstance(name, str)]
    if not any(matches):
        raise SourceError(f"{SOURCE}: the catalogue names no dataset of companies; its naming has changed.")
    return sorted(
        Dataset(match[0], match["form"], match["extent"], match["court"], int(match["year"]))
        for match in matches
        if match is not None
    )


def fetch(client: SourceClient, dataset: str, directory: Path, known: Validator | None = None) -> Download:
    """Download a dataset as `<dataset>.xml.gz` into a directory, unless `known` is still it."""
    if not _NAME.fullmatch(dataset):
        raise ValueError(f"{dataset!r} is not the id of a dataset, like sro-full-praha-2026")
    package = client.ask("GET", f"/api/3/action/package_show?id={quote(dataset)}", _read_result)
    target = directory / f"{dataset}.xml.gz"
    return download(
        client,
        _xml_address(package, dataset, client),
        target,
        check=check_file,
        max_bytes=_MAX_BYTES,
        known=known,
    )


def check_file(path: Path) -> None:
    """Raise SourceUnavailable unless a file of the register can be read to its end."""
    try:
        for _ in iter_subject_elements(path):
            pass
    except SourceError as error:
        raise SourceUnavailable(str(error)) from error


def _xml_address(package: Any, dataset: str, client: SourceClient) -> str:
    resources = package.get("resources") if isinstance(package, dict) else None
    urls = [item.get("url") for item in resources or [] if isinstance(item, dict)]
    packed = next((url for url in urls if isinstance(url, str) and url.endswith(".xml.gz")), None)
    if packed is None:
        raise SourceError(f"{SOURCE}: the dataset {dataset} offers no .xml.gz file.")
    # A catalogue must not be able to send us to another machine; only its redirects may.
    address = client.address(packed if urlsplit(packed).scheme else "/" + packed.lstrip("/"))
    if client.base_url.startswith("https://"):
        address = address.replace("http://", "https://", 1)  # some entries of the catalogue are that old
    if urlsplit(address).hostname != urlsplit(client.base_url).hostname:
        raise SourceError(
            f"{SOURCE}: the file of {dataset} lies on another host, {urlsplit(address).hostname}."
        )
    return address


def _read_result(answer: Answer) -> Any:
    body = parse_object(answer.body, SOURCE)
    if body.get("success") is not True or "result" not in body:
        raise SourceError(f"{SOURCE}: the catalogue refused the question.")
    return body["result"]

"""Client of the statistical register's open data: two CSV files, published twice a month."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from soupis.registers.download import Download, Validator, check_csv, download
from soupis.registers.http import SourceClient

FileName = Literal["res_data.csv", "res_pf_nace.csv"]
FILES: Final[tuple[FileName, ...]] = ("res_data.csv", "res_pf_nace.csv")

# Columns without which a file is of no use; the parser knows the rest.
_COLUMNS: Final[dict[FileName, tuple[str, ...]]] = {
    "res_data.csv": ("ICO", "DDATVZN", "DDATZAN", "FORMA", "FIRMA", "DATPLAT"),
    "res_pf_nace.csv": ("ICO", "KODCIS", "HODN", "DATPLAT"),
}
_MAX_BYTES = 8 * 1024**3


def fetch(client: SourceClient, name: FileName, directory: Path, known: Validator | None = None) -> Download:
    """Download one of the two files into a directory, unless the source says that `known` is still it."""
    check = check_csv(*_COLUMNS[name])
    return download(client, f"/{name}", directory / name, check=check, max_bytes=_MAX_BYTES, known=known)

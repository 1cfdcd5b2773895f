"""One made-up country of 4,000 subjects, written once for all tests of this folder."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest
from lxml import etree
from msgspec import Struct

from soupis.synthetic import Summary, generate

COMPANIES, SEED = 4000, 20261031


class Country(Struct):
    """The written files, raw and read."""

    path: Path
    summary: Summary
    subjects: list[dict[str, str]]
    activities: list[dict[str, str]]
    register: etree._Element

    @property
    def living(self) -> list[dict[str, str]]:
        return [row for row in self.subjects if not row["DDATZAN"]]


@pytest.fixture(scope="session")
def country(tmp_path_factory: pytest.TempPathFactory) -> Country:
    path = tmp_path_factory.mktemp("country")
    summary = generate(path, COMPANIES, SEED)
    return Country(
        path=path,
        summary=summary,
        subjects=_rows(path / "res_data.csv"),
        activities=_rows(path / "res_pf_nace.csv"),
        register=etree.fromstring(gzip.decompress((path / "public_register.xml.gz").read_bytes())),
    )


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))

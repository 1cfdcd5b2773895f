"""docs/sources.md names every column of the statistical register and every stopgap name of the lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from soupis.registers import res
from soupis.registers.codelists import LIST_NAMES, load
from soupis.synthetic.statistical import ACTIVITIES_HEADER, SUBJECTS_HEADER

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
DATA = Path(res.__file__).parent / "data"


def described(file: str) -> dict[str, str]:
    table = PAGE.split(f"| column of `{file}` | served as |\n", 1)[1].split("\n\n", 1)[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.+?) \|$", table, re.MULTILINE))


@pytest.mark.parametrize(
    ("file", "header"), [("res_data.csv", SUBJECTS_HEADER), ("res_pf_nace.csv", ACTIVITIES_HEADER)]
)
def test_every_column_of_the_statistical_register_is_described(file: str, header: str) -> None:
    assert list(described(file)) == header.strip().split(",")


@pytest.mark.parametrize("file", ["res_data.csv", "res_pf_nace.csv"])
def test_what_the_parser_does_not_read_is_described_as_not_read(file: str) -> None:
    read = set(re.findall(r'"([A-Z][A-Z_0-9]+)"', Path(res.__file__).read_text(encoding="utf-8")))
    described_as_read = {
        name for name, served in described(file).items() if not served.startswith("not read")
    }
    assert described_as_read <= read
    assert not (described(file).keys() - described_as_read - {"DDATPAKT"}) & read


def test_every_stopgap_name_is_told() -> None:
    marked = {
        kind: [code for code, row in load("nace2025").items() if row.stopgap == kind]
        for kind in ("own", "rev2_same_heading")
    }
    told = re.search(r"- `own`, (\d+) codes, translated for the package: ([^.]+)\.", PAGE)
    assert told is not None
    assert re.findall(r"`(\w+)`", told[2]) == marked["own"] and int(told[1]) == len(marked["own"])
    assert f"`rev2_same_heading`, {len(marked['rev2_same_heading'])} codes" in PAGE


def test_every_packaged_list_names_its_source() -> None:
    sources = (DATA / "SOURCES.md").read_text(encoding="utf-8")
    assert {path.name for path in DATA.glob("*.csv")} == set(re.findall(r"`(\w+\.csv)`", sources))
    assert {f"{name}.csv" for name in LIST_NAMES} <= {path.name for path in DATA.glob("*.csv")}
    for office in ("ČSÚ", "ČÚZK", "CC BY 4.0", "Eurostat", "ČNB"):
        assert office in sources and office in (ROOT / "LICENSE").read_text(encoding="utf-8")

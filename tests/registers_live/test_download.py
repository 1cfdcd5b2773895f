"""Downloads: checked, and never a truncated file in the place of a good one."""

from __future__ import annotations

import gzip
import os
import random
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from soupis.registers.clients import public_register, res
from soupis.registers.clients.public_register import check_file
from soupis.registers.download import Validator, check_csv, download
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import SourceClient
from soupis.registers.throttle import Limits, Throttle
from tests.registers_live.conftest import HASTY, MakeClient
from tests.standin import Standin, start

DATASET = "sro-full-praha-2026"


@pytest.fixture
def own_world(world: Path, tmp_path: Path) -> Path:
    """A copy of the data directory that a test may change."""
    return Path(shutil.copytree(world, tmp_path / "world"))


@pytest.fixture
def own(own_world: Path) -> Iterator[tuple[Standin, SourceClient]]:
    """A stand-in over the copy and a client of the statistical register there."""
    with ExitStack() as stack:
        running = stack.enter_context(start(own_world))
        base = running.settings["SOUPIS_RES_URL"]
        client = SourceClient("res", base, Throttle(Limits(2, ())), contact="x", retry_policy=HASTY)
        yield running, stack.enter_context(client)


def test_file_is_unpacked_on_arrival_and_equals_the_source(
    client: MakeClient, world: Path, tmp_path: Path
) -> None:
    result = res.fetch(client("res"), "res_data.csv", tmp_path)
    assert result.changed
    assert result.path.read_bytes() == (world / "res" / "res_data.csv").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["res_data.csv"]


def test_unchanged_file_is_not_downloaded_again(client: MakeClient, source: Standin, tmp_path: Path) -> None:
    first = res.fetch(client("res"), "res_data.csv", tmp_path)
    before = first.path.stat().st_mtime_ns
    again = res.fetch(client("res"), "res_data.csv", tmp_path, known=first.validator)
    assert (again.changed, again.validator) == (False, first.validator)
    assert first.path.stat().st_mtime_ns == before
    by_date = Validator(last_modified=first.validator.last_modified)
    assert not res.fetch(client("res"), "res_data.csv", tmp_path, known=by_date).changed


def test_changed_file_replaces_the_old_one(own: tuple[Standin, SourceClient], own_world: Path) -> None:
    _, client = own
    target = own_world / "downloads"
    first = res.fetch(client, "res_pf_nace.csv", target)
    with (own_world / "res" / "res_pf_nace.csv").open("ab") as file:
        file.write(b"11111119,411,80004,62010,2026-10-31,2026-01-15,\r\n")
    os.utime(own_world / "res" / "res_pf_nace.csv", (2_000_000_000, 2_000_000_000))
    second = res.fetch(client, "res_pf_nace.csv", target, known=first.validator)
    assert second.changed
    assert b"62010" in second.path.read_bytes()


@pytest.mark.parametrize("fault", ["truncated=1", "cut=1@0", "html=1", "5xx=1", "refuse=1", "malformed=1"])
def test_lasting_fault_leaves_the_good_file_alone(
    client: MakeClient, source: Standin, tmp_path: Path, fault: str
) -> None:
    files = {"res": "/res_data.csv", "public_register": f"/storage/{DATASET}.xml.gz"}
    checks = {"res": check_csv("ICO"), "public_register": check_file}
    source.faults.set(f"*:{fault}")
    for service, path in files.items():
        target = tmp_path / Path(path).name
        target.write_bytes(b"good")
        with pytest.raises(SourceUnavailable):
            download(client(service), path, target, check=checks[service], max_bytes=10**9)
        assert target.read_bytes() == b"good"
        assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("fault", ["truncated=2x", "html=2x", "malformed=1x", "cut=3x@500", "5xx=2x"])
def test_passing_fault_ends_in_a_whole_file(
    client: MakeClient, source: Standin, world: Path, tmp_path: Path, fault: str
) -> None:
    source.faults.set(f"res:{fault}")
    res.fetch(client("res"), "res_data.csv", tmp_path)
    assert (tmp_path / "res_data.csv").read_bytes() == (world / "res" / "res_data.csv").read_bytes()


def test_catalogue_lists_datasets_by_form_extent_court_and_year(client: MakeClient) -> None:
    found = public_register.datasets(client("public_register"))
    assert [(item.form, item.extent, item.court, item.year) for item in found] == [
        ("as", "actual", "brno", 2026),
        ("sro", "full", "praha", 2026),
    ]


def test_dataset_that_is_not_there_is_an_error(client: MakeClient, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        public_register.fetch(client("public_register"), "sro-full-praha-1999", tmp_path)
    with pytest.raises(ValueError, match="not the id"):
        public_register.fetch(client("public_register"), "../../etc/passwd", tmp_path)


def test_file_over_the_size_limit_is_refused_and_leaves_nothing(
    client: MakeClient, world: Path, tmp_path: Path
) -> None:
    with pytest.raises(SourceError, match="larger than the limit"):
        download(
            client("res"),
            "/res_data.csv",
            tmp_path / "x.csv",
            check=check_csv("ICO"),
            max_bytes=1000,
        )
    with pytest.raises(SourceError, match="refused"):
        download(
            client("res"),
            "/res_data.csv",
            tmp_path / "x.csv",
            check=check_csv("ICO"),
            max_bytes=(world / "res" / "res_data.csv").stat().st_size - 1,
        )
    assert list(tmp_path.iterdir()) == []


def test_gzip_bomb_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.xml.gz"
    bomb.write_bytes(gzip.compress(b"<xml>" + bytes(60_000_000), 9))
    with pytest.raises(SourceError, match="refused"):
        check_file(bomb)


def test_damaged_gzip_is_found_by_its_trailer(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(50_000).hex().encode()
    whole = gzip.compress(b"<xml>" + noise + b"</xml>")
    path = tmp_path / "x.xml.gz"
    for damaged in (whole[:-1], whole[:-8], whole[: len(whole) // 2], whole[:-8] + bytes(8), b"", whole[:5]):
        path.write_bytes(damaged)
        with pytest.raises(SourceUnavailable):
            check_file(path)
    path.write_bytes(whole)
    check_file(path)


@pytest.mark.parametrize(
    "text", [b"<xml><Subjekt></Subjekt>", b"<html></html>", b"text", b"<xml></xml", b"<xml></xml>x"]
)
def test_xml_without_its_closing_tag_is_not_whole(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.xml.gz"
    path.write_bytes(gzip.compress(text))
    with pytest.raises(SourceUnavailable):
        check_file(path)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (b"ICO,NAME\r\n1,x", SourceUnavailable),
        (b"ICO,NAME\r\n", SourceUnavailable),
        (b"NAME\r\n1\r\n", SourceError),
        (b"", SourceError),
    ],
)
def test_csv_without_columns_rows_or_its_last_line_end_is_refused(
    tmp_path: Path, text: bytes, kind: type[SourceError]
) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(text)
    with pytest.raises(kind) as error:
        check_csv("ICO")(path)
    assert type(error.value) is kind
    path.write_bytes(b'\xef\xbb\xbf"ICO",NAME\r\n1,x\r\n')
    check_csv("ICO")(path)

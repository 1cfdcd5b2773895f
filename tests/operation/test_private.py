"""What is stored is for its owner only, pages have all headers, and an unsafe Python is refused."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from soupis.cli.main import too_old
from soupis.installation import Installation
from tests.support import private_texts
from tests.support.installation import copy_of, open_installation
from tests.support.server import Server
from tests.support.waiting import PATIENCE


def _open_to_others(directory: Path) -> list[str]:
    found = []
    for path in (directory, *directory.rglob("*")):
        with suppress(FileNotFoundError):  # a process has just removed it
            if path.stat().st_mode & 0o077:
                found.append(str(path.relative_to(directory)))
    return found


def test_everything_that_commands_store_is_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for command in ("migrate", "status"):
        run = [sys.executable, "-m", "soupis", command, "--data", str(data)]
        # As on most machines: others may read what one makes.
        subprocess.run(run, check=True, capture_output=True, cwd=tmp_path, umask=0o022)
    assert list(data.rglob("*.sqlite"))
    assert _open_to_others(data) == []


def test_an_existing_installation_is_made_private_at_the_start(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with Server(data, tmp_path / "log"):
        assert _open_to_others(data) == []


def test_a_directory_of_somebody_else_named_by_mistake_keeps_its_mode(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    other.chmod(0o755)
    (other / "letter.txt").write_text("for all")
    open_installation(other).prepare()
    assert other.stat().st_mode & 0o777 == 0o755
    assert (other / "letter.txt").stat().st_mode & 0o044


@pytest.mark.parametrize("path", ["/api/docs", "/api/docs/docs.svg"])
def test_the_description_has_all_security_headers_of_a_page(server: Server, path: str) -> None:
    names = {
        "content-security-policy", "referrer-policy", "permissions-policy", "cross-origin-opener-policy",
        "x-frame-options", "x-content-type-options",
    }  # fmt: skip
    page, described = (httpx.get(f"{server.url}{where}", timeout=PATIENCE) for where in ("/", path))
    assert {name: described.headers.get(name) for name in names} == {
        name: page.headers[name] for name in names
    }


@pytest.mark.parametrize(
    ("version", "refused"),
    [((3, 10, 14), True), ((3, 11, 3), True), ((3, 11, 4), False), ((3, 12, 0), False), ((3, 14, 1), False)],
)
def test_a_python_with_known_faults_is_refused(version: tuple[int, int, int], refused: bool) -> None:
    assert (too_old(version) is not None) is refused


def test_what_people_ask_for_is_in_no_log_and_no_figure(
    demo_installation: Installation, tmp_path: Path
) -> None:
    random = Random(20261122)
    asked = [private_texts.birth_number(random, private_texts.birth_day(random)) for _ in range(3)]
    data, log = copy_of(demo_installation, tmp_path / "data").directory, tmp_path / "log"
    with (
        Server(data, log, settings={"SOUPIS_LOG_LEVEL": "DEBUG"}) as server,
        httpx.Client(timeout=PATIENCE) as client,
    ):
        for number in asked:
            for path in ("api/v1/vyhledavani", "api/v1/osoby", "api/suggest", "hledat"):
                found = client.get(f"{server.url}/{path}", params={"q": f"{number[:6]}/{number[6:]}"})
                assert found.status_code in (200, 302, 303), found.text
            client.get(f"{server.url}/osoba/jan-novak-{number}")
        figures = client.get(f"{server.url}/metrics").text
    told = log.read_text(encoding="utf-8", errors="replace") + figures
    assert not [number for number in asked if number in told or number[:6] in told]

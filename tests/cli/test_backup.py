"""Backup and restore by the commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from soupis.installation import Installation
from soupis.store.documents import Documents
from tests.support.installation import copy_of


def _soupis(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "soupis", *arguments], capture_output=True, text=True, timeout=120
    )


def test_a_restored_backup_answers_as_the_original(demo_installation: Installation, tmp_path: Path) -> None:
    original = copy_of(demo_installation, tmp_path / "data").directory
    copy, restored = tmp_path / "copy", tmp_path / "restored"
    assert _soupis("backup", str(copy), "--data", str(original)).returncode == 0
    assert _soupis("restore", str(copy), "--data", str(restored)).returncode == 0
    with Documents(original / "registry.sqlite") as before, Documents(restored / "registry.sqlite") as after:
        assert after.company(514152) == before.company(514152) is not None
        assert after.counts() == before.counts()
    assert _soupis("index", "rebuild", "--data", str(restored)).returncode == 0
    assert _soupis("check", "--data", str(restored)).returncode == 0


def test_a_backup_is_readable_by_its_owner_only(demo_installation: Installation, tmp_path: Path) -> None:
    assert (
        _soupis("backup", str(tmp_path / "copy"), "--data", str(demo_installation.directory)).returncode == 0
    )
    assert [path.stat().st_mode & 0o077 for path in (tmp_path / "copy").iterdir()].count(0) == len(
        list((tmp_path / "copy").iterdir())
    )


def test_a_backup_never_overwrites_and_a_restore_wants_an_empty_directory(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = str(demo_installation.directory)
    (tmp_path / "taken").mkdir()
    refused = _soupis("backup", str(tmp_path / "taken"), "--data", data)
    assert refused.returncode == 1
    assert "exists already" in refused.stderr
    assert _soupis("backup", str(tmp_path / "copy"), "--data", data).returncode == 0
    refused = _soupis("restore", str(tmp_path / "copy"), "--data", data)
    assert refused.returncode == 1
    assert "not empty" in refused.stderr

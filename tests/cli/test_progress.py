"""What is told of what takes long, where there is no terminal for bars."""

from __future__ import annotations

import pytest

from soupis.cli.console import progress_bars


def test_a_stage_says_once_that_it_begins_and_once_that_it_is_finished(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress_bars() as progress:
        for done in (1, 2, 3, 4, 4, 4):
            progress("checking", done, 4)
        progress("finishing", 0, None)
        for _ in range(3):
            progress("finishing", 1, 1)
    assert capsys.readouterr().err.splitlines() == [
        "checking: 25%",
        "checking: 100%",
        "finishing: …",
        "finishing: 100%",
    ]


def test_a_stage_that_begins_again_is_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bars() as progress:
        for done in (1, 2, 1, 2):
            progress("indexing", done, 2)
    assert capsys.readouterr().err.splitlines() == ["indexing: 50%", "indexing: 100%"] * 2

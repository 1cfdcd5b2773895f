"""What the README says is true: its requests answer as printed there, and its links lead somewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.callers import fresh_address
from tests.support.server import Server
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCKS = re.findall(r"```console\n(\$ curl .*?)```", README, re.DOTALL)
EXAMPLES = [tuple(block.removeprefix("$ ").split("\n", 1)) for block in _BLOCKS]


def test_readme_has_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=[command[:60] for command, _ in EXAMPLES])
def test_requests_answer_as_printed(command: str, printed: str, server: Server) -> None:
    here = command.replace("http://127.0.0.1:8000", server.url)
    here = here.replace("curl -s", f"curl -s -H 'X-Forwarded-For: {fresh_address()}'", 1)
    answer = subprocess.run(
        ["bash", "-c", here], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert answer.stdout.strip() == printed.strip()


@pytest.mark.parametrize("page", sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")}), ids=str)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing, f"{page.name} links to {missing}"

"""Nothing in this repository tells a birth date, a birth number or a home of anybody real.

Made-up persons need birth dates, for identity: recorded answers give them surnames that say so, and one
made-up home. Whatever else looks private must stand on the short list here, or be made by a generator.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from soupis.ingest.privacy import HIDDEN, redact
from soupis.ingest.privacy.folded import fold

ROOT = Path(__file__).parents[2]
SAMPLES = [ROOT / "tests" / "fixtures", ROOT / "src" / "soupis" / "synthetic" / "demo"]
# Who sits in the recorded answers: surnames that nobody would take for a real person's.
MADE_UP = set(
    "zitny ctvrty echova testovany prikladny ukazkovy repny modelovy ulehla nouma vzorny cvicny dablik "
    "vzorova vzorovy novak novakova".split()
)
HOME = "Ukázková 1/2"
# What tests plant: numbers of nobody, in files that are about hiding them.
PLANTED = {
    "docs/privacy.md",
    "tests/ingest/test_privacy.py",
    "tests/ingest/test_privacy_everywhere.py",
    "tests/ingest/test_hidden_persons.py",
    "tests/ingest/test_privacy_files.py",
    "tests/ingest/privacy_texts.txt",
    "tests/ingest/test_privacy_runs.py",
    "bench/registers.py",
    "tests/ingest/test_seats.py",
    "tests/registers/test_ares.py",
    "tests/registers/test_public_register.py",
    "tests/registers_live/test_isir.py",
    "tests/registers_live/test_isir_events.py",
    "tests/support/private_texts.py",
}
# Made by a generator: companies, people and slips of nobody, with the seats of sole traders on invoices; and
# what documents are packed with, scraps of a made-up country's.
GENERATED = ("tests/relevance/unseen/", "src/soupis/store/data/documents-")
# Pictures as numbers.
OUTLINES = "src/soupis/web/data/region_outlines.csv"
# A cell of a list of documents: the day on which one was made, without anybody beside it.
DAY_OF_DOCUMENT = re.compile(r"\s*<td[^>]*>\d{1,2}\. \w+ \d{4}</td>\s*")
# Programs of others, fingerprints, pictures: long lines without a word of a register.
NOT_TEXTS = (".min.js", ".lock", ".png", ".ico", ".svg", ".woff2", ".gz", ".msgpack")


def files() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = listed.stdout.split("\0") if listed.returncode == 0 else []
    if not any(names):  # unpacked from an archive
        names = [
            str(path.relative_to(ROOT))
            for top in ("src", "tests", "docs", "bench")
            for path in (ROOT / top).rglob("*.*")
        ]
    return [name for name in names if name and not name.endswith(NOT_TEXTS) and "__pycache__" not in name]


def test_no_file_tells_anything_private() -> None:
    looked_at, found = 0, []
    for name in files():
        path = ROOT / name
        if name in {*PLANTED, OUTLINES} or name.startswith(GENERATED) or "anonymised" in name:
            continue
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        looked_at += 1
        for number, line in enumerate(text.splitlines(), 1):
            if DAY_OF_DOCUMENT.fullmatch(line):
                continue
            for start in range(0, len(line), 4_000):
                piece = line[start : start + 4_000]
                if HOME not in piece and HIDDEN not in piece and HIDDEN in (shown := redact(piece)):
                    found.append(f"{name}:{number}: {shown[max(0, shown.find(HIDDEN) - 60) :][:120]}")
    assert looked_at > 300
    assert found == []


def test_the_outlines_of_regions_are_nothing_but_points() -> None:
    head, *lines = (ROOT / OUTLINES).read_text(encoding="utf-8").splitlines()
    assert head == "code,x,y,outline" and lines
    assert all(re.fullmatch(r"\d{2,3},\d+,\d+,[MmLlZz\d .-]+", line) for line in lines)


def persons(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "datumNarozeni" in value:
            yield value
        for item in value.values():
            yield from persons(item)
    elif isinstance(value, list):
        for item in value:
            yield from persons(item)


def test_persons_in_recorded_answers_are_made_up() -> None:
    met = 0
    for folder in SAMPLES:
        for path in sorted(folder.rglob("*.json")):
            for item in persons(json.loads(path.read_text(encoding="utf-8"))):
                met += 1
                assert fold(item["prijmeni"]).text in MADE_UP, path.name
                home = item.get("adresa") or {}
                assert not home or HOME in json.dumps(home, ensure_ascii=False), path.name
    assert met > 50


@pytest.mark.parametrize("folder", SAMPLES, ids=lambda folder: folder.name)
def test_full_birth_dates_and_birth_numbers_in_recorded_xml_belong_to_made_up_persons(folder: Path) -> None:
    for path in sorted([*folder.rglob("*.xml"), *folder.rglob("*.html")]):
        text = path.read_text(encoding="utf-8")
        if re.search(r"<(?:\w+:)?(?:rc|datumNarozeni|narozDatum)>[^<]", text):
            surnames = re.findall(r"<(?:\w+:)?(?:nazevOsoby|prijmeni)>([^<]+)<", text)
            assert "anonymised" in path.name, path.name
            assert {fold(name).text for name in surnames} <= MADE_UP, path.name

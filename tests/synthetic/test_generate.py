"""Same seed, same bytes; the summary says what was written; nothing half-written takes a file's name."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from soupis.synthetic import generate
from soupis.synthetic.companies import MAX_COMPANIES, World
from tests.synthetic.conftest import COMPANIES, Country

FILES = ("res_data.csv", "res_pf_nace.csv", "public_register.xml.gz")


def fingerprint(path: Path) -> list[str]:
    return [hashlib.sha256((path / name).read_bytes()).hexdigest() for name in FILES]


def test_the_same_seed_gives_the_same_bytes_in_another_process_with_another_hash_seed(tmp_path: Path) -> None:
    generate(tmp_path / "here", 600, 11)
    script = "import sys; from pathlib import Path; from soupis.synthetic import generate\n"
    script += "generate(Path(sys.argv[1]), 600, 11)"
    for hash_seed in ("1", "4242"):
        there = tmp_path / hash_seed
        subprocess.run(
            [sys.executable, "-c", script, str(there)],
            check=True,
            env={"PYTHONHASHSEED": hash_seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        )
        assert fingerprint(there) == fingerprint(tmp_path / "here")


def test_any_number_of_processes_writes_the_same_bytes(tmp_path: Path) -> None:
    summaries = [generate(tmp_path / str(count), 4_500, 7, truth=True, processes=count) for count in (1, 3)]
    assert summaries[0] == summaries[1]
    for name in (*FILES, "truth.jsonl"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes(), name


def test_the_text_of_seed_eleven_never_changes_unnoticed(tmp_path: Path) -> None:
    # Benchmarks and the demo rely on it. A deliberate change of the generator updates the digest.
    generate(tmp_path, 600, 11)
    assert fingerprint(tmp_path)[0].startswith("48e11aa21385f2b9")


def test_other_seeds_give_other_companies(tmp_path: Path) -> None:
    for seed in (1, 2, -1):
        generate(tmp_path / str(seed), 50, seed)
    assert len({fingerprint(tmp_path / str(seed))[0] for seed in (1, 2, -1)}) == 3


def test_the_summary_counts_what_was_written(country: Country) -> None:
    summary = country.summary
    entries = country.register.findall("Subjekt")
    assert summary.companies == len(country.subjects) == COMPANIES
    assert summary.activities == len(country.activities)
    assert summary.register_entries == len(entries)
    assert summary.register_entries_without_ico == sum(entry.find("ico") is None for entry in entries)
    assert summary.ceased == sum(row["DDATZAN"] != "" for row in country.subjects)


def test_progress_grows_to_the_number_of_companies(tmp_path: Path) -> None:
    seen: list[int] = []
    generate(tmp_path, 4500, 3, seen.append)
    assert seen == sorted(seen)
    assert len(seen) > 1
    assert seen[-1] == 4500


def test_an_interrupted_run_leaves_the_files_of_the_last_one(tmp_path: Path) -> None:
    generate(tmp_path, 50, 1)
    before = fingerprint(tmp_path)

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate(tmp_path, 50, 2, interrupt)
    assert fingerprint(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)


@pytest.mark.parametrize("companies", [0, -5, MAX_COMPANIES + 1])
def test_a_number_of_companies_out_of_range_is_refused(tmp_path: Path, companies: int) -> None:
    with pytest.raises(ValueError, match="1 to 4000000"):
        generate(tmp_path, companies, 1)
    assert not any(tmp_path.iterdir())


def test_one_company_is_enough(tmp_path: Path) -> None:
    assert generate(tmp_path, 1, 1).companies == 1


def test_a_company_is_the_same_whatever_was_asked_before() -> None:
    world, other = World(5, 1000), World(5, 1000)
    expected = [world.company(index) for index in range(20)]
    assert [other.company(index) for index in reversed(range(20))] == expected[::-1]


def test_ids_stay_unique_and_growing_at_the_largest_size() -> None:
    world = World(5, MAX_COMPANIES)
    for first in (0, MAX_COMPANIES // 2, MAX_COMPANIES - 500):
        icos = [world.ico(index) for index in range(first, first + 500)]
        assert icos == sorted(set(icos))
        assert {len(ico) for ico in icos} == {8}

"""Damaged files: what is largely unreadable or much too short changes nothing unless it is forced."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from soupis.ingest.runs import Run
from soupis.registers.public_register import is_readable, parse_subject_element
from soupis.registers.records import Rejected, SourceError
from soupis.store.tables import source_run
from tests.support.registry import Registry
from tests.support.sources import activities_file, register_file, res_file, res_row, subject

ICOS = range(10_000_000, 10_000_100)
Write = Callable[[Path, int, int], Path]
"""Writes a file of so many entries, of which so many cannot be read."""


def subjects(path: Path, count: int, damaged: int) -> Path:
    bad = [res_row(ico, "Firma", DDATVZN="2001-02-31") for ico in ICOS[:damaged]]
    good = [res_row(ico, "Firma") for ico in ICOS[damaged:count]]
    return res_file(path / "res_data.csv", [*bad, *good])


def activities(path: Path, count: int, damaged: int) -> Path:
    codes = [
        (ico, revision, "?" if number < damaged else "62010")
        for number, ico in enumerate(ICOS[:count])
        for revision in (80004, 80143)
    ]
    return activities_file(path / "res_pf_nace.csv", codes)


def extracts(path: Path, count: int, damaged: int) -> Path:
    texts = [subject(ico, "Firma") for ico in ICOS[:count]]
    texts[:damaged] = [text.replace("</udaje>", "</udaj>") for text in texts[:damaged]]
    return register_file(path / "sro-full-praha-2026.xml.gz", *texts)


def without_ids(path: Path, count: int, damaged: int) -> Path:
    texts = [subject(ico, "Firma") for ico in ICOS[:count]]
    texts[:damaged] = [text.replace("ico>", "icx>") for text in texts[:damaged]]
    return register_file(path / "sro-full-praha-2026.xml.gz", *texts)


def take_over(registry: Registry, path: Path, *, force: bool = False) -> Run:
    return registry.register(path, force=force) if path.suffix == ".gz" else registry.res(path, force=force)


WRITERS = pytest.mark.parametrize("write", [subjects, activities, extracts, without_ids])


@WRITERS
def test_a_file_of_which_over_a_tenth_is_unreadable_changes_nothing_unless_forced(
    registry: Registry, write: Write
) -> None:
    before, damaged = registry.content(), write(registry.directory, 100, 11)
    with pytest.raises(SourceError, match=r"11 of 100 entries .* cannot be read .*--force"):
        take_over(registry, damaged)
    assert registry.content() == before and registry.unpublished() == 0
    assert take_over(registry, damaged, force=True).rows_rejected >= 11
    assert take_over(registry, write(registry.directory, 100, 10)).rows_rejected >= 10


def test_an_estimate_from_samples_of_a_large_file_says_that_it_is_one(registry: Registry) -> None:
    texts = [subject(ico, "Firma").replace("ico>", "icx>") for ico in range(10_000_000, 10_002_100)]
    damaged = register_file(registry.directory / "sro-full-praha-2026.xml.gz", *texts)
    with pytest.raises(SourceError, match=r"^About 2,0\d\d of 2,100 entries .* by an estimate from samples"):
        registry.register(damaged)
    few = register_file(registry.directory / "as-full-praha-2026.xml.gz", *texts[:2_000])
    with pytest.raises(SourceError, match=r"^2,000 of 2,000 entries of [^ ]+ cannot be read \(100%\), more"):
        registry.register(few)


@WRITERS
def test_a_file_that_lost_over_a_tenth_changes_nothing_unless_forced(
    registry: Registry, write: Write
) -> None:
    take_over(registry, write(registry.directory, 100, 0))
    take_over(registry, write(registry.directory, 100, 0))  # unchanged, which is no file of no entries
    registry.publish()
    before = registry.content()
    short = write(registry.directory, 89, 0)
    with pytest.raises(SourceError, match=r"11 (of 100|fewer) .*--force"):
        take_over(registry, short)
    assert registry.content() == before and registry.unpublished() == 0
    take_over(registry, short, force=True)
    take_over(registry, write(registry.directory, 81, 0))


def test_activities_in_no_order_are_counted_by_companies(registry: Registry) -> None:
    path = registry.directory / "res_pf_nace.csv"

    def shuffled(count: int) -> Path:
        revisions = [[(ico, revision, "62010") for ico in ICOS[:count]] for revision in (80004, 80143)]
        return activities_file(path, itertools.chain(*revisions))

    assert take_over(registry, shuffled(100)).rows_read == 100
    assert take_over(registry, activities(registry.directory, 100, 0)).rows_read == 100
    with pytest.raises(SourceError, match=r"holds 89 entries, 11 fewer"):
        take_over(registry, shuffled(89))


def test_an_entry_that_stands_in_a_file_of_extracts_twice_is_unreadable_and_counted_once(
    registry: Registry,
) -> None:
    def repeated(name: str, count: int, twice: int) -> Path:
        texts = [subject(ico, "Firma") for ico in ICOS[:count]]
        return register_file(registry.directory / name, *texts, *texts[:twice])

    for name in ("sro-full-praha-2026.xml.gz", "as-full-praha-2026.xml.gz"):  # all is new, nothing is
        with pytest.raises(SourceError, match=r"100 of 200 entries .* cannot be read .*--force"):
            take_over(registry, repeated(name, 100, 100))
        assert take_over(registry, repeated(name, 100, 100), force=True).rows_read == 100
        assert take_over(registry, repeated(name, 100, 5)).rows_read == 100
        assert take_over(registry, repeated(name, 95, 0)).rows_read == 95
        with pytest.raises(SourceError, match=r"holds 80 entries, 15 fewer"):
            take_over(registry, repeated(name, 80, 5))


def test_the_first_file_of_a_new_year_is_compared_with_the_last_one_of_the_year_before(
    registry: Registry,
) -> None:
    texts = [subject(ico, "Firma") for ico in ICOS]
    registry.register(register_file(registry.directory / "sro-full-praha-2026.xml.gz", *texts))
    registry.publish()
    before = registry.content()
    new_year = registry.directory / "sro-full-praha-2027.xml.gz"
    with pytest.raises(SourceError, match=r"11 fewer .*--force"):
        registry.register(register_file(new_year, *texts[:89]))
    assert registry.content() == before and registry.unpublished() == 0
    assert registry.register(register_file(new_year, *texts[:90])).rows_read == 90
    other = register_file(registry.directory / "as-full-praha-2027.xml.gz", *texts[:1])
    assert registry.register(other).rows_read == 1


@pytest.mark.parametrize(
    ("change", "readable"),
    [
        (("", ""), True),
        (("</udaje>", ""), False),
        (("<Subjekt>", "<Subjekty>"), False),
        (("<nazev>", "<x:nazev>"), False),
        (("Firma", "A & B"), False),
        (("<ico>10000000</ico>", ""), False),
        (("<ico>10000000</ico>", "<ico>0</ico>"), False),
        (("<ico>10000000</ico>", "<ico> 10000000 </ico>"), True),
    ],
)
def test_the_quick_look_at_an_element_says_what_its_parser_says(
    change: tuple[str, str], readable: bool
) -> None:
    element = subject(ICOS[0], "Firma").replace(*change).encode()
    assert is_readable(element) is readable
    assert isinstance(parse_subject_element(element), Rejected) is not readable


def test_activities_that_can_be_read_only_in_part_leave_those_that_are_known(registry: Registry) -> None:
    registry.res(subjects(registry.directory, 100, 0))
    registry.res(activities(registry.directory, 100, 0))
    registry.publish()
    before = registry.content()
    assert registry.res(activities(registry.directory, 100, 5)).rows_changed == 0
    assert registry.content() == before


FIXTURES = Path(__file__).parents[1] / "fixtures"
# Of each register: a recorded file, what is replaced in it so that no entry can be read, and its reader.
RECORDED = {
    "ARES": ("ares/ares_search_budvar.json", r'"ico(Id)?"', '"icx"', Registry.ares),
    "ARES, public register": ("ares/ares_vr_00514152.json", r'"ico(Id)?"', '"icx"', Registry.ares),
    "VAT register": ("vat/vat_status_v2_mixed.xml", "typSubjektu=", "typ=", Registry.vat),
    "VAT register, basic": ("vat/vat_status_basic.xml", " dic=", " dix=", Registry.vat),
    "insolvency register": ("isir/isir_cuzk_25083325_konkurs.xml", "rocnik>", "rok>", Registry.isir),
    "documents": ("documents/documents_list_00514152.html", "<td", "<th", Registry.documents),
}  # fmt: skip


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_answers_of_which_nothing_can_be_read_change_nothing(registry: Registry, name: str) -> None:
    fixture, pattern, damage, take = RECORDED[name]
    whole = (FIXTURES / fixture).read_text()
    path = registry.directory / f"00514152_{Path(fixture).name}"
    path.write_text(re.sub(pattern, damage, whole))
    before = registry.content()
    with pytest.raises(SourceError, match=r"(\d+) of \1 entries of .* cannot be read \(.+\); nothing was"):
        take(registry, path)
    assert registry.content() == before and registry.unpublished() == 0
    assert registry.rows(select(source_run.c.state)) == [("failed",)]
    path.write_text(whole)
    assert take(registry, path).rows_read > 0


@WRITERS
@pytest.mark.parametrize("count", [1, 3])
def test_a_small_file_of_which_nothing_can_be_read_changes_nothing_unless_forced(
    registry: Registry, write: Write, count: int
) -> None:
    before, damaged = registry.content(), write(registry.directory, count, count)
    with pytest.raises(SourceError, match=rf"^{count} of {count} entries .* \(100%\).*--force"):
        take_over(registry, damaged)
    assert registry.content() == before and registry.unpublished() == 0
    assert take_over(registry, damaged, force=True).rows_rejected >= count
    assert take_over(registry, write(registry.directory, count + 1, count)).rows_rejected >= count


@WRITERS
def test_a_file_of_no_entries_is_not_an_unreadable_one(registry: Registry, write: Write) -> None:
    assert take_over(registry, write(registry.directory, 0, 0)).rows_read == 0

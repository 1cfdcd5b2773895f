"""Pieces of a snapshot that are not read again: what comes out is what reading every row would give."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from soupis.registers import res
from soupis.registers.pieces import Pieces, Unchanged
from soupis.registers.records import Rejected, SourceError, Subject

HEADER = "ICO,FIRMA,FORMA,DDATVZN,DDATZAN,DATPLAT,PRIZNAK"
# Of three neighbourhoods.
ICOS = [10_000_000, 10_000_018, 10_000_026, 20_000_008, 20_000_016, 30_000_007]
DAY = "2026-10-31"


def row(ico: int, name: str, day: str = DAY) -> str:
    return f'{ico:08d},"{name}",112,,,{day},\r\n'


def read(text: str, pieces: Pieces | None = None) -> list[Subject | Unchanged | Rejected]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "res_data.csv"
        path.write_text(text, newline="")
        return list(res.read_subjects(path, pieces=pieces))


def taken_over(text: str) -> Pieces:
    """Return what the next run knows of a file."""
    pieces = Pieces()
    read(text, pieces)
    return Pieces(pieces.taken_over)


def test_of_a_file_with_one_changed_row_its_neighbourhood_alone_is_read_again() -> None:
    before = HEADER + "\n" + "".join(row(ico, "Alfa") for ico in ICOS)
    found = read(before.replace(f'{ICOS[1]},"Alfa"', f'{ICOS[1]},"Beta"'), taken_over(before))
    assert [item.name for item in found if isinstance(item, Subject)] == ["Alfa", "Beta", "Alfa"]
    assert [item.icos for item in found if isinstance(item, Unchanged)] == [ICOS[3:5], ICOS[5:]]


def test_the_day_of_the_snapshot_changes_no_row() -> None:
    lines = [row(ico, "Alfa").replace(",,,", f",,{DAY},") for ico in ICOS]  # it ceased on that day
    before = HEADER + "\n" + "".join(lines)
    after = before.replace(f",{DAY},\r", ",2026-11-30,\r")
    assert after != before
    assert not [item for item in read(after, taken_over(before)) if isinstance(item, Subject)]
    again = after.replace(f",{DAY},2026-11-30", ",2026-11-30,2026-11-30")
    assert [item.ceased for item in read(again, taken_over(before)) if isinstance(item, Subject)] == [
        "2026-11-30"
    ] * len(ICOS)


def test_equal_lines_below_another_header_are_read() -> None:
    before = HEADER + "\n" + "".join(row(ico, "112") for ico in ICOS)
    other = before.replace("FIRMA,FORMA", "FORMA,FIRMA")
    assert len([item for item in read(other, taken_over(before)) if isinstance(item, Subject)]) == len(ICOS)


def test_a_piece_behind_a_name_that_nobody_closed_is_read_as_a_part_of_it() -> None:
    known = "".join(row(ico, "Beta") for ico in ICOS[3:])
    before = f"{HEADER}\n{row(ICOS[0], 'Alfa')}{known}"
    first = row(ICOS[0], "Alfa").replace('Alfa"', "Alfa")
    closing = row(ICOS[5], 'Alfa"')
    after = f"{HEADER}\n{first}{known}{closing}"
    assert told_by(read(after, taken_over(before)), {}) == told_by(read(after), {})


Found = list[Subject | Unchanged | Rejected]


def told_by(found: Found, before: dict[int, Subject]) -> tuple[list[Subject], list[str]]:
    """Return what was read, each ID of an unchanged piece as it was read before, and what was rejected."""
    told: list[Subject] = []
    for item in found:
        if isinstance(item, Unchanged):
            told += [before[ico] for ico in item.icos]
        elif isinstance(item, Subject):
            told.append(item)
    return told, sorted(map(str, (item for item in found if isinstance(item, Rejected))))


names = st.sampled_from(["Alfa", "Beta", 'Al""fa', "Al\r\nfa", "Al\rfa", 'Al"fa', '"', "Alfa, a.s.", ""])
rows = st.builds(row, st.sampled_from(ICOS), names, st.sampled_from([DAY, "2026-11-30", "", "2026-02-30"]))
broken = st.sampled_from(
    ["\r\n", "10000018\r\n", '"\r\n', f'10000018,"Alfa",112,2026-02-31,,{DAY},\n', f"10000018,A,1,,,{DAY},"]
)
files = st.lists(st.one_of(rows, rows, rows, broken), max_size=12).map(
    lambda lines: HEADER + "\r\n" + "".join(lines)
)


@given(files, files, st.integers(0, 12), st.integers(0, 12))
def test_what_is_skipped_would_have_been_read_as_before(one: str, other: str, first: int, last: int) -> None:
    lines = one.splitlines(keepends=True)
    # Most of the one stands in the other, too.
    after = "".join([*lines[:1], *other.splitlines(keepends=True)[1:last], *lines[1 + first :]])
    try:
        before = {item.ico: item for item in read(one) if isinstance(item, Subject)}
        plain = read(after)
    except SourceError:
        return
    pieces = taken_over_once(one)
    assert told_by(read(after, pieces), before) == told_by(plain, {})


def taken_over_once(text: str) -> Pieces:
    """Return what the next run knows of a file in which a second row of an ID is not taken over."""
    pieces, seen = Pieces(), set()
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "res_data.csv"
        path.write_text(text, newline="")
        try:
            for item in res.read_subjects(path, pieces=pieces):
                if isinstance(item, Subject):
                    if item.ico in seen:
                        pieces.spoil()
                    seen.add(item.ico)
        except SourceError:
            return Pieces()
    return Pieces(pieces.taken_over)

"""CSV lines: whatever a text holds, a row stays a row, a cell a cell, and nothing in it is a formula."""

from __future__ import annotations

import csv
import io
import unicodedata

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from soupis.wire.base import CodedName, encode
from soupis.wire.company import FirmaDetail, Sidlo
from soupis.wire.csv import COLUMNS, cell, line
from soupis.wire.derived import csv_line_of

# What tears rows apart, looks like a formula, or hides one.
_PIECES = st.sampled_from([
    *"=+-@;\"',|\t\r\n \u00a0\u200b\ufeff\u2060\u3000\u00ad\u202e\x0b\x0c\x85\u2028",
    "＝", "＋", "－", "＠", "﹦", "−", "\r\n", '""', "=1+1", "a", "Alfa s.r.o.", "Žluťoučký kůň",
])  # fmt: skip
NASTY = st.lists(st.one_of(_PIECES, st.text(max_size=3)), max_size=6).map("".join).filter(str.isprintable) | (
    st.lists(_PIECES, max_size=6).map("".join)
)


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True))


def runs_as_formula(text: str) -> bool:
    """Tell whether a spreadsheet may run a cell: it skips what is blank or not seen, and reads wide signs."""
    if text[:1] in ("\t", "\r", "\n"):
        return True
    for char in text:
        if not char.isspace() and unicodedata.category(char) not in ("Cc", "Cf", "Zs"):
            return unicodedata.normalize("NFKC", char)[:1] in ("=", "+", "-", "@", "\u2212")
    return False


@given(st.lists(NASTY, min_size=1, max_size=8), NASTY)
@example(["Alfa\ns.r.o.", "Beta"], "\n=1+1")
@example(["Alfa\rBeta", "x"], "\r@SUM(A1)")
def test_rows_and_cells_come_back_as_they_went(texts: list[str], last: str) -> None:
    cells = [cell(text) for text in (*texts, last)]
    rows = read(f"{line(cells)}\r\n{line(['next', 'row'])}\r\n")
    assert rows == [cells, ["next", "row"]]
    for text, guarded in zip((*texts, last), cells, strict=True):
        assert guarded in (text, f"'{text}")
        assert not runs_as_formula(guarded)


@given(st.lists(NASTY, min_size=1, max_size=4))
def test_no_cell_becomes_a_formula_in_a_workbook(texts: list[str]) -> None:
    sheet = openpyxl.Workbook().active
    (row,) = read(line([cell(text) for text in texts]) + "\r\n") or [[]]
    sheet.append([ILLEGAL_CHARACTERS_RE.sub("", text) for text in row])
    assert not any(item.data_type == "f" for item in sheet[1])


@pytest.mark.parametrize("front", ["", " ", "\u00a0", "\u200b", "\ufeff", "\t", "\r", "\n", " \u3000\u200d"])
@pytest.mark.parametrize("sign", "=+-@＝＋－＠﹦−")
def test_a_formula_is_guarded_whatever_hides_it(front: str, sign: str) -> None:
    text = f"{front}{sign}1+1"
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Alfa", " Alfa", "1 000", "'t Hof", "„Naše“", "a=b", "", "č.p. 5", "(=)"])
def test_a_text_that_is_no_formula_stays_as_it_is(text: str) -> None:
    assert cell(text) == text


@given(NASTY, NASTY, NASTY)
def test_the_line_of_a_company_is_one_row_of_all_columns(name: str, street: str, form: str) -> None:
    detail = FirmaDetail(
        ico="45274649",
        obchodni_jmeno=name,
        stav="aktivni",
        sidlo=Sidlo(nazev_ulice=street),
        pravni_forma=CodedName(kod="121", nazev=form),
    )
    text = csv_line_of(encode(detail), is_registration=False).decode()
    (row,) = read(text + "\r\n")
    assert len(row) == len(COLUMNS)
    assert not any(map(runs_as_formula, row))

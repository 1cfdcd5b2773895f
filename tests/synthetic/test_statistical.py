"""The statistical register's files follow the official dialect and the shape of the real ones."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from soupis.identifiers import has_valid_check_digit
from soupis.registers import codelists
from tests.synthetic.conftest import Country

SUBJECTS_HEADER = (
    b"ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,ICZUJ,FIRMA,CISS2010,"
    b"KODADM,TEXTADR,PSC,OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK\r\n"
)
QUOTED = r'"(?:[^"]|"")*"'
ROW = re.compile(rf'(?:[^",]*,){{12}}{QUOTED},[^",]*,[^",]*,{QUOTED}(?:,[^",]*){{9}}'.encode())
NATURAL = ("101", "105", "107", "424")


def share(count: int, of: int) -> float:
    return count / of


def test_every_row_quotes_name_and_address_text_and_nothing_else(country: Country) -> None:
    data = (country.path / "res_data.csv").read_bytes()
    assert data.startswith(SUBJECTS_HEADER)
    assert data.endswith(b"\r\n")
    lines = data[len(SUBJECTS_HEADER) : -2].split(b"\r\n")
    assert [line for line in lines if not ROW.fullmatch(line)] == []
    assert b"\n" not in b"".join(lines)


def test_activities_have_their_header_and_no_quotes(country: Country) -> None:
    data = (country.path / "res_pf_nace.csv").read_bytes()
    assert data.startswith(b"ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert b'"' not in data


def test_ids_are_unique_sorted_and_have_valid_check_digits(country: Country) -> None:
    icos = [row["ICO"] for row in country.subjects]
    assert icos == sorted(set(icos))
    assert all(len(ico) == 8 and has_valid_check_digit(int(ico)) for ico in icos)


def test_codes_are_those_of_the_code_lists(country: Country) -> None:
    lists = {
        "FORMA": "legal_form", "ROSFORMA": "legal_form_ros", "KATPO": "headcount", "OKRESLAU": "district",
    }  # fmt: skip
    for column, name in lists.items():
        assert {row[column] for row in country.subjects} - {""} <= set(codelists.load(name)), column


def test_ceased_natural_persons_keep_only_id_and_dates(country: Country) -> None:
    bare = [row for row in country.subjects if row["DDATZAN"] and not row["FIRMA"]]
    assert bare
    for row in bare:
        assert {column for column, value in row.items() if value} == {"ICO", "DDATZAN", "DATPLAT"}


def test_ceased_legal_persons_keep_everything_and_say_how_they_ceased(country: Country) -> None:
    ceased = [row for row in country.subjects if row["DDATZAN"] and row["FIRMA"]]
    assert ceased
    assert all(
        row["ZPZAN"] and row["FORMA"] not in NATURAL and row["DDATVZN"] < row["DDATZAN"] for row in ceased
    )


def test_ceased_subjects_have_one_activity_row_without_a_code(country: Country) -> None:
    rows = defaultdict(list)
    for row in country.activities:
        rows[row["ICO"]].append(row)
    assert set(rows) == {row["ICO"] for row in country.subjects}
    for subject in country.subjects:
        codes = [row["KODCIS"] for row in rows[subject["ICO"]]]
        assert codes == [""] if subject["DDATZAN"] else "80004" in codes


def test_activity_rows_are_unique_by_their_key_and_sorted_by_id(country: Country) -> None:
    keys = [(row["ICO"], row["KODCIS"], row["ZDRUD"], row["HODN"]) for row in country.activities]
    assert len(keys) == len(set(keys))
    assert [key[0] for key in keys] == sorted(key[0] for key in keys)
    assert {row["KODCIS"] for row in country.activities} == {"", "80004", "80143", "56"}


def test_a_living_subject_has_about_six_activity_rows(country: Country) -> None:
    living = [row for row in country.activities if row["KODCIS"]]
    assert 5.7 < share(len(living), len(country.living)) < 7.2


def test_legal_forms_towns_and_headcounts_are_skewed_like_the_real_ones(country: Country) -> None:
    everyone, living = len(country.subjects), len(country.living)
    forms = Counter(row["FORMA"] for row in country.living)
    towns = Counter(row["OBEC_TEXT"] for row in country.living)
    assert 0.16 < share(everyone - living, everyone) < 0.23
    assert 0.53 < share(sum(forms[form] for form in NATURAL), everyone) < 0.62
    assert 0.13 < share(forms["112"], everyone) < 0.19
    assert 0.005 < share(forms["121"], everyone) < 0.02
    assert 0.14 < share(towns["Praha"], living) < 0.24
    assert 0.04 < share(towns["Brno"], living) < 0.09
    assert len(towns) > 400
    assert 0.42 < share(sum(row["KATPO"] == "000" for row in country.living), living) < 0.62


def test_activities_stand_at_every_level_of_the_classification(country: Country) -> None:
    codes = {row["NACE"] for row in country.living}
    assert {1, 2, 3, 4, 5} == {len(code) for code in codes}
    assert "00" in codes


def test_names_hold_the_marks_that_trip_readers(country: Country) -> None:
    names = [row["FIRMA"] for row in country.living]
    for mark in ('"', "&", "-", ",", "+", "."):
        assert any(mark in name for name in names), mark
    assert any(re.search(r"\d", name) for name in names)
    words = Counter(word for name in names for word in set(name.split()))
    assert max(words.values()) > 0.05 * len(names)
    assert sum(count == 1 for count in words.values()) > 500


def test_some_addresses_are_texts_only(country: Country) -> None:
    texts = [row for row in country.living if row["TEXTADR"]]
    assert texts
    assert all(not row["KODADM"] for row in texts)
    assert any(re.fullmatch(r"\d+[a-d]", row["COR"]) for row in country.living)

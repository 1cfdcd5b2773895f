"""The statistical register's CSV files."""

from __future__ import annotations

import csv
import gzip
import io
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers import csv_frames, res
from soupis.registers.records import Rejected, SourceError, Subject

FIXTURES = Path(__file__).parents[1] / "fixtures" / "res"
HEADER = (
    "ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,ICZUJ,FIRMA,CISS2010,"
    "KODADM,TEXTADR,PSC,OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK"
)
ROW = (
    '27074358,CZ0642,2003-08-06,,,2026-01-15,121,121,310,6201,62010,582786,"První, a.s.",11001,'
    '123,"",60200,Brno,Brno-střed,Masarykova,1,12,3a,2026-06-15,Z'
)
NACE_HEADER = "ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK"


def _file(tmp_path: Path, text: str | bytes, name: str = "file.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _lines(*lines: str) -> str:
    return "".join(f"{line}\r\n" for line in lines)


def _read(path: Path) -> tuple[list[Subject], list[Rejected]]:
    subjects: list[Subject] = []
    rejected: list[Rejected] = []
    for part in res.read_subjects(path):
        checked, refused = res.check_subjects(part.frame)
        subjects += [Subject(*row) for row in res.list_subjects(checked)]
        rejected += [*part.rejected, *refused.values()]
    return subjects, rejected


def _subjects(path: Path) -> list[Subject]:
    subjects, rejected = _read(path)
    assert not rejected
    return subjects


def _activities(path: Path) -> tuple[list[tuple[int, str]], list[Rejected]]:
    parts = list(res.read_activities(path))
    return [row for part in parts for row in part.frame.rows()], [
        item for part in parts for item in part.rejected
    ]


def _named(subject: Subject) -> dict[str, object]:
    return {key: value for key, value in msgspec.structs.asdict(subject).items() if value is not None}


def test_recorded_file_is_read_row_by_row() -> None:
    subjects = {subject.ico: subject for subject in _subjects(FIXTURES / "res_data_synthetic.csv")}
    assert list(subjects) == [175, 27074358, 12345678, 11111119, 22222227, 45317054]
    assert subjects[11111119].name == 'Testovací "Penzion", s.r.o.'
    assert subjects[11111119].seat_orientation_number == "3a"
    assert subjects[12345678].ceased == "2020-03-15"
    assert subjects[12345678].ended
    assert subjects[45317054].nace == "00"
    assert _named(subjects[22222227]) == {"ico": 22222227, "ceased": "2020-01-31", "ended": True}


def test_every_column_lands_in_its_field(tmp_path: Path) -> None:
    (subject,) = _subjects(_file(tmp_path, _lines(HEADER, ROW)))
    assert _named(subject) == {
        "ico": 27074358,
        "name": "První, a.s.",
        "legal_form": "121",
        "legal_form_ros": "121",
        "founded": "2003-08-06",
        "ended": False,
        "headcount": "310",
        "nace": "6201",
        "nace2025": "62010",
        "sector": "11001",
        "updated": "2026-01-15",
        "seat_country": "CZ",
        "seat_region": 116,
        "seat_district": "CZ0642",
        "seat_municipality_code": 582786,
        "seat_municipality": "Brno",
        "seat_part": "Brno-střed",
        "seat_street": "Masarykova",
        "seat_house_number": "12",
        "seat_house_number_kind": 1,
        "seat_orientation_number": "3a",
        "seat_postal_code": 60200,
        "seat_address_point": 123,
    }


def test_old_files_with_fewer_columns_in_another_order_are_read(tmp_path: Path) -> None:
    text = _lines("FIRMA,FORMA,ICO,DDATZAN", '"Stará",112,00000175,2001-02-03')
    (subject,) = _subjects(_file(tmp_path, text))
    assert _named(subject) == {
        "ico": 175, "name": "Stará", "legal_form": "112", "ceased": "2001-02-03", "ended": True
    }  # fmt: skip


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("last_end", [True, False])
@pytest.mark.parametrize("packed", [False, True])
def test_dialects_give_the_same_subjects(
    tmp_path: Path, bom: str, end: str, last_end: bool, packed: bool
) -> None:
    text = bom + end.join([HEADER, ROW, ROW]) + (end if last_end else "")
    data = gzip.compress(text.encode()) if packed else text.encode()
    first, second = _subjects(_file(tmp_path, data))
    assert first == second
    assert first.name == "První, a.s."


def test_a_city_part_never_stands_as_the_municipality_code(tmp_path: Path) -> None:
    prague = ROW.replace("CZ0642", "CZ0100").replace("582786", "500054").replace("Brno,", "Praha,")
    (subject,) = _subjects(_file(tmp_path, _lines(HEADER, prague)))
    assert (subject.seat_municipality_code, subject.seat_region) == (554782, 19)


@pytest.mark.parametrize(
    "broken",
    [
        ROW.replace("27074358", "2707435x"),
        ROW.replace("27074358", ""),
        ROW.replace("27074358", "00000000"),
        ROW.replace("27074358", "123456789"),
        ROW + ",navíc",
        "27074358,CZ0642",
        ROW.replace("2003-08-06", "2003-02-30"),
        ROW.replace("2003-08-06", "6.8.2003"),
        ROW.replace(",,,2026", ",20200131,,2026"),
        ROW.replace(",121,121,", ",12100,121,"),
        ROW.replace('"První, a.s."', '"První" a.s.'),
        ROW.replace('"První, a.s."', '"První'),
    ],
)
def test_a_broken_row_is_rejected_and_its_neighbours_are_read(tmp_path: Path, broken: str) -> None:
    after = ROW.replace("27074358", "00000019")
    subjects, (rejected,) = _read(_file(tmp_path, _lines(HEADER, ROW, broken, after, ROW)))
    assert [item.ico for item in subjects] == [27074358, 19, 27074358]
    assert rejected.place.startswith("line 3")
    assert rejected.reason


def test_a_name_over_two_lines_is_one_row_and_one_line(tmp_path: Path) -> None:
    text = _lines(HEADER, ROW.replace("První, a.s.", "První\r\nakciová"), ROW)
    first, second = _subjects(_file(tmp_path, text))
    assert first.name == "První akciová"
    assert second.name == "První, a.s."


def test_white_space_in_names_is_collapsed(tmp_path: Path) -> None:
    text = _lines(HEADER, ROW.replace("První, a.s.", "  Dvě\u00a0 slova\t a.s. "), ROW)
    assert [subject.name for subject in _subjects(_file(tmp_path, text))] == ["Dvě slova a.s.", "První, a.s."]


def _seat(tmp_path: Path, **columns: str) -> Subject:
    """Return the subject of a row whose columns are as given, the others being those of `ROW`."""
    names, values = HEADER.split(","), next(csv.reader([ROW]))
    row = dict(zip(names, values, strict=True)) | columns
    quoted = [f'"{row[name]}"' if name in {"FIRMA", "TEXTADR"} else row[name] for name in names]
    (subject,) = _subjects(_file(tmp_path, _lines(HEADER, ",".join(quoted))))
    return subject


@pytest.mark.parametrize(
    ("lau", "unit", "town", "code", "city_district"),
    [
        ("CZ0100", "500119", "Praha", 554782, "Praha 4"),
        ("CZ0100", "547115", "Praha", 554782, "Praha-Velká Chuchle"),
        ("CZ0642", "551031", "Brno", 582786, "Brno-sever"),
        ("CZ0642", "582786", "Brno", 582786, None),
        ("CZ0323", "545970", "Plzeň", 554791, "Plzeň 1"),
        ("CZ0806", "546224", "Ostrava", 554821, "Poruba"),
        ("CZ0805", "555321", "Opava", 505927, None),  # the part of the city that no district has
        ("CZ0413", "560286", "Sokolov", 560286, None),
        ("CZ0413", "599999", "Nové Místo", 599999, None),  # a municipality younger than the lists
        ("CZ0323", "500119", "Plzeň", 554791, None),  # the number contradicts the name
    ],
)
def test_the_territorial_unit_names_the_city_district(
    tmp_path: Path, lau: str, unit: str, town: str, code: int, city_district: str | None
) -> None:
    seat = _seat(tmp_path, OKRESLAU=lau, ICZUJ=unit, OBEC_TEXT=town)
    assert (seat.seat_municipality_code, seat.seat_municipality) == (code, town)
    assert seat.seat_city_district == city_district


_NO_POINT = {"KODADM": "", "TYPCDOM": "", "CDOM": "", "COR": ""}


def test_an_address_in_words_gets_town_and_district_by_the_unit_and_its_number_from_the_words(
    tmp_path: Path,
) -> None:
    words = {"TEXTADR": "Tusarova 1235/32, 170 00 Praha 7", "PSC": "", "OBEC_TEXT": ""}
    nothing = {"COBCE_TEXT": "", "ULICE_TEXT": ""}
    seat = _seat(tmp_path, OKRESLAU="CZ0100", ICZUJ="500186", **words, **nothing, **_NO_POINT)
    assert (seat.seat_municipality, seat.seat_city_district, seat.seat_street) == (
        "Praha",
        "Praha 7",
        "Tusarova",
    )
    assert (seat.seat_house_number, seat.seat_orientation_number) == ("1235", "32")
    assert seat.seat_text == "Tusarova 1235/32, 170 00 Praha 7"


def test_a_house_number_of_the_columns_is_never_replaced_by_words(tmp_path: Path) -> None:
    seat = _seat(tmp_path, TEXTADR="Masarykova 99/9, Brno")
    assert (seat.seat_house_number, seat.seat_orientation_number, seat.seat_house_number_kind) == (
        "12",
        "3a",
        1,
    )
    abroad = _seat(tmp_path, TEXTADR="Hauptstrasse 7, Wien", OKRESLAU="", ICZUJ="", **_NO_POINT)
    assert abroad.seat_house_number is None


def test_rows_on_the_border_of_blocks_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [ROW.replace("27074358", f"{number:08d}") for number in range(1, 200)]
    rows[50] = rows[50].replace("První", "První\r\ndruhá")
    rows[60] = rows[60].replace('"První, a.s."', '"První')
    path = _file(tmp_path, _lines(HEADER, *rows))
    for size in (1, 7, 150, 1000):
        monkeypatch.setattr(csv_frames, "_BLOCK_BYTES", size)
        subjects, rejected = _read(path)
        assert [item.ico for item in subjects] == [number for number in range(1, 200) if number != 61]
        assert [item.place for item in rejected] == ["line 63 (IČO 00000061)"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<!DOCTYPE html><html><body>Odst\xc3\xa1vka</body></html>",
        b'{"error": "outage"}',
        b"JMENO,OBEC\r\nx,y\r\n",
        (HEADER + "\r\n").encode() + ROW.encode("windows-1250") + b"\r\n",
        _lines(HEADER, ROW).encode().replace(b"Brno", b"Br\0o"),
        _lines(HEADER, ROW).encode() + ROW.encode()[:60],
        _lines(HEADER, ROW).encode() + ROW.encode()[:90],
        gzip.compress(_lines(HEADER, *[ROW] * 50).encode(), mtime=0)[:-4],
        gzip.compress(_lines(HEADER, *[ROW] * 50).encode(), mtime=0)[:40],
        gzip.compress(_lines(HEADER, ROW).encode(), mtime=0)[:-8] + b"\1\2\3\4\5\6\7\x08",
    ],
)
def test_a_damaged_or_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(SourceError, match=r"file\.csv"):
        _read(_file(tmp_path, content))


def test_a_missing_file_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nowhere"):
        _read(tmp_path / "nowhere.csv")


def test_progress_ends_at_the_size_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_frames, "_BLOCK_BYTES", 100_000)
    path = _file(tmp_path, _lines(HEADER, *[ROW] * 3000))
    seen: list[int] = []
    list(res.read_subjects(path, seen.append))
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert seen[-1] == path.stat().st_size


def test_recorded_activities_are_grouped_by_company() -> None:
    assert _activities(FIXTURES / "res_pf_nace_synthetic.csv") == (
        [(11111119, "2008:56101 2025:56110"), (22222227, "")],
        [],
    )


def test_activities_keep_each_code_once_and_only_of_the_two_revisions(tmp_path: Path) -> None:
    text = _lines(
        NACE_HEADER,
        "00000019,411,80004,62010,2026-09-15,,",
        "00000019,401,80004,62010,2026-09-15,,",
        "00000019,401,56,112,2026-09-15,,",
        "00000019,401,80143,62,2026-09-15,,",
        "00000019,401,80004,G,2026-09-15,,",
        "00000027,401,80004,,2026-09-15,,",
    )
    assert _activities(_file(tmp_path, text)) == ([(19, "2008:62010 2008:G 2025:62"), (27, "")], [])


def test_broken_rows_of_activities_are_rejected_one_by_one(tmp_path: Path) -> None:
    text = _lines(
        NACE_HEADER,
        "00000019,411,80004,01110,2026-09-15,,",
        "xx,411,80004,62010,2026-09-15,,",
        "00000027,411,80004",
        "00000027,411,80004,nesmysl,2026-09-15,,",
        "00000027,411,80004,02100,2026-09-15,,",
    )
    found, rejected = _activities(_file(tmp_path, text))
    assert found == [(19, "2008:01110"), (27, "2008:02100")]
    assert {item.place for item in rejected} == {
        "line 3", "line 4 (IČO 00000027)", "line 5 (IČO 00000027)"
    }  # fmt: skip


def test_activities_without_the_code_columns_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="KODCIS, HODN"):
        _activities(_file(tmp_path, _lines(HEADER, ROW)))


_names = st.text(st.sampled_from('Až ,"\r\n;.'), max_size=8)


@given(st.lists(_names, max_size=12), st.sampled_from(["\r\n", "\n"]), st.integers(1, 300))
def test_names_with_any_quotes_commas_and_line_breaks_are_read(names: list[str], end: str, size: int) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerow(("ICO", "FIRMA", "FORMA", "DDATZAN"))
    writer.writerows((f"{number:08d}", name, "112", "") for number, name in enumerate(names, 1))
    with tempfile.TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_frames, "_BLOCK_BYTES", size)
        subjects = _subjects(_file(Path(directory), text.getvalue()))
    assert [subject.ico for subject in subjects] == list(range(1, len(names) + 1))
    assert [subject.name for subject in subjects] == [" ".join(name.split()) or None for name in names]


def test_a_quote_that_nobody_closed_swallows_no_row_behind_it(tmp_path: Path) -> None:
    opened = ROW.replace('"První, a.s."', '"První').replace("27074358", "00000019")
    closing = ROW.replace('"První, a.s."', 'druhá"').replace("27074358", "00000027")
    subjects, rejected = _read(_file(tmp_path, _lines(HEADER, opened, ROW, ROW, closing)))
    assert [subject.ico for subject in subjects] == [27074358, 27074358, 27]
    assert [item.place for item in rejected] == ["line 2 (IČO 00000019)"]


@given(st.binary(max_size=400), st.sampled_from(["", HEADER + "\r\n", NACE_HEADER + "\n"]), st.booleans())
def test_random_bytes_are_records_rejections_or_a_refusal(data: bytes, header: str, packed: bool) -> None:
    content = header.encode() + data
    with tempfile.TemporaryDirectory() as directory:
        path = _file(Path(directory), gzip.compress(content) if packed else content)
        for read in (_read, _activities):
            with suppress(SourceError):
                read(path)

"""CSV exports: what is in the file, what it costs, and one at a time."""

from __future__ import annotations

import codecs
import csv
import io
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from soupis.wire.csv import COLUMNS, cell
from tests.contract.test_answers import BUDVAR
from tests.contract.test_envelope import assert_error, assert_limits
from tests.support.callers import Caller

EXPORT = "/api/v1/vyhledavani/export"
# Matches almost all companies of the demo, by their legal forms.
ALL = "forma=101,112,121,706,145,736,331,325,205,105,107,111,117,141,161,301,521,601,711,801"


def rows_of(content: bytes) -> list[list[str]]:
    """Read a CSV file as a strict program would."""
    assert content.startswith(codecs.BOM_UTF8)
    text = content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True))


def test_export_has_the_columns_and_the_order_of_the_search(enterprise: Caller) -> None:
    answer = enterprise.get(f"{EXPORT}?q=praha&format=csv")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert_limits(answer)
    header, *rows = rows_of(answer.content)
    assert header == list(COLUMNS)
    assert rows
    assert {len(row) for row in rows} == {len(COLUMNS)}
    page = enterprise.get("/api/v1/vyhledavani?q=praha&pocet=50").json()["data"]
    assert [row[0] for row in rows][:50] == [item["ico"] for item in page["firmy"]]
    assert len(rows) == page["pocetCelkem"] == int(answer.headers["x-service-pocet-radku"])
    for row, item in zip(rows, page["firmy"], strict=False):
        assert row[1].removeprefix("'") == item["obchodniJmeno"]
        assert row[3] == item["stav"]
        assert row[6] == (item["datumVzniku"] or "")


def test_export_is_utf8_with_bom_crlf_and_semicolons(enterprise: Caller) -> None:
    content = enterprise.get(f"{EXPORT}?q={BUDVAR}").content
    assert content.startswith(b"\xef\xbb\xbfico;obchodni_jmeno;")
    assert content.endswith(b"\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    text = content.decode("utf-8-sig")
    assert "Budějovický Budvar" in text
    assert "České Budějovice" in text
    (row,) = rows_of(content)[1:]
    named = dict(zip(COLUMNS, row, strict=True))
    assert named["dph_stav"] == "platce"
    assert named["kraj_kod"] == "35"


def test_export_survives_a_spreadsheet(enterprise: Caller) -> None:
    """Written into and read back from a workbook, the cells are still texts with their diacritics."""
    import openpyxl

    rows = rows_of(enterprise.get(f"{EXPORT}?kraj=35").content)
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    sheet = openpyxl.load_workbook(file).active
    read = [
        ["" if value is None else str(value) for value in row] for row in sheet.iter_rows(values_only=True)
    ]
    assert read == rows
    assert not any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row), "no formula"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe(start: str) -> None:
    assert cell(f"{start}1+1") == f"'{start}1+1"


def test_no_cell_of_the_whole_export_starts_like_a_formula(enterprise: Caller) -> None:
    for row in rows_of(enterprise.get(f"{EXPORT}?{ALL}").content):
        assert not any(value.startswith(("=", "+", "-", "@", "\t", "\r")) for value in row)


def test_a_whole_export_says_so_in_headers_and_name(enterprise: Caller) -> None:
    answer = enterprise.get(f"{EXPORT}?q={BUDVAR}")
    day = datetime.now(ZoneInfo("Europe/Prague")).date().isoformat()
    assert answer.headers["content-disposition"] == f'attachment; filename="firmy-{day}.csv"'
    assert answer.headers["x-service-zkraceno"] == "false"
    assert answer.headers["x-service-pocet-celkem"] == "1"
    assert answer.headers["x-service-pocet-radku"] == "1"
    assert answer.headers["x-service-jednotek"] == "1"


def test_a_cut_export_says_so_in_headers_and_name(anonymous: Caller) -> None:
    answer = anonymous.get(f"{EXPORT}?{ALL}")
    total = int(answer.headers["x-service-pocet-celkem"])
    assert total > 1_000, "the cap of anonymous callers is 1000 rows"
    assert answer.headers["x-service-zkraceno"] == "true"
    assert answer.headers["x-service-pocet-radku"] == "1000"
    assert answer.headers["x-service-jednotek"] == "10"
    assert f"-zkraceno-1000-z-{total}.csv" in answer.headers["content-disposition"]
    assert len(rows_of(answer.content)) == 1_001
    assert answer.headers["x-ratelimit-remaining"] == "20"
    assert anonymous.remaining() == 20


@pytest.mark.parametrize(("rows", "units"), [(1, 1), (100, 1), (101, 2), (250, 3)])
def test_every_started_hundred_of_rows_costs_a_unit(anonymous: Caller, rows: int, units: int) -> None:
    answer = anonymous.get(f"{EXPORT}?{ALL}&pocet={rows}")
    assert len(rows_of(answer.content)) == rows + 1
    assert answer.headers["x-service-jednotek"] == str(units)
    assert anonymous.remaining() == 30 - units


def test_an_export_without_rows_is_free(anonymous: Caller) -> None:
    answer = anonymous.get(f"{EXPORT}?q=zzzzqqqq")
    assert answer.status_code == 200
    assert rows_of(answer.content) == [list(COLUMNS)]
    assert answer.headers["x-service-jednotek"] == "0"
    assert anonymous.remaining() == 30


def test_a_form_exports_the_same_as_a_query(enterprise: Caller) -> None:
    by_query = enterprise.get(f"{EXPORT}?obec=Praha&forma=112&forma=121")
    form = {"obec": "Praha", "forma": ["112", "121"]}
    by_form = enterprise.post(EXPORT, data=form)
    assert by_form.content == by_query.content
    mixed = enterprise.post(f"{EXPORT}?obec=Praha", data={"forma": "112,121"})
    assert mixed.content == by_query.content


def test_a_form_of_another_kind_or_too_long_is_refused(anonymous: Caller) -> None:
    sentence = assert_error(anonymous.post(EXPORT, json={"q": "praha"}), 400)
    assert "formulář" in sentence
    long = {"q": "praha", "forma": "1" * 17_000}
    assert_error(anonymous.post(EXPORT, data=long), 413)
    assert anonymous.remaining() == 30


def test_an_export_that_costs_too_much_names_cost_rest_and_what_fits(anonymous: Caller) -> None:
    for _ in range(25):
        anonymous.get("/api/v1/firma/00000019")
    answer = anonymous.get(f"{EXPORT}?{ALL}")
    sentence = assert_error(answer, 429)
    assert "stojí 10 jednotek" in sentence
    assert "zbývá 5" in sentence
    assert "pocet=500" in sentence
    assert int(answer.headers["retry-after"]) > 5
    assert anonymous.remaining() == 5
    assert anonymous.get(f"{EXPORT}?{ALL}&pocet=500").status_code == 200
    assert anonymous.remaining() == 0


def test_a_preview_says_what_the_export_would_give_and_cost_for_one_unit(anonymous: Caller) -> None:
    answer = anonymous.get(f"{EXPORT}?{ALL}&nahled=ano")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert "content-disposition" not in answer.headers
    assert_limits(answer)
    total = int(answer.headers["x-service-pocet-celkem"])
    assert answer.json() == {
        "ok": True,
        "data": {
            "pocetCelkem": total,
            "pocetRadku": 1_000,
            "jednotek": 10,
            "zbyva": 29,
            "nejvyssiPocet": 1_000,
        },
    }
    assert anonymous.remaining() == 29


def test_a_preview_names_the_most_rows_that_the_rest_pays_for(anonymous: Caller) -> None:
    anonymous.batch(*(f"{number:08d}" for number in range(26)))
    data = anonymous.get(f"{EXPORT}?{ALL}&format=csv&pocet=250&nahled=ano").json()["data"]
    assert (data["pocetRadku"], data["jednotek"]) == (250, 3)
    assert (data["zbyva"], data["nejvyssiPocet"]) == (3, 300)
    assert anonymous.get(f"{EXPORT}?{ALL}&pocet=300").status_code == 200
    assert_error(anonymous.get(f"{EXPORT}?{ALL}&nahled=ano"), 429)


def test_the_form_of_an_export_has_a_preview_too(enterprise: Caller) -> None:
    by_query = enterprise.get(f"{EXPORT}?q={BUDVAR}&nahled=ano").json()["data"]
    by_form = enterprise.post(EXPORT, data={"q": BUDVAR, "nahled": "ano"}).json()["data"]
    assert by_form == by_query | {"zbyva": by_query["zbyva"] - 1}


@pytest.mark.parametrize("accept", ["application/json", "text/csv", "text/html,*/*;q=0.8", "*/*", "x", ""])
@pytest.mark.parametrize("preview", ["", "&nahled=", "&nahled=ne", "&nahled=ano"])
def test_the_parameter_alone_says_whether_a_preview_comes(
    enterprise: Caller, accept: str, preview: str
) -> None:
    answer = enterprise.get(f"{EXPORT}?q={BUDVAR}{preview}", headers={"Accept": accept})
    kind = "application/json" if preview == "&nahled=ano" else "text/csv; charset=utf-8"
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert "Accept," not in answer.headers["vary"]


def test_head_of_a_preview_has_the_headers_of_the_preview(enterprise: Caller) -> None:
    whole = enterprise.get(f"{EXPORT}?q={BUDVAR}&nahled=ano")
    head = enterprise.http.head(f"{EXPORT}?q={BUDVAR}&nahled=ano")
    assert head.status_code == 200 and not head.content
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert "content-disposition" not in head.headers


def test_a_preview_is_no_criterion_and_has_two_values(anonymous: Caller) -> None:
    assert "kritérium" in assert_error(anonymous.get(f"{EXPORT}?nahled=ano"), 400)
    assert "ano, ne" in assert_error(anonymous.get(f"{EXPORT}?q=a&nahled=true"), 400)
    assert anonymous.remaining() == 30


def test_head_of_an_export_costs_one_unit_however_large_it_is(anonymous: Caller) -> None:
    answer = anonymous.http.head(f"{EXPORT}?{ALL}")
    assert answer.status_code == 200
    assert answer.headers["x-service-jednotek"] == "10"
    assert answer.headers["x-ratelimit-remaining"] == "29"
    assert anonymous.remaining() == 29

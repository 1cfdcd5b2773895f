"""The statistics pages: figures that add up, links that find just what they count, CSV of the same."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from soupis.messages import Message
from soupis.queries.statistics import TABLES, Row, Table
from soupis.times import prague_today
from soupis.web.statistics import HEIGHT, draw_columns, draw_map, shade_bounds
from soupis.wire.labels import REGION_NAMES
from tests.web.dom import parse

_SEARCHES = [
    "",
    "stav=aktivni",
    "q=praha&vznikOd=2001-01-01",
    "nace=62",
    "kraj=116&stav=zanikla",
    "forma=112",
]
_BARS = ("kraje", "formy", "obory")


def _page(client: TestClient, query: str = "", prefix: str = "") -> Any:
    answer = client.get(f"{prefix}/statistiky?{query}")
    assert answer.status_code == 200
    return parse(answer.text)


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def _rows(page: Any, table: str) -> list[tuple[str, int, str | None]]:
    """Return name, number and link of all rows of a table, those with the total and with others left out."""
    rows = page.xpath(f"//section[@id='{table}']//tbody/tr")
    return [
        (
            " ".join(row.xpath("string(th)").split()),
            _number(row.xpath("string(td[1])")),
            next(iter(row.xpath("th/a/@href")), None),
        )
        for row in rows
        if not row.xpath("string(th)").strip().startswith("Ostatní (")
    ]


def _csv(client: TestClient, table: str, query: str = "") -> list[dict[str, str]]:
    answer = client.get(f"/statistiky/{table}.csv?{query}")
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";"))


def _found(client: TestClient, address: str) -> int:
    page = parse(client.get(address).text)
    return _number(page.xpath("string(//nav[@class='tabs']/a[@aria-current]/span)"))


@pytest.mark.parametrize("query", _SEARCHES)
def test_rows_add_up_to_the_companies_found(client: TestClient, query: str) -> None:
    page = _page(client, query)
    found = _number(page.xpath("string((//p[@class='says'])[1])"))
    assert found > 1
    for table in ("kraje", "vznik", "formy"):
        assert sum(number for _, number, _ in _rows(page, table)) == found, table
    assert sum(number for _, number, _ in _rows(page, "obory")) >= found
    ceased = _number(page.xpath("string((//p[@class='says'])[3])"))
    assert sum(number for _, number, _ in _rows(page, "zanik")) == ceased


@pytest.mark.parametrize("query", _SEARCHES)
def test_every_link_finds_as_many_as_its_row_says(client: TestClient, query: str) -> None:
    page = _page(client, query)
    linked = [(row, table) for table in TABLES for row in _rows(page, table) if row[2]]
    assert len(linked) > 5
    # Of rows of one table, every fifth stands for the others.
    for (name, number, address), table in linked[::5]:
        assert _found(client, address or "") == number, (table, name)


def test_pictures_lead_where_their_tables_do(client: TestClient) -> None:
    page = _page(client)
    for table in ("kraje", "vznik", "zanik"):
        drawn = set(page.xpath(f"//section[@id='{table}']//svg//a/@href"))
        assert drawn <= {address for _, _, address in _rows(page, table)}
        assert len(drawn) > 3
        titles = page.xpath(f"//section[@id='{table}']//svg//a/title/text()")
        assert len(titles) == len(page.xpath(f"//section[@id='{table}']//svg//a"))


def test_csv_has_the_rows_of_the_page(client: TestClient) -> None:
    page = _page(client, "stav=zanikla")
    for table in TABLES:
        rows = _csv(client, table, "stav=zanikla")
        shown = {(name, number) for name, number, _ in _rows(page, table)}
        assert {(row["nazev"], int(row["firem"])) for row in rows} == shown, table
    answer = client.get("/en/statistiky/kraje.csv")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.headers["content-type"].startswith("text/csv")
    assert "not stated" in answer.text


def test_a_whole_section_is_searched_for_by_its_letter_page_by_page(client: TestClient) -> None:
    (manufacturing,) = [row for row in _rows(_page(client), "obory") if row[0] == "Zpracovatelský průmysl"]
    assert manufacturing[2] == "/hledat?nace=C"
    page = parse(client.get("/hledat?nace=C").text)
    assert page.xpath("//ul[@class='chips']//bdi/text()") == ["Zpracovatelský průmysl"]
    (following,) = page.xpath("//a[@rel='next']/@href")
    assert _found(client, following) == manufacturing[1]


def test_statistics_of_results_are_one_click_away_and_lead_back(client: TestClient) -> None:
    results = parse(client.get("/hledat?q=praha&stav=aktivni&razeni=nazev").text)
    (address,) = results.xpath("//a[starts-with(@href, '/statistiky?')]/@href")
    page = parse(client.get(address).text)
    assert page.xpath("//p[@class='lead']/a/@href")[0] == "/hledat?q=praha&stav=aktivni"
    assert [chip.get("href") for chip in page.xpath("//ul[@class='chips']//a")] == ["/statistiky?q=praha"]


def test_only_those_of_the_country_are_for_search_engines(client: TestClient) -> None:
    assert not _page(client).xpath("//meta[@name='robots']")
    assert _page(client, "stav=aktivni").xpath("//meta[@name='robots']/@content") == ["noindex, follow"]
    assert "Disallow: /statistiky?" in client.get("/robots.txt").text.splitlines()
    assert "https://soupis.test/en/statistiky<" in client.get("/sitemap-stranky.xml").text


def test_months_and_years_go_up_to_now_or_to_the_last_that_is_searched_for(client: TestClient) -> None:
    before = prague_today()
    months, years = (_dated_rows(client, table)[-1] for table in ("insolvence", "vznik"))
    days = (before, prague_today())
    assert months["kod"] in {f"{day:%Y-%m}" for day in days}
    assert years["kod"] in {str(day.year) for day in days}
    assert [row["kod"] for row in _dated_rows(client, "vznik", "?vznikDo=2015-06-30")][-1] == "2015"


def _dated_rows(client: TestClient, name: str, query: str = "") -> list[dict[str, str]]:
    text = client.get(f"/statistiky/{name}.csv{query}").text.removeprefix("\ufeff")
    return [row for row in csv.DictReader(io.StringIO(text), delimiter=";") if row["kod"]]


def test_what_cannot_be_searched_for_is_told(client: TestClient) -> None:
    assert client.get("/statistiky?kraj=99").status_code == 400
    assert client.get("/statistiky/kraje.csv?zanikOd=2020-13-01").status_code == 400
    assert client.get("/statistiky?obec=Xyz").status_code == 400
    assert client.get("/statistiky/kraje.csv?obec=Nov").status_code == 400
    assert client.get("/statistiky/mesta.csv").status_code == 404
    unclear = parse(client.get("/statistiky?obec=Bo&stav=aktivni").text)
    assert unclear.xpath("//ul[@class='chips']//a/@href")[0].startswith("/statistiky?stav=aktivni&obec=")
    nothing = client.get("/statistiky?q=xyzzyqwerty")
    assert nothing.status_code == 200
    assert "Nic jsme nenašli" in nothing.text


def test_a_text_is_escaped_everywhere(client: TestClient) -> None:
    answer = client.get("/statistiky", params={"q": '"><script>alert(1)</script> praha', "obec": "Praha"})
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_a_page_is_small(client: TestClient, prefix: str) -> None:
    for query in ("", "q=praha&stav=aktivni&kraj=19&vznikOd=1990-01-01"):
        assert len(client.get(f"{prefix}/statistiky?{query}").content) <= 60_000


# --- pictures ---


def _table(counts: dict[str, int]) -> Table:
    rows = tuple(Row(code, Message(code, code), count) for code, count in counts.items())
    return Table("kraje", rows, sum(counts.values()))


@pytest.mark.parametrize("most", [0, 1, 9, 10, 11, 49, 51, 999, 100_000, 612_345])
def test_a_shade_says_how_many(most: int) -> None:
    counts = {str(code): most * number // 13 for number, code in enumerate(REGION_NAMES)}
    bounds = shade_bounds(_table(counts))
    assert [least for least, _ in bounds[1:]] == [upper + 1 for _, upper in bounds[:-1]]
    for shape in draw_map(_table(counts), {}):
        number = counts[shape.row.code]
        least, upper = bounds[shape.shade - 1] if shape.shade else (0, 0)
        assert least <= number <= upper


@pytest.mark.parametrize("years", [0, 1, 5, 36])
def test_columns_stay_within_the_picture_and_are_seen(years: int) -> None:
    drawn = draw_columns(_table({str(1990 + year): (year % 4) ** 9 for year in range(years)} | {"": 10**9}))
    assert len(drawn.columns) == years
    assert [row.companies for row in drawn.others] == [10**9]
    assert 0 < len(drawn.labels) <= 6 or not years
    for column in drawn.columns:
        assert column.x >= 0
        assert column.x + column.width <= 100
        assert (column.height > 0) == (column.row.companies > 0)
        assert column.height <= HEIGHT

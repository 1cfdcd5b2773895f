"""The tour of the demo: it shows what it promises, and exists nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from soupis.installation import Installation
from soupis.queries.tour import find_stops
from soupis.wire.company import FirmaDetail
from tests.web.dom import parse
from tests.web.site import compose


@pytest.fixture(scope="module")
def demo(demo_installation: Installation) -> Iterator[TestClient]:
    """The site over the demo as it is made."""
    with TestClient(compose(demo_installation, "https://demo.test"), base_url="https://demo.test") as client:
        yield client


def test_the_demo_shows_everything_that_a_tour_can_show(demo: TestClient) -> None:
    page = parse(demo.get("/en/ukazka").text)
    names = [text.strip() for text in page.xpath("//tbody/tr/th/text()")]
    assert names == [
        "VAT payer",
        "Unreliable VAT payer",
        "Identified person",
        "Not a VAT payer",
        "Unreliable person",
        "Sources that contradict each other about VAT",
        "VAT not verified",
        "Published accounts and QR payment",
        "Insolvency in progress",
        "Insolvency that ended",
        "Company in liquidation",
        "Company that ceased",
        "Branch",
        "Partner from abroad",
        "City district",
        "History: former name and members",
        "Filed documents by kind",
        "A group of companies in the graph of ties",
    ]


def test_each_stop_leads_to_a_page_that_shows_it(demo: TestClient) -> None:
    page = parse(demo.get("/ukazka").text)
    names = [name.replace("\xa0", " ") for name in page.xpath("//tbody/tr/th/text()")]
    links = dict(zip(names, page.xpath("//tbody/tr/td/a/@href"), strict=True))
    says = {
        "Plátce DPH": "látce",
        "Nespolehlivá osoba": "espolehliv",
        "Zdroje si o DPH odporují": "registry si odpor",
        "Probíhající insolvence": "Probíhá insolvenční řízení",
        "Firma v likvidaci": "Likvidace",
        "Odštěpný závod": "Odštěpné závody",
        "Zveřejněné účty a QR platba": "QR platba",
        "Sbírka listin podle druhu": "Účetní závěrky a výroční zprávy",
        "Skupina firem v grafu vazeb": "Graf vazeb",
    }
    for name, text in says.items():
        answer = demo.get(links[name])
        assert answer.status_code == 200
        assert text in answer.text.replace("\xa0", " "), name


def test_the_home_page_of_the_demo_leads_to_the_tour(demo: TestClient) -> None:
    assert "/ukazka" in parse(demo.get("/").text).xpath("//main//a/@href")


def test_what_no_company_shows_is_no_stop() -> None:
    assert [stop.name.en for stop in find_stops([FirmaDetail(ico="27082440", stav="aktivni")])] == [
        "VAT not verified"
    ]

"""Companies side by side."""

from __future__ import annotations

from starlette.testclient import TestClient

from tests.web.dom import parse
from tests.web.site import Samples


def test_two_companies_stand_side_by_side(client: TestClient, samples: Samples) -> None:
    page = parse(client.get(f"/porovnani?ico=00514152&ico={samples.insolvent}").text)
    heads = page.xpath("//table/thead//a/@href")
    assert heads == ["/firma/00514152", f"/firma/{samples.insolvent}"]
    (row,) = page.xpath("//tbody/tr[th='Insolvence']")
    assert [cell.text_content().strip() for cell in row.xpath("td")] == ["nezjištěno", "probíhá"]


def test_a_company_compared_with_itself_shares_all_its_people(client: TestClient) -> None:
    answer = client.get("/porovnani?ico=00514152&ico=514152&ico=CZ00514152")
    assert answer.status_code == 308
    assert answer.headers["location"] == "/porovnani?ico=00514152"


def test_an_unknown_id_is_told_and_the_others_are_shown(client: TestClient) -> None:
    for wrong in ("99999999", "<b>nic</b>"):
        page = parse(client.get("/porovnani", params={"ico": ["00514152", wrong]}).text)
        assert page.xpath("//table/thead//a/@href") == ["/firma/00514152"]
        assert wrong in page.xpath("string(//*[@role='alert'])")


def test_without_an_id_the_page_asks_for_some(client: TestClient) -> None:
    page = parse(client.get("/porovnani").text)
    assert len(page.xpath("//input[@name='ico']")) == 3
    assert not page.xpath("//table")


def test_what_is_no_id_and_what_is_unknown_are_told_apart(client: TestClient) -> None:
    assert "„abc“ není IČO." in parse(client.get("/porovnani?ico=abc").text).xpath("string(//main)")
    unknown = parse(client.get("/porovnani?ico=12345679").text).xpath("string(//main)")
    assert "není IČO" not in unknown
    assert "12345679" in unknown

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from soupis.accounts.errors import AccountError
from tests.web_accounts.site import Site, Visitor, csrf_in


@pytest.fixture
def operator(site: Site, visitor: Callable[[], Visitor]) -> Visitor:
    boss = visitor().sign_up()
    site.services.access.directory.set_role(boss.email, "operator")
    return boss


def test_an_approved_request_sets_the_tariff_at_once(site: Site, jana: Visitor, operator: Visitor) -> None:
    jana.sign_up()
    key = jana.create_key()
    answer = jana.send("/ucet", "/ucet/tarif", tarif="business", poznamka="IČO 01234567")
    assert answer.headers["location"] == "/ucet?stav=zadost"
    assert "/provoz" in site.letter(operator.email, 2).get_content()
    page = operator.get("/provoz").text
    assert jana.email in page
    assert "IČO 01234567" in page
    number = str(site.accounts.tariff_requests.open_requests()[0].id)
    assert operator.send("/provoz", "/provoz", zadost=number, odpoved="schvalit").status_code == 303
    asked = jana.get("/api/v1/firma/00000019", authorization=f"Bearer {key}")
    assert asked.headers["x-ratelimit-limit"] == "500000"
    assert "schválena" in site.letter(jana.email, 2).get_content()
    assert "Žádná žádost nečeká" in operator.get("/provoz").text


def test_a_denied_request_changes_nothing_and_is_answered(
    site: Site, jana: Visitor, operator: Visitor
) -> None:
    jana.sign_up()
    jana.send("/en/ucet", "/en/ucet/tarif", tarif="enterprise")
    number = str(site.accounts.tariff_requests.open_requests()[0].id)
    operator.send("/provoz", "/provoz", zadost=number, odpoved="zamitnout")
    assert site.services.access.directory.get(jana.email).tariff == "free"
    # In the language of the page that the request came from, not of the operator's.
    assert "was not approved" in site.letter(jana.email, 2).get_content()


def test_the_operators_page_is_for_operators(site: Site, jana: Visitor, operator: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/ucet/tarif", tarif="business")
    number = str(site.accounts.tariff_requests.open_requests()[0].id)
    assert jana.get("/provoz").status_code == 403
    fields = {"csrf": csrf_in(jana.get("/ucet")), "zadost": number, "odpoved": "schvalit"}
    assert jana.post("/provoz", fields).status_code == 403
    assert site.services.access.directory.get(jana.email).tariff == "free"
    site.services.access.directory.set_role(operator.email, "user")
    assert operator.get("/provoz").status_code == 403


def test_an_account_has_one_open_request_the_latest(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    for tariff in ("standard", "business"):
        jana.send("/ucet", "/ucet/tarif", tarif=tariff)
    assert [item.tariff for item in site.accounts.tariff_requests.open_requests()] == ["business"]
    jana.send("/ucet", "/ucet/tarif", stahnout="1")
    assert site.accounts.tariff_requests.open_requests() == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tarif": "gold"}, "Vyberte jeden z tarifů"),
        ({"tarif": ""}, "Vyberte jeden z tarifů"),
        ({"tarif": "free"}, "Tarif free už máte"),
        ({"tarif": "business", "poznamka": "x" * 501}, "nejvýš 500 znaků"),
    ],
)
def test_a_request_that_makes_no_sense_is_answered_with_why(
    site: Site, jana: Visitor, fields: dict[str, str], sentence: str
) -> None:
    jana.sign_up()
    answer = jana.send("/ucet", "/ucet/tarif", **fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert site.accounts.tariff_requests.open_requests() == []


def test_a_hostile_note_is_text_on_the_operators_page(jana: Visitor, operator: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/ucet/tarif", tarif="business", poznamka="</p><script>alert(1)</script>\n\u202eabc")
    page = operator.get("/provoz").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_of_operators_who_decide_at_once_one_succeeds(site: Site, jana: Visitor, operator: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/ucet/tarif", tarif="business")
    number = site.accounts.tariff_requests.open_requests()[0].id

    def decide(approved: bool) -> bool:
        try:
            site.accounts.tariff_requests.decide(number, approved, operator.account_id())
        except AccountError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(decide, [True, False] * 8)) == 1


@pytest.mark.parametrize(
    "fields", [{}, {"zadost": "1"}, {"zadost": "x", "odpoved": "schvalit"}, {"zadost": "9"}]
)
def test_an_answer_to_no_request_is_refused(operator: Visitor, fields: dict[str, str]) -> None:
    token = csrf_in(operator.get("/ucet"))
    assert operator.post("/provoz", {"csrf": token, "odpoved": "mozna"} | fields).status_code == 422

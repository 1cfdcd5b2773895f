"""CSV files of people: the files of REST, charged the same, but what goes wrong is a page."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

import httpx
import pytest

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.sessions import open_session
from soupis.installation import Installation
from tests.contract.test_export import ALL, EXPORT
from tests.support.callers import Caller
from tests.support.server import Server
from tests.web.dom import parse

SEARCH, COMPANY = "/hledat.csv", "/firma/45274649.csv"
_ACCOUNTS = count(1)
_BROWSER = {"Accept": "text/html,*/*;q=0.8", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document"}


def assert_page(answer: httpx.Response, status: int) -> str:
    """Check that an answer is a page of the site and return its text."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "content-disposition" not in answer.headers
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "zprava" not in answer.text
    return " ".join(parse(answer.text).xpath("string(//main)").split())


@pytest.fixture
def signed_in(server: Server, demo_installation: Installation) -> Callable[[], Caller]:
    """Make visitors who are signed in to a new free account each."""

    def make() -> Caller:
        database = Database(demo_installation.settings.accounts_url)
        account = Directory(database).create(f"download{next(_ACCOUNTS)}@example.cz")
        with database.engine.begin() as connection:
            token = open_session(connection, account.id, time.time(), None)
        database.close()
        caller = Caller(server.url)
        caller.http.headers.update({"Cookie": f"soupis={token}", **_BROWSER})
        return caller

    return make


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_the_files_are_those_of_rest_for_the_same_units(anonymous: Caller, prefix: str) -> None:
    for page, rest in (
        (f"{prefix}{SEARCH}?q=praha&kraj=19", f"{EXPORT}?q=praha&kraj=19"),
        (f"{prefix}{SEARCH}?{ALL}&pocet=250", f"{EXPORT}?{ALL}&pocet=250"),
        (f"{prefix}{COMPANY}", "/api/v1/firma/45274649/export"),
        (f"{prefix}{COMPANY}?kDatu=2012-06-01", "/api/v1/firma/45274649/export?kDatu=2012-06-01"),
    ):
        before = anonymous.remaining()
        file = anonymous.get(page, headers=_BROWSER)
        between = anonymous.remaining()
        same = anonymous.get(rest)
        assert file.status_code == 200
        assert file.content == same.content
        for name in ("content-type", "content-disposition", "x-service-zkraceno", "x-service-jednotek"):
            assert file.headers.get(name) == same.headers.get(name)
        assert before - between == between - anonymous.remaining() > 0


def test_a_file_takes_names_and_sections_as_the_page_does(anonymous: Caller) -> None:
    named = anonymous.get(f"{SEARCH}?forma=s.r.o.&nace=F&kraj=praha&strana=2&zobrazeni=x")
    assert named.status_code == 200
    assert 'filename="firmy-' in named.headers["content-disposition"]
    page = parse(anonymous.get("/hledat?forma=s.r.o.&nace=F&kraj=praha").text)
    (form,) = page.xpath("//form[@action='/hledat.csv']")
    offered = anonymous.get(SEARCH, **dict(form.form_values()))
    assert offered.content == named.content


@pytest.mark.parametrize("written", ["514152", "CZ00514152"])
def test_an_id_that_is_written_otherwise_leads_to_its_file(anonymous: Caller, written: str) -> None:
    answer = anonymous.get(f"/en/firma/{written}.csv")
    assert (answer.status_code, answer.headers["location"]) == (308, "/en/firma/00514152.csv")
    dated = anonymous.get(f"/firma/{written}.csv?kDatu=2012-06-01")
    assert dated.headers["location"] == "/firma/00514152.csv?kDatu=2012-06-01"
    assert anonymous.remaining() == 30


def test_an_empty_day_is_none(anonymous: Caller) -> None:
    assert anonymous.get(f"{COMPANY}?kDatu=").content == anonymous.get(COMPANY).content


def test_the_links_of_pages_lead_to_files(anonymous: Caller) -> None:
    page = parse(anonymous.get("/en/firma/45274649").text)
    (link,) = page.xpath("//section[@id='zdroje']//a[text()='CSV']")
    assert (link.get("href"), link.get("rel")) == ("/en/firma/45274649.csv", "nofollow")
    assert anonymous.get(link.get("href")).headers["content-type"] == "text/csv; charset=utf-8"
    (form,) = parse(anonymous.get("/en/hledat?q=praha").text).xpath("//form[@action='/en/hledat.csv']")
    assert anonymous.get("/en/hledat.csv", **dict(form.form_values())).status_code == 200


def test_who_is_signed_in_downloads_by_the_account(signed_in: Callable[[], Caller]) -> None:
    caller = signed_in()
    file = caller.get(f"{SEARCH}?{ALL}")
    assert int(file.headers["x-service-pocet-radku"]) > 1_000, "the cap of a free account is 5,000"
    units = int(file.headers["x-service-jednotek"])
    assert caller.get(COMPANY).status_code == 200
    assert caller.remaining() == 500 - units - 1
    anonymous = Caller(str(caller.http.base_url), address=caller.address)
    assert anonymous.remaining() == 30


def test_a_link_of_another_site_does_not_draw_on_the_account(signed_in: Callable[[], Caller]) -> None:
    caller = signed_in()
    assert caller.get(COMPANY, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
    assert caller.remaining() == 500


WRONG = {
    "no criterion": (SEARCH, 400, "Stáhnout lze jen hledání, které něco omezuje"),
    "no criterion, in English": (
        f"/en{SEARCH}?razeni=nazev",
        400,
        "Only a search that is narrowed can be",
    ),
    "rows that are no number": (f"{SEARCH}?q=praha&pocet=mnoho", 400, "pocet musí být celé číslo 1 až 50000"),
    "region that is none": (f"{SEARCH}?kraj=<b>", 400, "kraj nemá správný tvar: „<b>“"),
    "form that is none": (f"{SEARCH}?forma=xyz", 400, "V číselníku forma „xyz“ není"),
    "town that may be several": (f"{SEARCH}?obec=Bo", 400, "Bo"),
    "ID that is none": ("/firma/4527464x.csv", 404, "Tato stránka neexistuje"),
    "broken percent-encoding": (f"{SEARCH}?q=%zz", 400, "znak % bez dvou šestnáctkových číslic"),
    "company that is none": ("/en/firma/00000000.csv", 404, "There is no such page"),
    "day that is none": (f"{COMPANY}?kDatu=zitra", 400, "kDatu nemá správný tvar: zitra"),
    "day that no calendar has": (f"/en{COMPANY}?kDatu=2018-13-01", 400, "kDatu is no day of the calendar"),
    "day in the future": (f"{COMPANY}?kDatu=2130-01-01", 400, "kDatu nesmí být v budoucnosti"),
    "two days": (f"{COMPANY}?kDatu=2012-06-01&kDatu=2013-06-01", 400, "kDatu může být zadán jen jednou"),
    "parameter that is none": (f"{COMPANY}?datum=2012-06-01", 400, "datum neexistuje; možné jsou: kDatu"),
    "day of a search": (f"{SEARCH}?q=praha&kDatu=2012-06-01", 400, "kDatu neexistuje; možné jsou: q, kraj"),
    "misspelt filter": (f"{SEARCH}?q=praha&Kraj=19", 400, "Kraj neexistuje"),
    "persons of a search": (f"{SEARCH}?q=novak&co=osoby", 400, "co neexistuje"),
    "day of statistics": ("/statistiky/kraje.csv?kDatu=2012-06-01", 400, "kDatu neexistuje"),
    "another format": ("/firma/45274649.xml", 404, "Tato stránka neexistuje"),
    "persons": ("/osoba/jan-novak-1970-0a1b2c.csv", 404, "Tato stránka neexistuje"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_goes_wrong_is_a_page_in_the_language_of_the_address(anonymous: Caller, case: str) -> None:
    path, status, said = WRONG[case]
    for headers in (_BROWSER, {"Accept": "application/json", "Accept-Language": "de"}):
        answer = anonymous.get(path, headers=headers)
        assert said in assert_page(answer, status)
        assert "<b>" not in answer.text


@pytest.mark.parametrize("path", [SEARCH + "?q=praha", COMPANY])
def test_a_wrong_key_is_a_page(anonymous: Caller, path: str) -> None:
    answer = anonymous.get(path, headers={"Authorization": "Bearer soupis_x"})
    assert "API klíč nemá správný tvar" in assert_page(answer, 401)
    assert anonymous.remaining() == 30


@pytest.mark.parametrize("path", [SEARCH + "?q=praha", COMPANY])
def test_another_method_is_a_page(anonymous: Caller, path: str) -> None:
    assert_page(anonymous.post(path), 405)
    assert anonymous.remaining() == 30


def test_a_limit_that_is_used_up_is_a_page_with_the_ways_on(anonymous: Caller) -> None:
    anonymous.batch(*(f"{number:08d}" for number in range(30)))
    for path in (f"{SEARCH}?q=praha", COMPANY):
        answer = anonymous.get(path, headers=_BROWSER)
        text = assert_page(answer, 429)
        assert "Denní limit 30 jednotek bez účtu je vyčerpán, obnoví se o půlnoci pražského času." in text
        assert "Bearer" not in text, "that is advice for programs"
        assert "Založit účet zdarma" in text
        assert int(answer.headers["retry-after"]) > 0
    english = assert_page(anonymous.get(f"/en{COMPANY}", headers=_BROWSER), 429)
    assert "The daily limit of 30 units without an account is used up" in english


def test_a_file_that_costs_more_than_is_left_is_a_page_that_says_what_fits(anonymous: Caller) -> None:
    anonymous.batch(*(f"{number:08d}" for number in range(25)))
    text = assert_page(anonymous.get(f"{SEARCH}?{ALL}", headers=_BROWSER), 429)
    assert "Export stojí 10 jednotek, zbývá 5. Vejde se nejvýše 500 řádků" in text
    assert anonymous.remaining() == 5


def test_head_costs_one_unit_and_sends_no_rows(anonymous: Caller) -> None:
    head = anonymous.http.head(f"{SEARCH}?{ALL}")
    assert (head.status_code, head.headers["x-service-jednotek"], head.content) == (200, "10", b"")
    assert "content-length" not in head.headers
    assert anonymous.remaining() == 29


def test_crawlers_are_kept_off_files(anonymous: Caller) -> None:
    rules = anonymous.get("/robots.txt").text.splitlines()
    for prefix in ("", "/en"):
        assert f"Disallow: {prefix}/hledat" in rules
        assert f"Disallow: {prefix}/firma/*.csv$" in rules

"""Results: filters with counts, paging, export offer, persons, and parameters that are wrong."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from soupis.folding import fold_words
from soupis.installation import Installation
from soupis.queries import companies
from soupis.store.documents import Documents
from soupis.store.engine import reading
from soupis.store.tables import company_document
from soupis.wire.company import FirmaDetail, FirmaPolozka
from soupis.wire.derived import item_of
from tests.web.dom import parse
from tests.web.site import CHECKED, CHECKED_BEFORE, Samples


def _page(client: TestClient, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text[:300]
    return parse(answer.text)


def _total(page: Any) -> int:
    text = page.xpath("string(//nav[@class='tabs']/a[@aria-current]/span)")
    return int(re.sub(r"\D", "", text))


def test_the_count_beside_a_filter_is_the_number_of_results_behind_it(client: TestClient) -> None:
    page = _page(client, "/hledat?q=praha")
    filters = page.xpath("//aside[@id='filtry']/details")
    assert len(filters) == 3
    for group in filters:
        choice = group.xpath(".//li")[0]
        count = int(re.sub(r"\D", "", choice.xpath("string(.//span[@class='number'])")))
        assert _total(_page(client, choice.xpath("string(a/@href)"))) == count


@pytest.mark.parametrize(
    "written",
    ["2001268200/2600", "CZ6426000000002001268200", "cz64 2600 0000 0020 0126 8200",
     "000000-2001268200 / 2600", "účet 19-2808601/0100", "IBAN CZ35 0100 0000 1900 0280 8601"],
)  # fmt: skip
def test_an_account_leads_to_its_owner_in_any_notation_and_says_so_in_both(
    client: TestClient, written: str
) -> None:
    page = _page(client, f"/hledat?q={quote(written)}")
    assert _total(page) == 1
    assert page.xpath("//h2/a/@href") == ["/firma/45274649"]
    text = page.xpath("string(//main)").replace("\xa0", " ")
    assert "podle zveřejněného účtu" in text and "IBAN CZ" in text
    assert not page.xpath("//a[contains(@href, 'co=osoby')]/span[. != '0']")


@pytest.mark.parametrize(
    ("prefix", "sentence", "typing_error"),
    [
        ("", "Tento účet nezveřejnil žádný plátce, kterého jsme četli.", "překlep"),
        ("/en", "No payer that we have read has published this account.", "typing error"),
    ],
)
def test_an_account_that_nobody_published_finds_nobody_and_the_page_says_so(
    client: TestClient, prefix: str, sentence: str, typing_error: str
) -> None:
    for written, mistyped in (("účet 123456789/0800", True), ("účet 19-2000145399/0800", False)):
        page = _page(client, f"{prefix}/hledat?q={quote(written)}")
        assert _total(page) == 0
        text = page.xpath("string(//main)").replace("\xa0", " ")
        assert sentence in text
        assert (typing_error in text) is mistyped
        assert not page.xpath("//h2/a")


def test_an_account_that_a_filter_hides_is_not_told_as_published_by_nobody(client: TestClient) -> None:
    page = _page(client, "/hledat?q=19-2808601/0100&kraj=116")
    assert _total(page) == 0
    assert "nezveřejnil" not in page.xpath("string(//main)")


def test_a_name_beside_an_account_of_nobody_is_found_with_a_warning(client: TestClient) -> None:
    page = _page(client, f"/hledat?q={quote('budvar účet 19-2000145399/0800')}")
    assert "/firma/00514152" in page.xpath("//h2/a/@href")
    (warning,) = page.xpath("//p[contains(@class, 'notice')]")
    assert "Tento účet nezveřejnil" in warning.xpath("string()").replace("\xa0", " ")
    assert "bez „19-2000145399/0800“" in page.xpath("string(//main)").replace("\xa0", " ")


@pytest.mark.parametrize(
    ("prefix", "checked", "words", "colour"),
    [
        ("", CHECKED, "nespolehlivý plátce DPH", "bad"),
        ("", CHECKED_BEFORE, "byla nespolehlivým plátcem DPH před dnem", "warn"),
        ("", None, "byla nespolehlivým plátcem DPH", "warn"),  # a document of an older version
        ("/en", CHECKED, "unreliable VAT payer", "bad"),
        ("/en", CHECKED_BEFORE, "was an unreliable VAT payer 1 day ago", "warn"),
    ],
    ids=["fresh", "old", "of unknown age", "fresh in English", "old in English"],
)
def test_an_unreliable_payer_of_an_older_check_is_told_as_past_among_results(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    prefix: str,
    checked: str | None,
    words: str,
    colour: str,
) -> None:
    read = item_of

    def unreliable(detail: bytes) -> FirmaPolozka:
        return msgspec.structs.replace(read(detail), dph_stav="nespolehlivyPlatce", dph_overeno_k=checked)

    monkeypatch.setattr(companies, "item_of", unreliable)
    tags = _page(client, f"{prefix}/hledat?q=praha").xpath("//li[contains(@class, 'hit')]/h2/span")
    told = {" ".join(tag.text_content().split()): tag.get("class") for tag in tags}
    assert told[words] == f"tag {colour}"


def test_a_chosen_filter_can_be_taken_away(client: TestClient) -> None:
    page = _page(client, "/hledat?q=praha&kraj=19")
    (removal,) = page.xpath("//li[@class='chosen']/a/@href")
    assert removal == "/hledat?q=praha"


def test_regions_may_come_by_either_code(client: TestClient) -> None:
    assert _total(_page(client, "/hledat?kraj=CZ010")) == _total(_page(client, "/hledat?kraj=19"))


def test_paging_shows_each_company_once(client: TestClient) -> None:
    address: str | None = "/hledat?q=praha"
    seen: list[str] = []
    total = _total(_page(client, "/hledat?q=praha"))
    while address:
        page = _page(client, address)
        seen += page.xpath("//li[contains(@class, 'hit')]/h2/a/@href")
        address = next(iter(page.xpath("//a[@rel='next']/@href")), None)
    assert len(seen) == len(set(seen)) == total > 20


def test_an_id_leads_straight_to_its_company(client: TestClient) -> None:
    for text in ("45274649", "452 74 649", "CZ45274649"):
        assert client.get("/en/hledat", params={"q": text}).headers["location"] == "/en/firma/45274649"
    assert client.get("/hledat?q=45274649&kraj=27").status_code == 200


def test_a_company_found_by_a_former_name_says_so(
    client: TestClient, site_data: tuple[Installation, Samples]
) -> None:
    with reading(site_data[0].engine) as connection:
        rows = connection.execute(select(company_document.c.detail)).scalars()
        details = [msgspec.json.decode(row, type=FirmaDetail) for row in rows]
    renamed = 0
    for detail in details:
        now = set(fold_words(detail.obchodni_jmeno or ""))
        for former in detail.drivejsi_jmena or ():
            if set(fold_words(former.jmeno)) & now or renamed == 5:
                continue  # found by the present name as well
            page = _page(client, f"/hledat?q={quote(former.jmeno)}")
            hits = [
                node
                for node in page.xpath("//li[contains(@class,'hit')]")
                if detail.ico in node.text_content()
            ]
            assert hits[0].xpath("string(p[@class='former']/bdi)") == former.jmeno
            renamed += 1
    assert renamed


def test_the_site_names_the_former_name_that_the_api_names(
    client: TestClient, site_data: tuple[Installation, Samples]
) -> None:
    with reading(site_data[0].engine) as connection:
        rows = connection.execute(select(company_document.c.detail)).scalars()
        details = [msgspec.json.decode(row, type=FirmaDetail) for row in rows]
    several = [names for detail in details if len(names := detail.drivejsi_jmena or []) > 1]
    compared = 0
    for word in {fold_words(names[-1].jmeno)[0] for names in several[:20]}:
        items = client.get("/api/v1/vyhledavani", params={"q": word}).json()["data"]["firmy"]
        page = _page(client, f"/hledat?q={quote(word)}&co=firmy")
        on_page = {
            hit.xpath("string(.//span[@class='code-text'])"): hit.xpath("string(p[@class='former']/bdi)")
            for hit in page.xpath("//li[contains(@class,'hit')]")
        }
        assert on_page == {item["ico"]: item["drivejsiJmeno"] or "" for item in items}
        compared += sum(bool(name) for name in on_page.values())
    assert compared


def test_the_export_offer_says_rows_cost_and_cut_before_the_download(client: TestClient) -> None:
    everything = _page(client, "/hledat?kraj=19")
    offer = everything.xpath("//details[@class='export']")[0].text_content()
    total = _total(everything)
    assert f"{total} řádků" in offer.replace("\xa0", " ")
    assert f"{-(-total // 100)} jednot" in offer.replace("\xa0", " ")
    assert "zkrácen" not in offer
    more = _page(client, "/hledat?q=a&nace=01,02,03,41,43,46,47,55,56,62,68,69,70,71,73,81,94")
    if _total(more) > 1_000:
        assert "zkrácen" in more.xpath("//details[@class='export']")[0].text_content()


def test_the_export_form_asks_the_api_for_the_same_search(client: TestClient) -> None:
    page = _page(client, "/hledat?q=praha&kraj=19")
    (form,) = page.xpath("//details[@class='export']//form")
    fields = {field.get("name"): field.get("value") for field in form.xpath(".//input")}
    assert fields == {"q": "praha", "kraj": "19"}
    answer = client.get(form.get("action"), params=fields)
    assert answer.status_code == 200
    assert int(answer.headers["x-service-pocet-radku"]) == _total(page)


def test_chosen_filters_stand_above_the_results_and_each_can_be_taken_away(client: TestClient) -> None:
    page = _page(client, "/hledat?q=praha&kraj=19&forma=706")
    chips = page.xpath("//ul[@class='chips']//a")
    assert [" ".join(chip.text_content().split()) for chip in chips] == [
        "Zrušit filtr: Hlavní město Praha ×",
        "Zrušit filtr: Spolek ×",
    ]
    assert chips[0].get("href") == "/hledat?q=praha&forma=706"
    assert not _page(client, "/hledat?q=praha").xpath("//ul[@class='chips']")


def test_a_search_for_everything_offers_no_export(client: TestClient) -> None:
    assert not _page(client, "/hledat").xpath("//details[@class='export']")


def test_wrong_parameters_get_a_sentence_in_the_language_of_the_page(client: TestClient) -> None:
    czech, english = client.get("/hledat?kraj=99"), client.get("/en/hledat?kraj=99")
    assert czech.status_code == english.status_code == 400
    assert "žádný kraj nemá" in czech.text
    assert "no region has the code 99" in english.text
    assert client.get("/hledat?q=" + "x" * 101).status_code == 400


@pytest.mark.parametrize("query", ["q=a%08b", "q=x%00y", "obec=a%00b", "q=jan%1Bnovak&co=osoby"])
def test_control_characters_are_refused_with_a_sentence(client: TestClient, query: str) -> None:
    answer = client.get(f"/hledat?{query}")
    assert answer.status_code == 400
    assert "Řídicí znaky nejsou dovoleny" in answer.text
    assert client.get("/hledat?strana=abc&q=praha").status_code == 200


_PASTED = "Budějovický Budvar, národní podnik,\r\n\tKarolíny Světlé 512/4, České Budějovice 3, 370 04"
_LONG = f"Dobrý den, fakturu prosím vystavte takto:\n{_PASTED}\nDěkuji a přeji hezký den"


def _searched_for(client: TestClient, text: str) -> str:
    page = _page(client, f"/hledat?q={quote(text)}")
    assert "Budějovický Budvar" in page.xpath("string(//li[contains(@class, 'hit')]//h2)")
    return str(page.xpath("string(//input[@name='q']/@value)"))


def test_a_text_pasted_in_lines_is_searched_for_whole(client: TestClient) -> None:
    assert _searched_for(client, _PASTED) == re.sub(r"\s+", " ", _PASTED)
    assert not _page(client, f"/hledat?q={quote(_PASTED)}").xpath("//p[contains(text(), 'Vložený text')]")


def test_of_too_long_a_text_its_id_or_its_beginning_is_searched_for_and_told(client: TestClient) -> None:
    with_id = f"{_LONG}\nIČO: 005 14 152, DIČ: CZ00514152"
    assert _searched_for(client, with_id) == "IČO 00514152"
    by_words = f"{_PASTED} {'Jihočeský kraj ' * 10}"
    beginning = _searched_for(client, by_words)
    assert len(beginning) <= 100
    assert " ".join(by_words.split()).startswith(f"{beginning} ")
    for text, searched in ((with_id, "IČO 00514152"), (by_words, beginning)):
        for more in ("", "&co=osoby"):
            page = _page(client, f"/hledat?q={quote(text)}{more}")
            told = page.xpath("string(//p[contains(@class, 'warn')])")
            assert "Vložený text je delší" in told
            assert searched in told


def test_nobody_found_where_no_source_of_persons_was_read_is_not_told_as_none(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Nikoho jsme nenašli" in client.get("/hledat?q=qqqqqqqq&co=osoby").text
    monkeypatch.setattr(Documents, "sources", lambda _: [])
    for prefix, said in (("", "zatím nečetli"), ("/en", "has not been read yet")):
        page = client.get(f"{prefix}/hledat?q=qqqqqqqq&co=osoby").text
        assert said in page and "Nikoho jsme" not in page and "Nobody found" not in page


def test_persons_are_found_with_their_number_of_companies(client: TestClient) -> None:
    page = _page(client, "/hledat?q=novak&co=osoby")
    total = _total(page)
    assert total > 0
    assert "firm" in page.xpath("string(//li[@class='hit' or @class='hit past']/p)")
    assert _total(page) == client.get("/api/v1/osoby?q=novak").json()["data"]["pocetCelkem"]
    assert "aspoň 3\xa0znaky" in client.get("/hledat?q=no&co=osoby").text


def test_persons_are_narrowed_and_sorted_as_by_the_interface(client: TestClient) -> None:
    query = "q=novak&obec=Praha&jenAktivni=true&razeni=-rok"
    found = client.get(f"/api/v1/osoby?{query}&pocet=20").json()["data"]
    everybody = client.get("/api/v1/osoby?q=novak").json()["data"]
    assert 1 < found["pocetCelkem"] < everybody["pocetCelkem"]
    assert all(person["pocetAktivnich"] for person in found["osoby"])
    years = [person["rokNarozeni"] or 0 for person in found["osoby"]]
    assert years == sorted(years, reverse=True)
    page = _page(client, f"/hledat?co=osoby&{query}")
    assert _total(page) == found["pocetCelkem"]
    assert page.xpath("//ol[@class='hits']/li/h2/a/@href") == [
        f"/osoba/{one['klic']}" for one in found["osoby"]
    ]
    assert page.xpath("string(//select[@name='razeni']/option[@selected])") == "nejmladší"
    assert page.xpath("//input[@name='jenAktivni']/@checked")
    assert page.xpath("//input[@name='obec']/@value") == ["Praha"]


def test_a_hit_says_why_and_marks_the_words_that_were_met(client: TestClient) -> None:
    page = _page(client, "/hledat?q=budvr")
    first = page.xpath("//li[contains(@class, 'hit')]")[0]
    assert "„budvr“ jako „Budvar“" in first.text_content()
    assert first.xpath("string(h2//mark)") == "Budvar"
    page = _page(client, "/en/hledat?q=budvar+pivovarnictvi")
    assert "without “pivovarnictvi”" in page.xpath("//li[contains(@class, 'hit')]")[0].text_content()


def test_one_box_shows_persons_first_where_a_person_was_meant(client: TestClient, samples: Samples) -> None:
    who = client.get(f"/api/v1/osoba/{samples.person}").json()["data"]
    name = f"{who['jmeno']} {who['prijmeni']}"
    for text in (f"Ing. {name}", f"vážená paní {name}"):
        page = _page(client, f"/hledat?q={quote(text)}")
        assert "Osoby" in page.xpath("string(//nav[@class='tabs']/a[@aria-current])"), text
        ordered = _page(client, f"/hledat?q={quote(text)}&razeni=nazev")
        assert ordered.xpath("//ol[@class='hits']/li/h2/a/@href") == page.xpath(
            "//ol[@class='hits']/li/h2/a/@href"
        )
        companies_tab = page.xpath("//nav[@class='tabs']/a[not(@aria-current)]/@href")[0]
        assert "Firmy" in _page(client, companies_tab).xpath("string(//nav[@class='tabs']/a[@aria-current])")
    page = _page(client, "/hledat?q=praha")
    assert "Firmy" in page.xpath("string(//nav[@class='tabs']/a[@aria-current])")


# --- the form of filters, the order, towns that are not clear ---

_NARROWED = "stav=aktivni&vznikOd=1990-01-01&vznikDo=2020-12-31&kraj=19&razeni=nazev"


def test_the_page_narrows_and_orders_as_the_interface_does(client: TestClient) -> None:
    data = client.get(f"/api/v1/vyhledavani?q=praha&{_NARROWED}").json()["data"]
    page = _page(client, f"/hledat?q=praha&{_NARROWED}")
    assert _total(page) == data["pocetCelkem"] > 1
    shown = page.xpath("//li[contains(@class,'hit')]//span[@class='code-text']/text()")
    assert shown == [item["ico"] for item in data["firmy"]]


def test_the_form_holds_what_was_chosen_and_so_do_order_and_export(client: TestClient) -> None:
    page = _page(client, f"/hledat?q=praha&velikost=110&adresa=Praha&{_NARROWED}")
    (form,) = page.xpath("//form[contains(@class,'wide-search')]")
    fields = dict(form.form_values())
    asked = {
        "q": "praha", "obec": "", "adresa": "Praha", "stav": "aktivni", "dph": "", "insolvence": "",
        "velikost": "110", "vznikOd": "1990-01-01", "vznikDo": "2020-12-31", "zanikOd": "",
        "zanikDo": "", "kraj": "19", "razeni": "nazev",
    }  # fmt: skip
    assert fields == asked
    given = {name: value for name, value in asked.items() if value}
    (order,) = page.xpath("//form[@class='order']")
    assert dict(order.form_values()) == given
    (export,) = page.xpath("//form[@action='/hledat.csv']")
    assert dict(export.form_values()) == given


def test_every_filter_in_use_can_be_taken_away_alone(client: TestClient) -> None:
    page = _page(client, f"/hledat?q=praha&dph=neovereno&insolvence=neovereno&velikost=120,130&{_NARROWED}")
    chips = {
        " ".join(chip.xpath("string(bdi)").split()): chip.get("href")
        for chip in page.xpath("//ul[@class='chips']//a")
    }
    assert list(chips) == [
        "Hlavní město Praha", "aktivní", "DPH neověřeno", "insolvence nezjištěna", "vznik od 1. 1. 1990",
        "vznik do 31. 12. 2020", "zaměstnanci: 1 až 9",
    ]  # fmt: skip
    whole = 10  # q, kraj, stav, dph, insolvence, both days, both sizes, razeni
    assert all(address.count("=") == whole - 1 for name, address in chips.items() if "až" not in name)
    without = _page(client, chips["vznik od 1. 1. 1990"])
    assert "1990" not in "".join(without.xpath("//ul[@class='chips']//bdi/text()"))
    assert "2020" in "".join(without.xpath("//ul[@class='chips']//bdi/text()"))


def test_an_unclear_town_leads_to_towns_that_it_may_be(client: TestClient) -> None:
    answer = client.get("/hledat?obec=Bo&stav=aktivni")
    assert answer.status_code == client.get("/hledat?obec=Xyz").status_code == 400
    towns = parse(answer.text).xpath("//ul[@class='chips']//a")
    assert len(towns) > 1
    for town in towns[:2]:
        page = _page(client, town.get("href"))
        assert page.xpath("string(//input[@name='obec']/@value)") == town.text_content()
        assert "stav=aktivni" in town.get("href")
        assert _total(page) > 0


def test_persons_are_told_apart_by_companies_a_town_and_a_year(client: TestClient) -> None:
    persons = client.get("/api/v1/osoby?q=novotny").json()["data"]["osoby"]
    page = _page(client, "/hledat?q=novotny&co=osoby")
    shown = [" ".join(hit.text_content().split()) for hit in page.xpath("//li[contains(@class,'hit')]")]
    assert len(shown) == len(persons)
    for person, text in zip(persons, shown, strict=True):
        assert all(" ".join(firm["obchodniJmeno"].split()) in text for firm in person["firmy"])
        assert (person["obec"] or "") in text
    year = next(person["rokNarozeni"] for person in persons if person["rokNarozeni"])
    narrowed = _page(client, f"/hledat?q=novotny&co=osoby&rok={year}")
    born = narrowed.xpath("//li[contains(@class,'hit')]/h2/span/text()")
    assert born == [f"(nar. {year})"] * _total(narrowed)
    assert narrowed.xpath("string(//input[@name='rok']/@value)") == str(year)


def test_the_table_stays_a_table_from_page_to_page_and_with_every_filter(client: TestClient) -> None:
    page = parse(client.get("/hledat?q=praha&zobrazeni=tabulka").text)
    cards = parse(client.get("/hledat?q=praha").text)
    shown = page.xpath("//table//td[1]/a/@href")
    assert shown == cards.xpath("//li[contains(@class, 'hit')]/h2/a/@href")
    links = page.xpath("//a[@rel='next']/@href | //aside//a/@href")
    assert links
    assert all("zobrazeni=tabulka" in link for link in links)
    assert page.xpath("//form[@role='search']//input[@name='zobrazeni']/@value") == ["tabulka"]
    assert not page.xpath("//form[contains(@action, 'export')]//input[@name='zobrazeni']")
    (back,) = page.xpath("//p[@class='view']/a[not(@aria-current)]/@href")
    assert "zobrazeni" not in back


def test_the_price_of_an_export_is_told_before_the_click(client: TestClient) -> None:
    page = parse(client.get("/en/hledat?q=praha").text)
    (summary,) = page.xpath("//details[@class='export']/summary")
    assert summary.text_content().replace("\xa0", " ") == "Download CSV (1 unit)"


def test_persons_are_narrowed_by_a_company(client: TestClient) -> None:
    everybody = parse(client.get("/hledat?q=novak&co=osoby").text)
    firm = everybody.xpath("string(//li[contains(@class, 'hit')]//p/a)")
    page = parse(client.get("/hledat", params={"q": "novak", "co": "osoby", "firma": firm}).text)
    found = page.xpath("//li[contains(@class, 'hit')]")
    assert 0 < len(found) < len(everybody.xpath("//li[contains(@class, 'hit')]"))
    assert all(firm in item.text_content() for item in found)
    assert page.xpath("//input[@name='firma']/@value") == [firm]


def test_the_box_suggests_persons_beside_companies(client: TestClient) -> None:
    person = client.get("/api/v1/osoby?q=novotny").json()["data"]["osoby"][0]
    both = client.get("/navrhy?q=novotny").json()
    addresses = [suggestion["adresa"] for suggestion in both]
    assert f"/osoba/{person['klic']}" in addresses
    assert len(both) <= 8
    assert client.get("/en/navrhy?q=novotny").json()[-1]["adresa"].startswith("/en/osoba/")
    first = client.get("/navrhy", params={"q": f"pan {person['prijmeni']}"}).json()[0]
    assert first["adresa"].startswith("/osoba/")
    assert first["popis"].startswith("osoba, nar. ")


@pytest.mark.parametrize("text", ["", "n", "\x00", "a" * 101, "<b>", "ﷺ" * 100])
def test_the_box_suggests_nothing_for_what_is_no_beginning(client: TestClient, text: str) -> None:
    answer = client.get("/navrhy", params={"q": text})
    assert (answer.status_code, answer.json()) == (200, [])


def test_suggested_companies_are_those_of_the_interface(client: TestClient) -> None:
    of_interface = [item["ico"] for item in client.get("/api/suggest?q=budejovicky").json()]
    of_site = [item["ico"] for item in client.get("/navrhy?q=budejovicky").json() if "ico" in item]
    assert of_site == of_interface[: len(of_site)]
    assert of_site


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("co=osoby&q=Novák&rok=19x6", "rok"),
        ("co=osoby&q=Novák&rok=1200", "rok"),
        ("co=osoby&q=Novák&rok=1970&rok=1971", "rok"),
        ("co=osoby&q=No", "q"),
        ("q=%FF", "q"),
    ],
)
def test_what_cannot_be_searched_for_is_told_as_the_api_tells_it(
    client: TestClient, query: str, said: str
) -> None:
    answer = client.get(f"/hledat?{query}")
    told = parse(answer.text).xpath("string(//*[contains(@class, 'notice') and contains(@class, 'bad')])")
    assert answer.status_code == 400
    assert re.search(rf"(?i)parametr {said}\b", told.replace("\xa0", " "))


def test_the_page_of_results_takes_names_of_forms_and_shows_them_as_filters_in_use(
    client: TestClient,
) -> None:
    by_name, by_code = (
        _page(client, "/hledat?q=praha&forma=spolek"),
        _page(client, "/hledat?q=praha&forma=706"),
    )
    assert _total(by_name) == _total(by_code) > 0
    wrong = client.get("/hledat?forma=xyz")
    assert wrong.status_code == 400
    assert "V číselníku forma" in wrong.text


@pytest.mark.parametrize("query", ["co=osoby&q=novak", "q=praha", "q=praha&kraj=19&zobrazeni=tabulka"])
def test_a_page_past_the_end_leads_to_the_last_one(client: TestClient, query: str) -> None:
    for beyond in (490, 999):
        answer = client.get(f"/hledat?{query}&strana={beyond}")
        assert answer.status_code == 303
        last = _page(client, answer.headers["location"])
        assert last.xpath("//*[contains(@class, 'hit')] | //tbody/tr")


@pytest.mark.parametrize("query", ["co=osoby&q=Novák&rok=1200", "co=osoby&firma=Budvar", "co=osoby"])
def test_what_was_not_searched_for_has_no_counts(client: TestClient, query: str) -> None:
    tabs = parse(client.get(f"/hledat?{query}").text).xpath("//nav[@class='tabs']/a")
    assert ["".join(tab.itertext()).strip() for tab in tabs] == ["Firmy", "Osoby"]


@pytest.mark.parametrize("kind", ["", "&co=osoby"])
def test_too_long_a_text_without_spaces_is_told_without_a_length(client: TestClient, kind: str) -> None:
    for length in (101, 1_000, 1_200):
        answer = client.get(f"/hledat?q={'x' * length}{kind}")
        told = parse(answer.text).xpath("string(//*[@role='alert' or contains(@class, 'bad')])")
        assert answer.status_code == 400
        assert "příliš dlouhý text" in told.replace("\xa0", " ")
        assert not re.search(r"\d", told)


def test_every_box_takes_as_long_a_text(client: TestClient) -> None:
    for address in ("/", "/hledat?q=praha", "/hledat?q=novak&co=osoby", "/nikde", "/api/docs"):
        boxes = parse(client.get(address).text).xpath("//input[@name='q' and @type='search']/@maxlength")
        assert boxes
        assert set(boxes) == {"1000"}, address

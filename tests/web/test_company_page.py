"""What the page of a company says, and what it must never be read as."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
import pytest
from sqlalchemy import create_engine, select, text
from starlette.testclient import TestClient

from soupis.accounts.throttle import LOOKUP_FROM_CLIENT
from soupis.identifiers import has_valid_check_digit
from soupis.ingest.precedence import LISTED_BY
from soupis.installation import Installation
from soupis.queries.companies import decode_detail, is_vat_old
from soupis.store.engine import reading
from soupis.store.packing import unpack
from soupis.store.tables import company_document
from soupis.times import utc_now, utc_text
from soupis.web import past_company
from soupis.web.page_budget import rows_of_each, texts_that_fit
from soupis.web.site import Site
from soupis.web.vat_box import vat_words
from soupis.wire.base import CodedName, encode
from soupis.wire.company import (
    Akcie,
    Clen,
    FirmaDetail,
    FirmaKDatu,
    FyzickaOsoba,
    Insolvence,
    Likvidace,
    OdstepnyZavod,
    Organ,
    OstatniSkutecnost,
    Podil,
    PravnickaOsoba,
    Registrace,
    Spolecnik,
    Stat,
    StavPodrobne,
    UplnostFirmy,
    UvolnenyPodil,
    Vklad,
    ZatizeniPodilu,
)
from soupis.wire.derived import name_and_vat_of
from soupis.wire.vat import Dph, ZverejnenyUcet
from tests.support.waiting import wait_until
from tests.web.dom import parse
from tests.web.site import CHECKED, CONTRADICTIONS, VAT_STATES, Samples

_HEADINGS = {
    "platce": ("Plátce DPH", "VAT payer"),
    "nespolehlivyPlatce": ("Nespolehlivý plátce DPH", "Unreliable VAT payer"),
    "identifikovanaOsoba": ("Identifikovaná osoba, ne plátce", "Identified person, not a payer"),
    "neplatce": ("Neplátce DPH", "Not a VAT payer"),
    "nespolehlivaOsoba": ("Neplátce, nespolehlivá osoba", "Not a payer, unreliable person"),
    "rozpor": ("Neověřeno: registry si odporují", "Not verified: the registers disagree"),
    "rozporSkupiny": ("Neověřeno: registry si odporují", "Not verified: the registers disagree"),
    "clenSkupiny": ("Plátce DPH", "VAT payer"),
    "neovereno": ("Neověřeno", "Not verified"),
    "byvalyPlatce": ("Při posledním ověření ({}): plátce DPH", "At the last check ({}): VAT payer"),
}

# What a browser says of a form on a page of this site.
HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.mark.parametrize("state", _HEADINGS)
def test_each_vat_state_has_its_own_words(client: TestClient, samples: Samples, state: str) -> None:
    for prefix, heading in zip(("", "/en"), _HEADINGS[state], strict=True):
        page = parse(client.get(f"{prefix}/firma/{samples.vat[state]}").text)
        (box,) = page.xpath("//section[@id='dph']")
        (day, *_) = box.xpath("string(.//p[@class='note']/time)").rsplit(" ", 1)
        assert box.xpath("string(.//p[@class='vat-state'])") == heading.format(day)


def test_unverified_is_never_worded_as_not_a_payer(client: TestClient, samples: Samples) -> None:
    page = parse(client.get(f"/firma/{samples.vat['neovereno']}").text)
    box = page.xpath("string(//section[@id='dph'])").lower()
    assert "neznamená to, že není plátcem" in box
    assert "neplátce" not in box
    assert "ověřeno" not in box.replace("neověřeno", "")


@pytest.mark.parametrize(
    ("state", "cs", "en"),
    [
        (
            "rozpor",
            "Podle ARES registrace k DPH trvá, registr plátců DPH ji nezná.",
            "ARES shows an active VAT",
        ),
        (
            "rozporSkupiny",
            "Podle ARES je firma členem skupiny DPH, registr",
            "ARES shows the company as a member",
        ),
    ],
)
def test_a_page_says_that_the_registers_disagree_and_how(
    client: TestClient, samples: Samples, state: str, cs: str, en: str
) -> None:
    address = f"/firma/{samples.vat[state]}"
    for prefix, sentence in (("", cs), ("/en", en)):
        page = parse(client.get(prefix + address).text)
        (box,) = page.xpath("//section[@id='dph']")
        assert sentence in box.xpath("string()").replace("\xa0", " ")
        assert box.xpath(".//form//button"), "a check can be asked for"
        assert "neplátce" not in box.xpath("string()").lower()


def test_the_tax_id_of_a_vat_group_is_called_so_wherever_it_stands(
    client: TestClient, samples: Samples
) -> None:
    for state, member in (("clenSkupiny", True), ("platce", False)):
        for prefix, label in (("", "DIČ skupiny DPH"), ("/en", "Tax ID of the VAT group")):
            page = parse(client.get(f"{prefix}/firma/{samples.vat[state]}").text)
            (fact,) = page.xpath(
                "//dd[span[@data-copy-name=$name]]/preceding-sibling::dt[1]", name=_NAMES[prefix]
            )
            assert (fact.xpath("string()") == label) is member
            (box,) = page.xpath("//section[@id='dph']")
            assert (label in box.xpath("string()").replace("\xa0", " ")) is member


_NAMES = {"": "DIČ", "/en": "tax ID"}


@pytest.mark.parametrize("printed", ["19-2808601/0100", "CZ3501000000190002808601"])
def test_a_published_account_is_shown_in_both_notations(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch, printed: str
) -> None:
    account = ZverejnenyUcet(ucet=printed, narodni="19-2808601/0100", iban="CZ3501000000190002808601")
    dph = Dph(
        registrace_aktivni=True,
        stav="platce",
        overeno_k=CHECKED,
        zverejnene_ucty=[printed],
        zverejnene_ucty_podrobne=[account],
    )
    detail = FirmaDetail(ico=samples.ordinary, stav="aktivni", dph=dph)
    monkeypatch.setattr(Site, "company", lambda site, ico, *, viewed=False: encode(detail))
    page = parse(client.get(f"/firma/{samples.ordinary}").text)
    (line,) = page.xpath("//ul[@class='accounts']/li")
    text = " ".join(line.xpath("string()").replace("\xa0", " ").split())
    assert text == "19-2808601/0100IBAN CZ35 0100 0000 1900 0280 8601 QR platba"
    assert line.xpath(".//data/@value") == ["CZ3501000000190002808601"]


def test_the_age_of_the_check_stands_in_every_box_that_claims_a_state(
    client: TestClient, samples: Samples
) -> None:
    for state, status in VAT_STATES.items():
        page = parse(client.get(f"/firma/{samples.vat[state]}").text)
        moments = page.xpath("//section[@id='dph']//time/@datetime")
        contradiction = CONTRADICTIONS.get(state)
        moment = status.overeno_k if status else contradiction.zjisteno_k if contradiction else None
        assert (moment in moments) if moment else not moments, state


def test_a_status_checked_more_than_a_day_ago_is_told_as_past_and_can_be_checked_again(
    client: TestClient, samples: Samples
) -> None:
    address = f"/firma/{samples.vat['byvalyPlatce']}"
    for prefix, now in (("", "Registrace k DPH trvá"), ("/en", "registration is active")):
        page = parse(client.get(prefix + address).text)
        (box,) = page.xpath("//section[@id='dph']")
        assert "warn" in box.get("class").split()
        assert now.lower() not in box.xpath("string()").lower()
        assert box.xpath(".//form//button")
    answer = client.post(f"{address}/overeni", headers=HERE)
    assert answer.status_code == 303
    page = parse(client.get(f"/firma/{samples.vat['platce']}").text)
    assert not page.xpath("//section[@id='dph']//form")


@pytest.mark.parametrize("state", [state for state, status in VAT_STATES.items() if status is not None])
def test_no_old_status_is_worded_or_coloured_as_if_it_held_today(state: str) -> None:
    now, then = vat_words(VAT_STATES[state]), vat_words(VAT_STATES[state], old=True)
    assert then.tone == "warn"
    assert then.heading != now.heading and then.meaning != now.meaning


def test_a_status_is_fresh_for_a_day() -> None:
    now = utc_now()
    assert not is_vat_old(utc_text(now))
    assert is_vat_old(utc_text(now - timedelta(days=1, hours=1)))


def test_alarming_states_look_alarming_and_doubtful_ones_never_look_good() -> None:
    tones = {
        state: vat_words(status, CONTRADICTIONS.get(state), old=state == "byvalyPlatce").tone
        for state, status in VAT_STATES.items()
    }
    assert [state for state, tone in tones.items() if tone == "good"] == ["platce", "clenSkupiny"]
    assert {state for state, tone in tones.items() if tone == "bad"} == {
        "nespolehlivyPlatce",
        "nespolehlivaOsoba",
    }


def test_a_source_that_was_not_read_is_not_worded_as_nothing_found(
    client: TestClient, samples: Samples
) -> None:
    page = parse(client.get(f"/firma/{samples.ordinary}").text)
    box = page.xpath("string(//section[@id='insolvence'])")
    assert "Nezjištěno" in box
    assert "žádné řízení neuvádí" not in box


@pytest.mark.parametrize("prefix", ["", "/en"])
@pytest.mark.parametrize("path", ["", "/osoby", "/vazby"])
def test_pages_of_a_company_of_which_no_list_was_read_open(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch, prefix: str, path: str
) -> None:
    read = Site.company

    def with_nothing_read(site: Site, ico: int, *, viewed: bool = False) -> bytes:
        company = decode_detail(read(site, ico, viewed=viewed))
        for name in LISTED_BY:
            setattr(company, name, None)
        return encode(company)

    monkeypatch.setattr(Site, "company", with_nothing_read)
    assert client.get(f"{prefix}/firma/{samples.ordinary}{path}").status_code == 200


FULL = FirmaDetail(
    ico="45274649",
    obchodni_jmeno="Alfa a.s. v likvidaci",
    stav="aktivni",
    stav_podrobne=StavPodrobne(kod="likvidace", nazev="V likvidaci", od="2024-03-05"),
    likvidace=Likvidace(od="2024-03-05"),
    dorucovaci_adresa="Cejl 1, 602 00 Brno",
    institucionalni_sektor=CodedName(kod="11002"),
    dph=Dph(
        registrace_aktivni=True,
        stav="platce",
        overeno_k=CHECKED,
        cislo_fu="451",
        nazev_fu="Finanční úřad pro hlavní město Prahu",
        zverejnene_ucty=["19-1/0100"],
        zverejnene_ucty_podrobne=[
            ZverejnenyUcet(
                ucet="19-1/0100",
                banka=CodedName(kod="0100", nazev="Komerční banka, a.s."),
                zverejneno_od="2013-04-01",
                zverejneno_do="2099-12-31",
            )
        ],
    ),
    statutarni_organy=[
        Organ(
            nazev="Představenstvo",
            clenove=[
                Clen(
                    osoba=PravnickaOsoba(
                        obchodni_jmeno="Beta Ltd.",
                        stat=Stat(kod="CY", nazev="Kyperská republika"),
                        zahranicni_cislo="HE 80390",
                    ),
                    funkce="člen představenstva",
                    funkce_poznamka="provozní ředitel",
                    aktualni=True,
                )
            ],
        )
    ],
    ostatni_organy=[],
    spolecnici=[
        Spolecnik(
            osoba=FyzickaOsoba(jmeno="Jan", prijmeni="Vzorový"),
            druh=CodedName(kod="komplementar", nazev="komplementář"),
            vklad=Vklad(castka=66666.5, mena="CZK", text="66 666,50 Kč"),
            podil=Podil(typ="ZLOMEK", hodnota=100 / 3, text="1/3"),
            zastavni_prava=[
                ZatizeniPodilu(
                    text="ve prospěch banky", vznik="2018-03-12", zapsano="2018-03-20", aktualni=True
                ),
                ZatizeniPodilu(zanik="2019-01-02", zapsano="2017-03-20", aktualni=False),
            ],
            exekuce=[
                ZatizeniPodilu(
                    text="č. j. 1 EX 2/19", zapsano="2019-04-03", vymazano="2020-05-06", aktualni=False
                )
            ],
            aktualni=True,
        )
    ],
    uvolnene_podily=[
        UvolnenyPodil(
            podil=Podil(typ="PROCENTA", hodnota=15, text="15 %"),
            poznamka="po zemřelém společníkovi",
            zastavni_prava=[ZatizeniPodilu(text="zástava uvolněného", aktualni=True)],
            exekuce=[],
            od="2021-01-01",
            aktualni=True,
        )
    ],
    akcie=[Akcie(typ="kmenové na jméno", podoba="listinné", pocet=1000, hodnota=2000, mena="CZK")],
    predmet_podnikani=[],
    drivejsi_jmena=[],
    odstepne_zavody=[
        OdstepnyZavod(nazev=f"Závod {number}", zapsano="2001-02-03", aktualni=number < 21)
        for number in range(1, 23)
    ],
    ostatni_skutecnosti=[
        OstatniSkutecnost(
            kod="OST_SKUTECNOSTI",
            nazev="Ostatní skutečnosti",
            text="Fúze.\n Sloučením.",
            zapsano="2005-06-07",
        ),
        OstatniSkutecnost(kod="NOVY_DRUH", text="Neznámý zápis", vymazano="2006-01-01"),
    ],
    seznam_registraci=[
        Registrace(
            registr=CodedName(kod="rzp", nazev="Živnostenský rejstřík"),
            stav=CodedName(kod="POZASTAVENY", nazev="pozastavený"),
        ),
        Registrace(registr=CodedName(kod="novy"), stav=CodedName(kod="NECO")),
        Registrace(
            registr=CodedName(kod="szr", nazev="Společný zemědělský registr"),
            stav=CodedName(kod="NEEXISTUJICI", nazev="není zapsán"),
        ),
    ],
    insolvence=[Insolvence(spisova_znacka="INS 7/2020", cislo_senatu=40, probiha=True)],
)
SHOWN = {
    "": (
        "V likvidaci od 5. 3. 2024", "(11002)", "Cejl 1, 602 00 Brno", "Komerční banka, a.s.",
        "od 1. 4. 2013", "do 31. 12. 2099", "Beta Ltd., Kyperská republika (č. HE 80390)", "provozní ředitel",
        "komplementář", "1 000 ks, kmenové na jméno, listinné, 2 000 Kč", "Závod 22", "Ostatní skutečnosti",
        "Fúze. Sloučením.", "Neznámý zápis", "Živnostenský rejstřík: pozastavený", "novy: NECO",
        "1/3, vklad 66 666,50 Kč", "Zástavní právo, zapsáno 20. 3. 2018", "ve prospěch banky",
        "Vznik 12. 3. 2018",
        "Zástavní právo, zapsáno 20. 3. 2017, zaniklo 2. 1. 2019", "Rejstřík znění neuvádí.",
        "Exekuce, zapsána 3. 4. 2019, vymazána 6. 5. 2020", "č. j. 1 EX 2/19", "Uvolněné podíly", "15 %",
        "po zemřelém společníkovi", "zástava uvolněného",
        "40 INS 7/2020", "Finanční úřad pro hlavní město Prahu", "Dříve se jmenovalarejstřík žádné neuvádí",
    ),
    "/en": (
        "In liquidation since 5 Mar 2024", "Delivery addressCejl 1", "since 1 Apr 2013", "(no. HE 80390)",
        "provozní ředitel", "general partner", "1,000 pcs, registered ordinary, certificated", "Závod 22",
        "1/3, contribution 66,666.50 CZK", "Pledge, entered 20 Mar 2018", "Arose 12 Mar 2018",
        "Execution, entered 3 Apr 2019, deleted 6 May 2020", "Released shares",
        "Further entries in the register", "Trade licensing register: suspended", "40 INS 7/2020",
        "Former namesthe register states none",
    ),
}  # fmt: skip


def test_the_list_of_people_tells_what_the_register_adds_and_kinds_of_partners(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Site, "company", lambda site, ico, *, viewed=False: encode(FULL))
    page = parse(client.get(f"/firma/{samples.ordinary}/osoby").text)
    words = " ".join(page.xpath("string(//table)").split())
    assert "člen představenstva (provozní ředitel)" in words and "komplementář" in words


@pytest.mark.parametrize("prefix", SHOWN)
def test_whatever_the_interface_serves_of_a_company_stands_on_its_page(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch, prefix: str
) -> None:
    monkeypatch.setattr(Site, "company", lambda site, ico, *, viewed=False: encode(FULL))
    page = parse(client.get(f"{prefix}/firma/{samples.ordinary}").text)
    words = " ".join(page.xpath("string(//main)").split())
    assert [text for text in SHOWN[prefix] if text not in words] == []
    assert "Společný zemědělský registr" not in words  # it is not there


def test_a_running_insolvency_stands_at_the_top(client: TestClient, samples: Samples) -> None:
    page = parse(client.get(f"/firma/{samples.insolvent}").text)
    (alarm,) = page.xpath("//div[contains(@class, 'notice bad')]")
    assert "Probíhá insolvenční řízení" in alarm.text_content()
    assert "INS 12575/2022" in alarm.text_content()


def test_an_insolvency_by_the_public_register_alone_is_told_with_its_source(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = StavPodrobne(kod="konkurs", nazev="V konkursu", od="2026-08-01")
    firm = msgspec.structs.replace(FULL, likvidace=None, stav_podrobne=state, insolvence=None)
    monkeypatch.setattr(Site, "company", lambda site, ico, *, viewed=False: encode(firm))
    page = parse(client.get(f"/firma/{samples.ordinary}").text)

    def words(path: str) -> str:
        return " ".join(page.xpath(f"string({path})").split())

    answers, box = words("//ul[contains(@class, 'answers')]"), words("//section[@id='insolvence']")
    alarm = words("//div[contains(@class, 'notice bad')]")
    assert "Je v insolvenci?V konkursu" in answers and "podle veřejného rejstříku" in answers
    assert "V konkursu od 1. 8. 2026." in alarm and "zatím nečetli" in alarm
    assert "podle veřejného rejstříku" in box and "Nezjištěno" not in box


def test_an_unverified_company_can_be_queued_for_a_check(
    client: TestClient, samples: Samples, site_data: tuple[Installation, Samples]
) -> None:
    ico = samples.ordinary
    answer = client.post(f"/firma/{ico}/overeni", headers=HERE)
    assert answer.headers["location"] == f"/firma/{ico}?overeni=1#dph"
    assert "Ověření je ve frontě" in client.get(f"/firma/{ico}?overeni=1").text
    engine = create_engine(site_data[0].queue_url)
    with engine.connect() as connection:
        waiting = connection.execute(text("SELECT ico FROM vat_queue")).scalars().all()
    engine.dispose()
    assert int(ico) in waiting


def test_a_visit_asks_for_what_was_not_read_yet(
    client: TestClient, samples: Samples, site_data: tuple[Installation, Samples]
) -> None:
    ico = samples.vat["rozpor"]
    client.get(f"/firma/{ico}")
    engine = create_engine(site_data[0].queue_url)

    def waits() -> bool:
        with engine.connect() as connection:
            return int(ico) in list(connection.execute(text("SELECT ico FROM visit_queue")).scalars())

    wait_until(waits)
    engine.dispose()


def test_the_dearest_page_of_the_recorded_companies_has_at_most_60_kilobytes(client: TestClient) -> None:
    page = client.get("/firma/00514152", headers={"Accept-Encoding": "identity"})
    assert page.status_code == 200
    assert len(page.content) <= 60_000


def _members(number: int) -> list[Clen]:
    return [
        Clen(
            osoba=FyzickaOsoba(
                klic=f"jaroslava-vzorova-{1900 + place % 100}-{place:06x}",
                jmeno="Jaroslava",
                prijmeni=f"Vzorová {place}",
                rok_narozeni=1900 + place % 100,
            ),
            funkce="místopředsedkyně dozorčí rady",
            funkce_od="2001-02-03",
            zapsano="2001-03-04",
            aktualni=place % 3 == 0,
        )
        for place in range(number)
    ]


GIANT = msgspec.structs.replace(
    FULL,
    statutarni_organy=[Organ(nazev="Představenstvo", clenove=_members(200))],
    ostatni_organy=[Organ(nazev=f"Rada {number}", clenove=_members(150)) for number in range(4)],
    predmet_podnikani=[f"Výroba, obchod a služby neuvedené v přílohách, {place}" for place in range(400)],
    ostatni_skutecnosti=[
        OstatniSkutecnost(kod="OST", text=f"Fúze číslo {place}. " + "Sloučením. " * 60, zapsano="2005-06-07")
        for place in range(250)
    ],
    dph=Dph(
        registrace_aktivni=True,
        stav="platce",
        overeno_k=CHECKED,
        zverejnene_ucty=[f"19-{number}/0100" for number in range(300)],
        zverejnene_ucty_podrobne=[
            ZverejnenyUcet(
                ucet=f"19-{number}/0100",
                narodni=f"19-{number}/0100",
                iban=f"CZ35010000000019{number:08d}",
                banka=CodedName(kod="0100", nazev="Komerční banka, a.s."),
                zverejneno_od="2013-04-01",
            )
            for number in range(300)
        ],
    ),
)


def test_the_page_of_the_biggest_company_too_has_at_most_60_kilobytes_and_leads_to_the_rest(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Site, "company", lambda site, ico, *, viewed=False: encode(GIANT))
    address = f"/firma/{samples.ordinary}"
    page = client.get(address, headers={"Accept-Encoding": "identity"})
    assert len(page.content) <= 60_000
    links = parse(page.text).xpath("//main//a/@href")
    assert f"/firma/{GIANT.ico}/osoby" in links and f"/firma/{GIANT.ico}/zapisy" in links
    pages = [client.get(f"{address}/zapisy?strana={number}").text for number in (1, 2, 3)]
    assert sum(text.count("Fúze číslo") for text in pages) == 250
    assert [text.count("v přílohách,") for text in pages] == [400, 0, 0]
    assert "Entries in the register" in client.get(f"/en{address}/zapisy").text


def test_short_tables_stay_whole_and_long_ones_share_the_rest() -> None:
    assert rows_of_each([4, 37, 8, 23, 1, 0]) == 40
    most = rows_of_each([4, 200, 200, 200])
    assert 4 < most < 40
    assert rows_of_each([500] * 1_000) == 1
    assert texts_that_fit(["x" * 10_000, "y"]) == 1
    assert texts_that_fit(["x"] * 20) == 20


def test_the_whole_timeline_stands_where_the_page_of_a_company_leads(client: TestClient) -> None:
    def rows(path: str) -> int:
        return len(parse(client.get(path).text).xpath("//section[@id='osa']//svg[@role='group']"))

    page = parse(client.get("/firma/00514152").text)
    ((address, words),) = [
        (link.get("href"), link.text_content()) for link in page.xpath("//section[@id='osa']/p//a")
    ]
    assert address == "/firma/00514152/osoby#osa"
    assert rows("/firma/00514152") == 8
    assert f"({rows(address.partition('#')[0])})" in words


def test_only_of_joint_stock_companies_a_sole_shareholder_alone_is_entered(client: TestClient) -> None:
    def partners_of(form: str) -> str:
        found = client.get("/api/v1/vyhledavani", params={"forma": form, "pocet": 10}).json()["data"]["firmy"]
        pages = [parse(client.get(f"/firma/{item['ico']}").text) for item in found]
        return " ".join(page.xpath("string(//section[@id='spolecnici'])") for page in pages)

    rule = "zapisuje jen jediný akcionář"
    assert rule in partners_of("121")
    associations = partners_of("706")
    assert "Rejstřík žádné neuvádí." in associations
    assert rule not in associations


def test_everybody_of_a_company_stands_on_its_page_of_people(client: TestClient, samples: Samples) -> None:
    detail = client.get(f"/api/v1/firma/{samples.ordinary}").json()["data"]
    keys = {
        member["osoba"]["klic"]
        for organ in (*detail["statutarniOrgany"], *detail["ostatniOrgany"])
        for member in organ["clenove"]
    } | {partner["osoba"]["klic"] for partner in detail["spolecnici"]}
    page = parse(client.get(f"/firma/{samples.ordinary}/osoby").text)
    shown = {link.removeprefix("/osoba/") for link in page.xpath("//main//a/@href") if "/osoba/" in link}
    assert keys - {None} <= shown
    assert keys - {None}


def test_the_table_of_ties_says_what_the_picture_says(client: TestClient, samples: Samples) -> None:
    page = parse(client.get(f"/osoba/{samples.person}/vazby").text)
    boxes = {link.removesuffix("/vazby") for link in page.xpath("//a[contains(@class, 'node')]/@href")}
    table = set(page.xpath("//table//a/@href"))
    assert boxes
    assert boxes <= table


@pytest.mark.parametrize(
    "headers",
    [{}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"}],
)
def test_another_site_cannot_have_a_check_queued(
    client: TestClient, samples: Samples, headers: dict[str, str]
) -> None:
    assert client.post(f"/firma/{samples.ordinary}/overeni", headers=headers).status_code == 403


def test_one_address_cannot_use_up_the_checks_of_a_day(
    client: TestClient, site_data: tuple[Installation, Samples], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soupis.web.company.LOOKUP_FROM_CLIENT", LOOKUP_FROM_CLIENT._replace(free=3))
    registry, queue = create_engine(site_data[0].settings.registry_url), create_engine(site_data[0].queue_url)
    with registry.connect() as connection:
        documents = select(company_document.c.ico, company_document.c.detail)
        rows = connection.execute(documents.order_by(company_document.c.ico.desc()).limit(300)).all()
        unverified = [row.ico for row in rows if name_and_vat_of(row.detail)[1] is None]
        icos = [f"{ico:08d}" for ico in unverified if has_valid_check_digit(ico)][:5]
    somebody = TestClient(
        client.app, base_url=str(client.base_url), follow_redirects=False, client=("198.51.100.7", 5_000)
    )
    answers = [somebody.post(f"/firma/{ico}/overeni", headers=HERE) for ico in icos]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 429, 429]
    assert int(answers[-1].headers["retry-after"]) > 0
    again = somebody.post(f"/firma/{icos[0]}/overeni", headers=HERE)
    assert again.status_code == 303, "one that waits already costs nothing"
    with queue.connect() as connection:
        waiting = connection.execute(text("SELECT ico FROM vat_queue")).scalars().all()
    assert {f"{ico:08d}" for ico in waiting} & set(icos) == set(icos[:3])
    registry.dispose()
    queue.dispose()


@pytest.mark.parametrize(("prefix", "told"), [("", "Nezjištěno:"), ("/en", "Not known:")])
def test_people_of_a_register_that_was_never_read_are_not_known_instead_of_none(
    site_data: tuple[Installation, Samples], client: TestClient, prefix: str, told: str
) -> None:
    with reading(site_data[0].engine) as connection:
        bodies = connection.scalars(select(company_document.c.detail))
        firms = (decode_detail(unpack(body)) for body in bodies)
        unread = next(firm.ico for firm in firms if firm.statutarni_organy is None and not firm.spolecnici)
    page = parse(client.get(f"{prefix}/firma/{unread}/osoby").text)
    assert told in page.xpath("string(//main//p[@class='empty'])").replace("\xa0", " ")
    assert not page.xpath("//header[@class='page-head']/p[@class='soft']")


def test_a_tax_id_leads_to_the_page_of_its_company(client: TestClient, samples: Samples) -> None:
    for written in (f"CZ{samples.ordinary}", f"cz{samples.ordinary}"):
        answer = client.get(f"/en/firma/{written}/osoby")
        assert answer.status_code == 308
        assert answer.headers["location"] == f"/en/firma/{samples.ordinary}/osoby"
    for wrong in ("CZ123", "CZ123456789", "SK12345678"):
        assert client.get(f"/firma/{wrong}").status_code == 404


def test_the_page_as_of_a_day_of_the_biggest_company_too_has_at_most_60_kilobytes_and_names_the_rest(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete = UplnostFirmy(**dict.fromkeys(UplnostFirmy.__struct_fields__, "uplna"))
    known = {name: getattr(GIANT, name) for name in GIANT.__struct_fields__}
    known |= {"statutarni_organy": [Organ(nazev="Představenstvo", clenove=_members(20_000))]}
    giant = FirmaKDatu(**known, k_datu="2026-01-01", uplnost=complete)
    days = [(date(1950, 1, 1) + timedelta(days=number)).isoformat() for number in range(20_000)]
    monkeypatch.setattr(past_company, "company_as_of", lambda _detail, _day: giant)
    monkeypatch.setattr(past_company, "days_of_change", lambda _detail: days)
    page = client.get(f"/firma/{samples.ordinary}?kDatu=2026-01-01", headers={"Accept-Encoding": "identity"})
    assert len(page.content) <= 60_000
    rest = f"Všechny vrátí API na adrese /api/v1/firma/{samples.ordinary}?kDatu=2026-01-01"
    assert rest in page.text.replace("\u00a0", " ").replace("&#61;", "=")

"""Whole answers: they decode strictly into the contract's types, and say what the demo's data says."""

from __future__ import annotations

import gzip
import re
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
import pytest

from soupis.wire.base import Envelope
from soupis.wire.company import FirmaDetail, FirmaPolozka, FirmyStranka, Listina, ListinyStranka, Napoveda
from soupis.wire.person import OsobaPolozka, OsobaProfil, OsobyStranka
from soupis.wire.vat import Dph, DphFirma, DphOdpoved
from tests.conftest import MakeCaller
from tests.contract.test_envelope import assert_error
from tests.support.callers import Caller

T = TypeVar("T")

BUDVAR = "00514152"
CEZ = "45274649"
PERSON_KEY = re.compile(r"[a-z0-9-]+-\d{4}-[0-9a-f]{6}")


def names_of(kind: type) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def data(caller: Caller, path: str, kind: type[T]) -> tuple[T, dict[str, Any]]:
    """Return the answer decoded by the contract's type and as plain JSON."""
    answer = caller.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    plain = answer.json()
    assert set(plain) == {"ok", "data"}
    assert plain["ok"] is True
    return msgspec.json.decode(answer.content, type=Envelope[kind]).data, plain["data"]  # type: ignore[valid-type]


# --- companies ---


@pytest.mark.parametrize("ico", [BUDVAR, CEZ, "49240901", "10803351", "01673408"])
def test_detail_has_every_field_and_null_for_what_is_not_known(anonymous: Caller, ico: str) -> None:
    detail, plain = data(anonymous, f"/api/v1/firma/{ico}", FirmaDetail)
    assert detail.ico == ico
    assert set(plain) == names_of(FirmaDetail)
    if plain["dph"] is not None:
        assert set(plain["dph"]) == names_of(Dph)


def test_detail_of_a_known_company_says_what_the_registers_say(anonymous: Caller) -> None:
    detail, plain = data(anonymous, f"/api/v1/firma/{BUDVAR}", FirmaDetail)
    assert detail.obchodni_jmeno is not None
    assert detail.obchodni_jmeno.startswith("Budějovický Budvar")
    assert detail.stav == "aktivni"
    assert detail.dic == "CZ00514152"
    assert detail.sidlo is not None
    assert isinstance(plain["sidlo"]["kodKraje"], int)
    assert isinstance(plain["sidlo"]["psc"], int)
    assert detail.dph is not None
    assert detail.dph.stav == "platce"
    assert detail.dph.registrace_aktivni
    assert detail.statutarni_organy
    assert any(not member.aktualni for body in detail.statutarni_organy for member in body.clenove)
    assert detail.listiny is not None
    assert len(detail.listiny.posledni) <= 20
    assert {source.zdroj for source in detail.zdroje} >= {"ares", "verejnyRejstrik", "registrDph"}


def test_no_answer_shows_a_birth_date_or_a_birth_number(anonymous: Caller) -> None:
    plain = anonymous.get(f"/api/v1/firma/{BUDVAR}").text
    names = set(re.findall(r'"(\w+)":', plain))
    assert not {"datumNarozeni", "rodneCislo", "bydliste"} & names
    assert "rokNarozeni" in names
    assert not re.search(r"\b\d{6}/\d{3,4}\b(?!\")", plain)


def test_unknown_company_is_404_and_was_an_answered_query(anonymous: Caller) -> None:
    answer = anonymous.get("/api/v1/firma/00000019")
    assert_error(answer, 404)
    assert answer.headers["x-ratelimit-remaining"] == "29"


def test_search_finds_a_company_by_name_and_by_id(anonymous: Caller) -> None:
    for text in ("budvar", "BUDĚJOVICKÝ BUDVAR", "00514152", "514152", "CZ00514152"):
        page, plain = data(anonymous, f"/api/v1/vyhledavani?q={text}", FirmyStranka)
        assert page.firmy[0].ico == BUDVAR, text
        assert page.pocet == len(page.firmy)
        assert page.pocet_celkem >= page.pocet
        assert set(plain) == names_of(FirmyStranka)
        assert set(plain["firmy"][0]) == names_of(FirmaPolozka)


def test_pages_follow_each_other_without_gap_or_overlap(enterprise: Caller) -> None:
    whole = [item.ico for item in data(enterprise, "/api/v1/vyhledavani?pocet=40", FirmyStranka)[0].firmy]
    parts = [
        item.ico
        for start in range(0, 40, 10)
        for item in data(enterprise, f"/api/v1/vyhledavani?pocet=10&start={start}", FirmyStranka)[0].firmy
    ]
    assert parts == whole
    assert len(set(whole)) == 40


def test_filters_hold_together(enterprise: Caller) -> None:
    path = "/api/v1/vyhledavani?kraj=CZ010&forma=112,121&pocet=50"
    page, _ = data(enterprise, path, FirmyStranka)
    assert page.firmy
    for item in page.firmy:
        assert item.sidlo is not None
        assert item.sidlo.kod_kraje == 19
        assert item.pravni_forma is not None
        assert item.pravni_forma.kod in {"112", "121"}
    only, _ = data(enterprise, f"{path}&q={BUDVAR}", FirmyStranka)
    assert only.pocet_celkem == 0, "an ID does not switch the other filters off"


def test_region_reads_the_same_by_either_code(enterprise: Caller) -> None:
    by_number, _ = data(enterprise, "/api/v1/vyhledavani?kraj=116", FirmyStranka)
    by_nuts, _ = data(enterprise, "/api/v1/vyhledavani?kraj=CZ064", FirmyStranka)
    assert by_number == by_nuts
    assert by_number.pocet_celkem > 0


def test_an_offset_behind_the_end_is_an_empty_page(enterprise: Caller) -> None:
    page, _ = data(enterprise, f"/api/v1/vyhledavani?q={BUDVAR}&start=10000", FirmyStranka)
    assert (page.pocet_celkem, page.pocet, page.firmy) == (1, 0, [])


def test_all_filed_documents_can_be_reached_page_by_page(anonymous: Caller) -> None:
    path = f"/api/v1/firma/{BUDVAR}/listiny"
    every: list[Listina] = []
    while True:
        page, plain = data(anonymous, f"{path}?start={len(every)}&pocet=50", ListinyStranka)
        assert set(plain) == names_of(ListinyStranka)
        assert page.listiny is not None and page.pocet == len(page.listiny)
        every += page.listiny
        if not page.listiny:
            break
    assert len({item.cislo for item in every}) == len(every) == page.pocet_celkem == 94
    assert page.bez_roku == sum(item.rok is None for item in every) > 0
    detail, _ = data(anonymous, f"/api/v1/firma/{BUDVAR}", FirmaDetail)
    assert detail.listiny is not None and every[:20] == detail.listiny.posledni


def test_filed_documents_are_chosen_by_kind_and_year(anonymous: Caller) -> None:
    path = f"/api/v1/firma/{BUDVAR}/listiny"
    found, _ = data(anonymous, f"{path}?typ=vyrocni zprava&rok=2010", ListinyStranka)
    assert found.listiny is not None
    assert [(item.typ, item.rok) for item in found.listiny] == [("výroční zpráva", 2010)]
    assert (found.pocet_celkem, found.bez_roku) == (1, 0)


def test_a_collection_that_was_not_read_is_null_and_an_unknown_company_404(
    anonymous: Caller,
) -> None:
    unread, plain = data(anonymous, f"/api/v1/firma/{CEZ}/listiny", ListinyStranka)
    assert (plain["pocetCelkem"], plain["bezRoku"], plain["listiny"]) == (None, None, None)
    assert unread.start == unread.pocet == 0
    assert_error(anonymous.get("/api/v1/firma/12345679/listiny"), 404)
    for wrong in ("pocet=51", "rok=20", "start=-1", "kDatu=2020-01-01"):
        assert_error(anonymous.get(f"/api/v1/firma/{BUDVAR}/listiny?{wrong}"), 400)


# --- persons ---


def test_person_search_leads_to_profiles(enterprise: Caller) -> None:
    page, plain = data(enterprise, "/api/v1/osoby?q=novak&pocet=50", OsobyStranka)
    assert page.osoby
    assert set(plain["osoby"][0]) == names_of(OsobaPolozka)
    for person in page.osoby[:10]:
        assert PERSON_KEY.fullmatch(person.klic)
        profile, plain_profile = data(enterprise, f"/api/v1/osoba/{person.klic}", OsobaProfil)
        assert profile.klic == person.klic
        assert profile.rok_narozeni == person.rok_narozeni
        assert len({item.ico for item in profile.angazma}) == person.pocet_firem
        assert set(plain_profile) == names_of(OsobaProfil)
        current = [item.aktualni for item in profile.angazma]
        assert current == sorted(current, reverse=True), "current engagements come first"


def test_person_search_knows_neither_case_nor_diacritics(enterprise: Caller) -> None:
    pages = [data(enterprise, f"/api/v1/osoby?q={text}", OsobyStranka)[0] for text in ("Novák", "NOVAK")]
    assert pages[0] == pages[1]


def test_keys_of_persons_in_a_detail_lead_to_their_profiles(enterprise: Caller) -> None:
    detail, _ = data(enterprise, f"/api/v1/firma/{BUDVAR}", FirmaDetail)
    keys = {
        member.osoba.klic
        for body in detail.statutarni_organy or ()
        for member in body.clenove
        if member.osoba.klic
    }
    assert keys
    for key in list(keys)[:5]:
        profile, _ = data(enterprise, f"/api/v1/osoba/{key}", OsobaProfil)
        assert BUDVAR in {item.ico for item in profile.angazma}


def test_unknown_person_is_404(anonymous: Caller) -> None:
    answer = anonymous.get("/api/v1/osoba/nikdo-neznamy-1900-000000")
    assert_error(answer, 404)
    assert answer.headers["x-ratelimit-remaining"] == "29"


# --- batch VAT ---


def test_batch_answers_in_order_each_id_once(anonymous: Caller) -> None:
    answer = anonymous.batch(CEZ, "12345678", BUDVAR, CEZ)
    assert answer.status_code == 200
    batch = msgspec.json.decode(answer.content, type=Envelope[DphOdpoved]).data
    assert [item.ico for item in batch.firmy] == [CEZ, "12345678", BUDVAR]
    assert batch.pocet == 3
    assert batch.neovereno == ["12345678"]
    assert batch.firmy[1] == DphFirma(ico="12345678", dph=None)
    assert batch.firmy[0].dph is not None
    assert batch.firmy[0].dph.stav == "platce"
    assert answer.headers["x-ratelimit-remaining"] == "27", "one unit per distinct ID"


def test_a_company_of_which_the_registers_disagree_is_not_verified(enterprise: Caller) -> None:
    pages = (
        data(enterprise, f"/api/v1/vyhledavani?dph=neovereno&pocet=50&start={start}", FirmyStranka)[0]
        for start in range(0, 2_000, 50)
    )
    found = (item.ico for page in pages for item in page.firmy)
    details = (data(enterprise, f"/api/v1/firma/{ico}", FirmaDetail)[0] for ico in found)
    disputed = next(detail for detail in details if detail.dph_rozpor)
    assert disputed.dph is None
    answer = enterprise.batch(disputed.ico, CEZ)
    batch = msgspec.json.decode(answer.content, type=Envelope[DphOdpoved]).data
    assert batch.neovereno == [disputed.ico]
    assert batch.firmy[0] == DphFirma(ico=disputed.ico, dph=None)
    assert enterprise.get(f"/api/v1/firma/{CEZ}").json()["data"]["dphRozpor"] is None
    as_of = enterprise.get(f"/api/v1/firma/{disputed.ico}?kDatu=2026-01-01").json()["data"]
    assert (as_of["dph"], as_of["dphRozpor"]) == (None, None)


WRONG_BATCHES: dict[str, tuple[bytes, str]] = {
    "no body": (b"", "JSON"),
    "no JSON": (b"ico=45274649", "JSON"),
    "not UTF-8": (b'{"ico":["\xff"]}', "JSON"),
    "deep nesting": (b"[" * 10_000, "JSON"),
    "an array": (b'["45274649"]', "chybí pole ico"),
    "no ID field": (b"{}", "chybí pole ico"),
    "null": (b'{"ico":null}', "chybí pole ico"),
    "a text instead of an array": (b'{"ico":"45274649"}', "chybí pole ico"),
    "unknown field": (b'{"ico":["45274649"],"x":1}', "jen pole ico"),
    "no IDs": (b'{"ico":[]}', "1 až 100 položek, přišlo 0"),
    "101 IDs": (b'{"ico":[' + b",".join([b'"45274649"'] * 101) + b"]}", "1 až 100 položek, přišlo 101"),
    "7 digits": (b'{"ico":["45274649","4527464"]}', "Položka 2"),
    "letters": (b'{"ico":["abcdefgh"]}', "Položka 1"),
    "a number": (b'{"ico":[45274649]}', "Položka 1"),
    "other digits": ('{"ico":["١٢٣٤٥٦٧٨"]}'.encode(), "Položka 1"),
    "a line break": (b'{"ico":["45274649\\n"]}', "Položka 1"),
    "NUL": (b'{"ico":["4527464\\u0000"]}', "Položka 1"),
    "gzip": (gzip.compress(b'{"ico":["45274649"]}'), "stlačené (gzip)"),
    "only a byte order mark": (b"\xef\xbb\xbf", "JSON"),
    "two byte order marks": (b'\xef\xbb\xbf\xef\xbb\xbf{"ico":["45274649"]}', "JSON"),
    "UTF-16": ('{"ico":["45274649"]}'.encode("utf-16"), "UTF-16"),
    "another coding": ('{"ičo":["45274649"]}'.encode("cp1250"), "než UTF-8"),
    "half a surrogate pair": (b'{"ico":["\\ud800"]}', "\\ud800"),
    "a name twice": (b'{"ico":["45274649"],"ico":["00514152"]}', "jen jednou"),
    "a name twice, once escaped": (b'{"ico":["45274649"],"\\u0069co":["00514152"]}', "jen jednou"),
    "a name twice, once empty": (b'{"ico":[],"ico":["00514152"]}', "jen jednou"),
}


@pytest.mark.parametrize("case", WRONG_BATCHES)
def test_wrong_batch_is_400_that_names_the_item_and_costs_nothing(anonymous: Caller, case: str) -> None:
    body, sentence = WRONG_BATCHES[case]
    answer = anonymous.post("/api/v1/firmy/dph", content=body)
    assert sentence in assert_error(answer, 400)
    assert answer.headers["x-ratelimit-remaining"] == "30"


def test_a_byte_order_mark_before_json_is_passed_over(anonymous: Caller, account: MakeCaller) -> None:
    answer = anonymous.post("/api/v1/firmy/dph", content=b'\xef\xbb\xbf{"ico":["45274649"]}')
    assert answer.json()["data"]["pocet"] == 1
    owner = account()
    watched = owner.post("/api/v1/sledovani", content=b'\xef\xbb\xbf{"ico":["45274649"]}')
    assert watched.json()["data"]["pridano"] == 1
    read = owner.post("/api/v1/webhooky", content=b"\xef\xbb\xbf{}")
    assert "V těle chybí pole" in assert_error(read, 400)


def test_hundred_repeated_ids_are_one_unit(anonymous: Caller) -> None:
    answer = anonymous.batch(*[CEZ] * 100)
    assert answer.json()["data"]["pocet"] == 1
    assert answer.headers["x-ratelimit-remaining"] == "29"


# --- accounts ---


@pytest.mark.parametrize(
    "written",
    ["2001268200/2600", "000000-2001268200/2600", "2001268200 / 2600", "CZ6426000000002001268200",
     "cz64 2600 0000 0020 0126 8200", "účet 2001268200/2600", "IBAN: CZ64 2600 0000 0020 0126 8200"],
)  # fmt: skip
def test_every_notation_of_a_published_account_finds_its_owner(enterprise: Caller, written: str) -> None:
    page, _ = data(enterprise, f"/api/v1/vyhledavani?q={quote(written)}", FirmyStranka)
    assert [item.ico for item in page.firmy] == [CEZ]
    found = page.firmy[0].nalezeno
    assert found and (found.stupen, found.pole, found.text) == ("ucet", "ucet", "2001268200/2600")
    assert [item["ico"] for item in enterprise.get(f"/api/suggest?q={quote(written)}").json()] == [CEZ]
    export = enterprise.get(f"/api/v1/vyhledavani/export?q={quote(written)}").text
    assert len(export.splitlines()) == 2 and CEZ in export


def test_all_published_accounts_of_a_company_are_found_in_both_notations(enterprise: Caller) -> None:
    for ico in (CEZ, BUDVAR):
        detail, _ = data(enterprise, f"/api/v1/firma/{ico}", FirmaDetail)
        assert detail.dph and len(detail.dph.zverejnene_ucty_podrobne) == len(detail.dph.zverejnene_ucty) > 1
        for account in detail.dph.zverejnene_ucty_podrobne:
            for written in filter(None, (account.ucet, account.narodni, account.iban)):
                page, _ = data(enterprise, f"/api/v1/vyhledavani?q={quote(written)}", FirmyStranka)
                assert [item.ico for item in page.firmy] == [ico], written


@pytest.mark.parametrize("written", ["účet 123456789/0800", "19-2000145399/0800", "CZ6508000000192000145399"])
def test_an_account_that_nobody_published_finds_nobody(enterprise: Caller, written: str) -> None:
    page, _ = data(enterprise, f"/api/v1/vyhledavani?q={quote(written)}", FirmyStranka)
    assert (page.pocet_celkem, page.firmy) == (0, [])
    assert enterprise.get(f"/api/suggest?q={quote(written)}").json() == []


# --- suggestions ---


def test_suggest_is_a_bare_array_of_at_most_eight(anonymous: Caller) -> None:
    answer = anonymous.get("/api/suggest?q=a")
    assert answer.json() == []
    answer = anonymous.get("/api/suggest?q=pra")
    found = msgspec.json.decode(answer.content, type=list[Napoveda])
    assert 0 < len(found) <= 8
    assert set(answer.json()[0]) == {"obchodniJmeno", "ico", "sidlo"}


@pytest.mark.parametrize("query", ["", "?q=", "?q=a", "?q=%zz", "?q=%00", "?q=" + "a" * 5_000, "?q=a&q=b"])
def test_suggest_always_answers_200(anonymous: Caller, query: str) -> None:
    answer = anonymous.get(f"/api/suggest{query}")
    assert answer.status_code == 200
    assert isinstance(answer.json(), list)


def test_health_says_ok(anonymous: Caller) -> None:
    assert anonymous.get("/api/health").json()["status"] == "ok"


# --- caching ---


VERSIONED = [
    *(f"/api/v1/firma/{BUDVAR}", f"/api/v1/firma/{BUDVAR}?kDatu=2015-01-01"),
    *(f"/api/v1/firma/{BUDVAR}/export", "/api/v1/osoba/{klic}"),
]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", VERSIONED)
def test_a_version_that_is_demanded_and_is_not_current_is_412_and_an_answered_query(
    enterprise: Caller, path: str, method: str
) -> None:
    if "{klic}" in path:
        page, _ = data(enterprise, "/api/v1/osoby?q=novak&pocet=1", OsobyStranka)
        path = path.replace("{klic}", page.osoby[0].klic)
    whole = enterprise.http.request(method, path)
    tag = whole.headers["etag"].removeprefix("W/")
    left = int(whole.headers["x-ratelimit-remaining"])
    for demanded in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = enterprise.http.request(method, path, headers={"If-Match": demanded})
        assert (answer.status_code, answer.content) == (200, whole.content)
    for other in ('"other"', 'W/"other"', tag.strip('"'), '"a", "b"', ""):
        for held in ({}, {"If-None-Match": tag}, {"If-None-Match": "*"}):
            answer = enterprise.http.request(method, path, headers={"If-Match": other, **held})
            assert answer.status_code == 412
            assert "x-service-doklad" not in answer.headers
            if method == "GET":
                assert "If-Match" in assert_error(answer, 412)
    assert int(answer.headers["x-ratelimit-remaining"]) == left - 4 - 5 * 3
    fresh = {"If-Match": tag, "If-None-Match": tag}
    assert enterprise.http.request(method, path, headers=fresh).status_code == 304


UNVERSIONED: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/api/v1/vyhledavani?q=budvar", {}),
    ("GET", "/api/v1/vyhledavani/export?q=budvar", {}),
    ("GET", "/api/v1/vyhledavani/export?q=budvar&nahled=ano", {}),
    ("POST", "/api/v1/vyhledavani/export", {"data": {"q": "budvar"}}),
    ("GET", "/api/v1/osoby?q=novak", {}),
    ("GET", "/api/v1/zmeny", {}),
    ("GET", f"/api/v1/firma/{BUDVAR}/listiny", {}),
    ("GET", "/api/v1/zdroje", {}),
    ("GET", "/api/v1/openapi.json", {}),
    ("GET", "/api/suggest?q=bud", {}),
    ("GET", "/api/health", {}),
    ("POST", "/api/v1/firmy/dph", {"json": {"ico": [CEZ]}}),
    ("GET", "/api/v1/sledovani", {}),
    ("PUT", f"/api/v1/sledovani/{CEZ}", {}),
    ("POST", "/api/v1/sledovani", {"json": {"ico": [CEZ]}}),
]


@pytest.mark.parametrize(("method", "path", "sent"), UNVERSIONED)
def test_no_version_can_be_demanded_of_an_answer_without_versions(
    account: MakeCaller, method: str, path: str, sent: dict[str, Any]
) -> None:
    caller = account("standard")
    refused = caller.http.request(method, path, headers={"If-Match": '"1"'}, **sent)
    assert "If-Match" in assert_error(refused, 412)
    assert caller.remaining() == 50_000
    assert caller.get(f"/api/v1/sledovani/{CEZ}").status_code == 404, "nothing was done"
    assert caller.http.request(method, path, headers={"If-Match": "*"}, **sent).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"), [("/api/v1/firma/1", 400), ("/api/v1/firma/00000019", 404), ("/api/v1/nic", 404)]
)
def test_a_demanded_version_changes_no_other_refusal(anonymous: Caller, path: str, status: int) -> None:
    assert_error(anonymous.get(path, {"If-Match": '"1"'}), status)


@pytest.mark.parametrize("path", VERSIONED)
def test_a_held_version_is_304_without_a_body_and_an_answered_query(enterprise: Caller, path: str) -> None:
    if "{klic}" in path:
        page, _ = data(enterprise, "/api/v1/osoby?q=novak&pocet=1", OsobyStranka)
        path = path.replace("{klic}", page.osoby[0].klic)
    whole = enterprise.get(path)
    tag = whole.headers["etag"].removeprefix("W/")  # a weak one where the answer came packed
    left = int(whole.headers["x-ratelimit-remaining"])
    for held in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = enterprise.get(path, headers={"If-None-Match": held})
        assert answer.status_code == 304
        assert answer.content == b""
        assert answer.headers["etag"] in (tag, f"W/{tag}")
        left -= 1
        assert int(answer.headers["x-ratelimit-remaining"]) == left
    for other in ('"other"', tag.strip('"')):
        assert enterprise.get(path, headers={"If-None-Match": other}).content == whole.content

"""Wrong parameters: 400 with a sentence that names the parameter, and nothing is charged."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

import pytest

from tests.support.callers import Caller

SEARCH = "/api/v1/vyhledavani"
EXPORT = "/api/v1/vyhledavani/export"

# Address, and what the Czech sentence has to say.
WRONG = {
    "page size above 50": (f"{SEARCH}?pocet=51", "pocet musí být celé číslo 1 až 50, přišlo 51"),
    "page size 0": (f"{SEARCH}?pocet=0", "pocet musí být"),
    "page size that is no number": (f"{SEARCH}?pocet=deset", "pocet musí být"),
    "page size in other digits": (f"{SEARCH}?pocet=%D9%A1", "pocet musí být"),
    "page size with a fraction": (f"{SEARCH}?pocet=1.5", "pocet musí být"),
    "page size of 10 digits": (f"{SEARCH}?pocet=9999999999", "pocet musí být"),
    "empty page size": (f"{SEARCH}?pocet=", "pocet musí být"),
    "negative offset": (f"{SEARCH}?start=-1", "start musí být celé číslo 0 až 10000"),
    "offset above 10000": (f"{SEARCH}?start=10001", "start musí být"),
    "region that is none": (f"{SEARCH}?kraj=Slovensko", "kraj nemá správný tvar"),
    "unknown region code": (f"{SEARCH}?kraj=20", "kraj: kód 20"),
    "unknown NUTS region": (f"{SEARCH}?kraj=CZ099", "kraj: kód CZ099"),
    "region in other digits": (f"{SEARCH}?kraj=%D9%A1%D9%A9", "kraj nemá správný tvar"),
    "text of 101 characters": (f"{SEARCH}?q={'a' * 101}", "q musí mít nejvýše 100 znaků, přišlo 101"),
    "101 letters apart from their accents": (
        f"{SEARCH}?q={quote(unicodedata.normalize('NFD', 'č' * 101))}",
        "přišlo 101",
    ),
    "town of 101 characters": (f"{SEARCH}?obec={'a' * 101}", "obec musí mít"),
    "address of 101 characters": (f"{SEARCH}?adresa={'a' * 101}", "adresa musí mít nejvýše 100 znaků"),
    "state that is none": (f"{SEARCH}?stav=ruseni", "stav může být jen aktivni, zanikla, přišlo ruseni"),
    "VAT state that is none": (f"{SEARCH}?dph=ano", "dph může být jen identifikovanaOsoba, neovereno"),
    "insolvency that is none": (f"{SEARCH}?insolvence=mozna", "insolvence může být jen ano, ne, neovereno"),
    "day in the Czech form": (f"{SEARCH}?vznikOd=1.1.2020", "vznikOd nemá správný tvar"),
    "day that is none": (f"{SEARCH}?vznikDo=2023-02-29", "vznikDo: den 2023-02-29 neexistuje"),
    "days the wrong way round": (
        f"{SEARCH}?vznikOd=2020-01-02&vznikDo=2020-01-01",
        "vznikOd (2020-01-02) je pozdější než vznikDo (2020-01-01)",
    ),
    "ended before": (
        f"{SEARCH}?zanikOd=2020-01-02&zanikDo=2020-01-01",
        "zanikOd (2020-01-02) je pozdější než zanikDo (2020-01-01)",
    ),
    "headcount with letters": (f"{SEARCH}?velikost=malá", "velikost přijímá jen číselné kódy"),
    "order that is none": (f"{SEARCH}?razeni=ico", "razeni může být jen -vznik, nazev, relevance, vznik"),
    "facet that is none": (f"{SEARCH}?fasety=obec", "fasety může být jen forma, kraj, nace, stav"),
    "empty facet": (f"{SEARCH}?fasety=", "fasety může být jen"),
    "facet of an export": (f"{EXPORT}?q=a&fasety=kraj", "fasety neexistuje"),
    "export with only an order": (f"{EXPORT}?razeni=nazev", "aspoň jedno kritérium"),
    "year that is no year of birth": ("/api/v1/osoby?q=novak&rok=1000", "rok musí být celé číslo 1850 až"),
    "21 legal forms": (f"{SEARCH}?forma={','.join(['112'] * 21)}", "forma může mít nejvýše 20 hodnot"),
    "21 legal forms, repeated": (f"{SEARCH}?" + "&".join(["forma=112"] * 21), "forma může mít nejvýše 20"),
    "21 activities": (f"{SEARCH}?nace={','.join(['62'] * 21)}", "nace může mít nejvýše 20 hodnot"),
    "legal form that is none": (
        f"{SEARCH}?forma=xyz",
        "forma přijímá jen kódy z číslic, přišlo „xyz“; správně třeba: 112.",
    ),
    "code that no legal form has": (
        f"{SEARCH}?forma=999",
        "forma: kód 999 v číselníku není; správně třeba: 112.",
    ),
    "code that no headcount has": (f"{SEARCH}?velikost=110,999", "V číselníku velikost „999“ není"),
    "code that no headcount has, exported": (f"{SEARCH}/export?velikost=999", "110 Bez zaměstnanců"),
    "code longer than that of a legal form": (
        f"{SEARCH}?forma=112,1120",
        "kód 1120 v číselníku není; použijte 112.",
    ),
    "code that no activity has": (f"{SEARCH}?nace=6", "nace: kód 6 v číselníku není"),
    "name near to one of a list": (
        f"{SEARCH}?nace=pivnice",
        "„pivnice“; nejblíž jsou: 1105 Výroba piva.",
    ),
    "legal form with a word that none has": (
        f"{SEARCH}?forma=akciova+xyz",
        "nejblíž jsou: 121 Akciová společnost",
    ),
    "activity with letters": (
        f"{SEARCH}?nace=6A",
        "nace přijímá jen kódy z číslic, přišlo „6A“; správně třeba: 62.",
    ),
    "code of seven digits": (f"{SEARCH}?nace=6201000", "kód 6201000 v číselníku není; použijte 62010."),
    "export of a legal form that is none": (f"{EXPORT}?forma=112,xyz", "přišlo „xyz“"),
    "unknown parameter": (f"{SEARCH}?mesto=Brno", "Parametr mesto neexistuje"),
    "parameter given twice": (f"{SEARCH}?q=a&q=b", "q může být zadán jen jednou"),
    "broken percent-encoding": (f"{SEARCH}?q=%zz", "parametr q má znak %"),
    "percent sign at the end": (f"{SEARCH}?q=a%", "parametr q má znak %"),
    "broken percent-encoding in a name": (f"{SEARCH}?%zz=1", "název parametru"),
    "text that is not UTF-8": (f"{SEARCH}?q=%ff%fe", "parametr q"),
    "NUL byte": (f"{SEARCH}?q=a%00b", "parametr q"),
    "escape": (f"{SEARCH}?q=a%1bb", "parametr q"),
    "ID of 7 digits": ("/api/v1/firma/4527464", "IČO v adrese musí mít přesně 8 číslic"),
    "ID of 9 digits": ("/api/v1/firma/452746499", "IČO v adrese"),
    "ID with letters": ("/api/v1/firma/abcdefgh", "IČO v adrese"),
    "ID in other digits": ("/api/v1/firma/" + "%D9%A1" * 8, "IČO v adrese"),
    "ID with a line break": ("/api/v1/firma/45274649%0a", "IČO v adrese"),
    "broken percent-encoding in the path": ("/api/v1/firma/%zz", "IČO v adrese"),
    "NUL byte in the path": ("/api/v1/firma/%00", "IČO v adrese"),
    "path that is not UTF-8": ("/api/v1/firma/%ff%fe", "IČO v adrese"),
    "line break and other characters in the path": ("/api/v1/firma/%0A%C3%B0%E9%80%80%1D", "IČO v adrese"),
    "empty ID": ("/api/v1/firma/", "IČO v adrese"),
    "unknown parameter of the detail": ("/api/v1/firma/45274649?format=csv", "neexistuje"),
    "parameter where there are none": (
        "/api/v1/zdroje?x=1",
        "x neexistuje; tato adresa nemá žádné parametry.",
    ),
    "detail export in another format": (
        "/api/v1/firma/45274649/export?format=xml",
        "format může být jen csv",
    ),
    "detail export of a malformed ID": ("/api/v1/firma/1/export?format=csv", "IČO v adrese"),
    "person query of 2 characters": ("/api/v1/osoby?q=ab", "q musí mít 3 až 100 znaků, přišlo 2"),
    "person query of 2 characters and spaces": ("/api/v1/osoby?q=%20ab%20", "q musí mít 3 až 100"),
    "person query of 101 characters": (f"/api/v1/osoby?q={'a' * 101}", "q musí mít 3 až 100"),
    "missing person query": ("/api/v1/osoby", "Chybí povinný parametr q"),
    "person page size above 50": ("/api/v1/osoby?q=novak&pocet=51", "pocet musí být"),
    "person offset above 10000": ("/api/v1/osoby?q=novak&start=10001", "start musí být"),
    "malformed person key": ("/api/v1/osoba/jan-novak", "Klíč osoby"),
    "person key in capitals": ("/api/v1/osoba/JAN-NOVAK-1970-0a1b2c", "Klíč osoby"),
    "broken percent-encoding in a person key": ("/api/v1/osoba/%zz", "Klíč osoby"),
    "export without a criterion": (EXPORT, "aspoň jedno kritérium"),
    "export with only a row cap": (f"{EXPORT}?pocet=10", "aspoň jedno kritérium"),
    "export with an empty criterion": (f"{EXPORT}?q=", "aspoň jedno kritérium"),
    "export in another format": (f"{EXPORT}?q=a&format=xlsx", "format může být jen csv"),
    "export above 50000 rows": (f"{EXPORT}?q=a&pocet=50001", "pocet musí být celé číslo 1 až 50000"),
    "export with an offset": (f"{EXPORT}?q=a&start=1", "start neexistuje"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_parameter_is_400_that_says_what_would_be_right(anonymous: Caller, case: str) -> None:
    address, sentence = WRONG[case]
    answer = anonymous.get(address)
    assert answer.status_code == 400, answer.text
    error = answer.json()
    assert error["ok"] is False
    assert error["chyba"]["status"] == 400
    assert sentence in error["chyba"]["zprava"]
    assert answer.headers["x-ratelimit-remaining"] == "30", "a refused query costs nothing"


def test_english_sentences_have_english_quotation_marks(anonymous: Caller) -> None:
    anonymous.http.headers["Accept-Language"] = "en"
    told = [anonymous.get(address).json()["chyba"]["zprava"] for address, _ in WRONG.values()]
    assert sum("“" in sentence for sentence in told) > 5
    assert not [sentence for sentence in told if "„" in sentence]


RIGHT = {
    "ID without leading zeros in the search": f"{SEARCH}?q=514152",
    "region by its RÚIAN code": f"{SEARCH}?kraj=19",
    "region by its NUTS 3 code": f"{SEARCH}?kraj=CZ010",
    "region by its name": f"{SEARCH}?kraj=jihomoravsk%C3%BD+kraj",
    "region by its short name": f"{SEARCH}?kraj=praha",
    "beginning of one town": f"{SEARCH}?obec=prah",
    "every filter at once": f"{SEARCH}?stav=aktivni&dph=neovereno&insolvence=neovereno&vznikOd=1990-01-01"
    "&vznikDo=2020-12-31&velikost=110,120&adresa=praha+1&razeni=-vznik&fasety=kraj,stav&fasety=nace",
    "facet asked for twice": f"{SEARCH}?fasety=kraj,kraj",
    "20 legal forms": f"{SEARCH}?forma={','.join(['112'] * 20)}",
    "codes repeated and comma-separated": f"{SEARCH}?forma=112,121&forma=706",
    "51 letters apart from their accents": f"{SEARCH}?q={quote(unicodedata.normalize('NFD', 'č' * 51))}",
    "empty text": f"{SEARCH}?q=",
    "a form left empty": f"{SEARCH}?q=&kraj=&obec=&forma=&nace=&adresa=&stav=&dph=&insolvence="
    "&vznikOd=&vznikDo=&velikost=&razeni=",
    "text of 100 characters": f"{SEARCH}?q={'a' * 100}",
    "100 letters with diacritics": f"{SEARCH}?q={'%C5%99' * 100}",
    "largest page at the largest offset": f"{SEARCH}?start=10000&pocet=50",
    "plus sign for a space": f"{SEARCH}?q=budvar+ceske",
    "detail export without the format": "/api/v1/firma/45274649/export",
}


@pytest.mark.parametrize("case", RIGHT)
def test_parameter_at_its_limit_is_accepted(anonymous: Caller, case: str) -> None:
    answer = anonymous.get(RIGHT[case])
    assert answer.status_code == 200, answer.text


# A tab, line breaks, a space that does not break, a thin one, one without width, marks of direction, a BOM.
@pytest.mark.parametrize("space", ["\t", "\r\n", "\u00a0", "\u2009", "\u200b", "\u202a", "\ufeff"])
def test_whatever_parts_words_is_read_as_a_space(anonymous: Caller, space: str) -> None:
    text, plain = f"{space}budějovický{space}budvar{space}", " budějovický budvar "
    for address in (SEARCH, EXPORT, "/api/v1/osoby", "/api/suggest"):
        asked, meant = (anonymous.get(f"{address}?q={quote(one)}") for one in (text, plain))
        assert asked.status_code == meant.status_code == 200, asked.text
        assert asked.content == meant.content
    of_town = anonymous.get(f"{SEARCH}?q=budvar&fasety=kraj&obec={quote(f'české{space}budějovice')}")
    assert of_town.json()["data"]["pocetCelkem"] > 0


@pytest.mark.parametrize("text", ["čá", "ň ", " éí", "ř"])
def test_letters_written_apart_from_their_accents_count_once_towards_the_least_length(
    anonymous: Caller, text: str
) -> None:
    apart = unicodedata.normalize("NFD", text)
    for written in (text, apart):
        answer = anonymous.get(f"/api/v1/osoby?q={quote(written)}")
        assert f"přišlo {len(text.strip())}" in answer.json()["chyba"]["zprava"]
    assert anonymous.get(f"/hledat?co=osoby&q={quote(apart)}").text.count("pocet") == (
        anonymous.get(f"/hledat?co=osoby&q={quote(text)}").text.count("pocet")
    )


def test_a_name_written_apart_from_its_accents_finds_the_same(enterprise: Caller) -> None:
    for text in ("Čáp", "Novák Jiří", "Švéd"):
        apart, composed = (
            enterprise.get("/api/v1/osoby", q=unicodedata.normalize(form, text)) for form in ("NFD", "NFC")
        )
        assert (apart.status_code, apart.json()) == (200, composed.json())


def test_a_person_query_has_three_characters_beside_its_spaces(anonymous: Caller) -> None:
    assert anonymous.get("/api/v1/osoby?q=" + quote("\u00a0ab\u200b\n")).status_code == 400


def test_defaults_are_20_companies_from_the_first_on(anonymous: Caller) -> None:
    page = anonymous.get(SEARCH).json()["data"]
    assert (page["start"], page["pocet"], len(page["firmy"])) == (0, 20, 20)


def test_english_is_spoken_when_preferred(anonymous: Caller) -> None:
    asked = {
        "en": "Parameter pocet must be",
        "en-GB,cs;q=0.5": "Parameter pocet must be",
        "cs,en;q=0.8": "Parametr pocet musí",
        "de": "Parametr pocet musí",
        "": "Parametr pocet musí",
        "en;q=x": "Parametr pocet musí",
    }
    for language, sentence in asked.items():
        answer = anonymous.get(f"{SEARCH}?pocet=51", headers={"Accept-Language": language})
        assert answer.json()["chyba"]["zprava"].startswith(sentence), language
        assert "Accept-Language" in answer.headers["vary"]

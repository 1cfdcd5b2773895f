"""Numbers, days and ages as each language writes them; addresses of pages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from soupis.registers.codelists import LIST_NAMES, load
from soupis.web.language import Writer, address
from soupis.web.render import with_dashes
from soupis.wire.labels import BODY_NAMES, CODE_WORDS, DETAILED_STATES, PARTNER_NAMES, PROCEEDING_STATES

CZECH, ENGLISH = Writer("cs"), Writer("en")
FIRMS = (("firma", "firmy", "firem"), ("company", "companies"))


@pytest.mark.parametrize(
    ("number", "czech", "english"),
    [
        (0, "0 firem", "0 companies"),
        (1, "1 firma", "1 company"),
        (2, "2 firmy", "2 companies"),
        (5, "5 firem", "5 companies"),
        (1_234, "1 234 firem", "1,234 companies"),
    ],
)
def test_numbers_agree_with_their_nouns(number: int, czech: str, english: str) -> None:
    assert CZECH.count(number, *FIRMS).replace("\xa0", " ") == czech
    assert ENGLISH.count(number, *FIRMS).replace("\xa0", " ") == english


def test_amounts_have_their_currency_and_decimals() -> None:
    assert CZECH.money(1_250_000.5, "CZK").replace("\xa0", " ") == "1 250 000,50 Kč"
    assert CZECH.money(1_000.25, "EUR").replace("\xa0", " ") == "1 000,25 EUR"
    assert ENGLISH.money(200_000, "CZK").replace("\xa0", " ") == "200,000 CZK"
    assert CZECH.money(5.0, None) == "5"


def test_no_czech_line_ends_with_a_lone_letter_or_a_number_without_its_noun() -> None:
    assert CZECH.text("Adresa k účtu, i s heslem a v 5 krocích", "").split(" ") == [
        "Adresa",
        "k\xa0účtu,",
        "i\xa0s\xa0heslem",
        "a\xa0v\xa05\xa0krocích",
    ]
    assert CZECH.text("o {n} firmách", "", n=3) == "o\xa03 firmách"
    assert "\xa0" not in ENGLISH.text("", "A page with a name")


def test_moments_are_shown_in_prague_time_across_the_change_of_clocks() -> None:
    assert CZECH.moment("2026-03-29T00:59:00Z").replace("\xa0", " ") == "29. 3. 2026 1:59"
    assert CZECH.moment("2026-03-29T01:00:00Z").replace("\xa0", " ") == "29. 3. 2026 3:00"
    assert ENGLISH.moment("2026-12-31T23:30:00Z").replace("\xa0", " ") == "1 Jan 2027 0:30"


def test_what_is_no_day_stays_as_the_register_wrote_it() -> None:
    assert CZECH.day("neznámo") == "neznámo"
    assert CZECH.day("1992-05-06").replace("\xa0", " ") == "6. 5. 1992"


@pytest.mark.parametrize(
    ("then", "czech", "english"),
    [
        ("2026-11-20T11:59:30Z", "právě teď", "just now"),
        ("2026-11-20T11:59:00Z", "před minutou", "1 minute ago"),
        ("2026-11-20T09:00:00Z", "před 3 hodinami", "3 hours ago"),
        ("2026-11-18T12:00:00Z", "před 2 dny", "2 days ago"),
        ("2026-08-20T12:00:00Z", "před 3 měsíci", "3 months ago"),
        ("2024-11-20T12:00:00Z", "před 2 lety", "2 years ago"),
        ("2026-11-20T12:00:30Z", "právě teď", "just now"),
    ],
)
def test_ages_are_told_in_their_biggest_unit(then: str, czech: str, english: str) -> None:
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert CZECH.age(then, now).replace("\xa0", " ") == czech
    assert ENGLISH.age(then, now).replace("\xa0", " ") == english


def test_addresses_bear_their_language_and_only_what_is_given() -> None:
    assert address("cs", "/hledat", q="a b", kraj=None) == "/hledat?q=a+b"
    assert address("en", "/") == "/en/"


def test_fixed_words_of_documents_have_an_english_text() -> None:
    tables = (BODY_NAMES, PARTNER_NAMES, CODE_WORDS, DETAILED_STATES, PROCEEDING_STATES)
    for name in (name for table in tables for name in table.values()):
        assert CZECH.words(name.cs) == name.cs
        assert ENGLISH.words(name.cs).lower() == name.en.lower() != name.cs.lower()
    assert ENGLISH.words("PŘEDSEDA PŘEDSTAVENSTVA") == "chair of the board of directors"
    assert ENGLISH.words("účetní závěrka, zpráva auditora") == "financial statements, auditor’s report"
    assert ENGLISH.words("účetní závěrka, sládek") == "účetní závěrka, sládek"
    assert ENGLISH.words("sládek") == "sládek"


def test_every_code_has_an_english_name_but_banks_and_places() -> None:
    for name in LIST_NAMES:
        if name != "bank":
            assert [code for code, names in load(name).items() if not names.name_en] == [], name


def test_ranges_of_headcounts_are_typeset() -> None:
    assert with_dashes("1 - 5 zaměstnanců") == "1\u20135 zaměstnanců"
    assert with_dashes("1000 - 1499 employees") == "1000\u20131499 employees"
    assert with_dashes("Bez zaměstnanců") == "Bez zaměstnanců"

"""Bank accounts in a search: every notation finds the company that published it, nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.indexer import rebuild
from soupis.search.reading import read
from soupis.search.why import Texts, why
from tests.search.store import company, open_store
from tests.support.bank_accounts import LABELS, NOTATIONS, Parts, valid_accounts

SPORITELNA = "19-2000145399/0800"
FOREIGN = "SK3112000000198742637541"
# What the register prints and cannot be converted.
MISPRINTED, ODD = "1234567890/0100", "BANKA XY 987654"
COMPANIES = [
    company(1, "Majitel s.r.o.", accounts=[SPORITELNA, "71504011/0100"]),
    company(2, "Druhý majitel a.s.", accounts=["CZ6426000000002001268200", "000019-0002808601/0100"]),
    company(3, "Zahraniční účet s.r.o.", accounts=[FOREIGN]),
    company(4, "Nepřevoditelný s.r.o.", accounts=[MISPRINTED, ODD]),
    company(5, "ÚČETNICTVÍ s.r.o."),
    company(6, "Účet 123456789 s.r.o."),
    company(7, "Účetní kancelář Banka a účet a.s."),
    company(8, "Číslo účtu s.r.o."),
]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CompanySearch:
    directory: Path = tmp_path_factory.mktemp("accounts")
    rebuild(open_store(directory, COMPANIES), directory / "index")
    return CompanySearch(directory / "index")


def found(search: CompanySearch, text: str) -> list[tuple[int, str]]:
    page = search.search(CompanyQuery(text), 0, 10)
    assert page.total == len(page.hits)
    return [(hit.ico, hit.step) for hit in page.hits]


@given(valid_accounts, st.sampled_from(sorted(NOTATIONS)), st.sampled_from(LABELS))
def test_every_notation_of_any_account_is_read_behind_any_label(
    parts: Parts, notation: str, label: str
) -> None:
    reading = read(label.format(NOTATIONS[notation](parts)))
    assert reading.account is not None
    assert reading.account.key == parts.iban
    assert reading.only_account
    assert reading.ico is None


OWNERS = {
    Parts(19, 2000145399, 800): 1,
    Parts(0, 71504011, 100): 1,
    Parts(0, 2001268200, 2600): 2,
    Parts(19, 2808601, 100): 2,
}


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("notation", sorted(NOTATIONS))
def test_every_notation_finds_the_owner_and_nobody_else(
    search: CompanySearch, notation: str, label: str
) -> None:
    for parts, owner in OWNERS.items():
        text = label.format(NOTATIONS[notation](parts))
        assert found(search, text) == [(owner, "ucet")], text
        assert search.suggest(text) == [owner], text


@given(parts=valid_accounts, notation=st.sampled_from(sorted(NOTATIONS)), label=st.sampled_from(LABELS))
def test_an_account_that_nobody_published_finds_nobody(
    search: CompanySearch, parts: Parts, notation: str, label: str
) -> None:
    text = label.format(NOTATIONS[notation](parts))
    assert found(search, text) == [(OWNERS[parts], "ucet")] if parts in OWNERS else not found(search, text)
    assert search.has_account(parts.iban) is (parts in OWNERS)


@pytest.mark.parametrize(
    "text",
    ["účet 123456789/0800", "ucet 123456789/0800", "123456789/0800", "účet č. 123456789 / 0800",
     "CZ6508000000192000145398",
     "IBAN CZ65 0800 0000 1920 0014 5398", "číslo účtu 5/0800", "účet 192000145399 banka 0800",
     "č.ú. 20 0014 5399, kód banky 0800", "účet 192808601/0100"],
)  # fmt: skip
def test_a_mistyped_account_is_one_all_the_same_and_no_name(search: CompanySearch, text: str) -> None:
    assert read(text).only_account
    assert found(search, text) in ([], [(1, "ucet")])


@pytest.mark.parametrize(
    "text",
    ["ucet: {}, VS 123456", "účet {} VS 2026001 částka 1 250,50 Kč", "IBAN:{} BIC GIBACZPX",
     "účet příjemce: {}", "je účet {} zveřejněný?", "ověř účet {}", "account number {} who owns it",
     "číslo účtu dodavatele {}",
     "Zaplatit na {}", "{} CZK"],
)  # fmt: skip
def test_what_is_said_around_an_account_names_nobody(search: CompanySearch, text: str) -> None:
    for written, owner in (("19-2000145399/0800", [(1, "ucet")]), ("107/0100", []), ("123456789/0800", [])):
        if "107" not in written or "účet" in text:
            assert found(search, text.format(written)) == owner


def test_a_space_in_the_place_of_the_dash_never_leads_to_the_account_without_the_prefix(
    search: CompanySearch,
) -> None:
    for text in ("19 2000145399/0800", "účet 19 2000145399/0800", "ověř účet 19 2000145399 / 0800"):
        assert found(search, text) == [(1, "ucet")], text
    reading = read("19 2000145399/0800")
    assert reading.account and reading.account.text == SPORITELNA


def test_words_for_an_account_without_a_number_are_names(search: CompanySearch) -> None:
    assert (8, "jmeno") in found(search, "číslo účtu")
    assert any(ico == 5 for ico, _ in found(search, "účetnictví"))


def test_digits_may_stand_in_groups_behind_a_label_and_the_bank_in_words(search: CompanySearch) -> None:
    for text in ("účet 71 504 011 / 0100", "č.ú. 71504011, kód banky 0100", "účet 71504011 banka 0100"):
        assert found(search, text) == [(1, "ucet")], text


APART = (
    "kód banky {bank}, číslo účtu {number}", "banka {bank} účet {number}",
    "kód banky: {bank}; č.ú.: {number}", "Kód banky {bank} a číslo účtu {number}",
    "číslo účtu: {number}, kód banky: {bank}",
    "číslo účtu {number} banka {bank}", "účet {number} {bank}", "kód banky {bank} {number} VS 2026001",
)  # fmt: skip


@given(parts=valid_accounts, text=st.sampled_from(APART), is_padded=st.booleans())
def test_the_number_and_the_bank_may_stand_apart_in_any_order(
    parts: Parts, text: str, is_padded: bool
) -> None:
    number, bank = parts.national.split("/")
    if is_padded or parts.number < 100_000:  # a short number may be anything
        number = f"{parts.prefix:06d}-{parts.number:010d}"
    reading = read(text.format(number=number, bank=bank))
    assert reading.account is not None
    assert (reading.account.key, reading.only_account) == (parts.iban, True)


@given(parts=valid_accounts.filter(lambda parts: parts.prefix > 0 and parts.number >= 100_000))
def test_a_prefix_apart_from_the_number_is_a_part_of_the_account(parts: Parts) -> None:
    for text in (
        f"předčíslí {parts.prefix}, číslo účtu {parts.number}, kód banky {parts.bank:04d}",
        f"předčíslí účtu: {parts.prefix} číslo: {parts.number}/{parts.bank:04d}",
        f"{parts.prefix}-{parts.number} {parts.bank:04d}",
    ):
        reading = read(text)
        assert reading.account is not None and reading.account.key == parts.iban, text


@pytest.mark.parametrize(
    "text",
    [
        "kód banky 0100",
        "banka 0100 Praha 5678",
        "Banka 1234 s.r.o.",
        "107-2111222335 0100",
        "účet 250000 2026",
    ],
)
def test_digits_in_no_order_of_an_account_are_none(text: str) -> None:
    assert read(text).account is None


@pytest.mark.parametrize(
    "text", [FOREIGN, "sk31 1200 0000 1987 4263 7541", "účet SK31 1200 0000 1987 4263 7541"]
)
def test_a_foreign_account_is_found_as_it_is(search: CompanySearch, text: str) -> None:
    assert found(search, text) == [(3, "ucet")]


def test_what_cannot_be_converted_is_found_as_printed(search: CompanySearch) -> None:
    for text in (MISPRINTED, "účet 1234567890 / 0100", "000000-1234567890/0100"):
        assert found(search, text) == [(4, "ucet")], text


@pytest.mark.parametrize("filters", [{"legal_forms": ("112",)}, {"living": False}, {"town": "brno"}])
def test_filters_narrow_a_search_by_an_account_too(search: CompanySearch, filters: dict[str, object]) -> None:
    assert search.search(CompanyQuery(SPORITELNA, **filters), 0, 5).total == 0  # type: ignore[arg-type]
    assert search.has_account("CZ6508000000192000145399"), "somebody has published it"


def test_a_name_beside_an_account_of_nobody_is_found_and_the_account_is_told_as_left_out(
    search: CompanySearch,
) -> None:
    text = "Majitel 19-123457/0710"
    assert found(search, text)[0][0] == 1
    told = why("slova", text, Texts("00000001", "Majitel s.r.o."))
    assert [(one.sought, one.met) for one in told.corrections] == [("19-123457/0710", None)]


def test_a_name_beside_an_account_of_another_finds_whose_account_it_is(search: CompanySearch) -> None:
    assert found(search, f"Druhý majitel {SPORITELNA}") == [(1, "ucet")]


@pytest.mark.parametrize(
    "text", ["Dlouhá 12/1234", "usnesení 123456/2010 rady", "Firma 1522/0053", "12/2010"]
)
def test_numbers_with_a_stroke_beside_words_are_no_accounts(text: str) -> None:
    assert read(text).account is None

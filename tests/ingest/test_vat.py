"""VAT status: the decision table of docs/vat.md, and what may overwrite what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from soupis.identifiers import check_digit
from soupis.ingest.merge import ares
from soupis.ingest.merge.identity import Identifier
from soupis.ingest.merge.vat_register import merge_rows, moment_of, sync_file
from soupis.ingest.publish.company_rows import read_companies
from soupis.ingest.runs import Run
from soupis.ingest.vat_decision import (
    DECISION_TABLE,
    AresSide,
    RegisterSide,
    contradiction,
    decide,
    deciding_row,
    number_to_ask,
    public_tax_id,
    shown_tax_id,
)
from soupis.registers.vat import PublishedAccount, VatRow
from soupis.store.engine import reading, writing
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import company, company_claim, company_document, vat_answer
from soupis.wire.vat import Dph
from tests.support.bank_accounts import NOTATIONS, Parts, valid_accounts
from tests.support.registry import Registry

DOCS = Path(__file__).parents[2] / "docs" / "vat.md"
ICO, OTHER = 45274649, 26185610
EARLIER, LATER = "2026-11-01T08:00:00Z", "2026-11-02T08:00:00Z"
STATES = [
    *("AKTIVNI", "BUDOUCI", "POZASTAVENY"),
    *("ZANIKLY", "HISTORICKY", "LOGICKY_SMAZANY", "NEEXISTUJICI", "NENALEZENO"),
]
KINDS = ["PLATCE_DPH", "SKUPINA_DPH", "IDENTIFIKOVANA_OSOBA", "NESPOLEHLIVA_OSOBA", "NENALEZEN"]


class Row(NamedTuple):
    registration: str
    group: str
    kind: str
    unreliable: str
    shown: str
    running: str
    dic: str


def table() -> list[Row]:
    """Rows of the decision table in the docs."""
    section = DOCS.read_text().split("## The decision", 1)[1].split("\n## ", 1)[0]
    lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [Row(*(cell.strip() for cell in line)) for line in lines[2:]]


def all_sides() -> Iterator[tuple[AresSide | None, RegisterSide | None]]:
    """All that the two sides can say."""
    ares_sides = [
        None,
        *(
            AresSide(None if group else "CZ45274649", group, registration, EARLIER)
            for registration in [*STATES, None, "NECO_NOVEHO"]
            for group in (None, "CZ699001182")
        ),
    ]
    answers: list[RegisterSide | None] = [None]
    for kind in KINDS:
        for unreliable in ("NENALEZEN",) if kind == "NENALEZEN" else ("ANO", "NE"):
            since = "2017-03-16" if unreliable == "ANO" else None
            answers.append(RegisterSide("45274649", kind, unreliable, since, "013", '["1/0100"]', LATER))
    return ((one, other) for one in ares_sides for other in answers)


def fits(row: Row, one: AresSide | None, other: RegisterSide | None) -> bool:
    said = "–" if one is None else "not said" if one.registration is None else one.registration
    said = "another word" if said == "NECO_NOVEHO" else said
    group = "–" if one is None else "yes" if one.group_id else "no"
    kind, unreliable = ("–", "–") if other is None else (other.subject_kind, other.unreliable)
    pairs = zip(row[:4], (said, group, kind, unreliable), strict=True)
    # A star does not stand for an absent side: rows for that come first, and say so.
    return all(wanted == given or (wanted == "*" and given != "–") for wanted, given in pairs) or (
        row.registration == "–" and one is None
    )


@pytest.mark.parametrize(
    "row", table(), ids=lambda row: f"{row.registration}-{row.group}-{row.kind}-{row.unreliable}"
)
def test_every_row_of_the_table_in_the_docs_holds(row: Row) -> None:
    met = 0
    for one, other in all_sides():
        first = next((item for item in table() if fits(item, one, other)), None)
        if first != row:
            continue
        met += 1
        shown = decide(one, other)
        dispute = contradiction(one, other)
        assert (dispute is not None) is (row.shown == "contradiction")
        if dispute is not None and one is not None:
            words = {"AKTIVNI": "trva", "BUDOUCI": "budouci", "POZASTAVENY": "pozastavena"}
            assert dispute.ares == ("skupina" if one.group_id else words[one.registration or ""])
            assert (dispute.dic_skupiny, dispute.zjisteno_k) == (one.group_id, EARLIER)
        if row.shown in ("null", "contradiction"):
            assert shown is None and (row.running, row.dic) == ("", "")
            continue
        assert shown is not None and one is not None and other is not None
        assert shown.stav == row.shown
        assert shown.registrace_aktivni is (row.running == "yes")
        assert shown.dic == {"of ARES": one.group_id or one.tax_id, "null": None}[row.dic]
        assert shown.clen_skupiny is (row.running == "yes" and one.group_id is not None)
        assert shown.overeno_k == EARLIER
        assert shown.nespolehlivy_od == other.unreliable_since
        assert shown.cislo_fu in ("13", None)
    assert met, "no case of the table's row was met"


def test_the_table_speaks_of_every_case() -> None:
    rows = table()
    assert [sides for sides in all_sides() if not any(fits(row, *sides) for row in rows)] == []


def test_the_code_names_the_row_that_the_docs_name() -> None:
    rows = table()
    assert [row[:5] for row in rows] == list(DECISION_TABLE)
    for sides in all_sides():
        first = next(number for number, item in enumerate(rows, 1) if fits(item, *sides))
        assert deciding_row(*sides) == first


def test_an_answer_of_an_unknown_kind_is_decided_by_no_row() -> None:
    one = AresSide("CZ45274649", None, "AKTIVNI", EARLIER)
    other = RegisterSide("45274649", "NECO_NOVEHO", "NE", None, None, "[]", LATER)
    assert deciding_row(one, other) is None and decide(one, other) is None


def test_nobody_is_called_a_non_payer_unless_both_sides_say_so() -> None:
    for one, other in all_sides():
        shown = decide(one, other)
        if shown is not None and shown.stav == "neplatce":
            assert one is not None and other is not None
            assert other.subject_kind in {"NENALEZEN", "NESPOLEHLIVA_OSOBA"}
            if other.subject_kind == "NENALEZEN":
                assert one.registration in STATES[3:] and not one.group_id


@pytest.mark.parametrize(
    ("side", "forms", "asked"),
    [
        (AresSide("CZ45274649", "CZ699001182", None, LATER), ("121", "121"), "699001182"),
        (AresSide("CZ12345678", None, None, LATER), ("121", "121"), "12345678"),
        (AresSide(None, None, "NEEXISTUJICI", LATER), ("112", "112"), "45274649"),
        (AresSide(None, None, "NEEXISTUJICI", LATER), ("112", None), "45274649"),
        (AresSide(None, None, "NEEXISTUJICI", LATER), ("105", "100"), None),
        (AresSide(None, None, "NEEXISTUJICI", LATER), ("105", None), None),
        (AresSide(None, None, "NEEXISTUJICI", LATER), (None, "100"), None),
        (AresSide(None, None, "NEEXISTUJICI", LATER), (None, None), None),
        (AresSide("ATU12345678", None, None, LATER), ("112", "112"), "45274649"),
    ],
)
def test_the_number_that_stands_for_a_subject(
    side: AresSide, forms: tuple[str | None, str | None], asked: str | None
) -> None:
    assert number_to_ask(ICO, side, *forms) == asked


def birth_numbers() -> st.SearchStrategy[str]:
    """Birth numbers of both lengths, all raised months."""

    def number(year: int, month: int, raised: int, day: int, serial: int, short: bool) -> str:
        stem = f"{year:02d}{month + raised:02d}{day:02d}{serial:03d}"
        if short:
            return stem
        left = int(stem) % 11
        return f"{stem}{left % 10}" if left == 10 else f"{stem}{(-int(stem) * 10) % 11}"

    return st.builds(
        number, st.integers(0, 99), st.integers(1, 12), st.sampled_from([0, 20, 50, 70]), st.integers(1, 28),
        st.integers(0, 999), st.booleans(),
    )  # fmt: skip


@given(birth_numbers())
def test_a_tax_id_made_of_a_birth_number_is_never_shown(number: str) -> None:
    tax_id = f"CZ{number}"
    assert public_tax_id(tax_id) is None
    side = AresSide(tax_id, None, "AKTIVNI", EARLIER)
    for kind in KINDS:
        answer = RegisterSide(number, kind, "NE", None, None, "[]", LATER)
        shown = decide(side, answer)
        assert shown is None or shown.dic is None
        assert shown_tax_id(side, shown) is None
    assert shown_tax_id(side, None) is None


@pytest.mark.parametrize("tax_id", ["CZ45274649", "CZ00514152", "CZ699001182", "CZ699005119", None])
def test_tax_ids_of_legal_persons_and_groups_are_shown(tax_id: str | None) -> None:
    assert public_tax_id(tax_id) == tax_id


@given(st.integers(1_000_000, 9_999_999))
def test_eight_digits_are_never_a_birth_number(stem: int) -> None:
    tax_id = f"CZ{stem}{check_digit(stem)}"
    assert public_tax_id(tax_id) == tax_id


def test_a_tax_id_is_not_shown_after_the_registration_ended() -> None:
    ended = AresSide("CZ10803351", None, "ZANIKLY", EARLIER)
    assert shown_tax_id(ended, None) is None
    running = RegisterSide("10803351", "PLATCE_DPH", "NE", None, "060", "[]", LATER)
    dph = decide(ended, running)
    assert dph is not None and dph.stav == "platce"  # the register is the authority, ARES is late
    assert shown_tax_id(ended, dph) == "CZ10803351"


def test_a_verified_status_and_the_company_show_the_same_tax_id() -> None:
    for one, other in all_sides():
        if (shown := decide(one, other)) is not None:
            assert shown_tax_id(one, shown) == shown.dic
            assert shown.stav != "neplatce" or shown.dic is None


@pytest.mark.parametrize("registration", STATES)
@pytest.mark.parametrize("own", ["CZ45274649", None])
def test_a_member_of_a_group_invoices_under_its_number_once_it_is_confirmed(
    registration: str, own: str | None
) -> None:
    member = AresSide(own, "CZ699001182", registration, EARLIER)
    assert shown_tax_id(member, None) is None, "before the VAT register was asked"
    known = RegisterSide("699001182", "SKUPINA_DPH", "NE", None, "013", "[]", LATER)
    assert shown_tax_id(member, decide(member, known)) == "CZ699001182"
    unknown = RegisterSide("699001182", "NENALEZEN", None, None, None, "[]", LATER)
    assert shown_tax_id(member, decide(member, unknown)) is None


def answer_of_ares(registration: str | None, tax_id: str | None, group: str | None = None) -> bytes:
    said: dict[str, Any] = {"ico": f"{ICO:08d}", "obchodniJmeno": "Alfa a.s.", "pravniForma": "121"}
    said["seznamRegistraci"] = {"stavZdrojeDph": registration} if registration else {}
    if tax_id:
        said["dic"] = tax_id
    if group:
        said["dicSkDph"] = group
    return json.dumps(said).encode()


def take_ares(registry: Registry, data: bytes, moment: str) -> None:
    answers = ares.Answers()
    answers.add(data, Run("ares", "test"))
    with writing(registry.engine) as connection:
        ares.merge(connection, answers, moment, Identifier(b"secret"))


def take_row(registry: Registry, row: VatRow, moment: str, *, from_list: bool = False) -> int:
    received = datetime.fromisoformat(moment)
    with writing(registry.engine) as connection:
        return merge_rows(connection, [row], received, from_list=from_list)


def vat_row(kind: str, unreliable: bool | None = False, **values: Any) -> VatRow:
    if kind == "NENALEZEN":
        unreliable = None
    return VatRow(dic_digits="45274649", subject_kind=kind, unreliable=unreliable, **values)  # type: ignore[arg-type]


def stored(registry: Registry) -> Any:
    (row,) = registry.rows(select(vat_answer))
    return row


def test_an_older_answer_never_overwrites_a_newer_one(registry: Registry) -> None:
    take_ares(registry, answer_of_ares("AKTIVNI", "CZ45274649"), LATER)
    take_ares(registry, answer_of_ares("ZANIKLY", None), EARLIER)
    assert take_row(registry, vat_row("PLATCE_DPH"), LATER) == 1
    assert take_row(registry, vat_row("NENALEZEN"), EARLIER) == 0
    registry.publish()
    assert registry.company(ICO)["dph"]["stav"] == "platce"


def test_an_answer_made_yesterday_is_as_old_as_its_midnight() -> None:
    received = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    assert moment_of("2026-11-19", received) == "2026-11-18T23:00:00Z"  # Prague
    assert moment_of("2026-11-20", received) == "2026-11-20T09:00:00Z"
    assert moment_of("2026-11-21", received) == "2026-11-20T09:00:00Z"  # a clock that is fast
    assert moment_of(None, received) == "2026-11-20T09:00:00Z"
    assert moment_of("2026-07-19", received) == "2026-07-18T22:00:00Z"  # summer time


def test_a_basic_answer_cannot_turn_an_identified_person_into_a_payer(registry: Registry) -> None:
    take_row(registry, vat_row("IDENTIFIKOVANA_OSOBA"), EARLIER)
    take_row(registry, vat_row("PLATCE_DPH", unreliable=True, kind_certain=False), LATER)
    assert (stored(registry).subject_kind, stored(registry).unreliable) == ("IDENTIFIKOVANA_OSOBA", "ANO")


def test_an_answer_without_accounts_keeps_those_that_are_known(registry: Registry) -> None:
    take_row(registry, vat_row("PLATCE_DPH", accounts=[PublishedAccount("1/0100")]), EARLIER)
    take_row(registry, vat_row("PLATCE_DPH"), LATER)
    assert [text for text, *_ in json.loads(stored(registry).accounts)] == ["1/0100"]


def test_accounts_are_served_with_their_banks_and_days(registry: Registry) -> None:
    take_ares(registry, answer_of_ares("AKTIVNI", "CZ45274649"), EARLIER)
    czech = PublishedAccount("19-2808601/0100", "2013-04-01")
    iban = PublishedAccount("CZ6899990000002001268200", None, "2027-01-31")
    take_row(registry, vat_row("PLATCE_DPH", accounts=[czech, iban], generated="2026-11-01"), EARLIER)
    registry.publish()
    dph = registry.company(ICO)["dph"]
    assert dph["zverejneneUcty"] == ["19-2808601/0100", "CZ6899990000002001268200"]
    assert dph["zverejneneUctyPodrobne"] == [
        {
            "ucet": "19-2808601/0100",
            "narodni": "19-2808601/0100",
            "iban": "CZ3501000000190002808601",
            "banka": {"kod": "0100", "nazev": "Komerční banka, a.s."},
            "zverejnenoOd": "2013-04-01",
            "zverejnenoDo": None,
        },
        {
            "ucet": "CZ6899990000002001268200",
            "narodni": "2001268200/9999",
            "iban": "CZ6899990000002001268200",
            "banka": {"kod": "9999", "nazev": None},  # no bank of the list
            "zverejnenoOd": None,
            "zverejnenoDo": "2027-01-31",
        },
    ]


def test_an_account_that_cannot_be_converted_is_served_as_it_was_printed(registry: Registry) -> None:
    take_ares(registry, answer_of_ares("AKTIVNI", "CZ45274649"), EARLIER)
    printed = ["1234567890/0100", "CZ6508000000192000145398", "BANKA XY 987654", "SK3112000000198742637541"]
    take_row(registry, vat_row("PLATCE_DPH", accounts=list(map(PublishedAccount, printed))), EARLIER)
    registry.publish()
    dph = registry.company(ICO)["dph"]
    assert dph["zverejneneUcty"] == printed
    told = [(item["ucet"], item["narodni"], item["iban"]) for item in dph["zverejneneUctyPodrobne"]]
    assert told == [*((text, None, None) for text in printed[:3]), (printed[3], None, printed[3])]


@given(valid_accounts, st.permutations(["national", "IBAN", "padded", "IBAN in groups"]))
def test_an_account_printed_in_several_notations_is_one(parts: Parts, notations: list[str]) -> None:
    printed = [NOTATIONS[notation](parts) for notation in notations]
    told = json.dumps([[text, f"201{number}-01-01"] for number, text in enumerate(printed)] + [["ODD 1"]])
    register = RegisterSide("45274649", "PLATCE_DPH", "NE", None, "013", told, LATER)
    status = decide(AresSide("CZ45274649", None, "AKTIVNI", EARLIER), register)
    assert status is not None and status.zverejnene_ucty == [printed[0], "ODD 1"]
    first = status.zverejnene_ucty_podrobne[0]
    assert (first.ucet, first.narodni, first.iban) == (printed[0], parts.national, parts.iban)
    assert (first.zverejneno_od, first.zverejneno_do) == ("2010-01-01", None)


def test_of_two_publications_of_an_account_the_one_that_lasts_longer_counts() -> None:
    iban = Parts(19, 2808601, 100).iban
    told = json.dumps([["19-2808601/0100", "2010-01-01", "2030-01-01"], [iban, "2012-01-01"]])
    register = RegisterSide("45274649", "PLATCE_DPH", "NE", None, "013", told, LATER)
    status = decide(AresSide("CZ45274649", None, "AKTIVNI", EARLIER), register)
    assert status is not None
    (account,) = status.zverejnene_ucty_podrobne
    assert (account.ucet, account.zverejneno_od, account.zverejneno_do) == (iban, "2012-01-01", None)


def test_accounts_read_by_an_old_version_are_served_without_their_days() -> None:
    old = RegisterSide("45274649", "PLATCE_DPH", "NE", None, "013", '["1/0100"]', LATER)
    status = decide(AresSide("CZ45274649", None, "AKTIVNI", EARLIER), old)
    assert status and status.zverejnene_ucty == ["1/0100"]
    assert [(item.ucet, item.zverejneno_od) for item in status.zverejnene_ucty_podrobne] == [("1/0100", None)]


def test_accounts_of_a_registration_that_ended_are_not_shown(registry: Registry) -> None:
    take_ares(registry, answer_of_ares("ZANIKLY", None), LATER)
    take_row(registry, vat_row("PLATCE_DPH", accounts=[PublishedAccount("1/0100")]), EARLIER)
    take_row(registry, vat_row("NENALEZEN"), LATER)
    registry.publish()
    dph = registry.company(ICO)["dph"]
    assert (dph["stav"], dph["zverejneneUcty"], dph["dic"]) == ("neplatce", [], None)


def test_the_list_turns_the_reliability_of_known_payers_only(registry: Registry) -> None:
    listed = vat_row("PLATCE_DPH", True, unreliable_since="2026-10-01", kind_certain=False)
    assert take_row(registry, listed, EARLIER, from_list=True) == 0
    assert registry.rows(select(vat_answer)) == []
    take_ares(registry, answer_of_ares("AKTIVNI", "CZ45274649"), EARLIER)
    take_row(
        registry, vat_row("PLATCE_DPH", tax_office="013", accounts=[PublishedAccount("1/0100")]), EARLIER
    )
    take_row(registry, listed, LATER, from_list=True)
    registry.publish()
    dph = registry.company(ICO)["dph"]
    assert (dph["stav"], dph["nespolehlivyOd"]) == ("nespolehlivyPlatce", "2026-10-01")
    assert (dph["cisloFu"], dph["zverejneneUcty"]) == ("13", ["1/0100"])


def test_whom_the_list_names_is_a_payer_again(registry: Registry) -> None:
    take_row(registry, vat_row("NENALEZEN"), EARLIER)
    listed = vat_row("PLATCE_DPH", True, unreliable_since="2026-10-01", kind_certain=False)
    take_row(registry, listed, LATER, from_list=True)
    assert (stored(registry).subject_kind, stored(registry).unreliable) == ("PLATCE_DPH", "ANO")


LIST = """<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>
<SeznamNespolehlivyPlatceResponse xmlns="http://adis.mfcr.cz/rozhraniCRPDPH/">
<status odpovedGenerovana="2026-11-01" statusCode="0" statusText="OK"/>
<statusPlatceDPH dic="45274649" nespolehlivyPlatce="ANO" datumZverejneniNespolehlivosti="2026-10-01"/>
</SeznamNespolehlivyPlatceResponse></S:Body></S:Envelope>"""


def test_a_file_of_the_list_puts_payers_that_are_not_known_into_the_queue(
    registry: Registry, queue_url: str
) -> None:
    take_ares(registry, answer_of_ares("AKTIVNI", "CZ45274649"), EARLIER)
    file = registry.directory / "list.xml"
    file.write_text(LIST)
    queue = LookupQueue(queue_url)
    assert sync_file(registry.engine, file, queue).rows_read == 1
    assert queue.due(10) == [ICO]
    queue.close()


def test_no_tax_id_is_shown_that_no_source_printed(registry: Registry) -> None:
    """The VAT register only echoes the number that it was asked for: the digits of the company ID."""
    take_ares(registry, answer_of_ares("AKTIVNI", None), EARLIER)
    take_row(registry, vat_row("PLATCE_DPH"), LATER)
    registry.publish()
    detail = registry.company(ICO)
    assert detail["dph"]["stav"] == "platce"
    assert (detail["dic"], detail["dph"]["dic"]) == (None, None)


def test_members_of_a_group_are_payers_under_its_number(registry: Registry) -> None:
    take_ares(registry, answer_of_ares("NEEXISTUJICI", None, "CZ699001182"), EARLIER)
    row = VatRow(dic_digits="699001182", subject_kind="SKUPINA_DPH", unreliable=False)
    take_row(registry, row, LATER)
    registry.publish()
    detail = registry.company(ICO)
    assert (detail["dph"]["stav"], detail["dph"]["dic"]) == ("platce", "CZ699001182")
    assert detail["dic"] == "CZ699001182"
    # The answer about the group is news about each member.
    take_row(registry, VatRow("699001182", "SKUPINA_DPH", True, "2026-11-01"), "2026-11-03T08:00:00Z")
    assert registry.unpublished() == 1


GROUP = """<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>
<StatusNespolehlivySubjektRozsirenyResponse xmlns="http://adis.mfcr.cz/rozhraniCRPDPH/">
<status odpovedGenerovana="2026-11-28" statusCode="0" statusText="OK"/>
<statusSubjektu typSubjektu="SKUPINA_DPH" dic="699000199" nespolehlivyPlatce="NE" cisloFu="13"/>
</StatusNespolehlivySubjektRozsirenyResponse></S:Body></S:Envelope>"""


def test_a_member_of_a_group_has_one_tax_id_for_invoices_in_every_document(registry: Registry) -> None:
    """ARES still prints the number of the member's own registration, which has ended."""
    said = {"ico": "99980142", "obchodniJmeno": "Člen skupiny s.r.o.", "pravniForma": "112"}
    numbers = {"dic": "CZ99980142", "dicSkDph": "CZ699000199"}
    states = {"stavZdrojeRos": "AKTIVNI", "stavZdrojeDph": "ZANIKLY", "stavZdrojeSkDph": "AKTIVNI"}
    file = registry.directory / "ares.json"
    file.write_text(json.dumps(said | numbers | {"seznamRegistraci": states}))
    registry.ares(file)
    registry.publish()
    assert (registry.company(99980142)["dic"], registry.company(99980142)["dph"]) == (None, None)
    file = registry.directory / "vat.xml"
    file.write_text(GROUP)
    registry.vat(file)
    registry.publish()
    detail = registry.company(99980142)
    assert (detail["dic"], detail["dph"]["dic"]) == ("CZ699000199", "CZ699000199")
    assert (detail["dph"]["clenSkupiny"], detail["dph"]["stav"]) == (True, "platce")
    assert "CZ99980142" not in json.dumps(detail)


@pytest.mark.parametrize("state", ["ZANIKLY", "HISTORICKY", "LOGICKY_SMAZANY"])
def test_a_group_that_has_ended_in_ares_is_none(registry: Registry, state: str) -> None:
    said = json.loads(answer_of_ares("AKTIVNI", "CZ45274649", "CZ699001182"))
    said["seznamRegistraci"]["stavZdrojeSkDph"] = state
    take_ares(registry, json.dumps(said).encode(), EARLIER)
    take_row(registry, vat_row("PLATCE_DPH"), LATER)
    registry.publish()
    dph = registry.company(ICO)["dph"]
    assert (dph["dic"], dph["clenSkupiny"]) == ("CZ45274649", False)


def test_contradicting_sources_are_published_as_not_verified_and_the_detail_says_how(
    registry: Registry,
) -> None:
    take_ares(registry, answer_of_ares("AKTIVNI", "CZ45274649"), EARLIER)
    take_row(registry, vat_row("NENALEZEN"), LATER)
    registry.publish()
    detail = registry.company(ICO)
    assert detail["dph"] is None
    assert detail["dphRozpor"] == {"ares": "trva", "dicSkupiny": None, "zjistenoK": EARLIER}
    take_row(registry, vat_row("PLATCE_DPH"), "2026-11-03T08:00:00Z")
    registry.publish()
    detail = registry.company(ICO)
    assert (detail["dph"]["stav"], detail["dphRozpor"]) == ("platce", None)


class Step(NamedTuple):
    """One answer of one side that arrives; `day` says how old it is, not when it arrives."""

    side: str
    day: int
    said: Any


STEPS = st.lists(
    st.one_of(
        st.builds(Step, st.just("ares"), st.integers(1, 9), st.sampled_from(STATES[:7])),
        st.builds(Step, st.just("register"), st.integers(1, 9), st.sampled_from(KINDS)),
        st.builds(
            Step,
            st.just("failed"),
            st.integers(1, 9),
            st.sampled_from([b"<html>", b"{}", b'{"kod":"CHYBA"}']),
        ),
    ),
    max_size=8,
)


@pytest.mark.slow
@settings(max_examples=40)
@given(steps=STEPS)
def test_whatever_arrives_in_whatever_order_the_newest_good_answers_decide(
    registry: Registry, steps: list[Step]
) -> None:
    with writing(registry.engine) as connection:
        for stale in (company_claim, company, vat_answer, company_document):
            connection.execute(delete(stale))
    newest: dict[str, Step] = {}
    for step in steps:
        moment = moment_text(step.day)
        if step.side == "ares":
            take_ares(registry, answer_of_ares(step.said, "CZ45274649"), moment)
        elif step.side == "register":
            take_row(registry, vat_row(step.said, step.said == "NESPOLEHLIVA_OSOBA"), moment)
        else:
            with pytest.raises(Exception, match="answer"):
                take_ares(registry, step.said, moment)
            continue
        if step.side not in newest or newest[step.side].day <= step.day:
            newest[step.side] = step
    assert shown_of(registry) == expected(newest.get("ares"), newest.get("register"))


def expected(one: Step | None, other: Step | None) -> Dph | None:
    if one is None or other is None:
        return None
    unreliable = {"NESPOLEHLIVA_OSOBA": "ANO", "NENALEZEN": None}.get(other.said, "NE")
    return decide(
        AresSide("CZ45274649", None, one.said, moment_text(one.day)),
        RegisterSide("45274649", other.said, unreliable, None, None, "[]", moment_text(other.day)),
    )


def shown_of(registry: Registry) -> Dph | None:
    with reading(registry.engine) as connection:
        facts = read_companies(connection, [ICO], "2026-11-22").get(ICO)
    return decide(facts.ares, facts.vat) if facts else None


def moment_text(day: int) -> str:
    moment = datetime(2026, 11, 1, 8, tzinfo=UTC) + timedelta(days=day)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

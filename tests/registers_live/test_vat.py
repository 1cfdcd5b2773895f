"""VAT register: what its answers mean, and that a damaged one never means something else."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from soupis.registers import vat
from soupis.registers.errors import SourceError, SourceUnavailable
from tests.registers_live.samples import sample

MIXED = sample("vat/vat_status_v2_mixed.xml")
BASIC = sample("vat/vat_status_basic.xml")
HEAD = (
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">'
    '<s:Body><{name} xmlns="http://adis.mfcr.cz/rozhraniCRPDPH/">'
)
STATUS = '<status odpovedGenerovana="2026-10-03" statusCode="0" statusText="OK"/>'


def v2(*rows: str, status: str = STATUS, name: str = "StatusNespolehlivySubjektRozsirenyResponse") -> bytes:
    """Return an answer with the given rows."""
    return f"{HEAD.format(name=name)}{status}{''.join(rows)}</{name}></s:Body></s:Envelope>".encode()


def rows_of(data: bytes) -> dict[str, vat.VatRow]:
    """Return the rows of an answer by ID."""
    return {row.dic_digits: row for row in vat.parse(data).rows}


def texts_of(row: vat.VatRow) -> list[str]:
    """Return the texts of the accounts that are shown."""
    return [account.text for account in row.shown_accounts]


def test_every_kind_of_subject_is_read() -> None:
    rows = rows_of(MIXED)
    assert {dic: (row.subject_kind, row.unreliable) for dic, row in rows.items()} == {
        "45274649": ("PLATCE_DPH", False),
        "00121100": ("PLATCE_DPH", True),
        "699001182": ("SKUPINA_DPH", False),
        "00101494": ("IDENTIFIKOVANA_OSOBA", False),
        "45317054": ("NENALEZEN", None),
    }
    assert rows["00121100"].unreliable_since == "2017-03-16"
    assert rows["45274649"].generated == "2026-10-03"


def test_accounts_are_shown_with_prefix_bank_or_as_iban() -> None:
    assert texts_of(rows_of(MIXED)["45274649"]) == [
        "71504011/0100",
        "2001260209/2600",
        "CZ6426000000002001268200",
        "27-5868650297/0100",
        "CZ5803000000000017640143",
        "19-2808601/0100",
    ]
    assert len(texts_of(rows_of(BASIC)["00514152"])) == 22


@pytest.mark.parametrize("spelling", ["datumZverejneniUkonceni", "datumUkonceniZverejneni"])
def test_account_whose_publishing_ended_is_kept_but_not_shown(spelling: str) -> None:
    row = (
        '<statusSubjektu typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="NE"><zverejneneUcty>'
        f'<ucet datumZverejneni="2013-04-01" {spelling}="2020-05-01">'
        '<standardniUcet cislo="1" kodBanky="0100"/></ucet>'
        f'<ucet datumZverejneni="2013-04-01" {spelling}="2026-12-31">'
        '<standardniUcet predcisli="000" cislo="2" kodBanky="0100"/></ucet>'
        "</zverejneneUcty></statusSubjektu>"
    )
    read = rows_of(v2(row))["45274649"]
    assert read.accounts is not None
    assert [account.ended for account in read.accounts] == ["2020-05-01", "2026-12-31"]
    assert texts_of(read) == ["2/0100"]  # ends only after the day of the answer


def test_tax_office_is_written_as_ares_writes_it() -> None:
    assert rows_of(MIXED)["45274649"].tax_office == "013"
    assert rows_of(MIXED)["00121100"].tax_office == "456"
    assert rows_of(sample("vat/vat_status_v2_unreliable_person_edited.xml"))["00121100"].tax_office == "007"


def test_unreliable_person_is_told_with_its_date() -> None:
    row = rows_of(sample("vat/vat_status_v2_unreliable_person_edited.xml"))["00121100"]
    assert (row.subject_kind, row.unreliable, row.unreliable_since) == (
        "NESPOLEHLIVA_OSOBA",
        True,
        "2020-05-18",
    )


@pytest.mark.parametrize("said", ["ANO", "NE", "NENALEZEN"])
def test_the_day_of_an_unreliable_person_is_kept_whatever_is_said_of_a_payer(said: str) -> None:
    attributes = f'nespolehlivyPlatce="{said}" datumZverejneniNespolehlivosti="2020-05-18"'
    row = f'<statusSubjektu typSubjektu="NESPOLEHLIVA_OSOBA" dic="00121100" {attributes}/>'
    assert rows_of(v2(row))["00121100"].unreliable_since == "2020-05-18"
    payer = f'<statusSubjektu typSubjektu="PLATCE_DPH" dic="00121100" {attributes}/>'
    if said != "NENALEZEN":
        expected = "2020-05-18" if said == "ANO" else None
        assert rows_of(v2(payer))["00121100"].unreliable_since == expected


def test_basic_answer_derives_the_kind_from_reliability() -> None:
    name = "StatusNespolehlivyPlatceResponse"
    found = '<statusPlatceDPH dic="00514152" nespolehlivyPlatce="ANO"/>'
    unknown = '<statusPlatceDPH dic="45317054" nespolehlivyPlatce="NENALEZEN"/>'
    rows = rows_of(v2(found, unknown, name=name))
    assert rows["00514152"].subject_kind == "PLATCE_DPH"
    assert rows["45317054"].subject_kind == "NENALEZEN"


def test_answer_without_accounts_leaves_them_unknown() -> None:
    status = STATUS.replace("/>", ' bezVypisuUctu="ANO"/>')
    row = '<statusSubjektu typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="NE"/>'
    assert rows_of(v2(row, status=status))["45274649"].accounts is None
    assert rows_of(v2(row))["45274649"].accounts == []


def test_status_code_1_leaves_the_missing_ids_unanswered() -> None:
    answer = vat.parse(sample("vat/vat_status_v2_status_code_1_edited.xml"))
    assert answer.partial
    assert answer.rows == []


@pytest.mark.parametrize("code", ["2", "3"])
def test_maintenance_and_outage_codes_raise(code: str) -> None:
    with pytest.raises(SourceUnavailable):
        vat.parse(v2(status=f'<status statusCode="{code}" statusText="odstávka"/>'))


@pytest.mark.parametrize(
    "status",
    [
        '<status odpovedGenerovana="2026-10-03" statusText="OK"/>',
        '<status odpovedGenerovana="2026-10-03" statusCode="9" statusText="OK"/>',
        '<status odpovedGenerovana="3.10.2026" statusCode="0" statusText="OK"/>',
        "",
    ],
)
def test_unknown_or_missing_status_raises(status: str) -> None:
    with pytest.raises(SourceError):
        vat.parse(v2(status=status))


@pytest.mark.parametrize(
    "attributes",
    [
        'typSubjektu="PLATCE_DPH" nespolehlivyPlatce="NE"',
        'typSubjektu="PLATCE_DPH" dic="" nespolehlivyPlatce="NE"',
        'typSubjektu="PLATCE_DPH" dic="12" nespolehlivyPlatce="NE"',
        'typSubjektu="PLATCE" dic="45274649" nespolehlivyPlatce="NE"',
        'dic="45274649" nespolehlivyPlatce="NE"',
        'typSubjektu="PLATCE_DPH" dic="45274649"',
        'typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="MOŽNÁ"',
        'typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="NENALEZEN"',
        'typSubjektu="NENALEZEN" dic="45274649" nespolehlivyPlatce="NE"',
        'typSubjektu="NENALEZEN" dic="45274649"',
        'typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="ANO" '
        'datumZverejneniNespolehlivosti="2017-02-30"',
        'typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="NE" cisloFu="Praha"',
    ],
)
def test_row_that_does_not_make_sense_is_rejected_and_the_others_are_kept(attributes: str) -> None:
    good = '<statusSubjektu typSubjektu="NENALEZEN" dic="45317054" nespolehlivyPlatce="NENALEZEN"/>'
    answer = vat.parse(v2(f"<statusSubjektu {attributes}/>", good))
    assert [row.dic_digits for row in answer.rows] == ["45317054"]
    assert [item.place for item in answer.rejected] == ["row 1"]
    assert "45274649" not in answer.rejected[0].reason


def test_unreadable_account_rejects_its_row() -> None:
    row = (
        '<statusSubjektu typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="NE"><zverejneneUcty>'
        '<ucet datumZverejneni="2013-04-01"><standardniUcet cislo="x" kodBanky="0100"/></ucet>'
        "</zverejneneUcty></statusSubjektu>"
    )
    assert vat.parse(v2(row)).rows == []


def test_rows_that_contradict_each_other_are_both_rejected() -> None:
    rows = [
        f'<statusSubjektu typSubjektu="PLATCE_DPH" dic="45274649" nespolehlivyPlatce="{value}"/>'
        for value in ("NE", "ANO")
    ]
    answer = vat.parse(v2(*rows))
    assert answer.rows == []
    assert len(answer.rejected) == 1
    assert len(vat.parse(v2(rows[0], rows[0])).rows) == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   ",
        b"<html><body>Odst\xc3\xa1vka</body></html>",
        b"<!DOCTYPE html><html></html>",
        b"\xef\xbb\xbf<!-- down --><html></html>",
        MIXED[:-1000],
        MIXED.decode().encode("windows-1250"),
        MIXED.replace(b'encoding="utf-8"', b'encoding="windows-1250"'),
        MIXED.decode().replace('encoding="utf-8"', 'encoding="utf-16"').encode("utf-16"),
        MIXED.replace(b"?>", b'?><!DOCTYPE x [<!ENTITY a "NE">]>', 1),
        MIXED.replace(b"http://adis.mfcr.cz/rozhraniCRPDPH/", b"http://example.com/"),
        b'<?xml version="1.0"?><data/>',
        sample("vat/vat_status_v2_request.xml"),
    ],
)
def test_answer_that_is_not_the_registers_raises(data: bytes) -> None:
    with pytest.raises(SourceError):
        vat.parse(data)


@pytest.mark.parametrize(("code", "kind"), [("soapenv:Server", SourceUnavailable), ("Client", SourceError)])
def test_fault_raises(code: str, kind: type[SourceError]) -> None:
    body = (
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>'
        f"<faultcode>{code}</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>"
    )
    with pytest.raises(kind) as error:
        vat.parse(body.encode())
    assert type(error.value) is kind


def test_answer_over_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vat, "_ANSWER_LIMIT", 1000)
    with pytest.raises(SourceError, match="limit"):
        vat.parse(MIXED)


STATES = {
    data: {dic: (row.subject_kind, row.unreliable) for dic, row in rows_of(data).items()}
    for data in (MIXED, BASIC, sample("vat/vat_status_v2_unreliable_person_edited.xml"))
}


def assert_same_or_nothing(original: bytes, changed: bytes) -> None:
    """Check that a damaged answer says of no asked ID anything else than the original said."""
    try:
        rows = vat.parse(changed).rows
    except SourceError:
        return
    for row in rows:
        if row.dic_digits in STATES[original]:
            assert (row.subject_kind, row.unreliable) == STATES[original][row.dic_digits]


@given(st.sampled_from(list(STATES)), st.data())
@settings(max_examples=300)
def test_truncated_answer_never_says_something_else(original: bytes, data: st.DataObject) -> None:
    end = data.draw(st.integers(0, len(original.rstrip()) - 1))
    with pytest.raises(SourceError):
        vat.parse(original[:end])


@given(st.sampled_from(list(STATES)), st.data())
@settings(max_examples=600)
def test_answer_with_changed_bytes_never_says_something_else(original: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(original) - 1))
    piece = data.draw(st.binary(min_size=0, max_size=6))
    removed = data.draw(st.integers(0, 6))
    assert_same_or_nothing(original, original[:place] + piece + original[place + removed :])


LIST_ROW = (
    '<statusPlatceDPH dic="{dic}" nespolehlivyPlatce="ANO" '
    'datumZverejneniNespolehlivosti="2019-01-02" cisloFu="13"/>'
)
LIST = v2(
    *[LIST_ROW.format(dic=10_000_000 + number) for number in range(500)],
    name="SeznamNespolehlivyPlatceResponse",
)


def test_list_of_unreliable_payers_is_read_row_by_row_like_at_once() -> None:
    streamed = list(vat.read_rows(io.BytesIO(LIST)))
    assert streamed == vat.parse(LIST).rows
    assert len(streamed) == 500
    first = streamed[0]
    assert isinstance(first, vat.VatRow)
    assert (first.unreliable, first.unreliable_since, first.accounts) == (True, "2019-01-02", None)


@pytest.mark.parametrize("data", [MIXED, BASIC, LIST])
def test_answer_read_from_a_file_says_the_same_as_one_in_memory(data: bytes) -> None:
    assert list(vat.read_rows(io.BytesIO(data))) == vat.parse(data).rows


@pytest.mark.parametrize(
    "data",
    [
        LIST[:-500],
        LIST[:500],
        b"",
        b"<html>",
        MIXED,
        LIST.replace(b'statusCode="0"', b'statusCode="2"'),
        LIST.replace(STATUS.encode(), b""),
        LIST.replace(b"?>", b"?><!DOCTYPE x>", 1),
    ],
)
def test_list_that_is_not_whole_raises(data: bytes) -> None:
    with pytest.raises(SourceError):
        list(vat.read_list(io.BytesIO(data)))


def test_request_asks_for_digits_in_the_registers_namespace() -> None:
    asked = etree.fromstring(vat.status_request(["45274649", "00121100"]))
    recorded = etree.fromstring(sample("vat/vat_status_v2_request.xml"))
    assert [(item.tag, item.text and item.text.strip()) for item in asked.iter()] == [
        (item.tag, (item.text and item.text.strip()) or None) for item in recorded.iter()
    ]


@pytest.mark.parametrize("dics", [[], ["CZ45274649"], ["1"], [f"{n:08d}" for n in range(101)]])
def test_request_outside_the_registers_limits_is_refused(dics: list[str]) -> None:
    with pytest.raises(ValueError, match=r"1 to 100|digits"):
        vat.status_request(dics)


def test_no_message_quotes_a_tax_id() -> None:
    """IDs of natural persons hold birth numbers."""
    rows = [f'<statusSubjektu typSubjektu="X" dic="{dic}"/>' for dic in ("8001011234", "1234567")]
    answer = vat.parse(v2(*rows))
    assert not any(re.search(r"\d{6,}", item.reason + item.place) for item in answer.rejected)

"""Insolvency register: proceedings of a company and of nobody else, and whether they run."""

from __future__ import annotations

import csv
import io
import re

import msgspec
import pytest
from lxml import etree

from soupis.registers import isir
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.records import Rejected
from soupis.wire.labels import PROCEEDING_STATES
from tests.registers_live.samples import sample

KONKURS = sample("isir/isir_cuzk_25083325_konkurs.xml").decode()
ICO = 25083325


def parse(text: str) -> isir.ProceedingsAnswer:
    """Read an answer about the company of the recorded sample."""
    return isir.parse(text.encode(), ICO)


def with_rows(*rows: str, relevance: int = 2) -> str:
    """Return the recorded answer with other rows."""
    start, end = KONKURS.index("<data>"), KONKURS.index("<stav>")
    text = KONKURS[:start] + "".join(f"<data>{row}</data>" for row in rows) + KONKURS[end:]
    return text.replace("<pocetVysledku>1<", f"<pocetVysledku>{len(rows)}<").replace(
        "<relevanceVysledku>2<", f"<relevanceVysledku>{relevance}<"
    )


ROW = "<ic>25083325</ic><druhVec>INS</druhVec><bcVec>7</bcVec><rocnik>2020</rocnik>"


def test_recorded_proceedings_are_read() -> None:
    answer = parse(KONKURS)
    assert answer.as_of == "2026-10-08T09:26:35Z"
    assert answer.complete
    assert answer.proceedings == [
        isir.Proceeding(
            ico=ICO,
            file_mark="INS 12575/2022",
            court="Městský soud v Praze",
            state="KONKURS",
            started="2022-09-13",
            ended=None,
            url="https://isir.justice.cz/isir/ueu/evidence_upadcu_detail.do?id=E45E37BF17DBE631E05333F21FAC736E",
            senate=95,
        )
    ]
    assert answer.proceedings[0].running is True


def test_empty_result_is_an_answer_without_proceedings() -> None:
    assert isir.parse(sample("isir/isir_cuzk_empty_WS2.xml"), ICO).proceedings == []


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("WS1", SourceError),
        ("WS3", SourceError),
        ("WS4", SourceUnavailable),
        ("SQL1", SourceUnavailable),
        ("SERVER1", SourceUnavailable),
    ],
)
def test_other_error_codes_raise(code: str, kind: type[SourceError]) -> None:
    text = sample("isir/isir_cuzk_empty_WS2.xml").decode().replace("WS2", code)
    with pytest.raises(kind) as error:
        parse(text)
    assert type(error.value) is kind


@pytest.mark.parametrize(
    "name", ["isir_cuzk_natural_person_oddluzeni_anonymised.xml", "isir_cuzk_nevyrizena_anonymised.xml"]
)
def test_rows_found_by_something_else_than_the_id_are_ignored(name: str) -> None:
    answer = isir.parse(sample(f"isir/{name}"), ICO)
    assert (answer.proceedings, answer.ignored) == ([], 1)
    assert parse(with_rows(ROW, relevance=6)).proceedings == []


def test_rows_of_another_company_are_ignored() -> None:
    other = ROW.replace("25083325", "45274649")
    answer = parse(with_rows(other, ROW.replace("<ic>25083325</ic>", ""), ROW))
    assert [item.file_mark for item in answer.proceedings] == ["INS 7/2020"]
    assert answer.ignored == 2


def test_kept_answer_tells_itself_whose_it_is() -> None:
    other = ROW.replace("25083325", "45274649")
    nobody = ROW.replace("25083325", "00000000")
    answer = isir.parse(with_rows(other, ROW, nobody).encode(), None)
    assert [item.ico for item in answer.proceedings] == [45274649, 25083325]
    assert answer.ignored == 1


@pytest.mark.parametrize("written", ["1234567X", "750203/1234", "123456789", "IČO 25083325"])
@pytest.mark.parametrize("asked", [None, ICO])
def test_a_malformed_company_id_is_reported_as_malformed_and_not_quoted(
    written: str, asked: int | None
) -> None:
    odd = ROW.replace("25083325", written)
    answer = isir.parse(with_rows(ROW, odd).encode(), asked)
    assert [item.ico for item in answer.proceedings] == [ICO]
    assert answer.rejected == [Rejected("row 2", "the company ID is malformed")]
    assert answer.ignored == 0


def test_nothing_of_a_natural_person_is_in_an_answer() -> None:
    person = (
        "<rc>800101/1234</rc><datumNarozeni>1980-01-01Z</datumNarozeni><jmeno>Jan</jmeno>"
        "<nazevOsoby>Novák</nazevOsoby><mesto>Vzorov</mesto><ulice>Vzorová</ulice>"
    )
    text = msgspec.json.encode(parse(with_rows(ROW + person))).decode()
    assert "INS 7/2020" in text
    assert not any(word in text for word in ("800101", "1980-01", "Novák", "Vzorov"))


def test_rows_of_the_same_proceedings_are_one() -> None:
    answer = parse(with_rows(ROW, ROW + "<datumPmUkonceniUpadku>2021-02-03+01:00</datumPmUkonceniUpadku>"))
    assert len(answer.proceedings) == 1
    assert answer.proceedings[0].ended == "2021-02-03"


@pytest.mark.parametrize(("text", "number"), [("40", 40), ("0", 0), ("", None), ("40a", None), ("-1", None)])
def test_the_senate_is_a_number_or_unknown(text: str, number: int | None) -> None:
    (read,) = parse(with_rows(f"{ROW}<cisloSenatu>{text}</cisloSenatu>", ROW)).proceedings
    assert read.senate == number


def test_end_date_ends_proceedings_whatever_the_state() -> None:
    row = (
        ROW + "<druhStavKonkursu>ÚPADEK</druhStavKonkursu>"
        "<datumPmUkonceniUpadku>2021-02-03Z</datumPmUkonceniUpadku>"
    )
    assert parse(with_rows(row)).proceedings[0].running is False


@pytest.mark.parametrize(
    ("state", "running"),
    [
        ("NEVYRIZENA", True),
        ("NEVYR-POST", True),
        ("MORATORIUM", True),
        ("ÚPADEK", True),
        ("KONKURS", True),
        ("K-PO ZRUŠ.", True),
        ("ODDLUŽENÍ", True),
        ("REORGANIZ", True),
        ("OBZIVLA", True),
        ("ZRUŠENO VS", None),
        ("VYRIZENA", None),
        ("PRAVOMOCNA", False),
        ("ODSKRTNUTA", False),
        ("MYLNÝ ZÁP.", False),
        ("NOVÝ STAV", None),
        (None, None),
    ],
)
def test_state_tells_whether_proceedings_run(state: str | None, running: bool | None) -> None:
    row = ROW + (f"<druhStavKonkursu>{state}</druhStavKonkursu>" if state else "")
    proceeding = parse(with_rows(row)).proceedings[0]
    assert (proceeding.state, proceeding.running) == (state, running)


def test_states_are_those_of_the_registers_list_with_its_names() -> None:
    rows = csv.DictReader(io.StringIO(sample("isir/codelist_isir_druhStavKonkursu.csv").decode()))
    names = {row["kod"]: row["vyznam"] for row in rows}
    assert names.keys() == isir.STATES.keys() == PROCEEDING_STATES.keys()
    assert {code: name.capitalize() for code, name in names.items()} == {
        code: state.cs for code, state in PROCEEDING_STATES.items()
    }


@pytest.mark.parametrize(
    "row",
    [
        ROW.replace("<bcVec>7</bcVec>", ""),
        ROW.replace("2020", "20"),
        ROW + "<datumPmZahajeniUpadku>včera</datumPmZahajeniUpadku>",
        ROW + "<druhStavKonkursu>\u00c3\u009aPADEK</druhStavKonkursu>",
    ],
)
def test_row_that_does_not_make_sense_is_rejected(row: str) -> None:
    answer = parse(with_rows(row, ROW))
    assert [item.file_mark for item in answer.proceedings] == ["INS 7/2020"]
    assert [item.place for item in answer.rejected] == ["row 1 (IČO 25083325)"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<html><body>Odstávka</body></html>",
        KONKURS[:-60],
        KONKURS[: KONKURS.index("<stav>")] + KONKURS[KONKURS.index("</ns2:") :],
        KONKURS.replace("<pocetVysledku>1<", "<pocetVysledku>0<"),
        KONKURS[: KONKURS.index("<data>")] + KONKURS[KONKURS.index("<stav>") :],
        KONKURS.replace("http://isirws.cca.cz/types/", "http://example.com/"),
        KONKURS.replace("2026-10-08T09", "2026-10-08 at 9"),
    ],
)
def test_answer_that_is_not_whole_or_not_the_registers_raises(text: str) -> None:
    with pytest.raises(SourceError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        KONKURS.replace("<pocetVysledku>1</pocetVysledku>", ""),
        KONKURS.replace("<relevanceVysledku>2</relevanceVysledku>", ""),
        re.sub("<casSynchronizace>[^<]*</casSynchronizace>", "", KONKURS),
        re.sub("<casSynchronizace>([^<]{19})[^<]*<", r"<casSynchronizace>\1<", KONKURS),
    ],
)
def test_what_an_answer_says_of_itself_may_be_absent(text: str) -> None:
    assert text != KONKURS
    assert parse(text).proceedings == parse(KONKURS).proceedings


def test_answer_cut_at_the_limit_of_results_says_so() -> None:
    rows = [ROW.replace("<bcVec>7", f"<bcVec>{n}") for n in range(1, isir.MAX_RESULTS + 1)]
    assert not parse(with_rows(*rows)).complete


def test_link_that_is_not_a_web_address_is_left_out() -> None:
    row = ROW + "<urlDetailRizeni>javascript:alert(1)</urlDetailRizeni>"
    assert parse(with_rows(row)).proceedings[0].url is None


def test_request_keeps_the_registers_order_and_forbids_weaker_matches() -> None:
    request = etree.fromstring(isir.proceedings_request(1234))[0][0]
    assert request.tag == "{http://isirws.cca.cz/types/}getIsirWsCuzkDataRequest"
    assert [(item.tag, item.text) for item in request] == [
        ("ic", "00001234"),
        ("maxPocetVysledku", "200"),
        ("filtrAktualniRizeni", "F"),
        ("maxRelevanceVysledku", "2"),
    ]

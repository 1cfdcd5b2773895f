"""The stand-in itself: strict where the registers are strict, and its faults are what they say."""

from __future__ import annotations

import httpx
import pytest

from soupis.registers import isir
from tests.standin import Standin
from tests.standin.faults import FAULTS, Faults

_ISIR = (
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>'
    '<t:getIsirWsCuzkDataRequest xmlns:t="http://isirws.cca.cz/types/">{}</t:getIsirWsCuzkDataRequest>'
    "</e:Body></e:Envelope>"
)


def ask_isir(source: Standin, children: str) -> httpx.Response:
    """Send a look-up with the given children."""
    return httpx.post(source.settings["SOUPIS_ISIR_URL"], content=_ISIR.format(children))


def test_elements_out_of_order_get_a_fault(source: Standin) -> None:
    answer = ask_isir(source, "<maxPocetVysledku>5</maxPocetVysledku><ic>25083325</ic>")
    assert answer.status_code == 500
    assert "Fault" in answer.text


def test_question_without_a_limit_of_relevance_is_relaxed(source: Standin) -> None:
    answer = ask_isir(source, "<ic>45274649</ic>")
    assert "<relevanceVysledku>6<" in answer.text
    assert isir.parse(answer.content, 45274649).proceedings == []


def test_over_a_hundred_ids_get_status_code_1(source: Standin) -> None:
    dics = "".join(f"<r:dic>{n:08d}</r:dic>" for n in range(1, 121))
    body = (
        '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>'
        '<r:StatusNespolehlivySubjektRozsirenyV2Request xmlns:r="http://adis.mfcr.cz/rozhraniCRPDPH/">'
        f"{dics}</r:StatusNespolehlivySubjektRozsirenyV2Request></e:Body></e:Envelope>"
    )
    answer = httpx.post(source.settings["SOUPIS_VAT_URL"], content=body)
    assert 'statusCode="1"' in answer.text
    assert answer.text.count("<statusSubjektu") == 100


def test_ares_refuses_too_many_results_bad_ids_and_empty_questions(source: Standin) -> None:
    base = source.settings["SOUPIS_ARES_URL"]
    assert httpx.get(f"{base}/ekonomicke-subjekty/123").json()["subKod"] == "VSTUP_NEVALIDNI_FORMAT_ICO"
    empty = httpx.post(f"{base}/ekonomicke-subjekty/vyhledat", json={"psc": 14000})
    assert (empty.status_code, empty.json()["subKod"]) == (400, "VSTUP_PRAZDNY")
    assert httpx.get(f"{base}/ekonomicke-subjekty-xx/45274649").json()["error"] == "Not Found"


def test_ares_over_its_limit_answers_429(source: Standin) -> None:
    with httpx.Client(base_url=source.settings["SOUPIS_ARES_URL"]) as client:
        answers = {client.get("/ekonomicke-subjekty/12345678").status_code for _ in range(500)}
        assert answers == {404}
        assert client.get("/ekonomicke-subjekty/12345678").status_code == 429


def test_faults_are_repeatable_by_their_seed() -> None:
    def draws(specification: str) -> list[str | None]:
        faults = Faults(specification)
        return [fault.name if (fault := faults.next("vat")) else None for _ in range(50)]

    assert draws("vat:html=0.3,5xx=0.2;seed=7") == draws("vat:html=0.3,5xx=0.2;seed=7")
    assert draws("vat:html=0.3,5xx=0.2;seed=7") != draws("vat:html=0.3,5xx=0.2;seed=8")
    assert draws("*:cut=2x") == ["cut", "cut"] + [None] * 48


@pytest.mark.parametrize("specification", ["vat", "nowhere:5xx=1", "vat:flood=1", "vat:5xx=often"])
def test_specification_of_faults_that_is_wrong_is_refused(source: Standin, specification: str) -> None:
    answer = httpx.post(f"{source.origin}/_standin/faults", content=specification)
    assert answer.status_code == 400


def test_faults_and_counts_are_controlled_while_it_runs(source: Standin) -> None:
    url = source.settings["SOUPIS_RES_URL"] + "/res_pf_nace.csv"
    httpx.post(f"{source.origin}/_standin/faults", content="res:5xx=1x")
    assert [httpx.get(url).status_code for _ in range(2)] == [503, 200]
    stats = httpx.get(f"{source.origin}/_standin/stats").json()
    assert stats == {"requests": {"res": 2}, "parallel": {"res": 1}, "partial": {}, "faults": {"5xx": 1}}
    httpx.post(f"{source.origin}/_standin/reset")
    assert httpx.get(f"{source.origin}/_standin/stats").json()["requests"] == {}


def test_every_fault_is_described() -> None:
    assert all(FAULTS.values())

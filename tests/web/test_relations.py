"""The page of relations and the data of its graph: bounded, alike, no more of persons than pages tell."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from soupis.installation import Installation
from soupis.queries.relations import Party, Relation
from soupis.web import relations
from tests.web.dom import parse
from tests.web.site import HOSTILE_SURNAME, Samples, compose

_NODE = {"id", "typ", "nazev", "ico", "narozen", "adresa", "stav", "cely"}
_TIE = {"kdo", "kde", "druh", "nazev", "obdobi", "podil", "aktualni"}


def _graph(client: TestClient, path: str, **query: object) -> dict[str, Any]:
    answer = client.get(f"{path}/vazby/graf", params={name: str(value) for name, value in query.items()})
    assert answer.status_code == 200
    assert answer.headers["x-robots-tag"] == "noindex"
    graph: dict[str, Any] = answer.json()
    return graph


def test_the_graph_tells_of_persons_what_their_pages_tell(client: TestClient, samples: Samples) -> None:
    graph = _graph(client, f"/firma/{samples.ordinary}")
    people = [node for node in graph["uzly"] if node["typ"] == "osoba"]
    assert people
    assert all(set(node) <= _NODE for node in graph["uzly"])
    assert all(set(tie) <= _TIE for tie in graph["vazby"])
    for node in people[:5]:
        page = parse(client.get(node["adresa"]).text)
        assert page.xpath("string(//h1)").strip() == node["nazev"]
        assert node.get("narozen") is None or str(node["narozen"]) in page.xpath("string(//main)")


def test_the_graph_holds_everybody_of_the_table(client: TestClient, samples: Samples) -> None:
    address = f"/firma/{samples.ordinary}"
    graph = _graph(client, address, hloubka=1, nejvice=500)
    table = parse(client.get(f"{address}/vazby").text).xpath("//section[@id='tabulka']//td[1]//a/@href")
    near = {node["adresa"] for node in graph["uzly"] if node.get("adresa")} - {address}
    assert near == set(table)
    ids = {node["id"] for node in graph["uzly"]}
    assert all(tie["kdo"] in ids and tie["kde"] in ids for tie in graph["vazby"])
    assert next(node for node in graph["uzly"] if node["id"] == graph["stred"])["cely"]


@pytest.mark.parametrize("most", ["5", "-5", "x", "1e9", "999999", "0"])
def test_a_graph_is_cut_where_the_page_says_and_never_beyond_its_bound(
    client: TestClient, samples: Samples, most: str
) -> None:
    graph = _graph(client, "/firma/00514152", hloubka="9", nejvice=most)
    assert len(graph["uzly"]) <= relations.MOST_PARTIES
    assert len(graph["uzly"]) >= 2
    if most in ("-5", "0"):
        assert len(graph["uzly"]) == 2
    if most == "5":
        assert len(graph["uzly"]) == 5
        assert graph["uplny"] is False


def test_the_states_of_companies_are_marked_in_words(client: TestClient, samples: Samples) -> None:
    address = f"/firma/{samples.insolvent}"
    graph = _graph(client, address)
    (centre,) = (node for node in graph["uzly"] if node["id"] == graph["stred"])
    assert centre["stav"] == ["insolvence"]
    page = parse(client.get(f"/en{address}/vazby").text)
    assert "insolvent" in page.xpath("string(//*[contains(@class, 'root')]/*[local-name()='title'])")


def test_a_path_is_told_in_words_on_the_page_and_by_its_ends_in_the_graph(
    client: TestClient, samples: Samples
) -> None:
    start = f"/firma/{samples.ordinary}"
    graph = _graph(client, start, hloubka=3, nejvice=60)
    goal = graph["uzly"][-1]
    cil = goal["adresa"].rpartition("/")[2]
    found = _graph(client, start, cil=cil, nejvice=2)
    assert (found["cesta"][0], found["cesta"][-1]) == (graph["stred"], goal["id"])
    assert set(found["cesta"]) <= {node["id"] for node in found["uzly"]}
    page = parse(client.get(f"{start}/vazby?cil={cil}").text)
    steps = page.xpath("//div[@id='cesta']//li")
    assert len(steps) == len(found["cesta"]) - 1
    assert goal["adresa"] in steps[-1].xpath(".//a/@href")


def test_a_name_is_never_taken_for_somebody_but_asked_about(client: TestClient, samples: Samples) -> None:
    page = parse(client.get(f"/firma/{samples.ordinary}/vazby?cil=budvar").text)
    assert page.xpath("//div[@id='cesta']//a[contains(@href, 'cil=00514152')]")
    by_tax_id = parse(client.get(f"/firma/{samples.ordinary}/vazby?cil=CZ00514152").text)
    assert "máte na mysli" not in by_tax_id.xpath("string(//div[@id='cesta'])")
    unknown = parse(client.get(f"/firma/{samples.ordinary}/vazby?cil=99999994").text)
    assert "neznáme" in unknown.xpath("string(//div[@id='cesta'])")


@pytest.mark.parametrize(
    "goal", ["<script>alert(1)</script>", '"><img src=x>', "{{7*7}}", "x" * 5_000, "\u202e\x00", "' OR 1=1"]
)
def test_a_hostile_goal_is_shown_as_text(client: TestClient, samples: Samples, goal: str) -> None:
    answer = client.get(f"/firma/{samples.ordinary}/vazby", params={"cil": goal})
    assert answer.status_code in (200, 400)
    page = parse(answer.text)
    assert not page.xpath("//main//script | //main//img")
    assert "49" not in page.xpath("string(//div[@id='cesta'])")


def test_names_of_persons_reach_the_graph_as_text(client: TestClient, samples: Samples) -> None:
    names = [node["nazev"] for node in _graph(client, f"/firma/{samples.hostile}")["uzly"]]
    assert any(HOSTILE_SURNAME.removesuffix("\u202e") in name for name in names)
    assert not any("\u202e" in name for name in names)


def test_the_page_of_a_giant_stays_small_and_its_table_goes_on(
    client: TestClient, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_giant(_services: object, party: Party) -> list[Relation]:
        return [
            Relation(
                Party("person", f"jmeno-prijmeni-1960-{number:06x}", f"Jméno Příjmení {number}"),
                "statutarniOrgan",
                "člen představenstva",
                "2001-02-03",
                "2011-02-03" if number % 2 else None,
                not number % 2,
                held="50 %, 100 000 Kč",
            )
            for number in range(570)
            if party.kind == "company"
        ]

    monkeypatch.setattr(relations, "relations_of", of_giant)
    address = f"/firma/{samples.ordinary}/vazby"
    first = client.get(address)
    assert len(first.content) <= 60_000
    rows = [
        link
        for page in range(1, 7)
        for link in parse(client.get(f"{address}?strana={page}").text).xpath("//tbody//td[1]//a/@href")
    ]
    assert len(set(rows)) == 570
    graph = _graph(client, f"/firma/{samples.ordinary}", nejvice=500)
    assert len(graph["uzly"]) == 500
    assert graph["uplny"] is False


def test_the_data_of_graphs_counts_as_pages(site_data: tuple[Installation, Samples]) -> None:
    app = compose(site_data[0], "https://soupis.test", pages_per_minute=2)
    with TestClient(app, base_url="https://soupis.test") as client:
        answers = [client.get("/osoba/kdo-vi-1960-000000/vazby/graf").status_code for _ in range(3)]
    assert answers == [404, 404, 429]

"""The made-up country has everything that real registers have, and what is served of it is the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from soupis.folding import fold
from soupis.store.migrate import migrate
from soupis.synthetic import answers, generate
from soupis.synthetic.answers import OnlineTruth
from soupis.synthetic.companies import World
from soupis.synthetic.generate import TRUTH_FILE
from soupis.synthetic.truth import RegisterTruth, Someone, StatisticalTruth, Truth
from soupis.wire.labels import CODE_WORDS, PARTNERS
from tests.support.registry import Registry, open_registry

pytestmark = pytest.mark.slow

# Those of the demo.
COMPANIES, SEED = 2_000, 2026


class Told(msgspec.Struct):
    """The country as it was drawn, and the registry that read its files."""

    truths: list[Truth]
    online: list[OnlineTruth]
    registry: Registry


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    directory = tmp_path_factory.mktemp("truth")
    generate(directory, COMPANIES, SEED, truth=True)
    truths = [
        msgspec.json.decode(line, type=Truth) for line in (directory / TRUTH_FILE).read_bytes().splitlines()
    ]
    registry = open_registry(f"sqlite:///{directory / 'registry.sqlite'}", directory)
    migrate(registry.engine)
    registry.res(directory / "res_data.csv")
    registry.res(directory / "res_pf_nace.csv")
    registry.register(directory / "public_register.xml.gz")
    online = answers.write(directory, World(SEED, COMPANIES))
    registry.ares(directory / answers.ARES_FILE)
    registry.vat(directory / answers.VAT_FILE)
    for path in directory.glob("isir_*.xml"):
        registry.isir(path)
    registry.publish()
    return Told(truths, online, registry)


def served_of(told: Told) -> Iterable[tuple[Truth, dict[str, Any]]]:
    for truth in told.truths:
        yield truth, told.registry.company(int(truth.ico))


def differing(told: Told, expected: Any, found: Any) -> list[tuple[str, Any, Any]]:
    """Return the companies of which something else is served than what was drawn."""
    wrong = []
    for truth, served in served_of(told):
        right, answer = expected(truth), found(served)
        if right != answer:
            wrong.append((truth.ico, right, answer))
    return wrong


def by_register(truth: Truth) -> StatisticalTruth | RegisterTruth:
    found = truth.register or truth.statistical
    assert found
    return found


def statistics(truth: Truth) -> StatisticalTruth:
    return truth.statistical or StatisticalTruth()


def test_name_beginning_and_end_are_those_of_the_public_register(told: Told) -> None:
    def basics(truth: Truth) -> tuple[str | None, ...]:
        found = by_register(truth)
        return found.name, found.founded, found.ceased, "zanikla" if found.ceased else "aktivni"

    def served(company: dict[str, Any]) -> tuple[str | None, ...]:
        return tuple(company[name] for name in ("obchodniJmeno", "datumVzniku", "datumZaniku", "stav"))

    assert differing(told, basics, served) == []


def test_form_seat_and_main_activity_are_those_of_statistics(told: Told) -> None:
    known = [truth.ico for truth in told.truths if truth.statistical and truth.statistical.name]

    def basics(truth: Truth) -> tuple[object, ...] | None:
        row = statistics(truth)
        if truth.ico not in known:
            return None
        return row.legal_form, row.municipality, row.city_district, row.postal_code

    def served(company: dict[str, Any]) -> tuple[object, ...] | None:
        if company["ico"] not in known:
            return None
        seat = company["sidlo"]
        form = company["pravniForma"]["kod"]
        return form, seat["nazevObce"], seat["nazevMestskeCasti"], seat["psc"]

    assert differing(told, basics, served) == []

    def main(company: dict[str, Any]) -> str | None:
        return next((item["kod"] for item in company["czNace"] or () if item["prevazujici"]), None)

    assert differing(told, lambda truth: statistics(truth).main_activity, main) == []


# Of proceedings that run: what the court has found so far.
_STATES_OF_PROCEEDINGS = {
    "NEVYRIZENA": "insolvencniRizeni",
    "MORATORIUM": "insolvencniRizeni",
    "ÚPADEK": "upadek",
    "REORGANIZ": "upadek",
    "KONKURS": "konkurs",
}


def test_a_state_in_words_is_the_gravest_that_was_drawn(told: Told) -> None:
    proceedings = {item.ico: item.proceeding for item in told.online}

    def state(truth: Truth) -> tuple[str, str | None]:
        found = by_register(truth)
        if found.ceased:
            return "zanikla", None
        asked = proceedings.get(truth.ico)
        if asked in _STATES_OF_PROCEEDINGS:
            return _STATES_OF_PROCEEDINGS[asked], None
        noted, since = (
            (truth.register.state, truth.register.in_liquidation_since) if truth.register else (None, None)
        )
        if noted in ("konkurs", "upadek", "insolvencniRizeni"):
            return noted, since
        if asked == "VYRIZENA":  # of which the insolvency register does not tell whether it runs
            return "insolvencniRizeni", None
        if "v likvidaci" in fold(found.name or ""):
            return "likvidace", since
        return noted or "aktivni", since

    def served(company: dict[str, Any]) -> tuple[str, str | None]:
        return company["stavPodrobne"]["kod"], (company["likvidace"] or {}).get("od")

    assert differing(told, state, served) == []


LISTS = {
    "drivejsiJmena": lambda register: register.former_names,
    "predmetPodnikani": lambda register: register.business_lines,
    "ostatniSkutecnosti": lambda register: register.facts,
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_texts_hold_what_is_entered(told: Told, name: str) -> None:
    key = {"drivejsiJmena": "jmeno", "ostatniSkutecnosti": "text"}.get(name)

    def drawn(truth: Truth) -> list[str] | None:
        # A company that went back to its former name has no such former name.
        return (
            sorted(
                text
                for text in LISTS[name](truth.register)
                if name != "drivejsiJmena" or text != truth.register.name
            )
            if truth.register
            else None
        )

    def served(company: dict[str, Any]) -> list[str] | None:
        if company[name] is None:
            return None
        items = [item for item in company[name] if name != "ostatniSkutecnosti" or not item["vymazano"]]
        return sorted(item[key] if key else item for item in items)

    assert differing(told, drawn, served) == []


def test_file_mark_and_capital_are_those_entered_today(told: Told) -> None:
    def drawn(truth: Truth) -> tuple[str | None, float | None]:
        if truth.register is None:
            return None, None
        capital = truth.register.capital
        return truth.register.file_mark, float(capital) if capital else None

    def served(company: dict[str, Any]) -> tuple[str | None, float | None]:
        mark, capital = company["spisovaZnacka"], company["zakladniKapital"]
        return mark and mark["text"], capital and capital["castka"]

    assert differing(told, drawn, served) == []


def test_share_issues_are_those_entered_today(told: Told) -> None:
    def drawn(truth: Truth) -> list[tuple[object, ...]] | None:
        return (
            [
                (CODE_WORDS[item.kind].cs, CODE_WORDS[item.form].cs, item.count, item.value)
                for item in truth.register.issues
            ]
            if truth.register
            else None
        )

    def served(company: dict[str, Any]) -> list[tuple[object, ...]] | None:
        if company["akcie"] is None:
            return None
        return [(item["typ"], item["podoba"], item["pocet"], item["hodnota"]) for item in company["akcie"]]

    assert differing(told, drawn, served) == []


def test_branches_are_told_with_mark_state_and_heads(told: Told) -> None:
    def drawn(truth: Truth) -> list[tuple[object, ...]] | None:
        if truth.register is None:
            return None
        hidden = truth.register.persons_hidden
        return sorted(
            (item.name, item.mark or "", item.current, None if hidden else item.heads)
            for item in truth.register.branches
        )

    def served(company: dict[str, Any]) -> list[tuple[object, ...]] | None:
        if company["odstepneZavody"] is None:
            return None
        return sorted(
            (
                item["nazev"],
                (item["spisovaZnacka"] or {}).get("text") or "",
                item["aktualni"],
                item["vedouci"]
                and [f"{head['osoba']['jmeno']} {head['osoba']['prijmeni']}" for head in item["vedouci"]],
            )
            for item in company["odstepneZavody"]
        )

    assert differing(told, drawn, served) == []


def identity(who: Someone) -> tuple[object, ...]:
    return fold(who.name), who.ico, who.foreign_number, who.country


def shown(person: dict[str, Any]) -> tuple[object, ...]:
    country = person["stat"] and person["stat"]["nazev"]
    if person["typ"] == "fyzicka":
        return fold(f"{person['jmeno']} {person['prijmeni']}"), None, None, country
    return fold(person["obchodniJmeno"]), person["ico"], person["zahranicniCislo"], country


def test_members_of_bodies_are_those_who_sit_there_today(told: Told) -> None:
    def drawn(truth: Truth) -> Counter[object] | None:
        if truth.register is None:
            return None
        hidden = truth.register.persons_hidden
        found: Counter[object] = Counter(
            (*identity(item.who), item.note)
            for item in truth.register.members
            if not (hidden and item.who.natural)
        )
        # Heads of branches that the company's own entry tells of sit among its bodies.
        nested = [item for item in truth.register.branches if not item.mark and not hidden]
        return found + Counter((fold(name), None, None, None, None) for item in nested for name in item.heads)

    def served(company: dict[str, Any]) -> Counter[object] | None:
        if company["statutarniOrgany"] is None:
            return None
        bodies = [*company["statutarniOrgany"], *company["ostatniOrgany"]]
        members = [item for body in bodies for item in body["clenove"] if item["aktualni"]]
        return Counter((*shown(item["osoba"]), item["funkcePoznamka"]) for item in members)

    assert differing(told, drawn, served) == []


def test_partners_are_told_with_their_kind_and_their_foreign_numbers(told: Told) -> None:
    def drawn(truth: Truth) -> Counter[object] | None:
        if truth.register is None:
            return None
        # The generator names the section of shareholders "Jediný akcionář".
        kinds = {**PARTNERS, "AKCIONAR": "jedinyAkcionar"}
        return Counter(
            (*identity(item.who), kinds[item.kind])
            for item in truth.register.partners
            if not (truth.register.persons_hidden and item.who.natural)
        )

    def served(company: dict[str, Any]) -> Counter[object] | None:
        if company["spolecnici"] is None:
            return None
        present = [item for item in company["spolecnici"] if item["aktualni"]]
        return Counter((*shown(item["osoba"]), item["druh"]["kod"]) for item in present)

    assert differing(told, drawn, served) == []


def test_vat_and_proceedings_are_those_that_the_registers_answered(told: Told) -> None:
    for truth in told.online:
        company = told.registry.company(int(truth.ico))
        dph = company["dph"]
        told_of = (dph["stav"], dph["nespolehlivyOd"]) if dph else (None, None)
        assert told_of == (truth.vat, truth.unreliable_since)
        assert (company["dphRozpor"] is not None) is (truth.vat is None)
        assert [item["stav"] for item in company["insolvence"]] == [truth.proceeding] * bool(truth.proceeding)
    assert {truth.vat for truth in told.online} == {
        "platce", "nespolehlivyPlatce", "identifikovanaOsoba", "neplatce", None,
    }  # fmt: skip
    unreliable = [truth.vat for truth in told.online if truth.unreliable_since]
    assert {"nespolehlivyPlatce", "neplatce"} <= set(unreliable)
    # Nobody else was asked about.
    asked = {truth.ico for truth in told.online}
    for drawn, company in served_of(told):
        if drawn.ico not in asked:
            assert company["dph"] is company["insolvence"] is None


def test_the_country_lacks_nothing_that_registers_have(told: Told) -> None:
    entries = [truth.register for truth in told.truths if truth.register]
    branches = [item for entry in entries for item in entry.branches]
    assert {(bool(item.mark), item.current) for item in branches} == {
        (True, True),
        (True, False),
        (False, True),
    }
    partners = [item for entry in entries for item in entry.partners]
    assert {PARTNERS[item.kind] for item in partners} == {
        "spolecnik", "komanditista", "komplementar", "akcionar", "zakladatel", "clenDruzstva",
    }  # fmt: skip
    foreign = [item.who for item in partners if item.who.country and not item.who.natural]
    assert any(who.foreign_number is None for who in foreign)
    companies = {truth.ico for truth in told.truths}
    assert any(who.foreign_number in companies for who in foreign)
    assert any(
        who.foreign_number and who.foreign_number.isdigit() and len(who.foreign_number) == 5
        for who in foreign
    )
    members = [item for entry in entries for item in entry.members]
    assert any(item.who.natural and item.who.country for item in members)
    assert any(item.note for item in members)
    assert {entry.state for entry in entries if not entry.ceased} == {
        None, "konkurs", "upadek", "insolvencniRizeni", "pozastavena",
    }  # fmt: skip
    assert any(entry.in_liquidation_since and not entry.ceased for entry in entries)
    assert any(entry.issues for entry in entries)
    assert any(entry.facts for entry in entries)
    rows = [truth.statistical for truth in told.truths if truth.statistical]
    assert any(row.city_district for row in rows)
    known = {(truth.statistical is not None, truth.register is not None) for truth in told.truths}
    assert known == {(True, True), (True, False), (False, True)}


def test_the_truth_is_the_same_for_the_same_seed_and_is_left_out_unless_asked_for(tmp_path: Path) -> None:
    for name in ("one", "other"):
        generate(tmp_path / name, 300, 11, truth=True)
    assert (tmp_path / "one" / TRUTH_FILE).read_bytes() == (tmp_path / "other" / TRUTH_FILE).read_bytes()
    generate(tmp_path / "without", 300, 11)
    assert not (tmp_path / "without" / TRUTH_FILE).exists()

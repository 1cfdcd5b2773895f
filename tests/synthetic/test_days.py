"""Days of made-up companies do not contradict each other: nothing of a company is older than itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.synthetic.conftest import Country

# Days on which something of a company began; a birth date and the end of what it was before are older.
_BEGINNINGS = ("zapisDatum", "funkceOd", "clenstviOd")


def _contradictions(country: Country) -> Iterator[tuple[str, str, str]]:
    for subject in country.register.findall("Subjekt"):
        founded = subject.findtext("zapisDatum") or ""
        for name in _BEGINNINGS:
            for element in subject.iter(name):
                if (element.text or "") < founded:
                    yield subject.findtext("ico") or "", name, element.text or ""


def test_nothing_in_a_company_began_before_it(country: Country) -> None:
    assert list(_contradictions(country)) == []


def test_statistics_were_brought_up_to_date_after_the_foundation(country: Country) -> None:
    dated = [
        (row["DDATVZN"], row["DDATPAKT"]) for row in country.subjects if row["DDATVZN"] and row["DDATPAKT"]
    ]
    assert len(dated) > 100 and all(founded <= updated for founded, updated in dated)


def test_a_liquidator_comes_with_the_liquidation_and_so_does_the_name(country: Country) -> None:
    liquidated = [
        subject
        for subject in country.register.findall("Subjekt")
        if any("vstoupila do likvidace" in (text.text or "") for text in subject.iter("hodnotaText"))
    ]
    checked = set()
    for subject in liquidated:
        entries = list(subject.iter("Udaj"))
        (since,) = (
            entry.findtext("zapisDatum") or ""
            for entry in entries
            if "vstoupila do likvidace" in (entry.findtext("hodnotaText") or "")
        )
        assert since > (subject.findtext("zapisDatum") or "")
        for entry in entries:
            kind, day = entry.findtext("udajTyp/kod") or "", entry.findtext("zapisDatum") or ""
            named = re.search("v likvidaci$", entry.findtext("hodnotaText") or "", re.IGNORECASE)
            if kind.startswith("LIKVIDATOR") or (kind == "NAZEV" and named):
                assert day >= since, (subject.findtext("ico"), kind)
                checked.add(kind)
    assert checked > {"NAZEV", "LIKVIDATOR"}

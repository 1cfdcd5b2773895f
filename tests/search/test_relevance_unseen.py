"""Queries that nobody wrote with the rules in view: how many are right at once, by class."""

from __future__ import annotations

from pathlib import Path

import pytest

from soupis.search.companies import CompanySearch
from soupis.search.indexer import rebuild
from soupis.search.persons import PersonSearch
from tests.relevance.unseen import Figures, companies, judge, persons
from tests.search.store import open_store

pytestmark = pytest.mark.slow

# Per hundred, at once and among the first five (of suggestions: shown at all).
_WANTED = {"company": (98, 99), "person": (98, 99), "suggest": (85, 99)}
# No rule leads from slang to a name.
_OF_NO_RULE = {"nickname"}
# Persons in another case than the first: rules of Czech grammar are not all here.
_RARE = {"declension"}


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Figures]:
    figures: dict[tuple[str, str], Figures] = {}
    for part in ("", "fifth_", "sixth_", "seventh_", "eighth_"):
        directory: Path = tmp_path_factory.mktemp("unseen")
        rebuild(open_store(directory, [*companies(part), *persons(part)]), directory / "index")
        figures |= judge(CompanySearch(directory / "index"), PersonSearch(directory / "index"), part)
    return figures


@pytest.mark.parametrize("kind", _WANTED)
def test_what_people_type_finds_what_they_mean(figures: dict[tuple[str, str], Figures], kind: str) -> None:
    of_kind = [found for (other, _), found in figures.items() if other == kind]
    asked, first, shown = (sum(column) for column in zip(*of_kind, strict=True))
    at_once, in_five = _WANTED[kind]
    assert first / asked >= at_once / 100
    assert shown / asked >= in_five / 100


def test_no_class_of_queries_is_left_behind(figures: dict[tuple[str, str], Figures]) -> None:
    left = {
        name: found
        for name, found in figures.items()
        if found.shown < 0.9 * found.asked and name[1] not in _OF_NO_RULE | _RARE
    }
    assert not left

"""The relevance set: every question has to be answered by the right company in the first place."""

from __future__ import annotations

from pathlib import Path

import pytest

from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.indexer import rebuild
from tests.relevance import Question, corpus, questions
from tests.search.store import open_store


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CompanySearch:
    directory: Path = tmp_path_factory.mktemp("relevance")
    rebuild(open_store(directory, corpus()), directory / "index")
    return CompanySearch(directory / "index")


@pytest.mark.parametrize("question", questions(), ids=lambda question: f"{question.kind}: {question.text}")
def test_the_company_meant_is_the_first_hit(search: CompanySearch, question: Question) -> None:
    names = {entry.ico: entry.name for entry in corpus()}
    hits = search.search(CompanyQuery(question.text), 0, 5).hits
    assert [names[hit.ico] for hit in hits][:1] == [names[question.ico]]
    assert hits[0].ico == question.ico


def test_hits_by_a_former_name_are_marked_and_others_are_not(search: CompanySearch) -> None:
    for question in questions():
        if question.kind in ("former name", "case", "typo"):
            hit = search.search(CompanyQuery(question.text), 0, 1).hits[0]
            assert hit.step.startswith("drivejsiJmeno") == (question.kind == "former name"), question

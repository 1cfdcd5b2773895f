"""Whether the persons or the companies that one text finds are shown first."""

from __future__ import annotations

import pytest

from soupis.queries.persons import are_meant
from soupis.search.persons import PersonPage


@pytest.mark.parametrize(
    ("persons", "text", "company", "meant"),
    [
        ("preklep", "Dmytro Navrástil", ("castecne", "Dmytro s.r.o."), True),
        ("jinyZapis", "Jirka Hnědý", ("castecne", "Hnědý dům s.r.o."), True),
        ("jmenoAFirma", "Novák Budvar", ("castecne", "Novák invest a.s."), True),
        ("jmenoAFirma", "Novák Budvar", ("castecne", "Budvar, a.s."), False),
        ("castecne", "Jan Novák Mimoň", ("castecne", "Novák invest a.s."), False),
        ("preklep", "Samuel Čerýn", ("preklep", "Samuel Černý s.r.o."), False),
        ("preklep", "Samuel Čerýn", None, True),
    ],
)
def test_persons_with_all_words_come_before_companies_with_words_left_out(
    persons: str, text: str, company: tuple[str, str] | None, meant: bool
) -> None:
    step, name = company or (None, None)
    assert are_meant(PersonPage(1, [1], steps=[persons]), text, step, name) == meant


def test_nobody_found_is_never_meant() -> None:
    assert not are_meant(PersonPage(0, []), "Nikdo Takový", None, None)
    assert not are_meant(PersonPage(0, []), "Nikdo Takový", "castecne", "Takový s.r.o.")

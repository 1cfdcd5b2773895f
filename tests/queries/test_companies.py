"""What faces ask for of companies, where no server is needed."""

from __future__ import annotations

import pytest

from soupis.queries.companies import former_name


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("alza", ["ALZASOFT a.s.", "Alza.cz a.s."], "Alza.cz a.s."),
        ("novak", ["Stavby Brno s.r.o.", "Novák, spol. s r.o."], "Novák, spol. s r.o."),
        ("zasilkovna", ["Packeta s.r.o.", "Zásilkovna.cz s.r.o."], "Zásilkovna.cz s.r.o."),
    ],
)
def test_a_former_name_is_compared_by_words_whatever_stands_between_them(
    text: str, names: list[str], expected: str
) -> None:
    assert former_name(text, names) == expected


def test_of_former_names_that_fit_alike_the_newest_is_named() -> None:
    assert former_name("alfa", ["Alfa Brno", "Alfa Praha"]) == "Alfa Brno"
    assert former_name("alfa", []) is None

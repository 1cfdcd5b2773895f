"""Names that the register writes in capitals are shown as their bearers write them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.folding import fold
from soupis.ingest.merge.casing import usual_case
from soupis.ingest.merge.identity import PersonRow, fuller

SURNAMES = [
    "O'Neill-Žitná", "McCarthy", "McCarthy-Smith", "McEnroe", "Mchitarjan", "Macháček", "D’Artagnan",
    "van der Berg", "van de Velde", "van 't Hoff", "van Dijk", "von der Leyen", "von Trapp", "ten Hag",
    "z Lobkowicz", "Kinský z Vchynic", "García de la Cruz", "Pereira da Silva", "Ortega y Gasset",
    "Nguyen Van Tuan", "Van Thi Lan", "Nguyen Van", "Le Van", "Do Van", "De Luca", "Van", "Li",
    "dos Santos", "da Silva", "das Neves", "de la Croix", "de los Ríos", "de las Casas", "Del Piero",
    "Di Stefano", "Minnie Driver", "Novák Rozen",
    "Schwarzenberg VI.", "Lobkowicz XII.", "Novák X.", "Vi", "Xi", "Žáková roz. Malá", "Žáková (roz. Malá)",
    "Žáková, rozená Malá", "Novák dříve Malý", "Roz", "Roz Malá",
    "Novák ml.", "Novák st.", "Novák, ml.", "van den Broeck ml.", "Smith Jr.", "Smith III", "Smith IV.",
    "Šťastný", "St. John", "Krásná mladší",
]  # fmt: skip
FIRST_NAMES = ["Anna Marie", "Jean-Pierre", "Van Thanh", "Jan ml.", "Karel IV", "Thi Vi", "J.", "Li"]


@pytest.mark.parametrize("name", SURNAMES)
def test_a_surname_in_capitals_is_shown_in_usual_casing(name: str) -> None:
    assert usual_case(name.upper(), surname=True) == name


@pytest.mark.parametrize("name", FIRST_NAMES)
def test_a_first_name_in_capitals_is_shown_in_usual_casing(name: str) -> None:
    assert usual_case(name.upper(), surname=False) == name


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("NOVÁK ml.", "Novák ml."),
        ("van der BERG", "van der Berg"),
        ("McCARTHY", "McCarthy"),
        ("MacDONALD", "MacDonald"),
        ("Smith III", "Smith III"),
        ("Van Der Berg", "Van Der Berg"),
        ("VAN der Meer", "van der Meer"),
        ("VAN Dijk", "van Dijk"),
        ("VON Stein", "von Stein"),
        ("Nguyen VAN Tuan", "Nguyen VAN Tuan"),
        ("Nguyen DO Minh", "Nguyen DO Minh"),
        ("VAN Thi Lan", "VAN Thi Lan"),
        ("DeLuca", "DeLuca"),
        ("X", "X"),
        ("***", "***"),
    ],
)
def test_small_letters_of_the_register_stay(printed: str, shown: str) -> None:
    assert usual_case(printed, surname=True) == shown


@given(
    st.lists(st.sampled_from([word for name in SURNAMES for word in name.split()]), min_size=1, max_size=5)
)
def test_casing_changes_letters_into_their_own_other_case_alone(words: list[str]) -> None:
    name = " ".join(words).upper()
    for surname in (True, False):
        shown = usual_case(name, surname=surname)
        assert fold(shown) == fold(name)
        assert usual_case(shown, surname=surname) == shown


@pytest.mark.parametrize(
    ("best", "others"),
    [
        ("McCarthy", ["Mccarthy"]),
        ("van der Berg", ["Van Der Berg", "Van der Berg"]),
        ("Smith III", ["Smith Iii"]),
        ("Novák ml.", ["Novák Ml.", "Novak Ml."]),
        ("Žitná", ["Zitna", "Zitná"]),
        ("dos Santos", ["Dos Santos"]),
        ("Schwarzenberg VI.", ["Schwarzenberg Vi."]),
        ("Žáková roz. Malá", ["Žáková Roz. Malá"]),
    ],
)
def test_the_better_spelling_is_kept_in_any_order(best: str, others: list[str]) -> None:
    for order in itertools.permutations([best, *others]):
        rows = [PersonRow(b"", None, name, None, None, None) for name in order]
        met = rows[0]
        for row in rows[1:]:
            met = fuller(met, row)
        assert met.last_name == best

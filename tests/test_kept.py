"""What is remembered of words: asked for again it is the same, and it is never more than so many."""

from __future__ import annotations

import random

from soupis.kept import Kept


def test_what_is_kept_is_what_would_be_made_and_made_once() -> None:
    made: list[str] = []

    def make(text: str) -> str:
        made.append(text)
        return text.upper()

    kept = Kept(make, 10)
    assert [kept[text] for text in ("alfa", "beta", "alfa")] == ["ALFA", "BETA", "ALFA"]
    assert made == ["alfa", "beta"]


def test_no_more_than_so_many_are_kept_and_all_are_right() -> None:
    rng = random.Random(1)
    kept = Kept(len, 10)
    for text in ("a" * rng.randint(0, 40) for _ in range(1_000)):
        assert kept[text] == len(text)
        assert len(kept) <= 10


def test_equal_texts_are_judged_once_until_there_are_too_many_and_long_ones_each_time() -> None:
    judged: list[str] = []

    def upper(text: str) -> str:
        judged.append(text)
        return text.upper()

    kept = Kept(upper, 2, longest=3)
    assert [kept[text] for text in ("a", "a", "long", "long", "b", "a")] == [
        "A", "A", "LONG", "LONG", "B", "A",
    ]  # fmt: skip
    assert judged == ["a", "long", "long", "b"]
    assert kept["c"] == "C" and kept["a"] == "A"
    assert judged[4:] == ["c", "a"] and len(kept) == 2

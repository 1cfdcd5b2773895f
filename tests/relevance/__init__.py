"""A fixed corpus of companies and what people search for in it; the IDs are made up."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from soupis.search.entries import CompanyEntry

_PLACE = Path(__file__).parent


class Question(NamedTuple):
    """A text and the company that has to be found first; `kind` says what is difficult about it."""

    kind: str
    text: str
    ico: int


def corpus() -> list[CompanyEntry]:
    """Return the companies of `corpus.csv`."""
    with (_PLACE / "corpus.csv").open(encoding="utf-8", newline="") as file:
        return [
            CompanyEntry(
                ico=int(row["ico"]),
                name=row["name"],
                former_names=[name for name in row["former_names"].split(";") if name],
                places=row["places"].split(";"),
                region=int(row["region"]),
                legal_form=row["legal_form"],
                legal_form_ros=None,
                nace=[row["nace"]],
                living=row["living"] == "1",
                size=int(row["size"]),
            )
            for row in csv.DictReader(file)
        ]


def questions() -> list[Question]:
    """Return the questions of `queries.csv`."""
    with (_PLACE / "queries.csv").open(encoding="utf-8", newline="") as file:
        return [Question(row["class"], row["text"], int(row["ico"])) for row in csv.DictReader(file)]

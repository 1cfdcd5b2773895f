"""Filed documents by their kind, financial statements first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from soupis.folding import fold
from soupis.messages import Message
from soupis.wire.company import Listina

# Kinds in the order of their importance, each with the beginnings of words by which it is known.
_KINDS = (
    (
        Message("Účetní závěrky a výroční zprávy", "Financial statements and annual reports"),
        ("ucetni zaverk", "vyrocni zprav", "zprava audit", "zprava o vztaz", "rozvaha", "vykaz zisku"),
    ),
    (
        Message("Zakladatelské listiny a stanovy", "Founding documents and articles"),
        ("zakladatel", "spolecenska smlouva", "stanovy", "nadacni listina"),
    ),
    (
        Message("Přeměny společnosti", "Mergers and divisions"),
        ("projekt", "fuze", "premen", "rozdel", "prevod jmeni", "zprava o premene"),
    ),
    (
        Message("Rozhodnutí a podpisové vzory", "Decisions and specimen signatures"),
        ("rozhod", "podpis", "notarsky zapis", "zapis z"),
    ),
)
_OTHERS = Message("Ostatní listiny", "Other documents")


class FilingGroup(NamedTuple):
    """Documents of one kind, the newest first; `main` are the financial statements."""

    name: Message
    filings: list[Listina]
    main: bool


def group_filings(filings: Iterable[Listina]) -> list[FilingGroup]:
    """Return the kinds that are there; within one the newest year first, then the day of filing."""
    groups: dict[Message, list[Listina]] = {name: [] for name in (*(name for name, _ in _KINDS), _OTHERS)}
    for filing in filings:
        groups[_kind(filing)].append(filing)
    return [
        FilingGroup(name, sorted(group, key=_age, reverse=True), name is _KINDS[0][0])
        for name, group in groups.items()
        if group
    ]


def _kind(filing: Listina) -> Message:
    kind = fold(filing.typ)
    for name, beginnings in _KINDS:
        if any(f" {beginning}" in f" {kind}" for beginning in beginnings):
            return name
    return _OTHERS


def _age(filing: Listina) -> tuple[str, str]:
    filed = filing.zalozeno or filing.podano or ""
    return (str(filing.rok) if filing.rok else filed[:4], filed)

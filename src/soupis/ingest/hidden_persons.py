"""Hidden persons as publishing meets them: who is left out of a company, and which names leave its texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection

from soupis.ingest.hidden_list import HiddenPerson, companies_of, load_list, stored_persons
from soupis.ingest.privacy.hidden_names import Name, hide_names, is_company_name, may_be_same_name, words_of

S = TypeVar("S", bound=msgspec.Struct)


class HiddenHere(NamedTuple):
    """The hidden persons of one company."""

    numbers: frozenset[int]
    names: tuple[Name, ...]
    namesakes: frozenset[tuple[Name, str | None]]  # names and birth dates of those whose spellings are hidden

    def includes(self, number: int | None, name: Name, birth_date: str | None) -> bool:
        """Tell whether somebody who sits in the company is hidden."""
        return number in self.numbers or any(
            birth_date in (None, born) and may_be_same_name(name, hidden) for hidden, born in self.namesakes
        )

    def hide(self, text: str) -> str:
        """Return a text about the company without their names."""
        return hide_names(text, self.names)

    def cleaned(self, document: S) -> S:
        """Return a document about the company without their names in its texts.

        Bodies of heads of branches have the names of these, which stay.
        """
        branches = {branch.nazev for branch in getattr(document, "odstepne_zavody", None) or ()}
        plain = _hide_in(
            msgspec.to_builtins(document),
            lambda text: text if text in branches else self.hide(text),
            "",
            "",
        )
        return msgspec.convert(plain, document.__class__)


# Texts that stay: names of companies, names and keys of other persons, and parts of addresses, because
# streets are called after people.
_NAMES = frozenset(
    "klic obchodniJmeno jmeno prijmeni titulPred titulZa nazevUlice nazevCastiObce nazevObce "
    "nazevMestskeCasti nazevOkresu nazevKraje".split()
)
_NAMED_COMPANIES = frozenset(("odstepneZavody", "nazvy"))


def _hide_in(value: Any, hide: Callable[[str], str], key: str, parent: str) -> Any:
    """Return a part of a document without names; `key` is its name, `parent` that of what it is in."""
    if isinstance(value, str):
        stays = key in _NAMES or (key == "nazev" and parent in _NAMED_COMPANIES)
        return value if stays else hide(value)
    if isinstance(value, list):
        return [_hide_in(item, hide, key, parent) for item in value]
    if not isinstance(value, dict) or _is_called_after_somebody(value, hide):
        return value
    hidden = {name: _hide_in(item, hide, name, key) for name, item in value.items()}
    if value.get("typ") == "pravnicka" and value["ico"] is None:
        # Without a legal form it may be a natural person who was entered as a legal one.
        name = value["obchodniJmeno"]
        hidden["obchodniJmeno"] = name if is_company_name(name) else hide(name)
    return hidden


def _is_called_after_somebody(seat: dict[str, Any], hide: Callable[[str], str]) -> bool:
    """Tell whether a part of an address has the name, so that the address as a whole has it, too."""
    parts = [seat.get(name) for name in ("nazevUlice", "nazevCastiObce", "nazevObce")]
    return any(part and hide(part) != part for part in parts)


class HiddenPersons:
    """All hidden persons, as of one state of the database."""

    def __init__(self, companies: Mapping[int, HiddenHere] = MappingProxyType({})) -> None:
        self._companies = companies

    def in_company(self, ico: int) -> HiddenHere | None:
        """Return the hidden persons of a company, None where there are none."""
        return self._companies.get(ico)


def read_hidden(connection: Connection) -> HiddenPersons:
    """Return the hidden persons, with all companies that they are or once were entered in."""
    hidden = [item for item in load_list(connection) if item.hidden]
    if not hidden:
        return HiddenPersons()
    stored = stored_persons(connection, hidden)
    entered = companies_of(connection, [row.id for row in stored.values()])
    by_company = defaultdict(list)
    for item in hidden:
        row = stored.get(item.identity)
        for ico in entered[row.id].union(item.companies) if row else item.companies:
            by_company[ico].append(item)
    return HiddenPersons({ico: _hidden_here(items, stored) for ico, items in by_company.items()})


def _hidden_here(items: list[HiddenPerson], stored: Mapping[str, Any]) -> HiddenHere:
    numbers, names, namesakes = set(), {}, set()
    for item in sorted(items, key=lambda item: item.along_with is not None):
        name, row = Name(item.first_name, item.last_name), stored.get(item.identity)
        if row is not None:
            numbers.add(row.id)
        # Who was taken along is found by the name of the first person where that has the same words or more.
        if not item.along_with or (item.first_name and words_of(name) not in names):
            names[words_of(name)] = name
        if item.namesakes and not item.along_with:
            namesakes.add((name, row and row.birth_date))
    return HiddenHere(frozenset(numbers), tuple(names.values()), frozenset(namesakes))

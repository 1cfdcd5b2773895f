"""Hidden persons as publishing meets them: who is left out of a company, and which names leave its texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection

from soupis.ingest.hidden_list import companies_of, load_list, numbers_of
from soupis.ingest.privacy.hidden_names import Name, hide_names, same_name
from soupis.ingest.privacy.published import redact_in_place
from soupis.ingest.privacy.without_names import without_names

S = TypeVar("S", bound=msgspec.Struct)


class HiddenHere(NamedTuple):
    """The hidden persons of one company."""

    numbers: frozenset[int]
    names: tuple[Name, ...]
    namesakes: frozenset[tuple[str, ...]]  # names of which everybody without a birth date is hidden

    def includes(self, number: int | None, name: Name, birth_date: str | None) -> bool:
        """Tell whether somebody who sits in the company is hidden."""
        return number in self.numbers or (birth_date is None and same_name(name) in self.namesakes)

    def hide(self, text: str) -> str:
        """Return a text about the company without their names."""
        return hide_names(text, self.names)

    def cleaned(self, document: S) -> S:
        """Return a document about the company without their names.

        What is private is hidden first, because the names tell that it is.
        """
        redact_in_place(document)
        return without_names(document, self.hide)


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
    numbers = numbers_of(connection, hidden)
    people = {(ico, item.identity): item for item in hidden for ico in item.companies}
    people |= {
        (ico, numbers[number].identity): numbers[number] for number, ico in companies_of(connection, numbers)
    }
    by_identity = {item.identity: number for number, item in numbers.items()}
    by_company = defaultdict(list)
    for (ico, _), item in people.items():
        by_company[ico].append(item)
    return HiddenPersons(
        {
            ico: HiddenHere(
                frozenset(by_identity[item.identity] for item in items if item.identity in by_identity),
                tuple(dict.fromkeys(Name(item.first_name, item.last_name) for item in items)),
                frozenset(
                    same_name(Name(item.first_name, item.last_name)) for item in items if item.namesakes
                ),
            )
            for ico, items in by_company.items()
        }
    )

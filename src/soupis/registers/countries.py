"""Countries as the registers print them, with one name and one ISO 3166 code for each.

This is the only place where a country's name or code is interpreted, whatever the source.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from soupis.folding import fold_words
from soupis.registers.files import packaged_rows

CZECH = "CZ"
ABROAD = "ZZ"  # a country that is not in the list; ISO 3166 leaves this code to its users

# Words in the place of a country that name none; folded.
_NOT_TOLD = frozenset(
    {
        "", "neuvedeno", "neuveden", "neuvedena", "neznamo", "neznamy", "neznama", "neznamy stat",
        "nezjisteno", "nezjisten", "neurceno", "stat neuveden", "stat nezjisten", "bez udaje",
    }
)  # fmt: skip
# A company or a person there may be Czech or Slovak, so that these names are neither Czech nor foreign.
_CZECHOSLOVAK = frozenset(
    {
        "ceskoslovensko", "cesko slovensko", "ceskoslovenska republika",
        "ceskoslovenska socialisticka republika", "ceskoslovenska federativni republika",
        "ceska a slovenska federativni republika", "csr", "cssr", "csfr", "csk", "czechoslovakia",
    }
)  # fmt: skip
# The registers add to a country that its address was not matched with the address register.
_NOTE = re.compile(r"[\s,;(–—-]*\b(?:adresa )?neztoto[zž]n\w*(?: adresa)?\)?", re.IGNORECASE)
_SEPARATOR = re.compile(r"[,;/|()–—]|\s-\s|\s-$")
_LITTLE_WORDS = frozenset({"the", "of", "and", "a"})


class Country(NamedTuple):
    """A country: its ISO 3166 code where the name is known, and its Czech name."""

    code: str | None
    name: str


class _Names(NamedTuple):
    """Countries by their codes of two and three letters, and by the words of their names."""

    by_code: dict[str, Country]
    by_words: dict[frozenset[str], Country]


@lru_cache(4096)
def read_country(text: str | None) -> Country | None:
    """Return the country that a register prints, or None if the text names none.

    The order of words does not matter, because registers write "Virgin Islands, British".
    A Czech name keeps its form (Slovensko, Slovenská republika), in the usual spelling. A code and an English
    name become the short Czech name. An unknown country keeps the register's text and has no code.
    """
    text = " ".join(_NOTE.sub("", text or "").split())
    words = _plain(text)
    if words in _NOT_TOLD:
        return None
    names = _names()
    # Only ASCII letters are a code: ČR is the Czech Republic, CR is Costa Rica.
    if text.isascii() and (known := names.by_code.get(text.upper())):
        return known
    if known := names.by_words.get(_words(text)):
        return known
    return _country_among_parts(text, names.by_words) or Country(None, text)


def _country_among_parts(text: str, countries: dict[frozenset[str], Country]) -> Country | None:
    """Return the only country that parts of a text name: "Slovensko, Slovenská republika"."""
    known = [part for part in map(_words, _SEPARATOR.split(text)) if part in countries]
    if len({countries[part].code for part in known}) != 1:
        return None
    country = countries[known[0]]
    others = _words(text).difference(*known)
    # "Korea, Democratic" is not the country that is called Korea.
    is_ambiguous = any(
        known[0] < words and words & others and another.code != country.code
        for words, another in countries.items()
    )
    return None if is_ambiguous else country


def country_at_end(address: str | None) -> str | None:
    """Return the known country name at the end of an address, as printed, or None if there is none."""
    pieces = (address or "").split(",")
    ends = (",".join(pieces[-count:]).strip() for count in (2, 1))  # "Virgin Islands, British" has a comma
    return next((end for end in ends if _words(end) in _names().by_words), None)


def country_code(text: str | None) -> str | None:
    """Return the ISO code of a country by its name or its code, or None if the country is not known."""
    country = read_country(text)
    return country.code if country else None


def is_czech(text: str | None) -> bool:
    """Tell whether a text names the Czech Republic; a text that names no country does not."""
    return country_code(text) == CZECH


def is_foreign(text: str | None) -> bool:
    """Tell whether a text names another country than the Czech Republic, a known or an unknown one.

    A text that names no country, and Czechoslovakia, are neither Czech nor foreign.
    """
    country = read_country(text)
    return country is not None and country.code != CZECH and _plain(country.name) not in _CZECHOSLOVAK


def _plain(text: str) -> str:
    return " ".join(fold_words(text))


def _words(text: str) -> frozenset[str]:
    """Return the distinctive words of a country's name, without their order."""
    return frozenset(fold_words(text)) - _LITTLE_WORDS


@cache
def _names() -> _Names:
    names = _Names({}, {})
    for row in packaged_rows("country"):
        country = Country(row["code"], row["name_cs"])
        names.by_code[row["code"]] = names.by_code[row["alpha3"]] = country
        for alias in row["aliases"].split("; "):
            names.by_words[_words(alias)] = country
        for name in filter(None, (row["name_cs"], *row["other_cs"].split("; "))):
            names.by_words[_words(name)] = Country(row["code"], name)
    return names

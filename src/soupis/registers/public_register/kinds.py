"""Kinds of entries of the public register, and the parts of entries that are known."""

from __future__ import annotations

import re
from typing import NamedTuple, cast
from xml.etree.ElementTree import Element

from soupis.registers.files import packaged_rows
from soupis.registers.records import BodyRole

# Values by which an entry says no.
NO = frozenset({"false", "ne", "0"})


class Kind(NamedTuple):
    """What the reader does with entries of one kind, by a row of `data/entry_kind.csv`.

    `reading` is "body" for a section whose sub-entries are members, "member" or "administrator" for a person
    in a body, "container" for a section that only holds entries together, "text" for an entry that is kept
    in its own words, "fact" for one that says something even without words, "subject" for what is said of
    the subject as a whole, "unused" for what is not part of an extract. Others are named by what they hold.
    """

    reading: str
    role: BodyRole | None = None  # of a body
    body: str | None = None  # kind of the body that a member outside of a section belongs to


KINDS = {
    row["kind"]: Kind(row["reading"], cast(BodyRole, row["role"]) or None, row["body"] or None)
    for row in packaged_rows("entry_kind")
}

BODY_ROLES = {name: kind.role for name, kind in KINDS.items() if kind.role}
# Administrators of insolvency proceedings; each kind is a body of its own.
ADMINISTRATORS = tuple(name for name, kind in KINDS.items() if kind.reading == "administrator")
MEMBER_BODIES = {name: kind.body for name, kind in KINDS.items() if kind.body}
# Bodies whose members are the heads of a branch.
HEADS_OF_BRANCHES = frozenset({"ODSTEPNY_ZAVOD", "OZ_VEDOUCI_SEKCE"})

_UNKNOWN = Kind("unknown")
_UNUSED = Kind("unused")
_UNUSED_PREFIXES = ("POCET_CLENU", "TEXT_")


def kind_of(name: str) -> Kind:
    """Return what the reader does with entries of a kind; the reading of an unknown one is "unknown"."""
    return KINDS.get(name) or (_UNUSED if name.startswith(_UNUSED_PREFIXES) else _UNKNOWN)


def is_unused(name: str) -> bool:
    """Tell whether a kind is known, but nothing of it goes into an extract."""
    return kind_of(name).reading == "unused"


# Parts of any entry that name its kind and its dates.
LABELS = frozenset({"hlavicka", "udajTyp", "zapisDatum", "vymazDatum"})
_ADDRESS = frozenset({
    "statNazev", "obec", "castObce", "ulice", "cisloPo", "cisloOr", "cisloEv", "cisloText", "psc", "okres",
    "adresaText", "doplnujiciText",
})  # fmt: skip
# Parts that any entry may have. Of a home address only the state is read, to keep it private.
_KNOWN_PARTS = {
    **dict.fromkeys(("adresa", "bydliste"), _ADDRESS),
    "osoba": frozenset({
        "jmeno", "prijmeni", "titulPred", "titulZa", "narozDatum", "nazev", "ico", "regCislo", "euid",
    }),
}  # fmt: skip
# Texts of known facts that are left out on purpose; "" = of any kind.
_LEFT_OUT = {
    "": frozenset({"hodnotaUdaje/T", "hodnotaUdaje/typZapisu/id/id"}),
    # One entry counts, the valid one, and of its parts the most certain.
    "PRAVNI_FORMA": frozenset({"hodnotaText", "pravniForma/kod", "pravniForma/nazev", "pravniForma/zkratka"}),
    "NAZEV": frozenset({"hodnotaText"}),
    "VZNIK": frozenset({"hodnotaText"}),
    "PRAVNI_DUVOD_VYMAZU": frozenset({"hodnotaText"}),
    "ZNEPRISTUPNENI_UDAJU": frozenset({"hodnotaText"}),
}
# The register's own class of an entry about a person or a share: "AngazmaFyzicke", "INDIVIDUALNI_SRO".
_CLASS = re.compile(r"\s*(?:Angazma[A-Z][a-z]+|Spolecnik|[A-Z0-9]+(?:_[A-Z0-9]+)+)\s*")


def is_known_part(part: Element) -> bool:
    """Tell whether a part is a person or an address, with known parts alone."""
    known = _KNOWN_PARTS.get(part.tag)
    return known is not None and len(part) > 0 and known.issuperset([child.tag for child in part])


def is_left_out(kind: str, path: str, text: str) -> bool:
    """Tell whether a text of a known fact is left out on purpose, so that it need not be reported."""
    place, _, name = path.partition("/")
    return (
        path in _LEFT_OUT[""]
        or path in _LEFT_OUT.get(kind, ())
        or name in _KNOWN_PARTS.get(place, ())
        or (path == "hodnotaText" and _CLASS.fullmatch(text) is not None)
    )

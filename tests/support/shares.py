"""Made-up partners: what a register enters, and what an answer has to say, each by a rule of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.support.sources import element, fact, natural

ENTERED, DELETED = "2012-05-06", "2019-08-07"


class Money(NamedTuple):
    """A contribution in hundredths of a unit."""

    unit: str  # as the register has it
    currency: str | None  # None = the unit is no money
    hundredths: int

    @property
    def written(self) -> str:
        """As the register writes it."""
        return f"{self.hundredths // 100};{self.hundredths % 100:02d}"

    @property
    def told(self) -> dict[str, Any]:
        """What an answer says."""
        if self.currency is None:
            return {"castka": None, "mena": None, "text": self.written}
        whole, part = divmod(self.hundredths, 100)
        thousands = f"{whole:,}".replace(",", " ")
        sign = "Kč" if self.currency == "CZK" else self.currency
        text = f"{thousands},{part:02d} {sign}" if part else f"{thousands} {sign}"
        return {"castka": self.hundredths / 100 if part else whole, "mena": self.currency, "text": text}


class Size(NamedTuple):
    """The size of a share: as it is written, and what an answer says of it."""

    unit: str
    written: str
    value: float | None
    text: str


class Burden(NamedTuple):
    """A pledge or an execution; `inside`: where the public register enters an execution."""

    text: str
    deleted: bool = False
    inside: str = "share"  # share | section | partner

    @property
    def told(self) -> tuple[str, str | None, bool]:
        """Text, day of deletion and whether it holds, where the share holds."""
        return self.text, DELETED if self.deleted else None, not self.deleted


class Part(NamedTuple):
    """One share."""

    money: Money
    size: Size
    pledges: tuple[Burden, ...] = ()
    executions: tuple[Burden, ...] = ()


class Owner(NamedTuple):
    """An entry among partners: of one who has shares, of several who hold shares together, of nobody."""

    names: tuple[str, ...]
    shares: tuple[Part, ...]
    common: bool = False


def section(owners: list[Owner]) -> str:
    """Return the section of partners as the public register enters it."""
    return fact("SPOLECNIK", "<podudaje>", *map(_owner_entry, owners), "</podudaje>", since=ENTERED)


def _owner_entry(owner: Owner) -> str:
    shares = [_share_entry(part) for part in owner.shares]
    loose = [
        fact("EXEKUCE", element("hodnotaText", burden.text), until=DELETED if burden.deleted else None)
        for part in owner.shares
        for burden in part.executions
        if burden.inside == "partner"
    ]
    sort, who, holders = "OSOBA", "", []
    if owner.common:
        sort = "SPOLECNY_PODIL"
        holders = [fact("SPOLECNIK_PODILNIK", _person(name), since=ENTERED) for name in owner.names]
    elif owner.names:
        who = _person(owner.names[0])
    else:
        sort = "UVOLNENY_PODIL"
    inside = (f"<hodnotaUdaje><typ>{sort}</typ></hodnotaUdaje>", element("hodnotaText", "Spolecnik"), who)
    return fact(
        "SPOLECNIK_OSOBA", *inside, "<podudaje>", *shares, *loose, *holders, "</podudaje>", since=ENTERED
    )


def _person(name: str) -> str:
    return natural("Jan", name, "1975-02-03")


def _share_entry(part: Part) -> str:
    values = (
        f"<vklad><typ>{part.money.unit}</typ><textValue>{part.money.written}</textValue></vklad>"
        f"<souhrn><typ>{part.size.unit}</typ><textValue>{part.size.written}</textValue></souhrn>"
    )
    below = []
    for burden in part.pledges:
        words = f"<hodnotaUdaje>{element('text', burden.text)}</hodnotaUdaje>"
        below.append(fact("SPOLECNIK_ZASTAVNI_PRAVO", words, until=DELETED if burden.deleted else None))
    for burden in part.executions:
        entry = fact(
            "EXEKUCE", element("hodnotaText", burden.text), until=DELETED if burden.deleted else None
        )
        if burden.inside == "section":
            entry = fact("EXEKUCE_SEKCE", "<podudaje>", entry, "</podudaje>")
        below += [entry] if burden.inside != "partner" else []
    inside = (element("hodnotaText", "INDIVIDUALNI_SRO"), f"<hodnotaUdaje>{values}</hodnotaUdaje>")
    return fact("SPOLECNIK_PODIL", *inside, "<podudaje>", *below, "</podudaje>", since=ENTERED)


def ares_partners(owners: list[Owner]) -> dict[str, Any]:
    """Return the same among `spolecnici` of ARES, which has no executions of shares."""
    found: dict[str, Any] = {"spolecnik": [], "spolecnyPodil": [], "uvolnenyPodil": []}
    for owner in owners:
        shares: dict[str, Any] = {
            "datumZapisu": ENTERED,
            "podil": [_ares_share(part) for part in owner.shares],
        }
        people: list[dict[str, Any]] = [
            {
                "datumZapisu": ENTERED,
                "fyzickaOsoba": {"jmeno": "Jan", "prijmeni": name, "datumNarozeni": "1975-02-03"},
            }
            for name in owner.names
        ]
        if owner.common:
            found["spolecnyPodil"].append({**shares, "podilnik": people})
        elif people:
            found["spolecnik"].append({**shares, "osoba": {**people[0], "typAngazma": "SPOLECNIK_OSOBA"}})
        else:
            found["uvolnenyPodil"].append(shares)
    return found


def _ares_share(part: Part) -> dict[str, Any]:
    return {
        "datumZapisu": ENTERED,
        "vklad": {"typObnos": part.money.unit, "hodnota": part.money.written},
        "velikostPodilu": {"typObnos": part.size.unit, "hodnota": part.size.written},
        "zastavniPravo": [
            {
                "text": item.text,
                "datumZapisu": ENTERED,
                "datumVymazu": DELETED if item.deleted else None,
            }
            for item in part.pledges
        ],
    }


def told_rows(owners: list[Owner], *, executions: bool = True) -> list[tuple[Any, ...]]:
    """Return what an answer has to say of each share of each holder, in any order; None = nobody holds it.

    `executions`: whether the source tells of those of shares.
    """
    return sorted(_rows(owners, executions), key=repr)


def _rows(owners: list[Owner], executions: bool) -> Iterator[tuple[Any, ...]]:
    for owner in owners:
        kind = "podilnik" if owner.common else "spolecnik" if owner.names else None
        for name in owner.names or (None,):
            for part in owner.shares:
                yield (
                    name,
                    kind,
                    *part.money.told.values(),
                    part.size.unit,
                    part.size.value,
                    part.size.text,
                    sorted((item.told for item in part.pledges), key=repr),
                    sorted((item.told for item in part.executions), key=repr) if executions else None,
                )


def row_of(name: str | None, item: dict[str, Any]) -> tuple[Any, ...]:
    """Return what an item of an answer says, in the form of `told_rows`."""
    kind = item["druh"]["kod"] if item.get("druh") else None
    value = item["podil"]["hodnota"]
    return (
        name,
        kind,
        *(item["vklad"][field] for field in ("castka", "mena", "text")),
        item["podil"]["typ"],
        value,
        item["podil"]["text"],
        burdens(item["zastavniPrava"]),
        burdens(item["exekuce"]),
    )


def burdens(listed: list[dict[str, Any]] | None) -> list[tuple[str, str | None, bool]] | None:
    """Return text, day of deletion and whether it holds of each pledge or execution."""
    if listed is None:
        return None
    return sorted(((item["text"], item["vymazano"], item["aktualni"]) for item in listed), key=repr)

"""What a service must say of the made-up companies, noted as facts are drawn, not read from their files.

One line of `truth.jsonl` is a `Truth`. Lists hold what is entered today; deleted entries are history.
"""

from __future__ import annotations

from msgspec import Struct, field

from soupis.synthetic.companies import Person


class Someone(Struct, frozen=True):
    """A person or company in somebody's body; `ico` and `foreign_number` exclude each other."""

    name: str
    ico: str | None = None
    foreign_number: str | None = None
    country: str | None = None  # a foreign one only
    natural: bool = True


class Member(Struct, frozen=True):
    """A present member of a body; the function is None where the entry itself does not tell it."""

    who: Someone
    function: str | None = None
    note: str | None = None


class Partner(Struct, frozen=True):
    """A present partner or shareholder; `kind` is the kind of the register's entry."""

    who: Someone
    kind: str


class Issue(Struct, frozen=True):
    """Shares of one issue; `value` in crowns."""

    kind: str
    form: str
    count: int
    value: int


class Branch(Struct, frozen=True):
    """An organisational unit; `mark` is None where it has no entry of its own."""

    name: str
    mark: str | None
    current: bool
    heads: list[str]


class StatisticalTruth(Struct):
    """What the statistical register tells of a company."""

    name: str | None = None
    legal_form: str | None = None
    founded: str | None = None
    ceased: str | None = None
    municipality: str | None = None
    city_district: str | None = None
    postal_code: int | None = None
    main_activity: str | None = None


class RegisterTruth(Struct):
    """What the public register tells of a company; `state` is None where it tells of nothing but life."""

    name: str
    founded: str
    ceased: str | None
    file_mark: str | None = None
    capital: str | None = None
    state: str | None = None  # konkurs, upadek, insolvencniRizeni, pozastavena
    liquidation: bool = False
    in_liquidation_since: str | None = None
    former_names: list[str] = field(default_factory=list)
    business_lines: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    partners: list[Partner] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    persons_hidden: bool = False


class Truth(Struct):
    """Everything that is noted of one company; a register that does not tell of it is None."""

    ico: str
    statistical: StatisticalTruth | None = None
    register: RegisterTruth | None = None


def named(person: Person, country: str | None = None) -> Someone:
    """Return a natural person as others see it."""
    return Someone(f"{person.first_name} {person.last_name}", country=country)

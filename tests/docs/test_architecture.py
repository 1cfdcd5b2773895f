"""The room table of docs/architecture.md, the contracts of import-linter and the packages are one thing."""

from __future__ import annotations

from configparser import ConfigParser
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FLOORS = "importlinter:contract:floors"
# The text above the table lets everybody above import these.
COMMON_FLOORS = (13, 14)


class Room(NamedTuple):
    floor: int
    name: str
    may_import: set[str]


def table() -> list[Room]:
    """Rows of the room table in the docs."""
    section = (ROOT / "docs" / "architecture.md").read_text().split("## Rooms", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [
        Room(int(floor), name.strip(" `"), {item.strip(" `") for item in imports.split(",")} - {"–"})
        for floor, name, _, imports in rows[2:]
    ]


def contracts() -> ConfigParser:
    parser = ConfigParser()
    assert parser.read(ROOT / ".importlinter")
    return parser


def floors() -> list[set[str]]:
    """Floors of the contract, top first."""
    lines = contracts()[FLOORS]["layers"].split("\n")
    return [{name.strip() for name in line.split("|")} for line in lines if line]


def forbidden() -> set[tuple[str, str]]:
    """Pairs of rooms (who, whom) that the other contracts keep apart."""
    pairs = set()
    for contract in contracts().values():
        if contract.get("type") == "forbidden":
            who, whom = (contract[key].split() for key in ("source_modules", "forbidden_modules"))
            pairs |= {
                (one.removeprefix("soupis."), other.removeprefix("soupis.")) for one in who for other in whom
            }
    return pairs


def test_the_table_names_every_room_once_and_nothing_else() -> None:
    package = ROOT / "src" / "soupis"
    modules = {path.stem for path in package.glob("*.py") if path.name != "__init__.py"}
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    assert sorted(room.name for room in table()) == sorted(modules | packages)


def test_floors_of_the_table_are_those_of_the_contract() -> None:
    in_table: dict[int, set[str]] = {}
    for room in table():
        in_table.setdefault(room.floor, set()).add(room.name)
    assert list(in_table) == list(range(1, len(in_table) + 1))
    assert list(in_table.values()) == floors()


def test_what_a_room_may_import_is_what_the_contracts_let_it() -> None:
    apart = forbidden()
    for one, other in permutations(table(), 2):
        below = one.floor < other.floor
        in_table = below and (
            other.floor in COMMON_FLOORS
            or other.name in one.may_import
            or one.may_import == {"everything below"}
        )
        assert in_table == (below and (one.name, other.name) not in apart), f"{one.name} → {other.name}"


def test_a_row_names_only_rooms_below() -> None:
    floor = {room.name: room.floor for room in table()}
    for room in table():
        for name in room.may_import - {"everything below"}:
            assert floor[name] > room.floor, f"{room.name} → {name}"


def test_no_module_is_excused_from_having_a_room_and_no_import_from_the_contracts() -> None:
    assert contracts()[FLOORS].getboolean("exhaustive")
    for contract in contracts().values():
        assert not {"exhaustive_ignores", "ignore_imports"} & set(contract)

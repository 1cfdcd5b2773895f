"""Plans: calls of tools that answer a question, where later calls use what earlier ones said.

An argument "{0.firmy.0.ico}" is taken from the answer to call 0; in a list, "{0.firmy.*.ico}" stands for all.
A fact is a path into an answer, a relation, and a value; `*` in a path stands for all items.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from soupis.mcp.server import answer_of
from soupis.mcp.tool_call import ToolCall
from soupis.mcp.tools import TOOLS
from soupis.queries.services import Services

EVALS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("evals.toml").read_text(encoding="utf-8")
)["question"]
# What one question may cost.
MOST_CALLS = 4
MOST_CHARACTERS = 16_500

_REFERENCE = re.compile(r"\{(\d+)\.(.+)\}")


def at(content: Any, path: str) -> list[Any]:
    """Return all values at a path; of several things those that do not have it are left out."""
    found, several = [content], False
    for step in path.split("."):
        if step == "*":
            found = [item for value in found for item in value or ()]
        else:
            several = several or len(found) > 1
            found = [
                value[int(step)] if step.isdigit() else value[step]
                for value in found
                if value and not (several and not step.isdigit() and step not in value)
            ]
    return found


def resolve(argument: Any, answers: list[Any]) -> Any:
    """Put values of earlier answers into an argument."""
    if isinstance(argument, list):
        return [value for item in argument for value in _values(item, answers)]
    return _values(argument, answers)[0]


def _values(argument: Any, answers: list[Any]) -> list[Any]:
    reference = _REFERENCE.fullmatch(argument) if isinstance(argument, str) else None
    if reference is None:
        return [argument]
    values = at(answers[int(reference[1])], reference[2])
    return values if "*" in reference[2] else values[:1]


def holds(content: Any, path: str, relation: str, value: Any) -> bool:
    """Tell whether a fact is in an answer."""
    found = at(content, path)
    match relation:
        case "is":
            return bool(found == [value])
        case "are":
            return bool(found == value)
        case "has":
            return value in found
        case "lacks":
            return bool(found) and value not in found
        case "mentions":
            return any(value in str(item) for item in found)
        case "at least":
            return bool(found) and all(item >= value for item in found)
        case "all":
            return bool(found) and all(item == value for item in found)
    raise ValueError(relation)


class Cost(NamedTuple):
    """What an assistant had to ask and to read."""

    calls: int
    characters: int

    @property
    def within(self) -> bool:
        """Whether that is within the budget of a question."""
        return self.calls <= MOST_CALLS and self.characters <= MOST_CHARACTERS


class Run(NamedTuple):
    """The answers to a plan, as structured content, and their cost."""

    answers: list[Any]
    cost: Cost

    def lacking(self, facts: list[list[Any]]) -> list[Any]:
        """Return the facts that were not found, with what stands in their places."""
        return [
            (number, path, relation, value, at(self.answers[number], path))
            for number, path, relation, value in facts
            if not holds(self.answers[number], path, relation, None if value == "null" else value)
        ]


async def run(services: Services, question: dict[str, Any]) -> Run:
    """Make the calls of a question, one after the other."""
    answers: list[Any] = []
    characters = 0
    for tool, arguments in question["calls"]:
        resolved = {name: resolve(value, answers) for name, value in arguments.items()}
        result = answer_of(await TOOLS[tool].call(ToolCall(services), resolved))
        answers.append(result.structured_content)
        characters += len(result.content[0].text)  # type: ignore[union-attr]
    return Run(answers, Cost(len(answers), characters))

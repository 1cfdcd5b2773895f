"""Questions that people ask assistants, with the calls that answer them and the facts to be found.

`questions.json` writes the choice of tools down, so that no model is needed (`plans.py` says how).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.mcp_server.conftest import Person, Site
from tests.mcp_server.plans import at, holds, resolve
from tests.mcp_server.test_protocol import TOOLS

pytestmark = pytest.mark.anyio

QUESTIONS = json.loads((Path(__file__).parent / "questions.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def asker(site: Site) -> Person:
    return site.person("business")


def test_there_are_forty_questions_and_every_tool_answers_some() -> None:
    assert len({item["question"] for item in QUESTIONS}) >= 40
    used = {call["tool"] for item in QUESTIONS for call in item["calls"]}
    assert used == set(TOOLS)
    assert all(call["facts"] for item in QUESTIONS for call in item["calls"][-1:])


@pytest.mark.parametrize("item", QUESTIONS, ids=lambda item: item["question"])
async def test_the_question_is_answered(site: Site, asker: Person, item: dict[str, Any]) -> None:
    answers: list[Any] = []
    async with site.client(key=asker.key) as client:
        for call in item["calls"]:
            arguments = {name: resolve(value, answers) for name, value in call["arguments"].items()}
            answer = await client.call_tool(call["tool"], arguments)
            text = answer.content[0].text  # type: ignore[union-attr]
            assert answer.is_error is call.get("fails", False), text
            answers.append(answer.structured_content or {"text": text})
            for path, relation, value in call["facts"]:
                expected = resolve(value, answers)
                assert holds(answers[-1], path, relation, expected), (path, at(answers[-1], path))

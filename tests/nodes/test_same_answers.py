"""Every node answers as a single machine does, byte for byte: REST, exports and pages."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path

from soupis.installation import Installation
from tests.nodes.conftest import MakeNode, follow
from tests.nodes.questions import answered, questions
from tests.support.callers import Caller
from tests.support.installation import issue_key
from tests.support.server import Server


def test_two_nodes_answer_as_a_single_machine_does(
    make_node: MakeNode, server: Server, demo_installation: Installation, tmp_path: Path
) -> None:
    nodes = [make_node("one"), make_node("two")]
    with ExitStack() as running:
        callers = [Caller(server.url, key=issue_key(demo_installation, "same@example.cz", "enterprise"))]
        key = issue_key(nodes[0], "same@example.cz", "enterprise")
        for node in nodes:
            follow(node)
            settings = {
                "SOUPIS_DATABASE_URL": node.settings.database_url or "",
                "SOUPIS_BASE_URL": server.url,
            }
            log = tmp_path / f"{node.directory.name}.log"
            started = running.enter_context(Server(node.directory, log, settings=settings))
            callers.append(Caller(started.url, key=key))
        statuses, differing = set(), []
        for question in questions(demo_installation, random.Random(15)):
            expected, *found = (answered(question.ask(caller.http)) for caller in callers)
            statuses.add(expected[0])
            if found != [expected] * len(nodes):
                differing.append(question)
        assert differing == []
        assert statuses == {200, 404}

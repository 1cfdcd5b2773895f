"""Documents of earlier rules are made anew, whatever happens meanwhile, and it is known how far they are."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.publish import publish as publishing
from soupis.ingest.publish.publish import DOCUMENT_RULES, OLDEST_SERVED_RULES, may_be_served, publish
from soupis.ingest.stored_state import load_state, save_state
from soupis.store.engine import reading
from soupis.store.republishing import REPUBLISHING, Republishing
from soupis.store.tables import dirty
from soupis.synthetic import generate
from tests.support.databases import FillOnce
from tests.support.registry import Registry

_COMPANIES = 60


class Cut(BaseException):
    """The process is killed here."""


def _load(registry: Registry) -> None:
    generate(registry.directory / "files", _COMPANIES, 7)
    registry.res(registry.directory / "files" / "res_data.csv")
    registry.register(registry.directory / "files" / "public_register.xml.gz")
    registry.publish()


@pytest.fixture
def old(registry: Registry, fill_once: FillOnce, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """Documents that the rules before these made; they are made anew in small steps."""
    registry = fill_once(registry, _load)
    save_state(registry.engine, "document_rules", DOCUMENT_RULES - 1)
    monkeypatch.setattr(publishing, "_BATCH", 10)
    monkeypatch.setattr(publishing, "_MARKED_AT_ONCE", 7)
    monkeypatch.setattr(publishing, "_SECONDS_BETWEEN_NOTES", 0.0)
    return registry


def _state(registry: Registry) -> Republishing | None:
    return load_state(registry.engine, REPUBLISHING, Republishing)


def _may_be_served(registry: Registry) -> bool:
    with reading(registry.engine) as connection:
        return may_be_served(connection)


def _cut_at(registry: Registry, batch: int) -> None:
    """Publish, and be killed after so many batches."""
    batches = 0

    def progress(_stage: str, _done: int, _total: int | None) -> None:
        nonlocal batches
        if (batches := batches + 1) > batch:
            raise Cut

    with pytest.raises(Cut):
        publish(registry.engine, progress)


def test_every_document_of_earlier_rules_is_made_anew_once(old: Registry) -> None:
    seen: list[tuple[int, int]] = []

    def progress(_stage: str, _done: int, _total: int | None) -> None:
        state = _state(old)
        assert state is not None
        seen.append((state.done, state.total))

    before = old.content()
    publish(old.engine, progress)
    documents = len(before["company_document"]) + len(before["person_document"])
    assert {total for _, total in seen} == {documents}
    assert seen == sorted(seen) and seen[-1][0] > documents / 2
    assert _state(old) is None and old.unpublished() == 0
    assert old.content() == before
    assert old.publish() == 0


def test_a_republishing_that_was_cut_off_goes_on_where_it_was(old: Registry) -> None:
    _cut_at(old, 3)
    state, left = _state(old), old.unpublished()
    assert state is not None and 0 < state.done < state.total
    assert 0 < left < state.total
    anew: list[int] = []
    publish(old.engine, lambda _stage, done, _total: anew.append(done))
    assert max(anew) <= left  # nothing that was made already is made again
    assert _state(old) is None and old.unpublished() == 0


def test_marking_that_was_cut_off_begins_again(old: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = 0

    def cut(*arguments: object) -> None:
        nonlocal marks
        if (marks := marks + 1) == 3:
            raise Cut
        mark_dirty(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(publishing, "mark_dirty", cut)
        with pytest.raises(Cut):
            old.publish()
    assert 0 < old.unpublished() < _COMPANIES
    state = _state(old)
    assert state is not None
    # Others publish what they changed; the rest is not forgotten over it.
    made = set(old.rows(select(dirty.c.kind, dirty.c.key)))
    publishing.publish_companies(old.engine, [row.key for row in made])
    _cut_at(old, 0)
    assert old.unpublished() > state.total - 10 - 1
    old.publish()
    assert _state(old) is None and old.unpublished() == 0


@pytest.mark.parametrize("rules", [OLDEST_SERVED_RULES, OLDEST_SERVED_RULES - 1])
def test_documents_that_wait_to_be_made_anew_count_by_their_own_rules(old: Registry, rules: int) -> None:
    """A version that may not serve them finds them, though one between marked and made some of them anew."""
    save_state(old.engine, "document_rules", rules)
    _cut_at(old, 2)
    assert load_state(old.engine, "document_rules", int) == DOCUMENT_RULES
    assert _may_be_served(old) == (rules >= OLDEST_SERVED_RULES)
    old.publish()
    assert _may_be_served(old)


def test_an_installation_without_documents_is_served(registry: Registry) -> None:
    assert _may_be_served(registry)

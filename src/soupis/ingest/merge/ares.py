"""Take over answers of ARES: claims, activities and register extracts of single companies."""

from __future__ import annotations

from pathlib import Path

import msgspec
import xxhash
from msgspec import structs
from sqlalchemy import Connection, Engine, select

from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.merge import extracts
from soupis.ingest.merge.activities import merge_activities, pack_codes
from soupis.ingest.merge.identity import Identifier
from soupis.ingest.merge.merging import Merge
from soupis.ingest.plausibility import refuse_wholly_unreadable
from soupis.ingest.runs import Run, recorded_run
from soupis.registers import ares
from soupis.registers.files import read_answer
from soupis.registers.records import (
    Activities,
    RegisterExtract,
    Rejected,
    StatisticalSubject,
    Subject,
)
from soupis.sources import ARES, ARES_RES, ARES_VR
from soupis.store import bulk
from soupis.store.engine import writing_connection
from soupis.store.tables import KIND_COMPANY, company_claim, extract

_encode = msgspec.msgpack.Encoder().encode


class Answers:
    """Records of one or more answers, sorted by what they are."""

    def __init__(self) -> None:
        self.subjects: dict[str, dict[int, Subject]] = {ARES: {}, ARES_RES: {}, ARES_VR: {}}
        self.activities: dict[int, str] = {}
        self.extracts: dict[int, RegisterExtract] = {}

    def add(self, data: bytes, run: Run) -> None:
        """Read answers; raises SourceError for what is no answer of ARES, or is an error of its own."""
        for record in ares.read(data):
            if isinstance(record, Rejected):
                run.reject(record)
            elif isinstance(record, Activities):
                self.activities[record.ico] = pack_codes(record.codes)
            elif isinstance(record, RegisterExtract):
                self.extracts[record.subject.ico] = record
                self.subjects[ARES_VR][record.subject.ico] = extracts.claim_of(record)
                run.rows_read += 1
            else:
                source = ARES_RES if isinstance(record, StatisticalSubject) else ARES
                self.subjects[source][record.ico] = record
                run.rows_read += 1


def sync_file(engine: Engine, path: Path, person_secret: bytes, moment: str | None = None) -> Run:
    """Merge recorded answers; their age is that of the file where no moment is given."""
    with recorded_run(engine, ARES, path.name) as run:
        data, recorded = read_answer(path)
        answers = Answers()
        answers.add(data, run)
        refuse_wholly_unreadable(run)
        with writing_connection(engine) as connection, connection.begin():
            run.rows_changed = merge(connection, answers, moment or recorded, Identifier(person_secret))
    return run


def merge(connection: Connection, answers: Answers, moment: str, identifier: Identifier) -> int:
    """Merge answers as of a moment in the caller's transaction; return how many claims changed."""
    changed = 0
    for source, subjects in answers.subjects.items():
        if subjects:
            merging = Merge(connection, source, source, moment, dated=True)
            merging.stage_rows([structs.astuple(subject) for subject in subjects.values()])
            changed += merging.merge_all()
            merging.clear()
    current = _not_older(connection, (ARES, ARES_RES), list(answers.activities), moment)
    merge_activities(connection, ARES, {ico: answers.activities[ico] for ico in current})
    _merge_extracts(connection, answers.extracts, moment, identifier)
    return changed


def _merge_extracts(
    connection: Connection, records: dict[int, RegisterExtract], moment: str, identifier: Identifier
) -> None:
    if not records:
        return
    batch = extracts.Batch(ARES_VR, ARES_VR)
    for ico in _not_older(connection, (ARES_VR,), list(records), moment):
        fingerprint = xxhash.xxh3_128_digest(_encode(records[ico]))
        stored = connection.scalar(
            select(extract.c.fingerprint).where(extract.c.source == ARES_VR, extract.c.ico == ico)
        )
        if stored != fingerprint:
            # All records of a subject are in one answer, so its ID alone tells an extract.
            batch.add(records[ico], fingerprint, "", identifier)
    extracts.write(connection, batch, identifier, set())
    mark_dirty(connection, KIND_COMPANY, [item.row.ico for item in batch.extracts])


def _not_older(connection: Connection, sources: tuple[str, ...], icos: list[int], moment: str) -> list[int]:
    """Return the companies of which no newer answer is stored."""
    newer: set[int] = set()
    for chunk in bulk.chunks(icos, 500):
        newer.update(
            connection.scalars(
                select(company_claim.c.ico).where(
                    company_claim.c.source.in_(sources),
                    company_claim.c.ico.in_(chunk),
                    company_claim.c.retrieved > moment,
                )
            )
        )
    return [ico for ico in icos if ico not in newer]

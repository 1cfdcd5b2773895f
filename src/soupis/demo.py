"""The demo: about 2,000 made-up companies and the recorded real ones, taken through the usual ways."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select

from soupis.ingest.merge import ares, lookups, public_register, vat_register
from soupis.ingest.source_states import note_end
from soupis.ingest.stored_state import load_state, save_state
from soupis.installation import Installation
from soupis.progress import Progress
from soupis.queries.tour import DEMO
from soupis.sources import ARES, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, VAT
from soupis.store.engine import reading
from soupis.store.tables import company
from soupis.synthetic import answers, generate
from soupis.synthetic.companies import World
from soupis.synthetic.demo import sample_files
from soupis.times import prague_today, utc_now, utc_text

ACCOUNT = "demo@example.cz"
_COMPANIES = 2_000
_SEED = 2026
# About when the real answers were recorded; their files bear the time of the installation.
_RECORDED = "2026-10-08T12:00:00Z"


def is_needed(where: Installation) -> bool:
    """Tell whether the data directory is still empty, or was filled by a demo that was interrupted."""
    with reading(where.engine) as connection:
        state = load_state(connection, DEMO, str)
        empty = connection.scalar(select(company.c.ico).limit(1)) is None
    return empty or state == "filling"


def fill(where: Installation, progress: Progress) -> None:
    """Fill an empty data directory; to be called again after an interruption, every step can be repeated."""
    from soupis.ingest.merge import statistical  # loads polars

    samples = sample_files()
    save_state(where.engine, DEMO, "filling")
    with TemporaryDirectory() as name:
        directory = Path(name)
        generate(directory, _COMPANIES, _SEED, lambda done: progress("making companies", done, _COMPANIES))
        statistical.sync_subjects(where.engine, directory / "res_data.csv", progress)
        statistical.sync_activities(where.engine, directory / "res_pf_nace.csv", progress)
        register = directory / "public_register.xml.gz"
        public_register.sync_file(where.engine, register, where.person_secret, progress)
        # What is made up was checked today, what was recorded on its own day: the pages tell both ways.
        answers.write(directory, World(_SEED, _COMPANIES), prague_today().isoformat())
        ares.sync_file(where.engine, directory / answers.ARES_FILE, where.person_secret, utc_text(utc_now()))
        vat_register.sync_file(where.engine, directory / answers.VAT_FILE)
        for path in sorted(directory.glob("isir_*.xml")):
            lookups.sync_proceedings_file(where.engine, path)
    for path in samples.ares:
        ares.sync_file(where.engine, path, where.person_secret, _RECORDED)
    for path in samples.vat:
        vat_register.sync_file(where.engine, path)
    for path in samples.isir:
        lookups.sync_proceedings_file(where.engine, path)
    for path in samples.documents:
        lookups.sync_filings_file(where.engine, path, _RECORDED)
    for source in (RES, PUBLIC_REGISTER, ARES, VAT, ISIR, DOCUMENTS):
        note_end(where.engine, source, None)
    save_state(where.engine, DEMO, "done")

"""The demo: about 2,000 made-up companies and the recorded real ones, taken through the usual ways."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select

from soupis.app import Installation
from soupis.ingest import ares, lookups, public_register, statistical, vat_register
from soupis.ingest.runs import Progress
from soupis.store.engine import reading
from soupis.store.tables import company
from soupis.synthetic import generate
from soupis.synthetic.demo import sample_files

ACCOUNT = "demo@example.cz"
_COMPANIES = 2_000
_SEED = 2026


def is_needed(where: Installation) -> bool:
    """Tell whether the data directory is still empty."""
    with reading(where.engine) as connection:
        return connection.scalar(select(company.c.ico).limit(1)) is None


def fill(where: Installation, progress: Progress) -> None:
    """Fill an empty data directory; a demo interrupted half-way is completed by the next start's syncs."""
    samples = sample_files()
    with TemporaryDirectory() as name:
        directory = Path(name)
        generate(directory, _COMPANIES, _SEED, lambda done: progress("making companies", done, _COMPANIES))
        statistical.sync_subjects(where.engine, directory / "res_data.csv", progress)
        statistical.sync_activities(where.engine, directory / "res_pf_nace.csv", progress)
        register = directory / "public_register.xml.gz"
        public_register.sync_file(where.engine, register, where.person_secret, progress)
    for path in samples.ares:
        ares.sync_file(where.engine, path, where.person_secret)
    for path in samples.vat:
        vat_register.sync_file(where.engine, path)
    for path in samples.isir:
        lookups.sync_proceedings_file(where.engine, path)
    for path in samples.documents:
        lookups.sync_filings_file(where.engine, path)

"""Tables of the data that a stand-in of the on-line registers answers from (SQLite)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

FACTS = "facts.sqlite"

# Texts are as the registers write them; dates are ISO texts; null means that the register says nothing.
SCHEMA = """
CREATE TABLE ares (           -- bodies that ARES answers, JSON
    ico TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    res TEXT,                 -- answer of the statistical register's service
    vr TEXT                   -- answer of the public register's service
);
CREATE TABLE vat (
    dic TEXT PRIMARY KEY,     -- digits
    kind TEXT NOT NULL,       -- PLATCE_DPH, IDENTIFIKOVANA_OSOBA, SKUPINA_DPH, NESPOLEHLIVA_OSOBA
    reliability TEXT NOT NULL,-- ANO, NE
    since TEXT,
    office TEXT,              -- without leading zeros
    name TEXT,
    accounts TEXT NOT NULL    -- JSON: [[prefix, number, bank, published, ended]], prefix and bank null = IBAN
) WITHOUT ROWID;
CREATE INDEX vat_unreliable ON vat(dic) WHERE reliability = 'ANO';
CREATE TABLE proceeding (
    ico TEXT NOT NULL,
    number INTEGER NOT NULL,
    year INTEGER NOT NULL,
    court TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    started TEXT,
    ended TEXT
);
CREATE INDEX proceeding_ico ON proceeding(ico);
CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    published TEXT NOT NULL,  -- moment with offset
    mark TEXT NOT NULL,
    kind INTEGER NOT NULL,
    description TEXT NOT NULL,
    note TEXT                 -- XML
);
CREATE TABLE file (           -- a company's file in the collection of documents
    ico TEXT PRIMARY KEY,
    subject_id INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE filing (
    ico TEXT NOT NULL,
    document INTEGER PRIMARY KEY,
    number TEXT NOT NULL,     -- "AV 325/SL93/KSCB"
    kinds TEXT NOT NULL,      -- JSON: ["účetní závěrka [2024]", ...]
    note TEXT,
    created TEXT,
    received TEXT,
    filed TEXT,
    pages INTEGER
);
CREATE INDEX filing_ico ON filing(ico);
"""


def create(directory: Path) -> sqlite3.Connection:
    """Create an empty facts file in a directory and return its connection; an old one is replaced."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / FACTS
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    return connection

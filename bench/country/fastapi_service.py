"""A company detail as a competent engineer writes it in a day: FastAPI, SQLAlchemy, asyncpg, PostgreSQL.

The key is looked up by its fingerprint, the quota of the day is taken by one conditional statement, the
company is read with the names of its codes, its activities by a second query; pydantic checks the answer.
BENCH_POSTGRESQL is the address of the database, which `fill` has prepared from the rows that COPY brought.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import AsyncIterator
from datetime import date
from typing import Annotated

import psycopg
from fastapi import Depends, FastAPI, Header, HTTPException, Path, Response
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from soupis.registers import codelists

KEY = "peer_0123456789abcdefghijklmnopqrstuvwxyz"
# A counted request that a crash forgets is no loss; waiting for the disk at each one would be.
_QUICK_COMMITS = {"server_settings": {"synchronous_commit": "off"}}
_FILL = """
DROP TABLE IF EXISTS company, activity, code, api_key, usage;
CREATE TABLE code (list text, code text, name text NOT NULL, PRIMARY KEY (list, code));
CREATE TABLE company AS SELECT ico::int AS ico, nullif(firma, '') AS name, nullif(forma, '') AS legal_form,
 nullif(ddatvzn, '')::date AS founded, nullif(ddatzan, '')::date AS ceased, nullif(katpo, '') AS headcount,
 nullif(nace, '') AS nace, nullif(psc, '')::int AS postal_code, nullif(obec_text, '') AS municipality,
 nullif(cobce_text, '') AS part, nullif(ulice_text, '') AS street, nullif(cdom, '') AS house,
 nullif(cor, '') AS orientation, nullif(okreslau, '') AS district FROM res_data;
ALTER TABLE company ADD PRIMARY KEY (ico);
CREATE TABLE activity AS SELECT ico::int AS ico, hodn AS code FROM res_pf_nace WHERE kodcis = '80004';
CREATE INDEX activity_ico ON activity (ico);
CREATE TABLE api_key (fingerprint text PRIMARY KEY, account int NOT NULL);
CREATE TABLE usage
 (account int, day date, used bigint NOT NULL, quota bigint NOT NULL, PRIMARY KEY (account, day));
INSERT INTO usage VALUES (1, current_date, 0, 1000000000000), (1, current_date + 1, 0, 1000000000000);
ANALYZE;
"""
_ACCOUNT = text("SELECT account FROM api_key WHERE fingerprint = :fingerprint")
_TAKE = text(
    "UPDATE usage SET used = used + 1 WHERE account = :account AND day = current_date AND used < quota"
    " RETURNING quota - used AS left, quota"
)
_COMPANY = text(
    "SELECT c.*, form.name AS legal_form_name, main.name AS nace_name, district.name AS district_name,"
    " headcount.name AS headcount_name FROM company c"
    " LEFT JOIN code form ON form.list = 'legal_form' AND form.code = c.legal_form"
    " LEFT JOIN code main ON main.list = 'nace2008' AND main.code = c.nace"
    " LEFT JOIN code district ON district.list = 'district' AND district.code = c.district"
    " LEFT JOIN code headcount ON headcount.list = 'headcount' AND headcount.code = c.headcount"
    " WHERE c.ico = :ico"
)
_ACTIVITIES = text(
    "SELECT a.code, code.name FROM activity a LEFT JOIN code ON code.list = 'nace2008' AND code.code = a.code"
    " WHERE a.ico = :ico ORDER BY a.code"
)


def fill(address: str) -> None:
    """Make the tables of the service from `res_data` and `res_pf_nace`."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(_FILL)
        for name in ("legal_form", "nace2008", "district", "headcount"):
            for code, item in codelists.load(name).items():
                connection.execute("INSERT INTO code VALUES (%s, %s, %s)", (name, code, item.name_cs))
        fingerprint = hashlib.sha256(KEY.encode()).hexdigest()
        connection.execute("INSERT INTO api_key VALUES (%s, 1)", (fingerprint,))


class Coded(BaseModel):
    """A code and its name."""

    code: str
    name: str | None


class Seat(BaseModel):
    """Where a company sits."""

    street: str | None
    house: str | None
    orientation: str | None
    part: str | None
    municipality: str | None
    postal_code: int | None
    district: Coded | None


class Company(BaseModel):
    """The detail of a company."""

    ico: str
    name: str | None
    state: str
    legal_form: Coded | None
    founded: date | None
    ceased: date | None
    headcount: Coded | None
    seat: Seat
    activities: list[Coded]


app = FastAPI()
_address = os.environ.get("BENCH_POSTGRESQL", "postgresql://localhost/none")
_engine = create_async_engine(
    _address.replace("postgresql://", "postgresql+asyncpg://"),
    pool_size=16,
    max_overflow=0,
    isolation_level="AUTOCOMMIT",  # each statement stands for itself: no BEGIN, COMMIT, ROLLBACK to wait for
    connect_args=_QUICK_COMMITS,
)


async def _connection() -> AsyncIterator[AsyncConnection]:
    async with _engine.connect() as connection:
        yield connection


Connection = Annotated[AsyncConnection, Depends(_connection)]


async def _charged(
    connection: Connection, response: Response, authorization: Annotated[str, Header()]
) -> None:
    fingerprint = hashlib.sha256(authorization.removeprefix("Bearer ").encode()).hexdigest()
    account = (await connection.execute(_ACCOUNT, {"fingerprint": fingerprint})).scalar()
    if account is None:
        raise HTTPException(401, "unknown key")
    left = (await connection.execute(_TAKE, {"account": account})).first()
    if left is None:
        raise HTTPException(429, "the limit of the day is used up")
    response.headers["X-RateLimit-Limit"] = str(left.quota)
    response.headers["X-RateLimit-Remaining"] = str(left.left)


@app.get("/company/{ico}", dependencies=[Depends(_charged)])
async def company(ico: Annotated[str, Path(pattern=r"^\d{8}$")], connection: Connection) -> Company:
    """Return the detail of a company."""
    row = (await connection.execute(_COMPANY, {"ico": int(ico)})).first()
    if row is None:
        raise HTTPException(404, "unknown company")
    activities = await connection.execute(_ACTIVITIES, {"ico": int(ico)})
    return Company(
        ico=ico,
        name=row.name,
        state="ceased" if row.ceased else "active",
        legal_form=_coded(row.legal_form, row.legal_form_name),
        founded=row.founded,
        ceased=row.ceased,
        headcount=_coded(row.headcount, row.headcount_name),
        seat=Seat(
            street=row.street,
            house=row.house,
            orientation=row.orientation,
            part=row.part,
            municipality=row.municipality,
            postal_code=row.postal_code,
            district=_coded(row.district, row.district_name),
        ),
        activities=[Coded(code=item.code, name=item.name) for item in activities],
    )


def _coded(code: str | None, name: str | None) -> Coded | None:
    return Coded(code=code, name=name) if code else None

"""A small made-up world behind a running stand-in."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from soupis.registers.http import RetryPolicy, SourceClient
from soupis.registers.throttle import LIMITS, Limits, Throttle
from soupis.synthetic import standin_schema
from tests import standin
from tests.registers_live.samples import sample

# Little waiting between two attempts, much for an answer: a busy machine is no fault of a source.
HASTY = RetryPolicy(attempts=4, first_wait=0.01, longest_wait=0.05)

MakeClient = Callable[..., SourceClient]


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory of the stand-in."""
    directory = tmp_path_factory.mktemp("standin")
    with closing(standin_schema.create(directory)) as facts, facts:
        subject = sample("ares/ares_45274649.json").decode()
        extract = sample("ares/ares_vr_00514152.json").decode()
        statistical = sample("ares/ares_res_49240901_trimmed.json").decode()
        facts.executemany(
            "INSERT INTO ares VALUES (?, ?, ?, ?, ?)",
            [
                ("45274649", "ČEZ, a. s.", subject, None, None),
                ("00514152", "Budvar", json.dumps({"ico": "00514152", "icoId": "00514152"}), None, extract),
                ("11111119", "Zmatená s.r.o.", json.dumps({"ico": "00514152"}), None, None),
                ("49240901", "Raiffeisenbank a.s.", json.dumps({"ico": "49240901"}), statistical, None),
                *(
                    (f"{n:08d}", "Hromadná s.r.o.", json.dumps({"ico": f"{n:08d}"}), None, None)
                    for n in range(1, 151)
                ),
            ],
        )
        facts.executemany(
            "INSERT INTO vat VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    "45274649",
                    "PLATCE_DPH",
                    "NE",
                    None,
                    "13",
                    "ČEZ, a. s.",
                    json.dumps([["19", "2808601", "0100", "2013-08-12", None]]),
                ),
                ("00121100", "PLATCE_DPH", "ANO", "2017-03-16", "456", "LIDRU", "[]"),
                ("699001182", "SKUPINA_DPH", "NE", None, "13", None, "[]"),
                *((f"{n:08d}", "PLATCE_DPH", "NE", None, "7", "Hromadná", "[]") for n in range(1, 151)),
            ],
        )
        facts.executemany(
            "INSERT INTO proceeding VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                ("25083325", 12575, 2022, "Městský soud v Praze", "Banka", "KONKURS", "2022-09-13", None),
                (
                    "25083325",
                    3,
                    2010,
                    "Krajský soud v Brně",
                    "Banka",
                    "ODSKRTNUTA",
                    "2010-01-02",
                    "2012-01-02",
                ),
            ],
        )
        note = "<u><osoba><druhRoleVRizeni>DLUŽNÍK</druhRoleVRizeni><ic>25083325</ic></osoba></u>"
        facts.executemany(
            "INSERT INTO event VALUES (?, ?, 'INS 12575/2022', 1, 'Změna osoby', ?)",
            [(2 * n, "2026-10-01T08:00:00.000+02:00", note if n % 2 else None) for n in range(1, 1301)],
        )
        facts.execute("INSERT INTO file VALUES ('00514152', 59981, 'Budvar'), ('45274649', 7, 'ČEZ, a. s.')")
        facts.executemany(
            "INSERT INTO filing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    "00514152",
                    11,
                    "AV 325/SL1/KSCB",
                    '["účetní závěrka [2023/2024]"]',
                    None,
                    None,
                    "2025-06-30",
                    "2025-07-01",
                    40,
                ),
                (
                    "45274649",
                    12,
                    "B 1581/SL9/MSPH",
                    '["ostatní"]',
                    "plná moc",
                    "2024-01-02",
                    "2024-01-03",
                    None,
                    2,
                ),
            ],
        )
    (directory / "res").mkdir()
    header = "ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,FIRMA,DATPLAT\r\n"
    rows = "".join(
        f'{n:08d},CZ0100,1990-01-01,,,,112,112,110,62,"Firma {n}",2026-10-31\r\n' for n in range(20_000)
    )
    (directory / "res" / "res_data.csv").write_bytes((header + rows).encode())
    (directory / "res" / "res_pf_nace.csv").write_bytes(sample("res/res_pf_nace_synthetic.csv"))
    (directory / "public_register").mkdir()
    subjects = "".join(f"<Subjekt><nazev>Firma {n}</nazev></Subjekt>" for n in range(20_000))
    for name in ("sro-full-praha-2026", "as-actual-brno-2026"):
        packed = gzip.compress(f"<xml>{subjects}</xml>\n".encode(), 1)
        (directory / "public_register" / f"{name}.xml.gz").write_bytes(packed)
    (directory / "codelists").mkdir()
    (directory / "codelists" / "56.csv").write_text(
        "kodjaz,akrcis,kodcis,chodnota,zkrtext,text,admplod,admnepo\r\n"
        'CS,FORMA,56,112,sro,"Společnost s ručením omezeným",1991-01-01,9999-09-09\r\n',
        encoding="windows-1250",
    )
    return directory


@pytest.fixture
def source(world: Path) -> Iterator[standin.Standin]:
    """A running stand-in without faults."""
    with standin.start(world) as running:
        yield running


@pytest.fixture
def client(source: standin.Standin) -> Iterator[MakeClient]:
    """Make a hasty client of a service of the stand-in, without its throttle: `client("vat")`."""
    addresses = {
        name.removeprefix("SOUPIS_").removesuffix("_URL").lower(): address
        for name, address in source.settings.items()
    }

    def make(name: str, retry_policy: RetryPolicy = HASTY, limits: Limits | None = None) -> SourceClient:
        throttle = Throttle(limits or Limits(8, ()))
        base = addresses.get(name, source.origin)
        return stack.enter_context(
            SourceClient(name, base, throttle, contact="https://soupis.example", retry_policy=retry_policy)
        )

    with ExitStack() as stack:
        yield make


@pytest.fixture
def polite(source: standin.Standin) -> Iterator[SourceClient]:
    """A client of the VAT register within its real limits."""
    url, throttle = source.settings["SOUPIS_VAT_URL"], Throttle(LIMITS["vat"])
    with SourceClient("vat", url, throttle, contact="https://soupis.example") as made:
        yield made

"""The demo's recorded answers of live registers: real companies, with natural persons made up.

Home addresses, birth numbers and free texts about persons were taken out of them.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

_HERE = Path(__file__).parent


class DemoFiles(Struct, frozen=True):
    """Paths of the packaged answers, by register, each in the register's own format."""

    ares: list[Path]  # JSON: single subjects, a search answer, extracts of the public register, RES
    vat: list[Path]  # SOAP answers of the VAT register
    isir: list[Path]  # SOAP answer of the insolvency register
    documents: list[Path]  # HTML list of filed documents; the file name ends with the company's ID


def sample_files() -> DemoFiles:
    """Return the packaged answers; within a register in the order in which they should be read."""
    return DemoFiles(
        ares=[
            _HERE / "ares_45274649.json",
            _HERE / "ares_search_budvar.json",
            _HERE / "ares_vr_00514152.json",
            _HERE / "ares_vr_01673408_sro_trimmed.json",
            _HERE / "ares_res_49240901_trimmed.json",
            _HERE / "ares_10803351_vat_ended_trimmed.json",
        ],
        vat=[_HERE / "vat_status_v2_mixed.xml", _HERE / "vat_status_basic.xml"],
        isir=[_HERE / "isir_cuzk_25083325_konkurs.xml"],
        documents=[_HERE / "documents_list_00514152.html"],
    )

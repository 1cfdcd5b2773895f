"""Exports: CSV with where it stands among the changes, and as data frames."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from soupis_client.errors import SoupisError

if TYPE_CHECKING:
    import httpx

_DAYS = ("datum_vzniku", "datum_zaniku", "nespolehlivy_od")
_NUMBERS = ("zakladni_kapital",)
# How the last line of an export begins that broke on its way.
_BROKEN = b"CHYBA:"


@dataclass(frozen=True)
class Export:
    """A CSV file (UTF-8 with BOM, semicolons) as the service made it.

    `total` rows were found and `rows` of them sent; `truncated` where the tariff allows no more. Nothing is
    missing in it up to the change `position`: go on from there with `changes`.
    """

    content: bytes
    total: int
    rows: int
    truncated: bool
    position: int

    def polars(self) -> Any:
        """Return a `polars.DataFrame`: days as dates, capital as a number, everything else as text."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        frame = polars.read_csv(self.content, separator=";", infer_schema=False)
        days = [polars.col(name).str.to_date("%Y-%m-%d", strict=False) for name in _DAYS]
        numbers = [polars.col(name).cast(polars.Float64, strict=False) for name in _NUMBERS]
        return frame.with_columns(*days, *numbers)

    def pandas(self) -> Any:
        """Return a `pandas.DataFrame`: days as dates, capital as a number, everything else as text."""
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]

        frame = pandas.read_csv(BytesIO(self.content), sep=";", dtype=str, encoding="utf-8-sig")
        for name in _DAYS:
            frame[name] = pandas.to_datetime(frame[name], format="%Y-%m-%d", errors="coerce")
        for name in _NUMBERS:
            frame[name] = pandas.to_numeric(frame[name], errors="coerce")
        return frame


def read_export(answer: httpx.Response) -> Export:
    """Return the export of an answer; raises SoupisError for one that broke on its way."""
    last = answer.content.rstrip(b"\r\n").rpartition(b"\n")[2]
    if last.startswith(_BROKEN):
        raise SoupisError(last.decode(errors="replace"), answer.status_code)
    headers = answer.headers
    return Export(
        content=answer.content,
        total=int(headers["x-service-pocet-celkem"]),
        rows=int(headers["x-service-pocet-radku"]),
        truncated=headers["x-service-zkraceno"] == "true",
        position=int(headers["x-service-poradi"]),
    )

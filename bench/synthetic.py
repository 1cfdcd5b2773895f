"""How fast made-up data is written: `python bench/synthetic.py [companies]` (20,000 unless told)."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from soupis.synthetic import generate


def main() -> None:
    companies = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory() as directory:
        started = time.perf_counter()
        summary = generate(Path(directory), companies, seed=1)
        seconds = time.perf_counter() - started
        csv_bytes = sum(path.stat().st_size for path in Path(directory).glob("*.csv"))
    written = (summary.register_xml_bytes + csv_bytes) / 1e6
    print(f"{companies} companies in {seconds:.1f} s: {companies / seconds:,.0f} companies/s, "
          f"{written / seconds:.1f} MB/s of CSV and XML")  # fmt: skip


if __name__ == "__main__":
    main()

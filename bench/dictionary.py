"""Train a dictionary: python bench/dictionary.py documents|records NUMBER [COMPANIES]

Made-up companies are loaded, and what is stored of them is what the dictionary is trained on; nothing of
anybody who exists gets into it. NUMBER is the next one: a dictionary that a release has packed with stays.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import zstandard

from soupis.store import packing
from soupis.synthetic import generate

_SAMPLES = 10_000  # of each column
_BYTES = {"documents": 524_288, "records": 65_536}
_COLUMNS: dict[str, dict[str, tuple[str, ...]]] = {
    "documents": {
        "company_document": ("ties", "detail"),
        "person_document": ("detail",),
    },
    "records": {"extract": ("record",), "engagement": ("membership",)},
}


def main(kind: str, number: int, companies: int) -> None:
    """Write the dictionary among the program's files and print what a document takes with it."""
    with TemporaryDirectory() as directory:
        files = Path(directory) / "files"
        generate(files, companies, seed=1)
        for source, *names in (
            ("res", "res_data.csv", "res_pf_nace.csv"),
            ("public-register", "public_register.xml.gz"),
        ):
            command = [sys.executable, "-m", "soupis", "sync", source, "--data", directory]
            for name in names:
                command += ["--file", str(files / name)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        columns = _documents(Path(directory) / "registry.sqlite", kind)
    # One half trains, the other one is measured.
    samples: list[bytes | bytearray | memoryview] = [
        document for documents in columns.values() for document in documents[::2][:_SAMPLES]
    ]
    random.Random(number).shuffle(samples)
    dictionary = zstandard.train_dictionary(_BYTES[kind], samples, dict_id=number)
    path = Path(packing.__file__).parent / "data" / f"documents-{number}.zdict"
    path.write_bytes(dictionary.as_bytes())
    packer = zstandard.ZstdCompressor(dict_data=zstandard.ZstdCompressionDict(path.read_bytes()))
    for name, documents in columns.items():
        rest = documents[1::2]
        plain, packed = (sum(map(len, bodies)) for bodies in (rest, map(packer.compress, rest)))
        print(f"{name:28} {plain / len(rest):7.0f} → {packed / len(rest):5.0f} B")


def _documents(path: Path, kind: str) -> dict[str, list[bytes]]:
    """Return what is published, by table and column, in an order of chance that is always the same."""
    columns = {}
    connection = sqlite3.connect(path)
    for table, names in _COLUMNS[kind].items():
        for name in names:
            rows = connection.execute(f"SELECT {name} FROM {table} WHERE {name} IS NOT NULL")
            documents = [packing.unpack(row[0]) for row in rows]
            random.Random(1).shuffle(documents)
            columns[f"{table}.{name}"] = documents
    connection.close()
    return columns


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 20_000)

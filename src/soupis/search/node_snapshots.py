"""A node's documents and index as a snapshot: taken while it goes on, and taken over by new nodes."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from soupis.progress import Progress
from soupis.search import indexer
from soupis.search.place import Place
from soupis.store import generations
from soupis.store.engine import reading_file
from soupis.store.published_file import copied_documents
from soupis.store.replica import FILE
from soupis.store.snapshots import Manifest, SnapshotError, Snapshots

DRAFT: Final = ".snapshot-"
"""How the names of working directories begin, in the data directory."""
_INDEX = "index"
_TRIES = 5


def publish(place: Place, snapshots: Snapshots, progress: Progress) -> Manifest:
    """Store a node's documents and index as they are now, of whole files only; raises SnapshotError.

    The index is taken before the documents, which are never behind it.
    """
    if place.documents is None:
        raise SnapshotError(
            "A snapshot is made of a node's own copy of the documents; with SQLite take a backup."
        )
    with TemporaryDirectory(dir=place.documents.parent, prefix=DRAFT) as temporary:
        taken = Path(temporary)
        _take_index(place.indexes, taken / _INDEX)
        try:
            _take_documents(copied_documents(place.documents), taken / FILE)
        except sqlite3.Error as error:
            raise SnapshotError(f"The documents cannot be read: {error}") from None
        state = generations.read_state(taken / _INDEX)
        assert state is not None, "taken with the index"
        paths = sorted(path for path in taken.rglob("*") if path.is_file())
        files = {str(path.relative_to(taken)): path for path in paths}
        return snapshots.publish(files, state.position, taken, progress)


def fetch(snapshots: Snapshots, manifest: Manifest, documents: Path, index: Path, progress: Progress) -> None:
    """Write a snapshot's documents to a file and its index to an empty directory; raises SnapshotError."""
    for path in manifest.files:
        parts = Path(path).parts
        if path != FILE and (parts[0] != _INDEX or ".." in parts):
            raise SnapshotError(f"The snapshot names a file that is none of ours: {path}.")
        target = documents if path == FILE else index.joinpath(*parts[1:])
        target.parent.mkdir(parents=True, exist_ok=True)
        snapshots.fetch(manifest, path, target, progress)
    if damaged := indexer.damaged_files(index):
        raise SnapshotError(f"The index of the snapshot is damaged ({damaged[0]}).")


def _take_documents(source: Path, target: Path) -> None:
    with reading_file(source) as reader, closing(sqlite3.connect(target)) as writer:
        writer.execute("PRAGMA synchronous = OFF")
        reader.backup(writer)


def _take_index(directory: Path, target: Path) -> None:
    """Link the files of the current index into a directory, as of one commit."""
    for _ in range(_TRIES):
        shutil.rmtree(target, ignore_errors=True)
        generation = generations.current_generation(directory)
        if generation is None:
            raise SnapshotError("This node has no index yet.")
        try:
            # The state first: it is written after a commit, so it never promises more than there is.
            for path in (
                generation / "state.json",
                *sorted(generation.glob("*/meta.json")),
                *_rest(generation),
            ):
                copy = target / path.relative_to(generation)
                copy.parent.mkdir(parents=True, exist_ok=True)
                if path.name in ("state.json", "meta.json"):
                    shutil.copyfile(path, copy)
                else:
                    os.link(path, copy)
        except FileNotFoundError:
            continue  # a commit took files away meanwhile
        if not indexer.damaged_files(target):
            return
    raise SnapshotError("The index changes all the time, or is damaged; try again.")


def _rest(generation: Path) -> list[Path]:
    """Return the files of segments; what tantivy writes at this moment does not belong to the commit."""
    names = (path for path in sorted(generation.glob("*/*")) if path.name != "meta.json")
    return [path for path in names if not path.name.startswith(".tantivy-")]

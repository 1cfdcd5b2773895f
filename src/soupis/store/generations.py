"""A directory of generations (of the indexes, of a node's documents): which one is current, who may write.

A rebuild fills a new generation and then moves the pointer by one rename, so at any moment, a kill included,
the pointer leads to a complete one. Readers of an old generation keep its files open, so they may go.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import msgspec

from soupis.durable_files import put_in_place, sync
from soupis.store.change_log import Position
from soupis.store.locks import LockHeldError, exclusive_file

_POINTER = "current"
_LOCK = "lock"
_STATE = "state.json"
_DAMAGED = "damaged"
_PREFIX = "generation-"
_NAME = re.compile(rf"{_PREFIX}\d{{1,20}}")


class DirectoryBusyError(RuntimeError):
    """Another process is writing to the directory."""


class State(msgspec.Struct, frozen=True):
    """What a generation holds: the version of its schema and how far it followed which change log."""

    version: int
    seq: int
    epoch: str
    line: str
    built: str | None = None  # when it was made of everything there is

    @property
    def position(self) -> Position:
        """How far the change log was followed."""
        return Position(self.epoch, self.seq, self.line)


@contextmanager
def writer_lock(directory: Path) -> Iterator[None]:
    """Hold the only writer's place; the lock dies with its process.

    Raises:
        DirectoryBusyError: another process holds it.
    """
    with ExitStack() as held:
        try:
            held.enter_context(exclusive_file(directory / _LOCK))
        except LockHeldError:
            raise DirectoryBusyError(
                f"Another process is writing to {directory}; "
                "stop it (soupis worker or soupis follow) or wait until it is done."
            ) from None
        yield


def note_alive(directory: Path) -> None:
    """Leave the moment at which the writer was last seen at work."""
    os.utime(directory / _LOCK)


def last_alive(directory: Path) -> float | None:
    """Return when the writer was last at work, in seconds since 1970; None where there never was one."""
    try:
        return (directory / _LOCK).stat().st_mtime
    except FileNotFoundError:
        return None


def current_generation(directory: Path) -> Path | None:
    """Return the directory of the current generation, None when the pointer is missing or damaged."""
    try:
        name = (directory / _POINTER).read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    generation = directory / name
    return generation if _NAME.fullmatch(name) and generation.is_dir() else None


def damaged_files(directory: Path) -> list[str]:
    """Return which of the two files that lead to the current generation and its content are damaged."""
    generation = current_generation(directory)
    if generation is None:
        return [_POINTER] if (directory / _POINTER).exists() else []
    return [] if read_state(generation) else [f"{generation.name}/{_STATE}"]


def new_generation(directory: Path) -> Path:
    """Make the directory of a new generation; what an earlier broken-off rebuild left is removed.

    It is named by the moment, as none was before: whoever has one open that somebody deleted would take the
    next of the same name for it.
    """
    remove_others(directory, current_generation(directory))
    generation = directory / f"{_PREFIX}{time.time_ns()}"
    generation.mkdir()
    return generation


def publish(directory: Path, generation: Path) -> None:
    """Make a complete generation the current one and remove the others."""
    sync(directory)
    _write_atomically(directory / _POINTER, generation.name.encode())
    remove_others(directory, generation)


def adopt(directory: Path, built: Path) -> None:
    """Make a complete generation that was built beside the directory's own the current one."""
    generation = new_generation(directory)
    built.rename(generation)  # onto an empty directory
    publish(directory, generation)


def remove_others(directory: Path, keep: Path | None) -> None:
    """Remove all generations but one."""
    for path in directory.glob(f"{_PREFIX}*"):
        if path != keep:
            shutil.rmtree(path)


def read_state(generation: Path) -> State | None:
    """Return the state of a generation, None when it has none that can be read."""
    try:
        return msgspec.json.decode((generation / _STATE).read_bytes(), type=State)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def note_damage(generation: Path) -> None:
    """Have the follower make a new generation: whoever reads this one has met what is damaged in it."""
    with suppress(OSError):  # a reader may have no right to write there; the follower looks by itself too
        (generation / _DAMAGED).touch()


def is_noted_as_damaged(generation: Path) -> bool:
    """Tell whether a reader has met damage in a generation."""
    return (generation / _DAMAGED).exists()


def write_state(generation: Path, state: State) -> None:
    """Store the state durably; called after the commit, so that a crash between only repeats work."""
    _write_atomically(generation / _STATE, msgspec.json.encode(state))


def _write_atomically(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(content)
    put_in_place(temporary, path)

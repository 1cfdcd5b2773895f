"""Running commands and telling what they took: seconds, processor, memory, write-ahead log, disk."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import psutil

_LOOK = 0.25


def end_as_interrupted() -> None:
    """Let whoever ends this process do so as Ctrl-C does: what it started ends with it."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, signal.default_int_handler)


class Taken(NamedTuple):
    """What a command took: seconds, those of processor of all its processes, the most bytes at any moment."""

    seconds: float
    processor: float
    memory: int
    log: int


def soupis(*arguments: str, log: Path | None = None) -> Taken:
    """Run a command of ours; `log` is the write-ahead log that is watched."""
    return run([sys.executable, "-m", "soupis", *arguments], log=log)


def run(command: list[str], *, text: str | None = None, log: Path | None = None) -> Taken:
    """Run a command with a text on its input; ends this process when it fails."""
    started, before = time.monotonic(), of_children()
    process = psutil.Popen(
        command,
        stdin=subprocess.PIPE if text is not None else None,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    watcher = _Watcher(process, log)
    try:
        watcher.start()
        _, errors = process.communicate(text)
        seconds = time.monotonic() - started
    except BaseException:
        process.terminate()
        process.wait()
        raise
    finally:
        watcher.stop()
    if process.returncode:
        raise SystemExit(f"{' '.join(command[:4])} failed: {errors[-2_000:]}")
    return Taken(seconds, of_children() - before, watcher.memory, watcher.log)


def of_children() -> float:
    """Return the seconds of processor of all processes that were started and have ended, theirs included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def size_of(path: Path) -> int:
    """Return the bytes that a file, or everything below a directory, takes on disk."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_blocks * 512 for file in files)


def own_memory(pid: int) -> int:
    """Return the bytes of a process's own memory, its part of what it shares with others after a fork.

    Pages of files do not count: the system may drop them.
    """
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0  # it has just ended
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss_Anon:"))


class _Watcher(Thread):
    """Looks at a process and its children a few times a second."""

    def __init__(self, process: psutil.Popen, log: Path | None) -> None:
        super().__init__(daemon=True)  # an interruption may come before anybody could stop it
        self._process, self._log = process, log
        self._over = Event()
        self.memory = self.log = 0

    def run(self) -> None:
        while not self._over.wait(_LOOK):
            self._look()

    def stop(self) -> None:
        self._over.set()
        if self.ident is not None:
            self.join()

    def _look(self) -> None:
        memory = 0
        try:
            parts = [self._process, *self._process.children(recursive=True)]
        except psutil.Error:
            return  # it has just ended
        for part in parts:
            memory += own_memory(part.pid)
        self.memory = max(self.memory, memory)
        if self._log is not None and self._log.exists():
            self.log = max(self.log, self._log.stat().st_size)

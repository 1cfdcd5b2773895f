"""What a figure was measured on."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil

_PACKAGES = ("soupis", "granian", "tantivy", "fastapi", "sqlalchemy", "asyncpg", "datasette")


def machine() -> dict[str, str]:
    """Return the machine and the versions that figures depend on."""
    names = [
        line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")
    ]
    return {
        "began": datetime.now(UTC).isoformat(" ", "minutes"),
        "commit": _told("git", "describe", "--always", "--dirty"),
        "processor": f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores",
        "memory": f"{psutil.virtual_memory().total / 1e9:.0f} GB",
        "system": platform.platform(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "wrk": _told("wrk", "-v").partition(" [")[0],
        **{name: _version(name) for name in _PACKAGES},
        "load average before": load_average(),
    }


def load_average() -> str:
    """Return how many processes wanted a processor in the last 1, 5 and 15 minutes."""
    return ", ".join(f"{value:.1f}" for value in os.getloadavg())


def _told(*command: str) -> str:
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return (told.stdout or told.stderr).strip().partition("\n")[0] or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []

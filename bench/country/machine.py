"""What a figure was measured on."""

from __future__ import annotations

import os
import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path

import psutil


def machine() -> dict[str, str]:
    """Return the machine and the versions that figures depend on."""
    names = [
        line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")
    ]
    return {
        "processor": f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores",
        "memory": f"{psutil.virtual_memory().total / 1e9:.0f} GB",
        "system": platform.platform(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "soupis": version("soupis"),
        "granian": version("granian"),
        "load average before": ", ".join(f"{value:.1f}" for value in os.getloadavg()),
    }


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []

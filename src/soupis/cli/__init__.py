"""Commands; each takes `--data DIR`, explains itself by `--help`, and exits 0, 1 (failed) or 2 (usage)."""

from soupis.cli.main import main

__all__ = ["main"]

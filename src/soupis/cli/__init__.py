"""Commands; each takes `--data DIR`, explains itself by `--help`, and exits 0, 1 (failed) or 2 (usage).

A command imports what it works with when it runs: help, wrong usage and completion load no server, database
or parser. At the top of these modules stands only what describes the commands.
"""

from soupis.cli.main import main

__all__ = ["main"]

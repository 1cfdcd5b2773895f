"""Writes a migration, for developers: `make migration TABLES=registry NAME="what it does"`."""

from __future__ import annotations

import sys

from soupis.oauth.tables import MIGRATIONS
from soupis.store.migrate import registry, write_next

_USAGE = 'say which tables and what it does: make migration TABLES=registry|accounts NAME="…"'


def main(arguments: list[str]) -> None:
    """Write the next migration of a set of tables."""
    sets = {"registry": registry(), "accounts": MIGRATIONS}
    if len(arguments) != 2 or arguments[0] not in sets or not arguments[1].strip():
        sys.exit(_USAGE)
    write_next(arguments[1], sets[arguments[0]])


if __name__ == "__main__":
    main(sys.argv[1:])

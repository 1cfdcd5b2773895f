"""Writes a migration, for developers: `make migration NAME="what it does"`.

It brings an empty database from the newest migration to the tables of the code. Rows that have to be
converted are nothing it could know of; so read it, and complete it, before it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from alembic.script import ScriptDirectory

from soupis.store.engine import open_engine, writing
from soupis.store.migrate import SCRIPTS, alembic_config, migrate


def main(message: str) -> None:
    """Write the next migration, whose first line is the message."""
    newest = ScriptDirectory(str(SCRIPTS)).get_current_head()
    number = f"{int(newest or 0) + 1:04d}"
    with TemporaryDirectory() as directory:
        engine = open_engine(f"sqlite:///{Path(directory) / 'registry.sqlite'}")
        migrate(engine)
        with writing(engine) as connection:
            command.revision(alembic_config(connection), message, autogenerate=True, rev_id=number)
        engine.dispose()


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].strip():
        sys.exit('say what the migration does: make migration NAME="…"')
    main(sys.argv[1])

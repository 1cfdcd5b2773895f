from __future__ import annotations

import subprocess
import sys

import pytest

# What takes long to import: servers, databases, parsers, settings. (Typer itself loads pydantic.)
HEAVY = {
    "alembic", "argon2", "asyncio", "granian", "httpx", "jinja2", "lxml", "mcp", "msgspec", "psycopg",
    "prometheus_client", "pydantic_settings", "sqlalchemy", "starlette", "structlog", "tantivy", "tenacity",
}  # fmt: skip
_RUN = """
import sys
from soupis.__main__ import main
try:
    main()
finally:
    print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize(
    "command", ["--help", "--version", "key --help", "account create --help", "sync --help"]
)
def test_help_loads_nothing_that_commands_work_with(command: str) -> None:
    run = [sys.executable, "-c", _RUN, *command.split()]
    shown = subprocess.run(run, capture_output=True, text=True, check=True)
    loaded = set(shown.stdout.splitlines()[-1].split())
    assert "typer" in loaded
    assert loaded & HEAVY == set()


@pytest.mark.parametrize(
    "module", ["soupis.app", "soupis.cli.serving", "soupis.worker.worker", "soupis.demo"]
)
def test_polars_is_loaded_only_where_a_file_is_read(module: str) -> None:
    code = f"import sys, {module}; print('polars' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"

"""What `soupis mcp` does, for the tests: serves a data directory over standard input and output."""

from __future__ import annotations

import sys
from pathlib import Path

from soupis.mcp.stdio import run_stdio
from tests.support.installation import open_installation

if __name__ == "__main__":
    services = open_installation(Path(sys.argv[1])).open_services()
    run_stdio(services)
    services.close()

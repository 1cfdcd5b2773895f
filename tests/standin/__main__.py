"""Run the stand-in: `python -m tests.standin --data DIR --port P --faults SPEC`."""

from tests.standin.server import main

main()

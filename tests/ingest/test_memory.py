"""What a load has freed goes back to the system; the next part of it needs other things."""

from __future__ import annotations

import subprocess
import sys

_WORK = """
import sys
from soupis.processes import set_memory

def held():
    (line,) = [line for line in open("/proc/self/status") if line.startswith("RssAnon")]
    return int(line.split()[1])

set_memory(keep_freed=False)
bytearray(b"x") * 3_000_000  # from here on glibc would keep blocks of this size
before = held()
blocks = [bytearray(b"x") * 1_000_000 for _ in range(101)]
del blocks[:100]
print(held() - before)
"""


def test_freed_blocks_below_one_that_is_in_use_go_back() -> None:
    answer = subprocess.run([sys.executable, "-c", _WORK], check=True, capture_output=True, text=True)
    assert int(answer.stdout) < 30_000  # kilobytes, of a hundred megabytes

"""Memory that C libraries free: servers keep it, as searches ask for the same blocks again and again."""

import subprocess
import sys

_FAULTS_OF_BLOCKS = """
import ctypes, resource
from soupis.processes import set_memory

set_memory(keep_freed=True)
library = ctypes.CDLL(None)
library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
library.free.argtypes = [ctypes.c_void_p]
size = 400_000

def use():
    blocks = [library.malloc(size) for _ in range(5)]
    for block in blocks:
        ctypes.memset(block, 0, size)
    for block in blocks:
        library.free(block)

use()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(20):
    use()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def test_blocks_that_a_server_frees_are_not_asked_for_again() -> None:
    faults = subprocess.run(
        [sys.executable, "-c", _FAULTS_OF_BLOCKS], check=True, capture_output=True, text=True
    )
    assert int(faults.stdout) < 1_000  # of the 9,760 pages that are used

"""The Merkle tree of the log: RFC 6962 hashing, proofs of inclusion and of consistency, and their checks.

A node is the hash of a complete subtree: node (level, n) is over the 2^level leaves from n * 2^level on. All
trees of any size, and all proofs, are put together from such nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

# The hash of a complete subtree by level and number; raises KeyError where there is none.
Nodes = Callable[[int, int], bytes]

EMPTY_ROOT = sha256(b"").digest()


def entry_of(document: bytes) -> bytes:
    """Return the entry of a signed receipt: the SHA-256 of its JSON with sorted keys, without spaces."""
    return sha256(document).digest()


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of an entry of the log."""
    return sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node over its two halves."""
    return sha256(b"\1" + left + right).digest()


def root(nodes: Nodes, size: int) -> bytes:
    """Return the root of the tree over the first `size` leaves."""
    return range_hash(nodes, 0, size) if size else EMPTY_ROOT


def range_hash(nodes: Nodes, start: int, end: int) -> bytes:
    """Return the hash over the leaves from `start` to before `end`, a range that the tree really splits."""
    count = end - start
    if count & (count - 1) == 0:
        level = count.bit_length() - 1
        return nodes(level, start >> level)
    middle = start + _left_part(count)
    return node_hash(range_hash(nodes, start, middle), range_hash(nodes, middle, end))


def inclusion_proof(nodes: Nodes, position: int, size: int) -> list[bytes]:
    """Return what leads from the leaf at `position` to the root of the tree of `size` leaves, leaf first."""
    start, end, proof = 0, size, []
    while end - start > 1:
        middle = start + _left_part(end - start)
        if position < middle:
            proof.append(range_hash(nodes, middle, end))
            end = middle
        else:
            proof.append(range_hash(nodes, start, middle))
            start = middle
    return proof[::-1]


def consistency_proof(nodes: Nodes, old: int, new: int) -> list[bytes]:
    """Return what shows that the tree of `old` leaves is the beginning of that of `new` ones."""
    if not 0 < old < new:
        return []
    start, end, whole, proof = 0, new, True, []
    while old != end:
        middle = start + _left_part(end - start)
        if old <= middle:
            proof.append(range_hash(nodes, middle, end))
            end = middle
        else:
            proof.append(range_hash(nodes, start, middle))
            start, whole = middle, False
    if not whole:
        proof.append(range_hash(nodes, start, end))
    return proof[::-1]


def verifies_inclusion(
    leaf: bytes, position: int, size: int, proof: Sequence[bytes], expected: bytes
) -> bool:
    """Tell whether a proof leads from a leaf's hash to a root (RFC 9162, 2.1.3.2)."""
    if not 0 <= position < size:
        return False
    here, last, computed = position, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if here & 1 or here == last:
            computed = node_hash(step, computed)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            computed = node_hash(computed, step)
        here, last = here >> 1, last >> 1
    return last == 0 and computed == expected


def verifies_consistency(
    old: int, new: int, proof: Sequence[bytes], old_root: bytes, new_root: bytes
) -> bool:
    """Tell whether a proof shows one tree as the beginning of another (RFC 9162, 2.1.4.2)."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not proof and (old_root == new_root if old == new else old_root == EMPTY_ROOT)
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    here, last = old - 1, new - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    first = second = path[0]
    for step in path[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            first, second = node_hash(step, first), node_hash(step, second)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            second = node_hash(second, step)
        here, last = here >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root


def _left_part(count: int) -> int:
    """Return how many of `count` leaves are in the left half: the largest power of two below `count`."""
    return 1 << ((count - 1).bit_length() - 1)

"""The Merkle tree: hashes and proofs of RFC 6962, for every size up to some hundreds."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest

from soupis.receipts import tiles, tree

SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 13, 64, 100, 255, 256, 257, 600)
LEAVES = [tree.leaf_hash(str(number).encode()) for number in range(700)]


def definition(leaves: list[bytes]) -> bytes:
    """The tree hash as RFC 6962 defines it, over leaf hashes."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\1" + definition(leaves[:half]) + definition(leaves[half:])).digest()


def nodes(level: int, number: int) -> bytes:
    return definition(LEAVES[number << level : (number + 1) << level])


def tile_server(size: int, asked: list[str] | None = None) -> Callable[[str], bytes]:
    """What serves the tiles of a log of that size, and only those."""

    def fetch(path: str) -> bytes:
        if asked is not None:
            asked.append(path)
        tile = tiles.tile_at(path)
        assert tile is not None, path
        start, level = tile.number * tiles.WIDTH, tile.level * 8
        assert (start + tile.width) << level <= size, f"{path} is not filled yet"
        return b"".join(nodes(level, start + place) for place in range(tile.width))

    return fetch


def test_known_hashes_of_the_rfc_come_out() -> None:
    """Those of the reference implementation's tests."""
    assert tree.EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert tree.leaf_hash(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    entries = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]
    known = [tree.leaf_hash(bytes.fromhex(entry)) for entry in entries]

    def node(level: int, number: int) -> bytes:
        return definition(known[number << level : (number + 1) << level])

    assert tree.root(node, 8).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    assert tree.root(node, 7).hex() == "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"
    proof = [step.hex() for step in tree.inclusion_proof(node, 5, 8)]
    assert proof == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_root_is_as_defined(size: int) -> None:
    assert tree.root(nodes, size) == definition(LEAVES[:size])


@pytest.mark.parametrize("size", SIZES)
def test_every_entry_has_a_proof_that_holds_for_it_alone(size: int) -> None:
    root = tree.root(nodes, size)
    for position in range(size):
        proof = tree.inclusion_proof(nodes, position, size)
        assert tree.verifies_inclusion(LEAVES[position], position, size, proof, root)
        assert not tree.verifies_inclusion(LEAVES[size], position, size, proof, root)
        assert not tree.verifies_inclusion(LEAVES[position], position ^ 1, size, proof, root)
        assert not tree.verifies_inclusion(LEAVES[position], position, size, [*proof, root], root)
        assert not proof or not tree.verifies_inclusion(LEAVES[position], position, size, proof[:-1], root)
    assert not tree.verifies_inclusion(LEAVES[size], size, size, [], root)


@pytest.mark.parametrize("new", SIZES)
def test_each_state_continues_all_before_it_and_no_other(new: int) -> None:
    root = tree.root(nodes, new)
    for old in range(1, new + 1):
        proof = tree.consistency_proof(nodes, old, new)
        before = tree.root(nodes, old)
        assert tree.verifies_consistency(old, new, proof, before, root)
        other = sha256(before).digest()
        assert not tree.verifies_consistency(old, new, proof, other, root)
        assert not tree.verifies_consistency(old, new, proof, before, other)
        assert not tree.verifies_consistency(new + 1, new, proof, before, root)
        if proof:
            assert not tree.verifies_consistency(old, new, proof[:-1], before, root)


@pytest.mark.parametrize("size", SIZES)
def test_tiles_give_the_nodes_that_proofs_are_made_of(size: int) -> None:
    read = tiles.nodes_of(tile_server(size), size)
    assert tree.root(read, size) == definition(LEAVES[:size])
    for old in range(1, size, 7):
        assert tree.consistency_proof(read, old, size) == tree.consistency_proof(nodes, old, size)


@pytest.mark.parametrize(
    ("path", "tile"),
    [
        ("tile/0/000", tiles.Tile(0, 0)),
        ("tile/0/x001/x234/067", tiles.Tile(0, 1_234_067)),
        ("tile/1/000.p/17", tiles.Tile(1, 0, 17)),
    ],
)
def test_tiles_are_addressed_as_the_format_says(path: str, tile: tiles.Tile) -> None:
    assert tile.path() == path
    assert tiles.tile_at(path) == tile


@pytest.mark.parametrize(
    "path",
    [
        *("tile/0/0", "tile/0/x000/001", "tile/0/1234", "tile/00/000", "tile/64/000", "tile/0/000.p/0"),
        *("tile/0/000.p/256", "tile/0/000.p/017", "tile/-1/000", "tile/0/٠٠٠", "tile/0/000/"),
        "tile/0/x001/234\n",
    ],
)
def test_another_spelling_of_a_tile_is_none(path: str) -> None:
    assert tiles.tile_at(path) is None

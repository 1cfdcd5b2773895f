"""The public register (commercial register and its sisters): open data of the Ministry of Justice.

A file is split at its subjects (`iter_pieces`), each piece has a fingerprint, and only pieces whose
fingerprint is new need to be parsed (`parse_piece`), in as many processes as there are.
"""

from soupis.registers.public_register.entries import parse_piece
from soupis.registers.public_register.subject_elements import LARGEST_PIECE, fingerprint, iter_pieces

__all__ = ["LARGEST_PIECE", "fingerprint", "iter_pieces", "parse_piece"]

"""Legal forms that mean something by themselves (codes are the same in both lists of legal forms)."""

from __future__ import annotations

# Natural persons in business, by whatever law; 424 is a foreign one, 425 the branch of one.
NATURAL_FORMS = frozenset(
    {"100", "101", "102", "103", "104", "105", "106", "107", "108", "109", "424", "425"}
)
BRANCH_OF_NATURAL_PERSON = "425"
# Organisational units: of foreign persons (with an ID of their own), and of Czech ones (501).
BRANCH_FORMS = frozenset({"421", "422", "423", "425", "501"})

"""The closed vocabulary: kinds of relation, with their families, sections, half-lives and words.

A `Kind` says how a fact is read: which family it changes in, under which section of the persona it
stands, how fast its evidence fades, and whether one slot holds one value. `classify` reads a label
in the person's own words ("loves", "不再喜欢", "runs on") as a kind and a polarity; a label that it
does not know stays verbatim under `other`.
"""

from persona.vocabulary.kinds import (
    KINDS,
    PREFERENCE_SECTIONS,
    SECTIONS,
    USED_BEFORE,
    Family,
    Kind,
)
from persona.vocabulary.labels import classify, read_kind

__all__ = [
    "KINDS",
    "PREFERENCE_SECTIONS",
    "SECTIONS",
    "USED_BEFORE",
    "Family",
    "Kind",
    "classify",
    "read_kind",
]

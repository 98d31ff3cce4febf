"""The second opinion: a row's kind and sign as the person's own words have them."""

from __future__ import annotations

import re

from persona.extract.places import Place, clauses_of
from persona.extract.rows import ASKS_ABOUT, Row
from persona.extract.signs import kinds_of
from persona.records import Message
from persona.vocabulary import KINDS

_TURNED_FAMILIES = ("attitude", "practice", "state", "interest")
"""Families in which a clause's own sign corrects the row's, in the full form."""

_SAFETY = re.compile(
    r"allerg|intoleran|\bnever\b|[过過]敏|不耐受|从不|從不|从来不|從來不|绝不|絕不", re.IGNORECASE
)
"""Words of what must not be got wrong."""


def as_said(row: Row, place: Place, message: Message) -> Row:
    """The row with the polarity that the person's own words have, where they clearly have another.

    That is where the rules, which read the whole message, find the other sign in it and not the
    row's, and the words around the target do not have the row's sign. Where only the rules decide,
    the kind is theirs too: a model that takes a trouble for a dislike has both wrong. What the
    rules read as an allergy or a "never" is no mere dislike, and what they read as a statement is
    not asked about. A row that itself says it has no sign has one only where the words do.
    """
    if row.family not in _TURNED_FAMILIES or not _is_doubtful(row, place):
        return row
    kinds = kinds_of(message.text, clauses_of(message), row.forms)
    if row.kind == ASKS_ABOUT:
        return row.read_as(*min(kinds)) if place.sign and len(kinds) == 1 else row
    if place.sign != row.polarity and {sign for _, sign in kinds} == {-row.polarity}:
        kind = min(kind for kind, _ in kinds)
        return row.turned() if place.sign is not None else row.read_as(kind, -row.polarity)
    if row.relation.polarity == 0 and row.polarity not in {place.sign, *(s for _, s in kinds)}:
        return row.as_question()
    safety = [kind for kind, sign in kinds if sign < 0 and KINDS[kind].family == "safety"]
    if row.family == "attitude" and row.polarity < 0 and safety and len(safety) == len(kinds):
        return row.read_as(min(safety), -1)
    return row


def _is_doubtful(row: Row, place: Place) -> bool:
    """Whether a second opinion on the kind and sign of a row is worth its time."""
    if row.kind == ASKS_ABOUT:
        return bool(place.sign)
    if not row.polarity or place.sign == row.polarity:
        return row.is_felt and row.polarity < 0 and bool(_SAFETY.search(place.quote))
    told = place.sign is not None or row.family in ("attitude", "practice")
    return told or row.relation.polarity == 0

"""The nouns that the stages hand to each other: frozen, comparable, with no behaviour of a stage.

The order is that of the pipeline: a `Message` is what was said, a `Relation` what an answer says of
a window, an `Assertion` a relation that is grounded in one message, a `Fact` all assertions of one
(source, kind, slot, target, polarity), a `Preference` an entity with its score, and a `Persona`
the sectioned view of one user.

All times are aware UTC or None, where None means "not known", never "now".
"""

from __future__ import annotations

from persona.records.answered import (
    USER,
    Assertion,
    Extraction,
    Mention,
    Polarity,
    Rejection,
    Relation,
)
from persona.records.known import Correction, Entity, Evidence, Fact, Interval
from persona.records.lines import Components, Preference, Remark, iso
from persona.records.persona import Persona
from persona.records.reasons import Reason
from persona.records.repeats import distinct, tellers
from persona.records.said import IdOrigin, Message, Role, Span, Turn, Window

__all__ = [
    "USER",
    "Assertion",
    "Components",
    "Correction",
    "Entity",
    "Evidence",
    "Extraction",
    "Fact",
    "IdOrigin",
    "Interval",
    "Mention",
    "Message",
    "Persona",
    "Polarity",
    "Preference",
    "Reason",
    "Rejection",
    "Relation",
    "Remark",
    "Role",
    "Span",
    "Turn",
    "Window",
    "distinct",
    "iso",
    "tellers",
]

"""Decides what is remembered of a person: from facts and scores to a persona."""

from persona.memory.comparing import Change, compare
from persona.memory.inferred import Related, related
from persona.memory.persona import build_persona, persona_language
from persona.memory.summary import summary

__all__ = [
    "Change",
    "Related",
    "build_persona",
    "compare",
    "persona_language",
    "related",
    "summary",
]

"""Decides what is remembered of a person: from facts and scores to a persona."""

from persona.memory.persona import build_persona, persona_language
from persona.memory.summary import summary

__all__ = ["build_persona", "persona_language", "summary"]

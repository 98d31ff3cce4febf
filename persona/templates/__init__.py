"""Prompt templates as first-class assets: stored, composed, rendered, versioned, tested.

The names are imported when they are first used: a command that needs no template loads none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from persona.templates.budget import Limits
    from persona.templates.definitions import Audience
    from persona.templates.language import LANGUAGES, Language, read_language
    from persona.templates.library import Choice, TemplateLibrary, shipped
    from persona.templates.program import Program, compile_source, render
    from persona.templates.prompt import Prompt, Rendered
    from persona.templates.versions import Release, Versions

__all__ = [
    "LANGUAGES",
    "Audience",
    "Choice",
    "Language",
    "Limits",
    "Program",
    "Prompt",
    "Release",
    "Rendered",
    "TemplateLibrary",
    "Versions",
    "compile_source",
    "read_language",
    "render",
    "shipped",
]

_ROOMS = {
    "budget": ("Limits",),
    "definitions": ("Audience",),
    "language": ("LANGUAGES", "Language", "read_language"),
    "library": ("Choice", "TemplateLibrary", "shipped"),
    "program": ("Program", "compile_source", "render"),
    "prompt": ("Prompt", "Rendered"),
    "versions": ("Release", "Versions"),
}


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

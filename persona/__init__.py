"""Learns who a user is from their conversations, as a graph, and tells an agent.

::

    from persona import PersonaEngine

    engine = PersonaEngine("sqlite:///persona.db")
    engine.ingest("export.zip", user_id="ann")
    engine.rebuild(["ann"])
    print(engine.prompt("ann").text)
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from persona.engine import PersonaEngine
    from persona.errors import PersonaError
    from persona.records import Persona

__all__ = ["Persona", "PersonaEngine", "PersonaError", "__version__"]

try:
    __version__ = version("persona-graph")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0"


def __getattr__(name: str) -> Any:
    """Imports the public names when they are first used: `persona --help` loads none of them."""
    if name == "PersonaEngine":
        from persona.engine import PersonaEngine

        return PersonaEngine
    if name == "Persona":
        from persona.records import Persona

        return Persona
    if name == "PersonaError":
        from persona.errors import PersonaError

        return PersonaError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Who the agent is, and the block that tells it who the user is.

The names are imported when they are first used: rendering the block needs none of the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from persona.profile.agent import DefaultProfile, Profile
    from persona.profile.config import ProfileConfig
    from persona.profile.dataset import DatasetProfileFactory, Loaded
    from persona.profile.dynamic import ConfigProvider, DynConfig, EnvironmentProvider
    from persona.profile.factory import BaseFactory, CompositeProfileFactory, ProfileFactory
    from persona.profile.generate import Generated, LLMProfileFactory
    from persona.profile.person import PersonaProfileFactory
    from persona.profile.traits import Basic, Psychology, Relation

__all__ = [
    "BaseFactory",
    "Basic",
    "CompositeProfileFactory",
    "ConfigProvider",
    "DatasetProfileFactory",
    "DefaultProfile",
    "DynConfig",
    "EnvironmentProvider",
    "Generated",
    "LLMProfileFactory",
    "Loaded",
    "PersonaProfileFactory",
    "Profile",
    "ProfileConfig",
    "ProfileFactory",
    "Psychology",
    "Relation",
]

_ROOMS = {
    "agent": ("DefaultProfile", "Profile"),
    "config": ("ProfileConfig",),
    "dataset": ("DatasetProfileFactory", "Loaded"),
    "dynamic": ("ConfigProvider", "DynConfig", "EnvironmentProvider"),
    "factory": ("BaseFactory", "CompositeProfileFactory", "ProfileFactory"),
    "generate": ("Generated", "LLMProfileFactory"),
    "person": ("PersonaProfileFactory",),
    "traits": ("Basic", "Psychology", "Relation"),
}


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Factories: what makes profiles, and how several are chained."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from persona.errors import ProfileError
from persona.profile.agent import Profile


@runtime_checkable
class ProfileFactory(Protocol):
    """Anything that makes profiles."""

    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,
        role: str | None = None,
        goal: str | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
    ) -> Profile | None:
        """A profile, or None where the configured fields are to hold."""
        ...


class BaseFactory(ABC):
    """A base for factories of one's own."""

    @abstractmethod
    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,
        role: str | None = None,
        goal: str | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
    ) -> Profile | None:
        """A profile, or None where the configured fields are to hold."""


class CompositeProfileFactory(BaseFactory):
    """A chain of factories: the first profile that one of them gives.

    Args:
        factories: in order.
        skip_failed: a factory that raises `ProfileError` counts as one that gives none; what it
            said is raised if no other gives a profile.
    """

    def __init__(self, factories: Sequence[ProfileFactory], *, skip_failed: bool = False) -> None:
        for index, factory in enumerate(factories):
            if not isinstance(factory, ProfileFactory):
                raise ProfileError(f"factories[{index}]: it has no method 'create_profile'")
        self._factories = tuple(factories)
        self._skip_failed = skip_failed

    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,
        role: str | None = None,
        goal: str | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
    ) -> Profile | None:
        """The first profile that is not None.

        Raises:
            ProfileError: a factory failed; with `skip_failed` only if no other gives a profile.
        """
        failures: list[str] = []
        for factory in self._factories:
            try:
                profile = factory.create_profile(
                    profile_id, name, role, goal, prefer_prompt_language, prefer_model
                )
            except ProfileError as error:
                if not self._skip_failed:
                    raise
                failures.append(str(error))
                continue
            if profile is not None:
                return profile
        if failures:
            raise ProfileError(f"no factory of the chain gave a profile: {'; '.join(failures)}")
        return None

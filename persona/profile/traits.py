"""Traits of the one that an agent is or plays."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Basic(_Value):
    """Plain facts about the one that an agent is or plays."""

    age: int | str | None = None
    gender: str | None = None
    occupation: str | None = None


class Psychology(_Value):
    """Traits of character, and ways of thinking."""

    character: tuple[str, ...] = ()
    thinking: tuple[str, ...] = ()


class Relation(_Value):
    """How the agent stands to another one."""

    name: str
    relation: str

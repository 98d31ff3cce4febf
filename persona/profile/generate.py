"""Profiles that a model invents: rules, a target population and a few examples in, people out."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from persona.errors import ExtractionError, ProfileError
from persona.llm.structured import read_json
from persona.profile.agent import DefaultProfile, Profile
from persona.profile.columns import field_of
from persona.profile.factory import BaseFactory
from persona.profile.traits import Basic, Psychology
from persona.templates import Language, TemplateLibrary, read_language, shipped
from persona.text import name_key, one_line

PROMPT = "task/profile_generation"
"""Id of the template that asks for people."""

_MOST = 10  # people asked for in one call


class Answers(Protocol):
    """What a model needs to have here: `persona.llm.ChatModel` has it."""

    def reply(self, messages: Sequence[Mapping[str, Any]], **options: Any) -> Any:
        """A reply with ``.text``; the option is ``seed``."""
        ...


class Invented(BaseModel):
    """A person as a model describes one."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    name: str = Field(min_length=1, max_length=80)
    role: str = Field(min_length=1, max_length=120)
    goal: str | None = Field(default=None, max_length=1000)
    desc: str | None = Field(default=None, max_length=1000)
    constraints: tuple[str, ...] = Field(default=(), max_length=20)
    age: int | str | None = None
    gender: str | None = Field(default=None, max_length=40)
    occupation: str | None = Field(default=None, max_length=120)
    character: tuple[str, ...] = Field(default=(), max_length=20)
    thinking: tuple[str, ...] = Field(default=(), max_length=20)

    @field_validator("constraints", "character", "thinking", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return [] if value is None else [value] if isinstance(value, str) else value

    @field_validator("name", "role", "goal", "desc", "gender", "occupation", mode="before")
    @classmethod
    def _lined(cls, value: object) -> object:
        return one_line(value) if isinstance(value, str) else value

    @property
    def keys(self) -> tuple[str, ...]:
        """What two of them may not have in common: the name, and role with goal."""
        name = f"name {name_key(self.name)}"
        if not self.goal:
            return (name,)
        return name, f"what {name_key(self.role)} {name_key(self.goal)}"

    def profile(self, number: int, language: Language) -> DefaultProfile:
        """The same as a profile; its texts are data."""
        return DefaultProfile(
            profile_id=number,
            name=self.name,
            role=self.role,
            goal=self.goal,
            desc=self.desc,
            constraints=tuple(one_line(c) for c in self.constraints) or None,
            basic=Basic(age=self.age, gender=self.gender, occupation=self.occupation),
            psychology=Psychology(character=self.character, thinking=self.thinking),
            language=language,
        )


@dataclass(frozen=True, slots=True)
class Generated:
    """What a model gave.

    Attributes:
        profiles: all different.
        rejected: what was not taken, by reason: invalid_answer, invalid_row, duplicate.
        calls: of the model.
        complete: whether as many were found as were asked for.
    """

    profiles: tuple[DefaultProfile, ...]
    rejected: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    complete: bool = True


class LLMProfileFactory(BaseFactory):
    """Profiles from a model.

    Args:
        model: anything with ``reply(messages, **options)``, see `Answers`.
        rules: of generation, in words.
        population: the group that the people are to stand for.
        examples: of the wanted form, as mappings or texts.
        seed: sent with the calls, raised by one for each, so that a run can be repeated.
        library: in place of the shipped templates.
    """

    def __init__(
        self,
        model: Answers,
        *,
        rules: str | None = None,
        population: str | None = None,
        examples: Sequence[Mapping[str, Any] | str] = (),
        seed: int = 0,
        library: TemplateLibrary | None = None,
    ) -> None:
        self._model = model
        self._rules = rules
        self._population = population
        self._examples = "\n".join(
            e if isinstance(e, str) else json.dumps(dict(e), ensure_ascii=False) for e in examples
        )
        self._seed = seed
        self._library = library
        self._lock = threading.Lock()
        self._made: dict[tuple[int, Language], DefaultProfile] = {}

    def create_profile(
        self,
        profile_id: int,
        name: str | None = None,  # noqa: ARG002  the model invents it
        role: str | None = None,  # noqa: ARG002
        goal: str | None = None,  # noqa: ARG002
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,  # noqa: ARG002  the model was given
    ) -> Profile | None:
        """A person of this number; asked for once, then the same again.

        Raises:
            ProfileError: the model's answers hold no valid person who differs from those made
                before.
        """
        language = read_language(prefer_prompt_language)
        with self._lock:
            key = (profile_id, language)
            if key not in self._made:
                made = self._create(1, language, first=profile_id, before=self._made.values())
                if not made.profiles:
                    told = ", ".join(f"{n} {reason}" for reason, n in made.rejected.items())
                    raise ProfileError(
                        f"the model gave no usable profile in {made.calls} calls ({told})"
                    )
                self._made[key] = made.profiles[0]
            return self._made[key]

    def create(self, number: int, *, prefer_prompt_language: str | None = None) -> Generated:
        """So many different people, with profile ids from 0.

        The model is asked for at most ten at a time, told the names that are taken, and called at
        most twice as often as would do; `Generated.complete` says whether that was enough.
        """
        return self._create(number, read_language(prefer_prompt_language))

    async def acreate(self, number: int, *, prefer_prompt_language: str | None = None) -> Generated:
        """The same, without blocking the loop."""
        language = read_language(prefer_prompt_language)
        return await asyncio.to_thread(self._create, number, language)

    def _create(
        self, number: int, language: Language, *, first: int = 0, before: Any = ()
    ) -> Generated:
        taken = {key for p in before for key in _keys(p)}
        names = [p.name for p in before]
        found: list[DefaultProfile] = []
        rejected: Counter[str] = Counter()
        calls = 0
        most = 2 * -(-number // _MOST)
        while len(found) < number and calls < most:
            wanted = min(_MOST, number - len(found))
            messages = self._messages(wanted, language, [*names, *(p.name for p in found)])
            reply = self._model.reply(messages, seed=self._seed + first + calls)
            calls += 1
            for person in _people(reply.text, rejected):
                if taken & set(person.keys):
                    rejected["duplicate"] += 1
                elif len(found) < number:
                    taken |= set(person.keys)
                    found.append(person.profile(first + len(found), language))
        return Generated(tuple(found), rejected, calls, complete=len(found) == number)

    def _messages(
        self, number: int, language: Language, taken: Sequence[str | None]
    ) -> list[dict[str, str]]:
        library = self._library or shipped()
        values = {
            "number": number,
            "rules": self._rules,
            "population": self._population,
            "examples": self._examples,
            "taken": [name for name in taken if name],
        }
        text = library.prompt(PROMPT, language=language).render(values).text
        return [{"role": "user", "content": text}]


def _keys(profile: DefaultProfile) -> tuple[str, ...]:
    return Invented(name=profile.name or "-", role=profile.role or "-", goal=profile.goal).keys


def _people(text: str, rejected: Counter[str]) -> list[Invented]:
    try:
        value = read_json(text)
    except ExtractionError:
        rejected["invalid_answer"] += 1
        return []
    rows = _rows(value)
    if not isinstance(rows, list):
        rejected["invalid_answer"] += 1
        return []
    found = []
    for row in rows:
        try:
            found.append(Invented.model_validate(_named(row)))
        except ValidationError:
            rejected["invalid_row"] += 1
    return found


def _rows(value: Any) -> Any:
    """The people of an answer: a list, one of them, or either under a single key."""
    if isinstance(value, dict) and "profiles" in value:
        return value["profiles"]
    if isinstance(value, dict) and len(value) == 1:
        (inner,) = value.values()
        value = inner if isinstance(inner, (dict, list)) else value
    return [value] if isinstance(value, dict) else value


def _named(row: Any) -> Any:
    """A person with the keys that are meant, however they are written."""
    if not isinstance(row, dict):
        return row
    found: dict[Any, Any] = {}
    for key, value in row.items():
        name = field_of(key)
        found.setdefault(key if name is None else name.rpartition(".")[2], value)
    return found

"""Dynamic configuration: a setting whose value is looked up when a profile is made.

A `DynConfig` has a default, and a key at a provider: the environment, the template library as the
manager of prompts, or any object with a method ``query``. What the provider does not have, or has
empty, is the default. Every error names the field, the key and the provider.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, model_serializer

from persona.errors import ProfileError
from persona.templates import TemplateLibrary, shipped

ValueType = Literal["str", "bool", "int", "float", "list", "json"]
Origin = Literal["default", "library", "provider"]

ENV = "env"
PROMPT_MANAGER = "prompt_manager"
LIST_SEPARATOR = "[LIST_SEP]"

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


@runtime_checkable
class ConfigProvider(Protocol):
    """Anything that has values by key."""

    def query(
        self,
        key: str,
        *,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
    ) -> Any:
        """The value of a key, or None."""
        ...


class EnvironmentProvider:
    """Values from the environment, or from a mapping in its place."""

    name = ENV

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        self._environ = os.environ if environ is None else environ

    def query(
        self,
        key: str,
        *,
        prefer_prompt_language: str | None = None,  # noqa: ARG002  the environment has one language
        prefer_model: str | None = None,  # noqa: ARG002
    ) -> str | None:
        """The variable's value, or None."""
        return self._environ.get(key)


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a lookup is made with.

    Attributes:
        field: of the profile, for messages.
        language: preferred language of a prompt.
        model: preferred model.
        prompt_manager: the library that ``prompt_manager`` stands for; by default the shipped one.
    """

    field: str
    language: str | None = None
    model: str | None = None
    prompt_manager: TemplateLibrary | ConfigProvider | None = None


class DynConfig(BaseModel):
    """A setting that is looked up when a profile is made.

    Args:
        default: used where the provider has nothing; without one the lookup then fails.
        key: at the provider.
        provider: ``"env"``, ``"prompt_manager"``, or an object with ``query``.
        category: ``"agent"`` without a provider means the prompt manager.
        is_list: short for ``type="list"``; a default that is a list implies it.
        separator: between the items of a list given as one text; items are stripped.
        type: what a text is read as.
        description: for people.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    default: Any = None
    key: str | None = None
    provider: Any = None
    category: Literal["agent"] | None = None
    separator: str = LIST_SEPARATOR
    type: ValueType = "str"
    description: str | None = None

    def __init__(self, *default: Any, is_list: bool = False, **settings: Any) -> None:
        if len(default) > 1:
            raise ProfileError("DynConfig: only the default is given without its name")
        if default:
            settings["default"] = default[0]
        if is_list or isinstance(settings.get("default"), (list, tuple)):
            settings.setdefault("type", "list")
        try:
            super().__init__(**settings)
        except ValueError as error:
            raise ProfileError(f"DynConfig: {_faults(error)}") from error

    @model_serializer(mode="wrap")
    def _serialised(self, serialise: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        provider = self.provider if isinstance(self.provider, str) else None
        plain = self.model_copy(update={"provider": provider})
        found = serialise(plain)
        if self.provider is not None and provider is None:
            found["provider"] = f"object:{provider_name(self.provider)}"
        if not self.has_default:
            found.pop("default", None)
        return found

    @property
    def has_default(self) -> bool:
        """Whether a default was given; None is one."""
        return "default" in self.model_fields_set

    @property
    def source(self) -> Any:
        """The provider, with what `category` stands for."""
        if self.provider is None and self.category == "agent":
            return PROMPT_MANAGER
        return self.provider

    def problem(self) -> str | None:
        """Why it can never be looked up, or None."""
        source = self.source
        if self.key is None:
            return None if self.has_default else "a default or a key is needed"
        if source is None:
            return f"the key {self.key!r} needs a provider: {ENV}, {PROMPT_MANAGER}, or an object"
        if isinstance(source, str) and source not in (ENV, PROMPT_MANAGER):
            return (
                f"the provider {source!r} of the key {self.key!r} is not known;"
                f" use {ENV}, {PROMPT_MANAGER}, or an object with a method 'query'"
            )
        if not isinstance(source, (str, ConfigProvider)):
            return (
                f"the provider {provider_name(source)!r} of the key {self.key!r} has no method"
                " 'query'"
            )
        return None

    def query(self, lookup: Lookup) -> tuple[Any, Origin]:
        """The value, and where it comes from.

        Raises:
            ProfileError: no value and no default, a value of the wrong type, or a provider that
                fails; the message names field, key and provider.
        """
        problem = self.problem()
        if problem:
            raise ProfileError(f"{lookup.field}: {problem}")
        found = self._provided(lookup) if self.key is not None else None
        origin: Origin = "library" if self.source == PROMPT_MANAGER else "provider"
        value = self._typed(found, lookup) if not _empty(found) else None
        if not _empty(value):
            return value, origin
        if not self.has_default:
            raise ProfileError(f"{self.place(lookup.field)} has no value, and there is no default")
        return self._typed(self.default, lookup), "default"

    def place(self, field: str) -> str:
        """Where the value comes from, for messages: field, key and provider."""
        if self.key is None:
            return f"{field}: the default"
        return f"{field}: the key {self.key!r} of {provider_name(self.source)}"

    def _provided(self, lookup: Lookup) -> Any:
        provider: Any = self.source
        if provider == ENV:
            provider = EnvironmentProvider()
        elif provider == PROMPT_MANAGER:
            provider = lookup.prompt_manager if lookup.prompt_manager is not None else shipped()
        try:
            return provider.query(
                self.key, prefer_prompt_language=lookup.language, prefer_model=lookup.model
            )
        except Exception as error:
            raise ProfileError(
                f"{self.place(lookup.field)} cannot be asked: {type(error).__name__}: {error}"
            ) from error

    def _typed(self, value: Any, lookup: Lookup) -> Any:
        """A text read as the type that is wanted; a value of another kind is left as it is."""
        if self.type == "list":
            return _items(value, self.separator)
        if not isinstance(value, str) or self.type == "str":
            return value
        try:
            return _READERS[self.type](value.strip())
        except ValueError as error:
            raise ProfileError(f"{self.place(lookup.field)} is no {self.type}") from error


def _items(value: Any, separator: str) -> Any:
    """The stripped items of a text or list; a value of another kind as it is."""
    if isinstance(value, str):
        value = value.split(separator) if separator else [value]
    if not isinstance(value, (list, tuple)):
        return value
    items = [part.strip() if isinstance(part, str) else part for part in value]
    return [item for item in items if item != ""]


def _boolean(text: str) -> bool:
    if text.casefold() in _TRUE:
        return True
    if text.casefold() in _FALSE:
        return False
    raise ValueError(text)


_READERS: Mapping[str, Callable[[str], Any]] = {
    "bool": _boolean,
    "int": int,
    "float": float,
    "json": json.loads,
}


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip()) or value in ([], ())


def provider_name(provider: Any) -> str:
    """How a provider is called in messages."""
    if isinstance(provider, str):
        return provider
    name = getattr(provider, "name", None)
    return name if isinstance(name, str) else type(provider).__name__


def _faults(error: ValueError) -> str:
    errors = getattr(error, "errors", None)
    if errors is None:
        return str(error)
    return "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in errors())

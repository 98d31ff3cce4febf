"""`ProfileConfig`: the settings of a profile, checked as a whole when they are given.

A wrong setting is an error at once that names every field at fault. `create_profile` looks up what
is dynamic, asks the factory where there is one, and gives a new profile each time: nothing is kept
between calls, and nothing is shared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, field_serializer, field_validator

from persona.errors import ProfileError, TemplateError
from persona.profile.agent import TEMPLATE_FIELDS, TEMPLATED_FIELDS, DefaultProfile, Profile
from persona.profile.dynamic import ConfigProvider, DynConfig, Lookup, Origin
from persona.profile.factory import ProfileFactory
from persona.profile.traits import Basic, Psychology, Relation
from persona.templates import Language, TemplateLibrary, compile_source, read_language
from persona.templates.program import nearest

LIST_FIELDS = ("constraints", "retry_constraints")
_REQUIRED = ("name", "role")
_REQUIRES = "{}: it is required"
_DYNAMIC = [
    "name",
    "role",
    "goal",
    "retry_goal",
    "desc",
    "constraints",
    "retry_constraints",
    "expand_prompt",
    "examples",
    "system_prompt_template",
    "user_prompt_template",
    "write_memory_template",
]

Text = DynConfig | str | None
Texts = DynConfig | list[str] | None


class ProfileConfig(BaseModel):
    """The settings of a profile.

    Any text or list may be a `DynConfig` in place of a value. An empty text counts as unset.

    Attributes:
        profile_id: number of the profile; a factory is given it.
        name: of the agent. It and the role are required, unless there is a factory.
        role: what the agent is.
        goal: what it is there for.
        retry_goal: what it is to do when an attempt has failed.
        desc: what a planner reads to assign tasks; by default the goal; never in a prompt.
        constraints: rules that bind it; they may hold variables of the call.
        retry_constraints: rules when an attempt has failed.
        expand_prompt: further text of the system prompt.
        examples: of what it is to do.
        system_prompt_template: in place of the default one; likewise the other two.
        factory: makes the profile; where it gives none, the fields do.
        basic: age, gender and occupation.
        psychology: character and ways of thinking.
        social: relations to other agents.

    Raises:
        ProfileError: every field that is missing, unknown or wrong.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    profile_id: int = 0
    name: Text = None
    role: Text = None
    goal: Text = None
    retry_goal: Text = None
    desc: Text = None
    constraints: Texts = None
    retry_constraints: Texts = None
    expand_prompt: Text = None
    examples: Text = None
    system_prompt_template: Text = None
    user_prompt_template: Text = None
    write_memory_template: Text = None
    factory: Any = None
    basic: Basic = Basic()
    psychology: Psychology = Psychology()
    social: tuple[Relation, ...] = ()

    def __init__(self, **settings: Any) -> None:
        try:
            super().__init__(**settings)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            faults = [_fault(e) for e in errors]
            wrong = {str(e["loc"][0]) for e in errors if e["loc"]}
            if settings.get("factory") is None:
                faults += [_REQUIRES.format(f) for f in _absent(settings) if f not in wrong]
            raise ProfileError(f"ProfileConfig: {'; '.join(faults)}") from error
        faults = list(self._faults())
        if faults:
            raise ProfileError(f"ProfileConfig: {'; '.join(faults)}")

    @field_validator(*LIST_FIELDS, mode="before")
    @classmethod
    def _one(cls, value: object) -> object:
        if isinstance(value, str):
            return [value] if value.strip() else None
        return list(value) if isinstance(value, tuple) else value

    @field_serializer("factory")
    def _factory_name(self, factory: Any) -> str | None:
        return None if factory is None else f"object:{type(factory).__name__}"

    def _faults(self) -> Iterator[str]:
        """All that is wrong with the settings as they stand."""
        for field in _DYNAMIC:
            value = getattr(self, field)
            if isinstance(value, DynConfig):
                problem = value.problem()
                if problem:
                    yield f"{field}: {problem}"
            elif field in _REQUIRED and self.factory is None and not (value or "").strip():
                yield _REQUIRES.format(field)
            yield from _syntax_faults(field, _literal(value))
        if self.factory is not None and not isinstance(self.factory, ProfileFactory):
            yield "factory: an object with a method 'create_profile' is wanted"

    def create_profile(
        self,
        profile_id: int | None = None,
        prefer_prompt_language: str | None = None,
        prefer_model: str | None = None,
        *,
        prompt_manager: TemplateLibrary | ConfigProvider | None = None,
    ) -> Profile:
        """The profile.

        A profile that the factory gives comes first, then what is given or looked up, then the
        defaults.

        Args:
            profile_id: in place of the configured one.
            prefer_prompt_language: of the default templates and of what is looked up; English
                by default.
            prefer_model: a preference for what is looked up, and for the factory.
            prompt_manager: the library that the provider ``prompt_manager`` stands for.

        Raises:
            ProfileError: an unsupported language (the message names the supported ones), a value
                that cannot be looked up or used, or no name or role.
        """
        language = _language(prefer_prompt_language)
        number = self.profile_id if profile_id is None else profile_id
        lookups = {
            field: Lookup(field, language, prefer_model, prompt_manager) for field in _DYNAMIC
        }
        if self.factory is not None:
            given = {f: self._soft(f, lookups[f]) for f in ("name", "role", "goal")}
            made = self.factory.create_profile(
                number, given["name"], given["role"], given["goal"], language, prefer_model
            )
            if made is not None:
                profile: Profile = made
                return profile
        return self._default(number, language, lookups)

    def _soft(self, field: str, lookup: Lookup) -> str | None:
        """A value for the factory: None where it has none, since the factory may not need it."""
        value = getattr(self, field)
        if not isinstance(value, DynConfig):
            return value or None
        try:
            found, _ = value.query(lookup)
        except ProfileError:
            if value.has_default:
                raise
            return None
        return found or None

    def _default(
        self, number: int, language: Language, lookups: Mapping[str, Lookup]
    ) -> DefaultProfile:
        values: dict[str, Any] = {}
        origins: dict[str, Origin] = {}
        faults: list[str] = []
        for field in _DYNAMIC:
            try:
                values[field], origins[field] = self._value(field, lookups[field])
            except ProfileError as error:
                faults.append(str(error))
                continue
            if origins[field] != "default" or isinstance(getattr(self, field), DynConfig):
                faults += _syntax_faults(field, _own_text(field, values[field], origins[field]))
            if field in _REQUIRED and not values[field]:
                setting = getattr(self, field)
                known = isinstance(setting, DynConfig)
                place = setting.place(field) if known else f"{field}: the configuration"
                faults.append(f"{place} gives nothing, and it is required")
        if faults:
            raise ProfileError(f"ProfileConfig: {'; '.join(faults)}")
        return DefaultProfile(
            **values,
            profile_id=number,
            basic=self.basic,
            psychology=self.psychology,
            social=self.social,
            language=language,
            templated=frozenset(f for f in TEMPLATED_FIELDS if origins[f] != "provider"),
            trimmed=frozenset(f for f in TEMPLATE_FIELDS if origins[f] == "library"),
        )

    def _value(self, field: str, lookup: Lookup) -> tuple[Any, Origin]:
        value = getattr(self, field)
        origin: Origin = "default"
        if isinstance(value, DynConfig):
            value, origin = value.query(lookup)
        if field in LIST_FIELDS:
            return _texts(field, value), origin
        if value is not None and not isinstance(value, str):
            raise ProfileError(f"{field}: a text is wanted, not {type(value).__name__}")
        return (value if value and value.strip() else None), origin


def _absent(settings: Mapping[str, Any]) -> Iterator[str]:
    """Required fields that are not given, or blank."""
    for name in _REQUIRED:
        value = settings.get(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            yield name


def _texts(field: str, value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)) or not all(isinstance(i, str) for i in items):
        raise ProfileError(f"{field}: a list of texts is wanted, not {type(value).__name__}")
    return tuple(item for item in items if item.strip()) or None


def _language(asked: str | None) -> Language:
    try:
        return read_language(asked)
    except TemplateError as error:
        raise ProfileError(f"prefer_prompt_language: {error}") from error


def _literal(value: Any) -> Any:
    """What the developer wrote: the value, or the default of a dynamic one."""
    return value.default if isinstance(value, DynConfig) else value


def _own_text(field: str, value: Any, origin: Origin) -> Any:
    """The value where it is read as a template, else None."""
    return value if field in TEMPLATE_FIELDS or origin != "provider" else None


def _syntax_faults(field: str, value: Any) -> Iterator[str]:
    if field not in TEMPLATE_FIELDS and field not in TEMPLATED_FIELDS:
        return
    texts = value if isinstance(value, (list, tuple)) else [value]
    for index, text in enumerate(texts):
        if isinstance(text, str) and "{" in text:
            name = f"{field}[{index}]" if isinstance(value, (list, tuple)) else field
            try:
                compile_source(text, name, trim=False)
            except TemplateError as error:
                yield str(error)


def _fault(error: Any) -> str:
    location = [str(part) for part in error["loc"]]
    field = location[0] if location else "it"
    if error["type"] == "extra_forbidden" and len(location) == 1:
        hint = nearest(field, ProfileConfig.model_fields)
        return f"{field}: there is no such field{hint}"
    return f"{field}: {error['msg'].removeprefix('Value error, ')}"

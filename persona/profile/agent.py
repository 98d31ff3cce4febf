"""`Profile`: who an agent is, and the prompts that say so.

A profile is a value: it is made once, never changes, and may be used by many threads. Its texts
are put into its templates once. A text that the developer wrote (`DefaultProfile.templated`) may
hold variables of the call, ``Answer {{ question }} in one line``; a text that came as data never
is read as a template.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from persona.errors import ProfileError, TemplateError
from persona.profile.traits import Basic, Psychology, Relation
from persona.templates import Language, Program, compile_source, read_language, shipped
from persona.templates.prompt import block_text

TEMPLATED_FIELDS = ("role", "name", "goal", "expand_prompt", "constraints")
"""Fields that may hold variables of the call, where the developer wrote them."""

TEMPLATE_FIELDS = {
    "system_prompt_template": "profile/system",
    "user_prompt_template": "profile/user",
    "write_memory_template": "profile/memory",
}
"""Fields that are templates, with the id of the default in the library."""

_UNSET = dict.fromkeys(
    ["question", "most_recent_memories", "persona", "resource_prompt", "out_schema", "now_time"]
)


@cache
def default_template(field: str, language: Language) -> str:
    """The default text of a template field, from the shipped library."""
    return shipped().choose(TEMPLATE_FIELDS[field], language=language).document.body


class Profile(ABC):
    """Who an agent is; what an agent reads of it."""

    @abstractmethod
    def get_name(self) -> str | None:
        """Its name."""

    @abstractmethod
    def get_role(self) -> str | None:
        """Its role."""

    @abstractmethod
    def get_system_prompt_template(self) -> str:
        """The template of its system prompt."""

    @abstractmethod
    def get_user_prompt_template(self) -> str:
        """The template of its user prompt."""

    @abstractmethod
    def get_write_memory_template(self) -> str:
        """The template of what it keeps of a step."""

    def get_goal(self) -> str | None:
        """What it is there for."""
        return None

    def get_retry_goal(self) -> str | None:
        """What it is to do when an attempt has failed."""
        return None

    def get_constraints(self) -> list[str] | None:
        """The rules that bind it."""
        return None

    def get_retry_constraints(self) -> list[str] | None:
        """The rules when an attempt has failed."""
        return None

    def get_description(self) -> str | None:
        """What a planner reads to assign tasks; never in a prompt."""
        return None

    def get_expand_prompt(self) -> str | None:
        """Further text of its system prompt."""
        return None

    def get_examples(self) -> str | None:
        """Examples of what it is to do."""
        return None

    def get_language(self) -> Language:
        """The language of its templates."""
        return "en"

    def get_templated(self) -> frozenset[str]:
        """Fields that hold variables of the call."""
        return frozenset()

    def get_trimmed(self) -> frozenset[str]:
        """Template fields in which a line of nothing but a statement leaves no line behind."""
        return frozenset()

    def get_self(self) -> dict[str, Any]:
        """Values for the templates beside those above: ``basic``, ``psychology``, ``social``."""
        nobody: dict[str, Any] = {"basic": Basic().model_dump(), "social": []}
        return nobody | {"psychology": Psychology().model_dump()}

    def format_system_prompt(
        self,
        question: str | None = None,
        language: str | None = None,
        most_recent_memories: str | None = None,
        resource_vars: Mapping[str, Any] | None = None,
        is_retry_chat: bool = False,
        *,
        persona: object = None,
        strict: bool = True,
        **variables: Any,
    ) -> str:
        """The system prompt.

        Args:
            question: what the agent is asked.
            language: that it is to answer in; by default that of the profile.
            most_recent_memories: what was said before in this conversation.
            resource_vars: values that resources give, such as ``resource_prompt``, ``out_schema``.
            is_retry_chat: an attempt has failed: the retry goal and constraints hold.
            persona: the block about the user, text or anything with ``.text``; it stands where
                the template says ``{{ persona }}``.
            strict: a variable that nobody gives is an error; else it prints nothing.
            variables: any others, such as ``now_time``. They come before the values of resources,
                and those before the profile's own.

        Raises:
            ProfileError: missing variables (all are named), or a template that is refused.
        """
        return self._format(
            "system_prompt_template",
            {
                "question": question,
                "language": self._language(language),
                "most_recent_memories": most_recent_memories,
                "is_retry_chat": is_retry_chat,
                "persona": _block(persona),
                **(resource_vars or {}),
                **variables,
            },
            strict=strict,
        )

    def format_user_prompt(
        self,
        question: str | None = None,
        language: str | None = None,
        most_recent_memories: str | None = None,
        resource_vars: Mapping[str, Any] | None = None,
        is_retry_chat: bool = False,
        *,
        persona: object = None,
        strict: bool = True,
        **variables: Any,
    ) -> str:
        """The user prompt; the arguments are those of `format_system_prompt`.

        Raises:
            ProfileError: missing variables (all are named), or a template that is refused.
        """
        return self._format(
            "user_prompt_template",
            {
                "question": question,
                "language": self._language(language),
                "most_recent_memories": most_recent_memories,
                "is_retry_chat": is_retry_chat,
                "persona": _block(persona),
                **(resource_vars or {}),
                **variables,
            },
            strict=strict,
        )

    def format_memory(
        self,
        *,
        question: str | None = None,
        thought: str | None = None,
        action: str | None = None,
        observation: str | None = None,
        strict: bool = True,
        **variables: Any,
    ) -> str:
        """What the agent keeps of a step.

        Raises:
            ProfileError: missing variables, or a template that is refused.
        """
        step = {"thought": thought, "action": action, "observation": observation}
        values = {"question": question, "language": self.get_language(), **step, **variables}
        return self._format("write_memory_template", values, strict=strict)

    def _language(self, asked: str | None) -> Language:
        if not asked:
            return self.get_language()
        try:
            return read_language(asked)
        except TemplateError as error:
            raise ProfileError(f"language: {error}") from error

    def _own(self) -> dict[str, Any]:
        """The profile's values, as they are."""
        return {
            "role": self.get_role(),
            "name": self.get_name(),
            "goal": self.get_goal(),
            "retry_goal": self.get_retry_goal(),
            "expand_prompt": self.get_expand_prompt(),
            "examples": self.get_examples(),
            "constraints": self.get_constraints(),
            "retry_constraints": self.get_retry_constraints(),
            **self.get_self(),
        }

    def _template(self, field: str) -> str:
        if field == "system_prompt_template":
            return self.get_system_prompt_template()
        if field == "user_prompt_template":
            return self.get_user_prompt_template()
        return self.get_write_memory_template()

    def _format(self, field: str, given: Mapping[str, Any], *, strict: bool) -> str:
        own = self._own()
        values = {**_UNSET, "is_retry_chat": False, **own, **given}
        if values["most_recent_memories"] == "":
            values["most_recent_memories"] = None
        try:
            trim = field in self.get_trimmed()
            program = compile_source(self._template(field), field, trim=trim)
            wanted = sorted(self.get_templated() & program.variables - given.keys())
            texts = {name: _Filled(name, own[name]) for name in wanted}
            if strict:
                absent = program.missing(values.keys())
                absent += [m for text in texts.values() for m in text.missing(values)]
                if absent:
                    raise ProfileError(f"{field}: missing variables: {', '.join(absent)}")
            filled = {name: text.render(values, strict=strict) for name, text in texts.items()}
            text = program.render({**values, **filled}, strict=strict)
        except TemplateError as error:
            raise ProfileError(str(error)) from error
        return text.strip("\n") if trim else text


class _Filled:
    """A text of the developer, or a list of them, to be filled with the variables of a call."""

    def __init__(self, name: str, value: Any) -> None:
        self._listed = isinstance(value, (list, tuple))
        texts = value if self._listed else [value]
        self._parts = [
            compile_source(text, f"{name}[{index}]" if self._listed else name, trim=False)
            if isinstance(text, str) and "{" in text
            else text
            for index, text in enumerate(texts)
        ]

    def missing(self, values: Mapping[str, Any]) -> list[str]:
        """Variables that are not given, each with its place."""
        programs = [part for part in self._parts if isinstance(part, Program)]
        return [told for program in programs for told in program.missing(values.keys())]

    def render(self, values: Mapping[str, Any], *, strict: bool) -> Any:
        """The text or texts."""
        filled = [
            part.render(values, strict=strict) if isinstance(part, Program) else part
            for part in self._parts
        ]
        return filled if self._listed else filled[0]


def _block(persona: object) -> str | None:
    try:
        return block_text(persona) or None
    except TemplateError as error:
        raise ProfileError(str(error)) from error


class DefaultProfile(BaseModel, Profile):
    """A profile of plain fields. Its texts are data unless `templated` names their field.

    Attributes:
        templated: fields of `TEMPLATED_FIELDS` whose text the developer wrote as a template.
        trimmed: template fields whose text comes from the library and is laid out as it is there.
        language: of the default templates, and that the agent answers in.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    profile_id: int = 0
    name: str | None = None
    role: str | None = None
    goal: str | None = None
    retry_goal: str | None = None
    desc: str | None = None
    constraints: tuple[str, ...] | None = None
    retry_constraints: tuple[str, ...] | None = None
    expand_prompt: str | None = None
    examples: str | None = None
    system_prompt_template: str | None = None
    user_prompt_template: str | None = None
    write_memory_template: str | None = None
    basic: Basic = Basic()
    psychology: Psychology = Psychology()
    social: tuple[Relation, ...] = ()
    language: Language = "en"
    templated: frozenset[str] = Field(default=frozenset())
    trimmed: frozenset[str] = Field(default=frozenset())

    def get_name(self) -> str | None:
        """Its name."""
        return self.name

    def get_role(self) -> str | None:
        """Its role."""
        return self.role

    def get_goal(self) -> str | None:
        """What it is there for."""
        return self.goal

    def get_retry_goal(self) -> str | None:
        """What it is to do when an attempt has failed."""
        return self.retry_goal

    def get_constraints(self) -> list[str] | None:
        """The rules that bind it: a copy."""
        return None if self.constraints is None else list(self.constraints)

    def get_retry_constraints(self) -> list[str] | None:
        """The rules when an attempt has failed: a copy."""
        return None if self.retry_constraints is None else list(self.retry_constraints)

    def get_description(self) -> str | None:
        """What a planner reads: the description, else the goal."""
        return self.desc or self.goal

    def get_expand_prompt(self) -> str | None:
        """Further text of its system prompt."""
        return self.expand_prompt

    def get_examples(self) -> str | None:
        """Examples of what it is to do."""
        return self.examples

    def get_language(self) -> Language:
        """The language of its templates."""
        return self.language

    def get_templated(self) -> frozenset[str]:
        """Fields that hold variables of the call."""
        return self.templated

    def get_trimmed(self) -> frozenset[str]:
        """The template fields that come from the library."""
        return self.trimmed | {field for field in TEMPLATE_FIELDS if not getattr(self, field)}

    def get_self(self) -> dict[str, Any]:
        """Values of ``basic``, ``psychology``, ``social``."""
        return {
            "basic": self.basic.model_dump(),
            "psychology": self.psychology.model_dump(),
            "social": [other.model_dump() for other in self.social],
        }

    def get_system_prompt_template(self) -> str:
        """The template of its system prompt."""
        own = self.system_prompt_template
        return own or default_template("system_prompt_template", self.language)

    def get_user_prompt_template(self) -> str:
        """The template of its user prompt."""
        return self.user_prompt_template or default_template("user_prompt_template", self.language)

    def get_write_memory_template(self) -> str:
        """The template of what it keeps of a step."""
        own = self.write_memory_template
        return own or default_template("write_memory_template", self.language)

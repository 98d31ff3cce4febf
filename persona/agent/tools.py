"""Tools: plain typed functions, with what the model is told of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from persona.agent.schema import arguments_model, described, parameters_schema, with_items
from persona.errors import UsageError

_NAME = re.compile(r"[A-Za-z_][\w-]{0,63}")
_LONGEST = 1200
_LIMITS_WORDS = re.compile(r"\b(?:not|never|only|cannot|except|unless)\b|不要|不能|仅|只|勿", re.I)
_EXAMPLE = re.compile(r"\b(?:e\.g\.|for example|example|such as|like)|例如|比如|如：|如:", re.I)


@dataclass(frozen=True, slots=True)
class Learned:
    """What a call taught the working memory.

    Attributes:
        facts: sentences.
        covered: parts of what is needed that are now there, such as months.
        missing: parts that are still needed.
        hypotheses: what is now to be checked; one that a fact repeats word for word is confirmed.
        refuted: hypotheses that do not hold.
    """

    facts: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()


Learn = Callable[[Mapping[str, Any], Any], Learned]


@dataclass(frozen=True)
class Tool:
    """A function that a model may call.

    Attributes:
        name: letters, digits, ``_`` and ``-``.
        description: a small prompt: purpose, limits, an example.
        function: plain or async; it is called by name with checked arguments.
        model: checks the arguments; None: `schema` is only sent.
        schema: of the parameters, as JSON schema.
        bound: arguments that the model does not see.
        timeout: seconds of one call, its retries included.
        retries: of a call whose connection failed; only for what may safely be done twice.
        always: shown in every round.
        needs: names of tools that are shown wherever this one is.
        cached: the same call gives the same within a run: it is made once.
        strict: servers that can hold the model to the schema; every parameter has to be required.
        ends: the run ends after a call and asks the user what the call says.
        learn: what the working memory is to keep, from the arguments and the raw result.
    """

    name: str
    description: str
    function: Callable[..., Any]
    model: type[BaseModel] | None = None
    schema: Mapping[str, Any] = field(default_factory=dict)
    bound: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 60.0
    retries: int = 0
    always: bool = False
    needs: tuple[str, ...] = ()
    cached: bool = False
    strict: bool = False
    ends: bool = False
    learn: Learn | None = None

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The schema that is sent."""
        return with_items(self.schema) if self.model is None else parameters_schema(self.model)

    @cached_property
    def spec(self) -> dict[str, Any]:
        """The tool in OpenAI's form."""
        told: dict[str, Any] = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
        }
        if self.strict:
            told["strict"] = True
        return {"type": "function", "function": told}

    @property
    def required(self) -> tuple[str, ...]:
        """Names of parameters that a call must give."""
        return tuple(self.parameters.get("required", ()))


def tool(
    function: Callable[..., Any],
    *,
    name: str | None = None,
    description: str | None = None,
    bound: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Tool:
    """A tool from a typed function: the schema from its types, the description from its docstring.

    ::

        def find(words: str, year: int = 2026) -> list[str]:
            \"\"\"Finds pages. Not for people's addresses.

    Args:
                words: what to look for, for example "west lake tea".
                year: of the pages.
            \"\"\"

        agent = Agent(model, tools=[find])

    Args:
        function: plain or async.
        name: by default the function's.
        description: by default its docstring's.
        bound: arguments that the model does not see; they are given with each call.
        settings: further attributes of `Tool`.

    Raises:
        UsageError: a name that servers refuse, a parameter without a type, or a strict tool with one
            that may be left out.
    """
    called = name or str(getattr(function, "__name__", ""))
    if not _NAME.fullmatch(called):
        raise UsageError(f"a tool's name has letters, digits, _ and -: {called!r} has others")
    text, parameters = described(function)
    hidden = dict(bound or {})
    model = arguments_model(function, parameters, hidden)
    told = text if description is None else description
    made = Tool(called, told, function, model=model, bound=hidden, **settings)
    free = [p for p in made.parameters["properties"] if p not in made.required]
    if made.strict and free:
        raise UsageError(
            f"tool {called!r} is strict: give {', '.join(free)} no default, or leave strict out"
        )
    return made


def toolbox(tools: Iterable[Tool | Callable[..., Any]]) -> dict[str, Tool]:
    """Tools by name.

    Raises:
        UsageError: two of one name, or a tool that needs one that is not there.
    """
    box: dict[str, Tool] = {}
    for given in tools:
        made = given if isinstance(given, Tool) else tool(given)
        if made.name in box:
            raise UsageError(f"two tools are named {made.name!r}")
        box[made.name] = made
    for made in box.values():
        for needed in made.needs:
            if needed not in box:
                raise UsageError(f"tool {made.name!r} needs {needed!r}, which is not there")
    return box


def lint(made: Tool) -> list[str]:
    """What a tool's description lacks; a model calls a well described tool more rightly."""
    found: list[str] = []
    text = made.description
    if not text:
        found.append(f"{made.name}: no description")
    elif not _LIMITS_WORDS.search(text):
        found.append(f"{made.name}: the description does not say when not to use it")
    if len(text) > _LONGEST:
        found.append(f"{made.name}: the description has over {_LONGEST} characters")
    for name in made.required:
        about: Mapping[str, Any] = made.parameters["properties"][name]
        told = str(about.get("description", ""))
        if not told:
            found.append(f"{made.name}: parameter {name} is not described")
        elif not (_EXAMPLE.search(told) or about.get("examples") or about.get("enum")):
            found.append(f"{made.name}: parameter {name} has no example")
    return found


def ask_user(question: str) -> str:
    """Asks the user for what is missing and waits for the answer. Only where it cannot be found out.

    Args:
        question: one question, for example "Which month do you mean?".
    """
    return question


ASK_USER = tool(ask_user, ends=True, always=True)


def specs(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Tools in OpenAI's form."""
    return [made.spec for made in tools]

"""Tools that a case of an evaluation declares: what they look like, and what they answer.

Nothing is called behind them. A call is answered by the first of the tool's results that fits its
arguments and is not used up, so a case can tell how an agent takes an error, an empty result or an
answer in two parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator


class ToolError(Exception):
    """A stand-in was told to fail, or has no result for these arguments."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ToolAnswer(_Model):
    """What a tool gives for a call.

    Attributes:
        when: by name of an argument, a regular expression that is found in it (any case of letters).
        times: how many calls of one try it answers; None: any number.
        returns: the result, a text or any JSON value.
        error: the call fails with this in place of a result.
    """

    when: dict[str, str] = Field(default_factory=dict)
    times: int | None = Field(default=None, ge=1)
    returns: Any = None
    error: str | None = None

    @field_validator("when")
    @classmethod
    def _compile(cls, value: dict[str, str]) -> dict[str, str]:
        for name, pattern in value.items():
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{name}: it is no regular expression ({error})") from error
        return value

    @model_validator(mode="after")
    def _one_of_both(self) -> ToolAnswer:
        if ("returns" in self.model_fields_set) == (self.error is not None):
            raise ValueError("give either returns or error")
        return self

    def fits(self, arguments: Mapping[str, Any]) -> bool:
        """Whether it answers a call with these arguments."""
        return all(
            name in arguments and re.search(pattern, _text(arguments[name]), re.IGNORECASE)
            for name, pattern in self.when.items()
        )


class CaseTool(_Model):
    """A tool that a case declares.

    Attributes:
        name: letters, digits, ``_`` and ``-``.
        description: what the model is told of it.
        parameters: JSON schema of each argument, by name; a word is its type.
        required: names of arguments that must be given; by default those without a ``default``.
        results: what it answers, the first that fits.
    """

    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]{0,63}$")
    description: str = ""
    parameters: dict[str, dict[str, Any]] = Field(default_factory=dict)
    required: tuple[str, ...] | None = None
    results: tuple[ToolAnswer, ...] = Field(min_length=1)

    @field_validator("parameters", mode="before")
    @classmethod
    def _short(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        return {n: {"type": told} if isinstance(told, str) else told for n, told in value.items()}

    @field_validator("results", mode="before")
    @classmethod
    def _texts(cls, value: object) -> object:
        if not isinstance(value, list):
            return [{"returns": value}]
        return [item if isinstance(item, Mapping) else {"returns": item} for item in value]

    @model_validator(mode="after")
    def _known(self) -> CaseTool:
        named = {*(self.required or ()), *(name for result in self.results for name in result.when)}
        for name in sorted(named - set(self.parameters)):
            raise ValueError(f"{self.name} has no parameter {name!r}")
        return self

    @property
    def arguments_schema(self) -> dict[str, Any]:
        """JSON schema of its arguments."""
        needed = self.required
        if needed is None:
            needed = tuple(n for n, told in self.parameters.items() if "default" not in told)
        return {
            "type": "object",
            "properties": self.parameters,
            "required": list(needed),
            "additionalProperties": False,
        }


class StandIn:
    """A declared tool in one try: it remembers which of its results are used up."""

    def __init__(self, tool: CaseTool) -> None:
        self.tool = tool
        self._used = [0] * len(tool.results)

    def call(self, arguments: Mapping[str, Any]) -> Any:
        """The result of a call.

        Raises:
            ToolError: it is told to fail, the arguments are not of its schema, or nothing is declared
                for them.
        """
        for fault in schema_faults(arguments, self.tool.arguments_schema):
            raise ToolError(f"the arguments are wrong {fault}")
        for number, result in enumerate(self.tool.results):
            left = result.times is None or self._used[number] < result.times
            if left and result.fits(arguments):
                self._used[number] += 1
                if result.error is not None:
                    raise ToolError(result.error)
                return result.returns
        raise ToolError(f"{self.tool.name} has nothing for these arguments")


def schema_faults(value: Any, schema: Mapping[str, Any]) -> Iterator[str]:
    """Where and how a JSON value is not of a schema."""
    validator = _validator(json.dumps(schema, sort_keys=True))
    for error in sorted(validator.iter_errors(value), key=lambda e: list(map(str, e.path))):
        yield f"at {error.json_path}: {error.message}"


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

"""The JSON schema of a function's parameters, from its types and its docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from persona.errors import UsageError

_SECTION = re.compile(r"^\s*(Args|Returns|Raises|Yields|Example|Examples|Attributes):\s*$")
_PARAMETER = re.compile(r"^(\s+)\*{0,2}(\w+)\s*(?:\([^)]*\))?:\s*(.*)$")


_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions"})
_DATA = frozenset({"default", "enum", "const", "examples"})


def with_items(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a schema in which every array says what is in it: texts, where nothing is said."""
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _NAMED and isinstance(value, Mapping):
            made[key] = {name: _completed(inner) for name, inner in value.items()}
        else:
            made[key] = value if key in _DATA else _completed(value)
    kinds = schema.get("type")
    is_array = kinds == "array" or (isinstance(kinds, list) and "array" in kinds)
    if is_array and not {"items", "prefixItems"} & schema.keys():
        made["items"] = {"type": "string"}
    return made


def _completed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return with_items(value)
    return [_completed(item) for item in value] if isinstance(value, list) else value


def described(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """The text of a docstring before its ``Args:``, with its examples, and that of each parameter."""
    lines = (inspect.getdoc(function) or "").splitlines()
    text: list[str] = []
    parameters: dict[str, str] = {}
    section = name = ""
    for line in lines:
        heading = _SECTION.match(line)
        if heading is not None:
            section = heading[1]
            if section.startswith("Example"):
                text.append(line.strip())
        elif section == "Args":
            found = _PARAMETER.match(line)
            if found is not None and (not name or len(found[1]) <= 4):
                name = found[2]
                parameters[name] = found[3].strip()
            elif name and line.strip():
                parameters[name] += " " + line.strip()
        elif section in ("", "Example", "Examples"):
            text.append(line.strip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(text)).strip(), parameters


def arguments_model(
    function: Callable[..., Any], descriptions: Mapping[str, str], hidden: Collection[str]
) -> type[BaseModel]:
    """A pydantic model of a function's parameters; the bound ones are left out.

    Raises:
        UsageError: a parameter without a type, or of one that is not known, or one that a call by
            name cannot fill.
    """
    name = getattr(function, "__name__", "tool")
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise UsageError(
            f"tool {name!r}: a type of its parameters is not known ({error}): define it at the top of"
            " the module"
        ) from error
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in hidden:
            continue
        if parameter.kind in (
            parameter.POSITIONAL_ONLY,
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        ):
            raise UsageError(f"tool {name!r}: {parameter} cannot be filled by name")
        if parameter.name not in hints:
            raise UsageError(f"tool {name!r}: parameter {parameter.name!r} has no type")
        default = ... if parameter.default is parameter.empty else parameter.default
        told = descriptions.get(parameter.name)
        fields[parameter.name] = (hints[parameter.name], Field(default, description=told))
    return create_model(f"{name}_arguments", __config__=ConfigDict(extra="forbid"), **fields)


def parameters_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of an arguments model as it is sent: without titles, arrays completed."""
    schema = _untitled(model.model_json_schema())
    schema.setdefault("properties", {})
    schema["additionalProperties"] = False
    return with_items(schema)


def _untitled(value: Any, *, properties: bool = False) -> Any:
    if isinstance(value, dict):
        return {
            key: _untitled(item, properties=key in ("properties", "$defs") and not properties)
            for key, item in value.items()
            if properties or key != "title"
        }
    return [_untitled(item) for item in value] if isinstance(value, list) else value

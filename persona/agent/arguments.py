"""The arguments of a call: read, repaired where that is safe, checked; else a sentence for the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from persona.agent.actions import repaired, strict
from persona.agent.braces import Braces
from persona.agent.tools import Tool
from persona.errors import AgentError

_SHOWN = 200


class ArgumentsError(AgentError):
    """Arguments that cannot be used; the text is for the model."""


def read_arguments(raw: object, tool: Tool | None = None) -> dict[str, Any]:
    """The arguments of a call as an object.

    Args:
        raw: an object, its JSON, or nothing. A plain text is the only parameter of a tool that has one.
        tool: whose call it is.

    Raises:
        ArgumentsError: no object; a JSON that was cut off is never repaired.
    """
    if raw is None or (isinstance(raw, str) and raw.strip() in ("", "null")):
        return {}
    if isinstance(raw, Mapping):
        return dict(raw)
    only = _only_parameter(tool)
    if not isinstance(raw, str):
        if only:
            return {only: raw}
        raise ArgumentsError(f"the arguments must be a JSON object, not {_short(raw)}")
    value = strict(raw)
    if isinstance(value, dict):
        return value
    if raw.lstrip()[:1] not in ("{", "["):
        if only:
            return {only: raw if value is None or _is_text(tool, only) else value}
        raise ArgumentsError(f"the arguments must be a JSON object, not {_short(raw)}")
    if value is None and Braces().feed(raw, 0) is None:
        raise ArgumentsError(
            f"the arguments were cut off after {_short(raw[-60:])}; send them again, whole and shorter"
        )
    mended = repaired(raw)
    if isinstance(mended, dict):
        return mended
    raise ArgumentsError(f"the arguments must be a JSON object, not {_short(raw)}")


def _only_parameter(tool: Tool | None) -> str:
    properties = list(tool.parameters.get("properties", ())) if tool is not None else []
    return properties[0] if len(properties) == 1 else ""


def _is_text(tool: Tool | None, name: str) -> bool:
    assert tool is not None
    return bool(tool.parameters["properties"][name].get("type") == "string")


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text[:_SHOWN])


def check_arguments(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as the function takes them: numbers written as texts become numbers, and the like.

    Raises:
        ArgumentsError: what is wrong with which of them, and what they should be.
    """
    if tool.model is None:
        return dict(arguments)
    try:
        checked = tool.model.model_validate_json(json.dumps(dict(arguments)))
    except ValidationError as error:
        faults = [
            f"{'.'.join(map(str, e['loc'])) or 'arguments'}: {e['msg']}"
            for e in error.errors(include_url=False, include_input=False)
        ]
        known = ", ".join(tool.parameters["properties"]) or "none"
        raise ArgumentsError(f"{'; '.join(faults)} (parameters: {known})") from error
    except (TypeError, ValueError) as error:
        raise ArgumentsError(f"the arguments are no JSON ({error})") from error
    return {name: getattr(checked, name) for name in type(checked).model_fields}

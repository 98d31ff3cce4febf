"""What a JSON value of a model means: actions, an action without a name, or nothing of the kind."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

_NAMES = ("action", "tool", "tool_name")
_WEAK_NAMES = ("name", "function")
_INPUTS = ("action_input", "tool_input", "input", "arguments", "parameters", "args", "params")
_WRAPPERS = (
    "action",
    "tool",
    "tool_call",
    "tool_calling",
    "tool_calls",
    "function",
    "function_call",
)
_PASSED_OVER = frozenset({"thought", "reasoning", "id", "type"})
_NAMING = ("tool", "action", "name", "function")

_ATTEMPT = re.compile(
    r"[\"'“]\s*(?:action|tool|tool_name|name|function|tool_calls?|action[ _]input|tool_input|arguments)"
    r"\s*[\"'”]\s*[:：]",
    re.IGNORECASE,
)
_MOST_REPAIRED = 65_536

NO_NAME = 'the JSON has an input and names no tool; write it in "action"'


@dataclass(frozen=True, slots=True)
class Call:
    """A tool's name and its input."""

    name: str
    input: Any


class NamelessError(ValueError):
    """A JSON value with an input and no usable name."""


def is_final(name: str | None) -> bool:
    """Whether an action is the final answer: none at all, or one of that name however written.

    ``Final Answer``, ``final_answer``, ``finalAnswer`` and 最终答案 are; ``finalize_answers`` is not.
    """
    if name is None:
        return True
    if "最终答案" in name:
        return True
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    words = [word.casefold() for word in re.findall(r"[A-Za-z]+", parts)]
    pairs = pairwise(words)
    return "finalanswer" in words or ("final", "answer") in pairs


def read_actions(value: Any, *, meant: bool = False) -> list[Call]:
    """The actions in a JSON value; none where it is something else.

    Args:
        value: an object, or a list whose items are all actions.
        meant: it stands where an action is expected, so a bare ``name`` is enough.

    Raises:
        NamelessError: an input is there and no usable name.
    """
    if isinstance(value, list):
        found = [read_actions(item, meant=meant) for item in value if isinstance(item, dict)]
        if len(found) == len(value) and all(found):
            return [call for calls in found for call in calls]
        if any(found):
            raise NamelessError("a list of actions holds something that is none")
        return []
    return _of_object(value, meant) if isinstance(value, dict) else []


def _of_object(value: Mapping[str, Any], meant: bool) -> list[Call]:
    fields = {_key(key): item for key, item in value.items()}
    strong = _text(fields, _NAMES)
    weak = _text(fields, _WEAK_NAMES)
    held = _input_key(fields)
    if strong or (weak and (held or meant)):
        return [Call(strong or weak, _input(fields, held))]
    inner = _inside(fields)
    if inner is not None:
        return read_actions(inner, meant=True)
    legacy = _legacy_name(fields) if held and not _named(fields) else ""
    if legacy:
        return [Call(legacy, _input(fields, held))]
    if held and (held in _INPUTS[:3] or _named(fields) or "input" in held):
        raise NamelessError(NO_NAME)
    return []


def _key(key: str) -> str:
    return re.sub(r"[\s-]+", "_", key.strip()).casefold()


def _text(fields: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    found = (fields[key].strip() for key in keys if isinstance(fields.get(key), str))
    return next((text for text in found if text), "")


def _named(fields: Mapping[str, Any]) -> bool:
    return any(key in fields for key in _NAMES)


def _input_key(fields: Mapping[str, Any]) -> str:
    known = next((key for key in _INPUTS if key in fields), "")
    return known or next((key for key in fields if "input" in key), "")


def _input(fields: Mapping[str, Any], key: str) -> Any:
    value = fields.get(key)
    if key == "arguments" and isinstance(value, str):
        decoded = strict(value)
        return decoded if isinstance(decoded, dict) else value
    return {} if value is None else value


def _inside(fields: Mapping[str, Any]) -> Any:
    for key in _WRAPPERS:
        if isinstance(fields.get(key), (dict, list)):
            return fields[key]
    return None


def _legacy_name(fields: Mapping[str, Any]) -> str:
    texts = {
        key: item.strip()
        for key, item in fields.items()
        if isinstance(item, str) and item.strip() and "input" not in key
        if key not in _PASSED_OVER and key not in _INPUTS
    }
    naming = [text for key, text in texts.items() if any(part in key for part in _NAMING)]
    candidates = naming or list(texts.values())
    return candidates[0] if len(candidates) == 1 else ""


# --- reading the JSON -------------------------------------------------------------------------


class _NoNumberError(ValueError):
    """NaN and infinities are no JSON."""


def _refuse(constant: str) -> Any:
    raise _NoNumberError(constant)


_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse)


def strict(text: str) -> Any:
    """The JSON value of a text, raw line breaks in strings allowed; None where it is not JSON."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None


_FULL_WIDTH = str.maketrans("“”：，｛｝［］＂", '"":,{}[]"')
_MARKS = re.compile(r"“(?P<said>[^“”]*)”|\"(?:[^\"\\]|\\.)*\"|[：，｛｝［］＂]")
_PYTHON = re.compile(r"(?<=[:,\[])\s*\b(None|True|False)\b(?=\s*[,}\]])")
_CONSTANTS = {"None": "null", "True": "true", "False": "false"}


def repaired(text: str) -> Any:
    """The JSON value of a damaged text: trailing commas, single quotes and the like; None for none."""
    if len(text) > _MOST_REPAIRED:
        return None
    for narrow in (_MARKS.sub(_narrow, text), text.translate(_FULL_WIDTH)):
        plain = strict(_PYTHON.sub(lambda found: _CONSTANTS[found[1]], narrow))
        if isinstance(plain, (dict, list)):
            return plain
    try:
        from json_repair import repair_json
    except ImportError:
        return None
    try:
        mended = _PYTHON.sub(lambda found: _CONSTANTS[found[1]], text)
        value = repair_json(mended, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    return value or None


def _narrow(found: re.Match[str]) -> str:
    """A full-width mark as a plain one; what stands within quotes stays as it is."""
    if found["said"] is not None:
        return json.dumps(found["said"], ensure_ascii=False)
    return found[0] if found[0][0] == '"' else found[0].translate(_FULL_WIDTH)


def looks_like_action(text: str) -> bool:
    """Whether a text that is no JSON was meant as an action: it has one of its keys."""
    return _ATTEMPT.search(text) is not None


def repaired_actions(text: str) -> list[Call]:
    """The actions of a damaged text; a name that a repair made up is none."""
    try:
        calls = read_actions(repaired(text), meant=True)
    except NamelessError:
        return []
    return calls if all(call.name in text for call in calls) else []

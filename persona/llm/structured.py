"""JSON from a model: the contract ladder, and reading what came.

A server that can is given the schema; one that cannot, JSON mode; else the prompt alone asks for
JSON. Which rung holds is found once for a server and model and remembered.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from persona.errors import ExtractionError, MissingExtraError, ModelError
from persona.llm.chat import ChatMessage, ChatModel, Reply, Usage

_RUNGS = ("json_schema", "json_object_schema", "json_object", "prompt")
_REFUSALS = (400, 415, 422, 501)

_lock = threading.Lock()
_known: dict[tuple[str, str], int] = {}


@dataclass(frozen=True, slots=True)
class Structured:
    """A reply that was asked for as JSON.

    Attributes:
        reply: as it came.
        rung: how it was asked for.
        usage: of every call that it took, refused ones included.
    """

    reply: Reply
    rung: str
    usage: Usage

    @property
    def is_cut(self) -> bool:
        """Whether the answer broke off: the server says so, or its JSON has no end."""
        return self.reply.finish_reason == "length" or _breaks_off(self.reply.text)

    def read(self) -> Any:
        """The JSON value of the reply, see `read_json`; of one that broke off, its whole objects.

        Raises:
            ExtractionError: there is none.
        """
        if self.reply.finish_reason == "content_filter":
            raise ExtractionError("the server's content filter stopped the answer")
        return read_json(_whole(self.reply.text) if self.is_cut else self.reply.text)


def _format(rung: str, name: str, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    if rung == "json_schema":
        wrapped = {"name": name, "schema": dict(schema), "strict": _all_required(schema)}
        return {"type": "json_schema", "json_schema": wrapped}
    if rung == "json_object_schema":  # llama-cpp-python's server takes the schema here
        return {"type": "json_object", "schema": dict(schema)}
    return {"type": "json_object"} if rung == "json_object" else None


def _all_required(schema: Any) -> bool:
    """Whether no object of a schema has a field that may be left out, as OpenAI's strict mode wants."""
    if isinstance(schema, list):
        return all(map(_all_required, schema))
    if not isinstance(schema, Mapping):
        return True
    named = set(schema.get("properties", {}))
    return named <= set(schema.get("required", ())) and all(map(_all_required, schema.values()))


def _place(model: ChatModel) -> tuple[str, str]:
    return str(getattr(model, "endpoint", id(model))), model.name


async def ask_json(
    model: ChatModel,
    messages: Sequence[ChatMessage],
    *,
    name: str,
    schema: Mapping[str, Any],
    **options: Any,
) -> Structured:
    """Asks a model for JSON of a schema.

    Args:
        model: whom.
        messages: the prompt; it must say what JSON is wanted, for servers that take no schema.
        name: of the schema, in letters.
        schema: JSON schema.
        options: further fields of the request.

    Raises:
        ModelError: no reply.
    """
    reply, rung, refused = await _climb(model, messages, name, schema, options)
    return Structured(reply, rung, reply.usage + Usage(calls=refused))


async def _climb(
    model: ChatModel,
    messages: Sequence[ChatMessage],
    name: str,
    schema: Mapping[str, Any],
    options: Mapping[str, Any],
) -> tuple[Reply, str, int]:
    place = _place(model)
    with _lock:
        first = _known.get(place, 0)
    refused = 0
    for index in range(first, len(_RUNGS)):
        wanted = _format(_RUNGS[index], name, schema)
        try:
            reply = await model.areply(messages, response_format=wanted, **options)
        except ModelError as error:
            last = index == len(_RUNGS) - 1
            if last or place in _known or error.status not in _REFUSALS:
                raise
            refused += 1
            continue
        with _lock:
            _known[place] = index
        return reply, _RUNGS[index], refused
    raise AssertionError("the last rung returns or raises")


def forget_servers() -> None:
    """Forgets which rung each server takes: the next call of each finds out again."""
    with _lock:
        _known.clear()


_THINK = re.compile(r"<(think|thinking|reasoning)\b[^>]*>.*?(?:</\1\s*>|\Z)", re.S | re.I)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.S)
_FULL_WIDTH = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "：": ":",
        "，": ",",
        "｛": "{",
        "｝": "}",
        "［": "[",
        "］": "]",
        "＂": '"',
    }
)


def read_json(text: str) -> Any:
    """The JSON value in a model's answer, wrapped or damaged as models do.

    Thoughts and fences are taken off, prose around it (with braces of its own) is passed over, and
    what is unambiguous is repaired (trailing commas, single quotes, full-width punctuation, an end
    that is missing).

    Raises:
        ExtractionError: there is none.
    """
    bare = _THINK.sub("", text).strip().removeprefix("\ufeff")
    if not bare:
        raise ExtractionError("the answer is empty")
    for candidate in (bare, *(match.strip() for match in _FENCE.findall(bare))):
        found = _exact(candidate)
        if isinstance(found, dict | list):
            return found
    objects = [value for value in map(_exact, _balanced(bare)) if isinstance(value, dict)]
    if objects:
        return max(objects, key=len)
    return _repaired(bare)


def _breaks_off(text: str) -> bool:
    """Whether JSON begins in an answer and stops in the middle; servers do not always say so.

    One that only lacks its last brackets is whole.
    """
    bare = _THINK.sub("", text)
    start = _KEYED.search(bare)
    if start is None or any(isinstance(_exact(value), dict) for value in _balanced(bare)):
        return False
    depth, closed = 0, start.start()
    for token in _TOKEN.finditer(bare, start.start()):
        if token[0] in "{}":
            depth += 1 if token[0] == "{" else -1
            closed = token.end()
            if depth == 0:
                return False
    return depth > 0 and bool(bare[closed:].strip("]` \t\r\n"))


def _exact(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _whole(text: str) -> str:
    """An answer that broke off, up to its last whole object: a name may be cut in the middle."""
    ends = [token.end() for token in _TOKEN.finditer(text) if token[0] == "}"]
    return text[: ends[-1]] if ends else ""


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.S)
_KEYED = re.compile(r"[{｛]\s*[\"'“”＂]?\w+[\"'“”＂]?\s*[:：]")
_OPEN_TRIES = 16


def _balanced(text: str) -> list[str]:
    """The outermost ``{...}`` of a text, strings respected; braces of the prose included."""
    found: list[str] = []
    start, tries = text.find("{"), 0
    while start >= 0 and tries < _OPEN_TRIES:
        end = _closing(text, start)
        if end is None and _KEYED.match(text, start):
            break  # an answer that was cut off: its inner objects are not the answer
        if end is None:
            tries += 1
            start = text.find("{", start + 1)
        else:
            found.append(text[start:end])
            start = text.find("{", end)
    return found


def _closing(text: str, start: int) -> int | None:
    """Where the brace that opens at `start` is closed, or None."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in "{}":
            depth += 1 if token[0] == "{" else -1
            if depth == 0:
                return token.end()
    return None


def _repaired(text: str) -> Any:
    try:
        from json_repair import repair_json
    except ImportError as error:
        raise MissingExtraError("reading a model's answers", "llm") from error
    fenced = _FENCE.search(text)
    inner = fenced[1] if fenced else text
    start = _KEYED.search(inner)
    if start is None:
        raise ExtractionError(f"the answer holds no JSON: {' '.join(text.split())[:80]!r}")
    damaged = inner[start.start() :]
    plain = _exact(damaged.translate(_FULL_WIDTH))
    if isinstance(plain, dict):
        return plain
    for candidate in (damaged, damaged.translate(_FULL_WIDTH)):
        value = repair_json(candidate, return_objects=True, skip_json_loads=True)
        if isinstance(value, list):
            value = next((v for v in value if isinstance(v, dict) and v), value)
        if isinstance(value, dict) and value:
            return value
    raise ExtractionError(f"the answer's JSON cannot be read: {' '.join(text.split())[:80]!r}")

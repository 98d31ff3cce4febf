"""Records to JSON text and back, in one canonical form: sorted keys, floats at 9 decimals."""

from __future__ import annotations

from typing import Any, TypeVar

import orjson
from pydantic import TypeAdapter

T = TypeVar("T")


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return value


def canonical(value: Any) -> str:
    """JSON values as text: the same values give the same bytes."""
    return orjson.dumps(_rounded(value), option=orjson.OPT_SORT_KEYS).decode()


def encode(kind: type[T], record: T) -> str:
    """A record as canonical JSON."""
    return canonical(_adapter(kind).dump_python(record, mode="json"))


def decode(kind: type[T], text: str) -> T:
    """The record back from its JSON."""
    record: T = _adapter(kind).validate_json(text)
    return record


def encode_ids(ids: tuple[str, ...]) -> str:
    """Ids as a JSON list."""
    return orjson.dumps(ids).decode() if ids else "[]"


def decode_ids(text: str) -> tuple[str, ...]:
    """The ids back."""
    return tuple(orjson.loads(text)) if text != "[]" else ()

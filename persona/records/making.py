"""Making very many records: a frozen one takes four times as long to fill as an open one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields, make_dataclass
from typing import Any, ParamSpec, TypeVar, cast

from persona.records.said import Message

P = ParamSpec("P")
T = TypeVar("T")


def _maker(kind: Callable[P, T]) -> Callable[P, T]:
    """What makes records of a frozen class with slots: they are filled while open, then closed.

    An open record has the same slots in the same order, so that it can become one of the class.
    """

    def close(made: Any) -> None:
        made.__class__ = kind

    same = [
        (each.name, each.type, field(default=each.default, default_factory=each.default_factory))
        for each in fields(cast(Any, kind))
    ]
    opened = make_dataclass(
        "Open", same, slots=True, eq=False, repr=False, namespace={"__post_init__": close}
    )
    return cast(Callable[P, T], opened)


make_message = _maker(Message)
"""The same as `Message` of the same arguments, for where there are very many."""

"""The last rebuilds of a user, and what one of them says that an earlier one did not.

A comparison of two times asks what the person said by then, read as it is read today. This one asks
what came out then and what comes out now: it shows also what another extractor, other settings, a
correction or a late log changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from persona.config import check_user_id
from persona.errors import UnknownNameError, UsageError
from persona.memory import Change, compare
from persona.records import Persona, iso
from persona.store import Rebuild, Store


@dataclass(frozen=True, slots=True)
class Rebuilt(Rebuild):
    """A kept rebuild, see `persona.store.Rebuild`.

    Attributes:
        changed: what was otherwise in the one before it: "extractor", "version" or the name of a
            setting, with the value before and the value now. What is not known of either is not
            there.
    """

    changed: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The rebuild as JSON values."""
        return {
            **asdict(self),
            "time": iso(self.time),
            "as_of": iso(self.as_of),
            "settings": dict(self.settings),
            "changed": {name: list(values) for name, values in self.changed.items()},
        }


def rebuilds(store: Store, user_id: str) -> tuple[Rebuilt, ...]:
    """The kept rebuilds of a user, oldest first, each with what was made otherwise.

    Raises:
        UnknownNameError: no such user.
    """
    store.state(check_user_id(user_id))
    found: list[Rebuilt] = []
    before: Rebuild | None = None
    for each in store.rebuilds(user_id):
        values = {name: getattr(each, name) for name in Rebuild.__slots__}
        found.append(Rebuilt(**values, changed=_changed(before, each)))
        before = each
    return tuple(found)


def between(
    store: Store, user_id: str, from_rebuild: int | None, to_rebuild: int | None
) -> tuple[Change, ...]:
    """What a rebuild says that an earlier one did not, and the other way round.

    Args:
        store: of the user.
        user_id: whose.
        from_rebuild: number of the earlier one; None: the one before `to_rebuild`.
        to_rebuild: number of the later one; None: the newest.

    Raises:
        UnknownNameError: no such user, or no such rebuild is kept.
        UsageError: there is none before it, or the first is the later one.
    """
    store.state(check_user_id(user_id))
    kept = [each.number for each in store.rebuilds(user_id)]
    if not kept:
        raise UsageError(f"user {user_id!r} was never rebuilt: run `persona rebuild` first")
    last = kept[-1] if to_rebuild is None else to_rebuild
    first = last - 1 if from_rebuild is None else from_rebuild
    if from_rebuild is None and last == kept[0]:
        raise UsageError(f"no rebuild before {last} is kept of user {user_id!r}")
    if first > last:
        raise UsageError(f"rebuild {first} is later than rebuild {last}")
    after, before = (_persona(store, user_id, number, kept) for number in (last, first))
    return compare(before, after)


def _persona(store: Store, user_id: str, number: int, kept: list[int]) -> Persona:
    found = store.rebuilt_persona(user_id, number)
    if found is None:
        shown = str(kept[0]) if len(kept) == 1 else f"{kept[0]} to {kept[-1]}"
        raise UnknownNameError(
            f"no rebuild {number} is kept of user {user_id!r}: those kept are {shown}"
        )
    return found


def _changed(before: Rebuild | None, now: Rebuild) -> dict[str, tuple[Any, Any]]:
    if before is None:
        return {}
    found = {}
    for name, old, new in (
        ("extractor", before.extractor, now.extractor),
        ("version", before.version, now.version),
    ):
        if old and new and old != new:
            found[name] = (old, new)
    for name in sorted(set(before.settings) & set(now.settings)):
        if before.settings[name] != now.settings[name]:
            found[name] = (before.settings[name], now.settings[name])
    return found

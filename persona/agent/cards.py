"""Task cards: what agents hand to each other, checked like an API."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from persona.errors import AgentError

Status = Literal["open", "done", "failed"]


class TaskCard(BaseModel):
    """A task, or with its result: a card never changes, a later one names its parent.

    Attributes:
        id: of the task, within its plan.
        description: what is to be done.
        capability: which is needed for it.
        expected: what the result is to be.
        needs: ids of tasks whose results it is given.
        status: open, done or failed.
        attempts: that were made.
        owner: who did it.
        result: what came of it.
        report: what the contract of the capability says of the result; "" where it holds.
        parent: digest of the card that this one follows.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1, max_length=64)
    description: str = Field(min_length=1)
    capability: str = Field(min_length=1)
    expected: str = ""
    needs: tuple[str, ...] = ()
    status: Status = "open"
    attempts: int = 0
    owner: str = ""
    result: str = ""
    report: str = ""
    parent: str = ""

    @property
    def digest(self) -> str:
        """A hash of the card: the same card has the same one."""
        return hashlib.sha256(self.model_dump_json().encode("utf-8", "replace")).hexdigest()[:16]

    def after(self, *, status: Status, result: str, owner: str, report: str = "") -> TaskCard:
        """The card that follows this one with a result."""
        update = {
            "status": status,
            "result": result,
            "owner": owner,
            "report": report,
            "attempts": self.attempts + 1,
            "parent": self.digest,
        }
        return self.model_copy(update=update)


class Envelope(BaseModel):
    """A message between agents; a field that is not known is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_id: str
    agent_id: str
    content: str
    status: Literal["asked", "done", "failed", "rejected"]


class Change(BaseModel):
    """A task that a reviewer wants done again, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_id: str
    reason: str


class Verdict(BaseModel):
    """What a reviewer found.

    Attributes:
        verdict: no_change, or change with at least one task.
        changes: tasks to be done again.
        checkpoints: what was looked at; risks: what may still be wrong; way_back: how to undo it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Literal["no_change", "change"]
    changes: tuple[Change, ...] = ()
    checkpoints: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    way_back: str = ""


def read_plan(value: Any, capabilities: Collection[str], *, most: int) -> tuple[TaskCard, ...]:
    """The cards of a plan, checked.

    Args:
        value: JSON with ``tasks``: id, description, capability, expected, needs.
        capabilities: names that there are.
        most: tasks.

    Raises:
        AgentError: everything that is wrong with it, for the planner.
    """
    tasks = value.get("tasks") if isinstance(value, Mapping) else None
    if not isinstance(tasks, list) or not tasks:
        raise AgentError("a plan is a JSON object with a list of tasks")
    if len(tasks) > most:
        raise AgentError(f"a plan has at most {most} tasks, this one has {len(tasks)}")
    cards: list[TaskCard] = []
    faults: list[str] = []
    for number, task in enumerate(tasks, 1):
        try:
            cards.append(TaskCard.model_validate(task))
        except ValidationError as error:
            faults += [
                f"task {number}, {'.'.join(map(str, e['loc']))}: {e['msg']}"
                for e in error.errors(include_url=False, include_input=False)
            ]
    faults += _faults(cards, capabilities)
    if faults:
        raise AgentError("; ".join(faults))
    return tuple(card.model_copy(update={"status": "open", "result": ""}) for card in cards)


def _faults(cards: Sequence[TaskCard], capabilities: Collection[str]) -> list[str]:
    ids = [card.id for card in cards]
    found = [f"two tasks have the id {i!r}" for i in sorted({i for i in ids if ids.count(i) > 1})]
    for card in cards:
        if card.capability not in capabilities:
            known = ", ".join(capabilities)
            found.append(f"task {card.id}: no capability {card.capability!r}, there are: {known}")
        found += [
            f"task {card.id} needs {n!r}, which is no task" for n in card.needs if n not in ids
        ]
    try:
        TopologicalSorter({card.id: card.needs for card in cards}).prepare()
    except CycleError as error:
        found.append(f"the tasks wait for each other: {' → '.join(map(str, error.args[1]))}")
    return found


def batches(cards: Sequence[TaskCard]) -> list[list[str]]:
    """Ids of tasks in the order of their needs; those of one batch can be done side by side."""
    sorter = TopologicalSorter({card.id: card.needs for card in cards})
    sorter.prepare()
    found: list[list[str]] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        found.append(ready)
        sorter.done(*ready)
    return found


def dependents(cards: Sequence[TaskCard], ids: Collection[str]) -> set[str]:
    """Ids of tasks, and of all that need them."""
    found = set(ids)
    for batch in batches(cards):
        for card in cards:
            if card.id in batch and found & set(card.needs):
                found.add(card.id)
    return found


def delimited(card_id: str, sender: str, text: str) -> str:
    """A text between two lines with its task's id, its sender, and a mark made from the text.

    A text that imitates such a line is made harmless, so that it stays within its own.
    """
    inert = text.replace("⟦", "[").replace("⟧", "]")
    mark = hashlib.sha256(f"{card_id}\0{sender}\0{inert}".encode("utf-8", "replace")).hexdigest()[
        :12
    ]
    return f"⟦task {card_id} from {sender} {mark}⟧\n{inert}\n⟦end {mark}⟧"

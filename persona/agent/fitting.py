"""Keeping a request within its share of the window: a summary by a model where one is wanted, else without."""

from __future__ import annotations

from dataclasses import dataclass

from persona.agent.compression import DOWN_TO, Measure, compress
from persona.agent.events import Note
from persona.agent.plan import Plan
from persona.agent.state import State
from persona.agent.summaries import Summary, key_of

_REPLY_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Summarised:
    """What came of a summary.

    Attributes:
        state: with it, or as it was.
        note: what a reader of the run should know.
        summary: as it came; key: of the steps that it is of.
    """

    state: State
    note: Note
    summary: Summary
    key: str


def most(plan: Plan) -> int:
    """Tokens above which a request is made smaller."""
    return int(plan.compress_at * plan.window)


def _target(plan: Plan) -> int:
    return int(min(DOWN_TO, plan.compress_at) * plan.window)


def too_large(plan: Plan, tokens: int) -> str:
    """Why a request of this size cannot be sent, or ""."""
    if tokens <= (1 - _REPLY_SHARE) * plan.window:
        return ""
    return (
        f"the request has {tokens} tokens and the model takes {plan.window}, reply included:"
        " shorten the question, the system prompt or the tools"
    )


def fitted(plan: Plan, state: State, measure: Measure) -> tuple[State, int, list[Note]]:
    """A state whose request is small enough, the tokens of it, and a note where it was not."""
    size = measure(state)
    if size <= most(plan):
        return state, size, []
    smaller = compress(state, measure, _target(plan))
    now = measure(smaller)
    if now >= size:
        return state, size, []
    text = f"the request was made smaller: {size} to {now} tokens"
    return smaller, now, [Note("compressed", text, {"before": size, "after": now})]


async def summarised(plan: Plan, state: State, measure: Measure) -> Summarised | None:
    """A summary in place of the steps that have to go; None where none have, or none is wanted.

    The state stays as it is where the summary cannot be used: it is made smaller without one then.
    """
    if plan.summariser is None:
        return None
    before = measure(state)
    if before <= most(plan):
        return None
    smaller = compress(state, measure, _target(plan))
    folded = state.steps[: len(state.steps) - len(smaller.steps)]
    if not any(step.calls for step in folded):
        return None
    language = plan.setting.language
    summary = await plan.summariser(folded, language)
    key = key_of(folded, language)
    facts = [*smaller.facts[: len(state.facts)], *summary.lines(folded)]
    told = smaller.model_copy(update={"facts": facts})
    after = measure(told)
    why = summary.fault
    if not why and after > max(measure(smaller), _target(plan)):
        why = f"it is too long, {after} tokens"
    if why:
        note = Note("summary_failed", f"the summary of earlier steps cannot be used: {why}")
        return Summarised(state, note, summary, key)
    details = {"before": before, "after": after, "refused": dict(summary.refused)}
    text = f"earlier steps were summarised: {before} to {after} tokens"
    return Summarised(told, Note("compressed", text, details), summary, key)

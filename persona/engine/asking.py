"""Asking a model about windows: many in flight, each answer committed by itself."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from persona.engine.limits import Hold, Limits
from persona.engine.matching import Matched
from persona.extract.answers import answer_json
from persona.extract.llm import Asked, LLMExtractor
from persona.extract.prompt import request_tokens
from persona.llm import Usage
from persona.records import Rejection
from persona.store import Answer, Failure, Store

DEAD_AFTER_RUNS = 5
CUT = "the answer broke off"


@dataclass(slots=True)
class Outcome:
    """What a run's calls for one user came to.

    Attributes:
        statuses: windows by status: done, empty, partial, failed, dead, pending.
        cut: windows whose answer broke off, to be asked again by the next run.
        rejections: answers that could not be used at all.
        usage: of the calls.
        errors: why windows failed, each reason once.
    """

    statuses: Counter[str] = field(default_factory=Counter)
    cut: int = 0
    rejections: list[Rejection] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    errors: dict[str, None] = field(default_factory=dict)


def kept_answer(item: Matched, extractor: LLMExtractor, asked: Asked) -> Answer:
    """An outcome as it is kept."""
    return Answer(
        key=item.key,
        content=item.content,
        conversation_id=item.window.conversation_id,
        message_ids=item.window.message_ids,
        extractor=extractor.name,
        version=extractor.version,
        model=extractor.model,
        status=asked.status,
        body=answer_json(asked.extraction),
        rejected=asked.rejected,
    )


async def ask_windows(
    store: Store,
    user_id: str,
    todo: Sequence[Matched],
    extractor: LLMExtractor,
    limits: Limits,
    in_flight: asyncio.Semaphore,
    *,
    aside: bool = False,
    retry_dead: bool = False,
    on_commit: Callable[[], None] = lambda: None,
    on_window: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Asks about every window that the limits allow, oldest first.

    Args:
        store: where each answer and each failure is committed as it comes.
        user_id: whose.
        todo: windows without an answer.
        extractor: asks.
        limits: of the run; windows beyond them are pending.
        in_flight: shared by all users of the run.
        aside: keep the answers aside, for a refresh.
        retry_dead: ask also about windows that failed in too many runs.
        on_commit: called after each commit (renews a lease).
        on_window: called with the status of each window that was asked about.
    """
    outcome = Outcome()
    failures = store.failures(user_id)

    async def one(item: Matched) -> None:
        before = failures.get(item.key)
        runs = 0 if before is None else before.runs
        if runs >= DEAD_AFTER_RUNS and not retry_dead:
            outcome.statuses["partial" if item.cut else "dead"] += 1
            return
        async with in_flight:
            hold = Hold(limits, request_tokens(item.window))
            if not hold.take():
                outcome.statuses["pending"] += 1
                return
            used = Usage()
            try:
                asked = await extractor.ask(item.window, may_call=hold.take)
                used = asked.usage
            finally:
                hold.settle(used)
        outcome.usage += asked.usage
        outcome.statuses[asked.status] += 1
        failure = Failure(item.key, runs + 1, asked.error or CUT, item.window.message_ids)
        if asked.status == "failed":
            outcome.errors[failure.reason] = None
            outcome.rejections += asked.rejected
            store.put_failure(user_id, failure)
        else:
            answer = kept_answer(item, extractor, asked)
            if not (item.cut and answer.is_cut):
                store.put_answers(user_id, [answer], aside=aside, replace=item.cut)
            if answer.is_cut:
                outcome.cut += 1
                store.put_failure(user_id, failure)
        on_commit()
        on_window(asked.status)

    async with asyncio.TaskGroup() as group:
        for item in todo:
            group.create_task(one(item))
    return outcome

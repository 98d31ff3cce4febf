"""The loop: ask, act, until there is an answer or a reason to stop."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from persona.agent.events import Event, RoundBegan, Stopped, TextDelta, ToolResult
from persona.agent.running import Run
from persona.errors import AgentError, ModelError


async def converse(run: Run) -> AsyncGenerator[Event]:
    """The events of a run, in order; the last one is `Stopped`, whatever happens.

    Each round: compress the state, choose the tools, build the request, ask, and either end with the
    answer or call the tools. A reply that cannot be used is told to the model, a bounded number of
    times; a limit leads to one last round without tools.
    """
    try:
        for note in run.notes:
            yield note
        while run.stopped is None:
            try:
                run.check_limits()
                for note in await run.shrink():
                    yield note
                request = run.prepare()
                for note in request.notes:
                    yield note
                yield RoundBegan(run.state.rounds + 1, request.phase, request.names, request.tokens)
                async with aclosing(run.ask(request)) as pieces:
                    async for piece in pieces:
                        if isinstance(piece, TextDelta):
                            yield piece
                            continue
                        async with aclosing(run.settle(piece, request)) as events:
                            async for event in events:
                                yield event
            except (ModelError, AgentError) as error:
                for note in run.fault(error):
                    yield note
        yield run.end()
    finally:
        run.leave()


async def collect(run: Run) -> tuple[Stopped, list[Event]]:
    """The end of a run and all its events."""
    events = [event async for event in converse(run)]
    last = events[-1]
    assert isinstance(last, Stopped), "a run ends with Stopped"
    return last, events


def without_times(event: Event) -> Event:
    """An event without what differs from run to run."""
    if isinstance(event, ToolResult):
        return replace(event, seconds=0.0)
    if isinstance(event, Stopped):
        return replace(event, usage=replace(event.usage, seconds=0.0))
    return event

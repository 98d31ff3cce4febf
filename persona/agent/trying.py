"""The agent of an evaluation: the real loop, driven through the cases of `persona.templates.trial`.

A case without tools tries a prompt, so the model gets just its messages. A case with tools is run by
`Agent`, with the case's stand-ins for tools, in either way of calling them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from persona.agent.agent import Agent, Result
from persona.agent.events import ToolCalled
from persona.agent.limits import SIMPLE, Limits
from persona.agent.plan import Mode
from persona.agent.tools import Tool
from persona.errors import ModelError
from persona.templates.trial import Response, ToolUse, Trial

if TYPE_CHECKING:
    from persona.templates.stand_in import StandIn


def case_agent(
    model: Any, *, mode: Mode = "auto", options: Mapping[str, Any] | None = None
) -> Callable[[Trial], Response]:
    """An agent for `persona.templates.trial.evaluate`.

    The number of a try is the seed of its requests. Rounds are those that the scene allows, else
    those that a simple run has.

    Args:
        model: with ``reply``, and for cases with tools ``areply`` and ``stream``.
        mode: how tools are called, as in `Agent`.
        options: of each request.
    """
    given = dict(options or {})

    def agent(trial: Trial) -> Response:
        asked = {"seed": trial.repeat, **given}
        if not trial.tools:
            return Response(model.reply(trial.messages, **asked).text)
        system, *said = trial.messages
        if system["role"] != "system":
            system, said = {"content": ""}, [system, *said]
        with Agent(
            model,
            tools=[_tool(stand_in) for stand_in in trial.tools],
            system=system["content"],
            mode=mode,
            language=trial.language,
            limits=Limits(rounds=trial.steps or SIMPLE),
            options=asked,
        ) as made:
            return _response(made.run(said[-1]["content"], history=said[:-1]))

    return agent


def _tool(stand_in: StandIn) -> Tool:
    declared = stand_in.tool

    async def answer(**arguments: Any) -> Any:  # in the loop's order, not in that of threads
        return stand_in.call(arguments)

    return Tool(declared.name, declared.description, answer, schema=declared.arguments_schema)


def _response(result: Result) -> Response:
    """What the loop did, as an evaluation sees it.

    Raises:
        ModelError: the model could not be asked: that is no answer.
    """
    if result.reason == "model_error":
        raise ModelError(result.why)
    calls = tuple(
        ToolUse(event.name, event.arguments or {})
        for event in result.events
        if isinstance(event, ToolCalled)
    )
    ended = "" if result.reason in ("final", "needs_input") else f"it ended by {result.reason}"
    why = f"{ended}: {result.why}" if ended and result.why else ended
    return Response(result.answer, calls, result.rounds, why)

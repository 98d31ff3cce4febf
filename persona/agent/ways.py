"""The ways of asking a model: with functions, in text by chat, and as one text that it goes on with."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

from persona.agent.calling import Turn, ask_function, ask_react
from persona.agent.compression import count
from persona.agent.events import TextDelta
from persona.agent.form import wanted_format
from persona.agent.messages import Messages, function_messages
from persona.agent.plan import Plan, Request
from persona.agent.react import STOPS, completion_messages, organize_prompt_messages
from persona.agent.state import State
from persona.agent.tools import Tool, specs
from persona.errors import ModelError

_REFUSED = (400, 404, 405, 415, 422, 501)
_ABSENT = (404, 405, 501)
_NO_CHAT = re.compile(
    r"not a chat model|chat[ _]?template|chat ?completions? operation does not work", re.IGNORECASE
)
_NO_MODEL = re.compile(r"\bmodel\b.{0,80}(?:does not exist|not found|no such)", re.IGNORECASE)
_MOST_REPLY, _LEAST_REPLY = 2048, 256


def first_way(plan: Plan) -> str:
    """How the first request of a run is made."""
    if plan.mode == "auto":
        return "function" if plan.capable else "react"
    return plan.mode


def next_way(plan: Plan, state: State, error: ModelError) -> tuple[str, str] | None:
    """Another way, and why in a sentence, where a server refuses the first request; None for none.

    By itself: without functions where the model takes none, then without chat where there is none. A
    way that was asked for is kept to; only one text goes by chat where the server has no other.
    """
    if state.rounds or _NO_MODEL.search(str(error)):
        return None
    no_chat = _NO_CHAT.search(str(error)) is not None
    if plan.mode == "completion" and state.mode == "completion" and error.status in _ABSENT:
        return "react", f"the server has no completions ({error}); the model is asked by chat"
    if plan.mode != "auto" or state.mode == "completion":
        return None
    if state.mode == "function" and plan.tools and not no_chat and error.status in _REFUSED:
        return "react", f"the model takes no tools ({error}); they are called in text instead"
    if no_chat or error.status in _ABSENT:
        return "completion", f"the model does not chat ({error}); it goes on with one text instead"
    return None


def messages_of(plan: Plan, state: State, tools: Sequence[Tool]) -> Messages:
    """The messages of a request in the state's way of asking."""
    setting, template = plan.setting, plan.template
    if state.mode == "react":
        return organize_prompt_messages(state, setting, tools, template)
    if state.mode == "completion":
        return completion_messages(state, setting, tools, template)
    return function_messages(state, setting, tools)


def measure_of(plan: Plan, mode: str, tools: Sequence[Tool]) -> Callable[[State], int]:
    """What tells the tokens of a state's request."""
    sent = specs(tools) if mode == "function" else []
    return lambda state: count(messages_of(plan, state, tools), sent)


def ask(plan: Plan, mode: str, request: Request) -> AsyncGenerator[TextDelta | Turn]:
    """The model's pieces, its turn last.

    Raises:
        ModelError: no reply.
    """
    options = dict(plan.options)
    if plan.answer is not None and not request.tools:
        options["response_format"] = wanted_format(plan.answer)
    if mode == "function":
        return ask_function(
            plan.model, request.messages, request.tools, names=plan.tools, options=options
        )
    model = plan.model if mode == "react" else _completing(plan, request, options)
    return ask_react(model, request.messages, names=plan.tools, options=options)


def _completing(plan: Plan, request: Request, options: dict[str, Any]) -> Any:
    """Where the one text goes, with what such an endpoint has to be told.

    Servers end a completion after a few tokens unless they are told how many, and do not end it
    where the other side of the talk would begin.
    """
    free = plan.window - request.tokens - request.tokens // 3  # the estimate may be low
    room = max(min(free, _MOST_REPLY), _LEAST_REPLY)
    defaults = {"stop": STOPS[plan.setting.language], "max_tokens": room}
    found = by_completions(plan.model, defaults)
    if found is getattr(plan.model, "completions", None):
        options.update({name: value for name, value in defaults.items() if name not in options})
    return found


def by_completions(model: Any, defaults: Mapping[str, Any]) -> Any:
    """The completions endpoint of a model; a model that has none is sent the one text by chat."""
    from persona.llm.chat import OpenAIChat
    from persona.llm.completions import OpenAICompletions

    if isinstance(model, OpenAIChat):
        return OpenAICompletions(model, defaults=defaults)
    own = getattr(model, "completions", None)
    return model if own is None else own

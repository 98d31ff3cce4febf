"""Runs as spans for OpenTelemetry: one for the run, in it one for each round, its model call and its tools.

Names and attributes are those of OpenTelemetry's semantic conventions for generative AI (``invoke_agent``,
``chat``, ``execute_tool``; ``gen_ai.*``), our own are ``persona.*``. What was said, the arguments and
the results are people's words: they are only exported where that is asked for. Who does not use it
needs no further package.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import orjson

from persona.agent.acting import Outcome, Prepared
from persona.agent.events import Stopped
from persona.agent.plan import Observer, Request
from persona.agent.state import State
from persona.errors import MissingExtraError
from persona.llm import Reply

_GOOD = frozenset({"final", "needs_input"})
_OPERATIONS = {"completion": "text_completion"}


class Telemetry:
    """Makes spans of runs; give it to `Agent`.

    ::

        agent = Agent(model, telemetry=Telemetry(agent="helpdesk"))

    Args:
        provider: of tracers; None: the one that the process has set up.
        agent: the name of the agent in the spans.
        content: export questions, answers, thoughts, arguments and results as well.

    Raises:
        MissingExtraError: the extra `otel` is not installed.
    """

    def __init__(
        self, provider: Any = None, *, agent: str = "persona", content: bool = False
    ) -> None:
        try:
            from opentelemetry import trace
        except ImportError as error:
            raise MissingExtraError("spans for OpenTelemetry", "otel") from error
        self._tracer = trace.get_tracer("persona.agent", tracer_provider=provider)
        self._agent = agent
        self._content = content

    def observer(self, model: Any, conversation_id: str) -> Observer:
        """What turns the steps of one run into spans.

        Args:
            model: of the agent.
            conversation_id: of the conversation.
        """
        return _Spans(self._tracer, self._agent, self._content, model, conversation_id)


class _Spans:
    """The spans of one run; called with each step of it."""

    def __init__(
        self, tracer: Any, agent: str, content: bool, model: Any, conversation_id: str
    ) -> None:
        from opentelemetry import context

        self._tracer, self._content, self._model = tracer, content, model
        self._rounds = 0
        self._within = context.get_current()
        self._run: Any = None
        self._round: Any = None
        self._asked: Any = None
        self._calls: dict[str, tuple[Prepared, int]] = {}
        self._named = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": agent,
            "gen_ai.conversation.id": conversation_id,
            "gen_ai.request.model": str(getattr(model, "name", "")),
        }

    def __call__(self, kind: str, value: Any) -> None:
        """Deals with a step: state, request, reply, call, result, stop or left."""
        step = getattr(self, f"_on_{kind}", None)
        if step is not None:
            step(value)

    def _on_state(self, state: State) -> None:
        if self._run is None:
            name = f"invoke_agent {self._named['gen_ai.agent.name']}"
            self._run = self._tracer.start_span(name, self._within, attributes=self._named)
            self._say(self._run, "gen_ai.input.messages", "user", state.question)

    def _on_request(self, request: Request) -> None:
        self._close_round()
        self._rounds += 1
        told = {
            "persona.round": self._rounds,
            "persona.phase": request.phase,
            "persona.tools": list(request.names),
            "persona.request.tokens": request.tokens,
        }
        self._round = self._span(f"round {self._rounds}", self._run, told)
        operation = _OPERATIONS.get(request.mode, "chat")
        model = self._named["gen_ai.request.model"]
        self._asked = self._span(
            f"{operation} {model}".strip(), self._round, self._request_attributes(operation, model)
        )

    def _request_attributes(self, operation: str, model: str) -> dict[str, Any]:
        found: dict[str, Any] = {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": "openai",
            "gen_ai.request.model": model,
        }
        place = urlsplit(str(getattr(self._model, "endpoint", "")))
        if place.hostname:
            found["server.address"] = place.hostname
        if place.port:
            found["server.port"] = place.port
        return found

    def _on_reply(self, reply: Reply) -> None:
        span, self._asked = self._asked, None
        if span is None:
            return
        span.set_attribute("gen_ai.response.finish_reasons", [reply.finish_reason])
        span.set_attribute("gen_ai.usage.input_tokens", reply.usage.prompt_tokens)
        span.set_attribute("gen_ai.usage.output_tokens", reply.usage.completion_tokens)
        if reply.model:
            span.set_attribute("gen_ai.response.model", reply.model)
        self._say(span, "gen_ai.output.messages", "assistant", reply.text)
        span.end()

    def _on_call(self, prepared: Prepared) -> None:
        self._calls[prepared.call.id] = (prepared, time.time_ns())

    def _on_result(self, outcome: Outcome) -> None:
        result = outcome.result
        prepared, began = self._calls.pop(result.id, (None, time.time_ns()))
        span = self._span(
            f"execute_tool {result.name}",
            self._round,
            {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": result.name,
                "gen_ai.tool.call.id": result.id,
                "gen_ai.tool.type": "function",
                "persona.tool.called": result.called,
            },
            began,
        )
        if self._content:
            arguments = "" if prepared is None else prepared.json
            span.set_attribute("gen_ai.tool.call.arguments", arguments)
            span.set_attribute("gen_ai.tool.call.result", result.text)
        if result.error:
            self._failed(span, "tool_error" if result.called else "not_called", "")
        span.end(began + int(result.seconds * 1e9))

    def _on_stop(self, stopped: Stopped) -> None:
        self._close_round()
        if self._run is None:
            return
        self._run.set_attribute("persona.stop_reason", stopped.reason)
        self._run.set_attribute("persona.rounds", stopped.rounds)
        self._run.set_attribute("gen_ai.usage.input_tokens", stopped.usage.prompt_tokens)
        self._run.set_attribute("gen_ai.usage.output_tokens", stopped.usage.completion_tokens)
        self._say(self._run, "gen_ai.output.messages", "assistant", stopped.answer)
        if stopped.reason not in _GOOD:
            self._failed(self._run, stopped.reason, stopped.why)
        self._run.end()
        self._run = None

    def _on_left(self, _: None) -> None:
        self._close_round()
        if self._run is not None:
            self._run.set_attribute("persona.stop_reason", "left")
            self._run.end()
            self._run = None

    def _close_round(self) -> None:
        """Ends a round, and a model call that gave no reply."""
        if self._asked is not None:
            self._failed(self._asked, "no_reply", "")
            self._asked.end()
        if self._round is not None:
            self._round.end()
        self._asked = self._round = None

    def _span(
        self, name: str, within: Any, attributes: dict[str, Any], began: int | None = None
    ) -> Any:
        from opentelemetry.trace import SpanKind, set_span_in_context

        place = self._within if within is None else set_span_in_context(within, self._within)
        calls = ("chat", "text_completion")
        remote = attributes.get("gen_ai.operation.name") in calls
        kind = SpanKind.CLIENT if remote else SpanKind.INTERNAL
        return self._tracer.start_span(
            name, place, kind=kind, attributes=attributes, start_time=began
        )

    def _failed(self, span: Any, kind: str, why: str) -> None:
        from opentelemetry.trace import Status, StatusCode

        span.set_attribute("error.type", kind)
        span.set_status(Status(StatusCode.ERROR, why if self._content else ""))

    def _say(self, span: Any, name: str, role: str, content: Any) -> None:
        """What was said, as the conventions have it, where it may be exported."""
        if self._content:
            text = content if isinstance(content, str) else orjson.dumps(content).decode()
            parts = [{"type": "text", "content": text}]
            span.set_attribute(name, orjson.dumps([{"role": role, "parts": parts}]).decode())


def together(observers: Sequence[Observer]) -> Observer:
    """Tells each step to several observers."""

    def observe(kind: str, value: Any) -> None:
        for each in observers:
            each(kind, value)

    return observe

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

import pytest

from persona.agent import Agent, Limits
from persona.agent.events import TextDelta
from persona.agent.telemetry import Telemetry
from persona.llm.testing import Scripted, ScriptedServer
from tests.agent.talk import WAYS, Way, calls, says

sdk = pytest.importorskip("opentelemetry.sdk.trace")
export = pytest.importorskip("opentelemetry.sdk.trace.export")
memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")


def tides(port: str) -> str:
    """Tells the tides.

    Args:
        port: for example "宁波".
    """
    if port == "nowhere":
        raise RuntimeError("no such port")
    return f"秘密 high water in {port}"


class Kept:
    """A provider of tracers, and the spans that ended."""

    def __init__(self) -> None:
        self._exporter = memory.InMemorySpanExporter()
        self.provider = sdk.TracerProvider()
        self.provider.add_span_processor(export.SimpleSpanProcessor(self._exporter))

    @property
    def spans(self) -> Sequence[Any]:
        return sorted(self._exporter.get_finished_spans(), key=lambda span: span.start_time)

    def named(self, begins: str) -> list[Any]:
        return [span for span in self.spans if span.name.startswith(begins)]


def run(kept: Kept, script: list[Any], *, content: bool = False, **settings: Any) -> Any:
    telemetry = Telemetry(kept.provider, agent="pilot", content=content)
    with ScriptedServer(script) as server:
        model = server.model()
        with Agent(model, tools=[tides], telemetry=telemetry, **settings) as agent:
            return agent.run("宁波的潮汐？", conversation_id="c-1")


@pytest.mark.parametrize("way", WAYS)
def test_a_run_is_a_tree_of_spans(way: Way) -> None:
    kept = Kept()
    run(kept, [calls(way, "tides", port="宁波"), says(way, "涨潮")], mode=way)
    operation = "text_completion" if way == "completion" else "chat"
    [agent] = kept.named("invoke_agent pilot")
    first, second = kept.named("round")
    asked = kept.named(f"{operation} scripted")
    [tool] = kept.named("execute_tool tides")
    assert len(kept.spans) == 6
    assert agent.parent is None
    assert {first.parent.span_id, second.parent.span_id} == {agent.context.span_id}
    assert [span.parent.span_id for span in asked] == [
        first.context.span_id,
        second.context.span_id,
    ]
    assert tool.parent.span_id == first.context.span_id
    assert agent.attributes["gen_ai.operation.name"] == "invoke_agent"
    assert agent.attributes["gen_ai.agent.name"] == "pilot"
    assert agent.attributes["gen_ai.conversation.id"] == "c-1"
    assert agent.attributes["persona.stop_reason"] == "final"
    assert (first.attributes["persona.phase"], second.attributes["persona.phase"]) == (
        "initialise",
        "act",
    )
    assert asked[0].attributes["gen_ai.operation.name"] == operation
    assert asked[0].attributes["gen_ai.request.model"] == "scripted"
    assert asked[0].attributes["gen_ai.response.finish_reasons"]
    assert asked[0].attributes["gen_ai.usage.input_tokens"] > 0
    assert asked[0].attributes["server.address"] == "127.0.0.1"
    assert asked[0].kind.name == "CLIENT"
    assert tool.attributes["gen_ai.tool.name"] == "tides"
    assert tool.attributes["gen_ai.tool.call.id"] == "call_0"
    assert (
        sum(s.attributes["gen_ai.usage.input_tokens"] for s in asked)
        == (agent.attributes["gen_ai.usage.input_tokens"])
    )


def test_what_people_said_is_only_exported_where_that_is_asked_for() -> None:
    quiet, open_ = Kept(), Kept()
    script = [calls("function", "tides", port="宁波"), Scripted("涨潮")]
    run(quiet, script)
    run(open_, script, content=True)
    told = "".join(str(dict(span.attributes)) for span in quiet.spans)
    assert [word for word in ("宁波", "涨潮", "秘密") if word in told] == []
    assert "invoke_agent" in told
    [tool] = open_.named("execute_tool")
    assert tool.attributes["gen_ai.tool.call.arguments"] == '{"port": "宁波"}'
    assert tool.attributes["gen_ai.tool.call.result"] == "秘密 high water in 宁波"
    [agent] = open_.named("invoke_agent")
    assert "宁波的潮汐？" in agent.attributes["gen_ai.input.messages"]
    assert "涨潮" in agent.attributes["gen_ai.output.messages"]


def test_what_failed_is_marked() -> None:
    kept = Kept()
    run(kept, [calls("function", "tides", port="nowhere"), Scripted("sorry")])
    [tool] = kept.named("execute_tool")
    assert tool.attributes["error.type"] == "tool_error"
    assert tool.status.status_code.name == "ERROR"
    [agent] = kept.named("invoke_agent")
    assert agent.status.status_code.name == "UNSET"
    refused = Kept()
    run(refused, [Scripted("no", status=401)], mode="function", limits=Limits(rounds=2))
    [agent] = refused.named("invoke_agent")
    assert (agent.attributes["error.type"], agent.status.status_code.name) == (
        "model_error",
        "ERROR",
    )
    [asked] = refused.named("chat")
    assert asked.attributes["error.type"] == "no_reply"


def test_a_reader_who_leaves_leaves_no_span_open() -> None:
    kept = Kept()
    with ScriptedServer([Scripted("a long answer " * 40)]) as server:
        model = server.model()
        with Agent(model, telemetry=Telemetry(kept.provider)) as agent:

            async def first() -> None:
                async with aclosing(agent.events("go")) as events:
                    async for event in events:
                        if isinstance(event, TextDelta):
                            return

            agent._loop.run(first())
            agent._loop.run(model.aclose())
    [span] = kept.named("invoke_agent")
    assert span.attributes["persona.stop_reason"] == "left"
    assert len(kept.spans) == 3


def test_the_span_of_a_run_is_within_the_callers() -> None:
    kept = Kept()
    with kept.provider.get_tracer("mine").start_as_current_span("request"):
        run(kept, [Scripted("hi")])
    [agent], [request] = kept.named("invoke_agent"), kept.named("request")
    assert agent.parent.span_id == request.context.span_id


def test_nothing_is_imported_for_those_who_do_not_use_it() -> None:
    check = (
        "import sys, persona.agent.agent, persona.agent.telemetry;"
        "sys.exit(any(name.startswith('opentelemetry') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_without_the_package_a_sentence_says_what_to_install() -> None:
    check = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from persona.agent.telemetry import Telemetry\n"
        "from persona.errors import MissingExtraError\n"
        "try:\n    Telemetry()\nexcept MissingExtraError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert "persona-graph[otel]" in done.stdout

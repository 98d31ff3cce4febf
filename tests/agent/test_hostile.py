"""Whatever a model says, a run ends with a reason and an answer, and every request is in order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from persona.agent import ASK_USER, Agent, Limits
from persona.agent.agent import finish
from persona.agent.events import RoundBegan, StopReason
from persona.agent.messages import check_pairs
from persona.llm import Delta, Reply, ToolCall
from tests.agent.test_parser import SAID
from tests.strategies import NO_SHRINKING


def brew(cups: int) -> str:
    """Brews tea.

    Args:
        cups: how many.
    """
    if cups > 5:
        raise RuntimeError("too many")
    return f"{cups} cups " * cups


class Scripted:
    """A model that says what it is given, then falls silent; it checks what it is asked."""

    name = "hostile"

    def __init__(self, replies: list[Reply]) -> None:
        self._replies = iter(replies)

    async def stream(self, messages: Any, **options: Any) -> AsyncIterator[Delta]:
        check_pairs(messages)
        json.dumps(messages, ensure_ascii=False).encode()
        reply = next(self._replies, Reply(""))
        for at in range(0, len(reply.text), 7):
            yield Delta(reply.text[at : at + 7])
        yield Delta(reply=reply)


ARGUMENTS = st.sampled_from([
    "", "{}", '{"cups": 1}', '{"cups": "2"}', '{"cups": 9}', '{"cups": ', "null", "[]", "杯", '{"cups": 1, "x": 1}',
    "{'cups': 3}", '{"question": "几杯？"}', "9" * 5000, "\ud83d",
])  # fmt: skip
CALLS = st.lists(
    st.builds(
        ToolCall,
        st.sampled_from(["call_0", "call_1", ""]),
        st.sampled_from(["brew", "ask_user", "nothing", "", "酿"]),
        ARGUMENTS,
    ),
    max_size=3,
).map(tuple)
REPLIES = st.lists(
    st.builds(Reply, SAID, CALLS, st.sampled_from(["stop", "length", "tool_calls"])), max_size=6
)
SAID_ALONE = st.lists(st.builds(Reply, SAID), max_size=6)


def run(replies: list[Reply], mode: Any) -> None:
    agent = Agent(
        Scripted(replies),
        tools=[brew, ASK_USER],
        mode=mode,
        limits=Limits(rounds=4, result_tokens=60),
        window=3000,
    )
    result = asyncio.run(finish(agent.start("几杯茶？ Only green tea, please.")))
    assert result.reason in get_args(StopReason)
    assert result.answer.strip()
    sizes = [event.tokens for event in result.events if isinstance(event, RoundBegan)]
    assert max(sizes, default=0) <= 3000
    assert result.rounds <= 5 + 3


@settings(max_examples=60, phases=NO_SHRINKING)
@given(REPLIES)
def test_with_function_calling(replies: list[Reply]) -> None:
    run(replies, "function")


@settings(max_examples=60, phases=NO_SHRINKING)
@given(SAID_ALONE, st.sampled_from(["react", "completion"]))
def test_in_text(replies: list[Reply], mode: str) -> None:
    run(replies, mode)

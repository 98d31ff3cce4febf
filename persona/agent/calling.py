"""Asking the model for one round, in either way of calling tools, with the same outcome."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

from persona.agent.actions import is_final
from persona.agent.events import Note, TextDelta
from persona.agent.items import Action, Failed, Final, Item, Skipped, Text, Thinking
from persona.agent.messages import Messages
from persona.agent.parser import ReActParser
from persona.agent.thinking import Thoughts
from persona.agent.tools import Tool, specs
from persona.agent.written import Written, WrittenCalls
from persona.errors import ModelError
from persona.llm import Delta, Reply, ToolCall, Usage
from persona.text import storable
from persona.tokens import estimate

NO_ANSWER = "it holds neither an action nor a final answer"
ENDLESS = "endless"
_TRIES, _MOST_WAIT = 3, 30.0
_MOST_CHARACTERS = 400_000
_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Turn:
    """What a model did in one round.

    Attributes:
        said: its thought, or the text beside its calls.
        answer: the final answer, or None.
        calls: tools that it wants called.
        unread: why nothing can be made of the reply; "" where something can.
        reply: as it came.
        notes: what a reader of the run should know.
    """

    said: str
    reply: Reply
    answer: str | None = None
    calls: tuple[ToolCall, ...] = ()
    unread: str = ""
    notes: tuple[Note, ...] = ()


async def _deltas(
    model: Any, messages: Messages, options: dict[str, Any], notes: list[Note]
) -> AsyncGenerator[Delta]:
    """The reply in pieces; a model that cannot stream gives one piece.

    Before the first piece a call that failed is made again, which is noted.
    """
    for attempt in range(1, _TRIES + 1):
        begun = False
        pieces: list[str] = []
        size = 0
        try:
            if not hasattr(model, "stream"):
                reply = await model.areply(messages, **options)
                yield Delta(reply.text)
                yield Delta(reply=reply)
                return
            async with aclosing(model.stream(messages, **options)) as deltas:
                async for delta in deltas:
                    begun = begun or bool(delta.text)
                    pieces.append(delta.text)
                    size += len(delta.text)
                    yield delta
                    if size > _MOST_CHARACTERS:  # it may never end
                        yield Delta(reply=_own_reply(messages, "".join(pieces), ENDLESS))
                        return
            return
        except ModelError as error:
            if begun or not error.retryable or attempt == _TRIES:
                raise
            notes.append(Note("retry", f"a call of the model was made again: {error}"))
            wait = error.retry_after if error.retry_after is not None else 0.25 * 2**attempt
            await asyncio.sleep(min(wait, _MOST_WAIT))


async def ask_function(
    model: Any,
    messages: Messages,
    tools: Sequence[Tool],
    *,
    names: Collection[str] = (),
    options: dict[str, Any],
) -> AsyncGenerator[TextDelta | Turn]:
    """One round with function calling; the turn comes last.

    A call that the model writes as text is a call all the same, where it names one of the tools.

    Args:
        model: whom.
        messages: of the request.
        tools: that are sent.
        names: of every tool that there is.
        options: further fields of the request.

    Raises:
        ModelError: no reply.
    """
    thoughts, written = Thoughts(), WrittenCalls(names)
    said: list[str] = []
    reply = Reply("")
    sent = {**options, "tools": specs(tools)} if tools else options
    retried: list[Note] = []
    async with aclosing(_deltas(model, messages, sent, retried)) as deltas:
        async for delta in deltas:
            text = thoughts.feed(delta.text) if delta.reply is None else thoughts.close()
            text = written.feed(text)
            reply = delta.reply or reply
            if text:
                said.append(text)
                yield TextDelta(text)
    end = written.close()
    if end.text:
        said.append(end.text)
        yield TextDelta(end.text)
    turn = _function_turn(storable("".join(said)).strip(), reply, end)
    yield replace(turn, notes=(*retried, *turn.notes))


def _function_turn(said: str, reply: Reply, end: Written) -> Turn:
    if reply.tool_calls:
        return Turn(said, reply, calls=reply.tool_calls)
    if reply.finish_reason == ENDLESS:
        return Turn(said[:_KEPT], reply, unread="cut")
    if end.calls:
        names = [call.name for call in end.calls]
        note = Note("written_call", "the model wrote its calls as text", {"names": names})
        return Turn(said, reply, calls=end.calls, notes=(note,))
    if end.why:
        return Turn(said, reply, unread="cut" if reply.finish_reason == "length" else end.why)
    if said:
        return Turn(said, reply, answer=said, notes=_cut_off(reply))
    return Turn(said, reply, unread=_why_empty(reply))


def _why_empty(reply: Reply) -> str:
    return "cut" if reply.finish_reason in ("length", ENDLESS) else "empty"


def _cut_off(reply: Reply) -> tuple[Note, ...]:
    if reply.finish_reason != "length":
        return ()
    return (Note("cut_off", "the answer was cut off by the model's length limit"),)


@dataclass(slots=True)
class _Reading:
    """What was read of a ReAct reply so far."""

    thought: list[str] = field(default_factory=list)
    answer: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    failures: list[Failed] = field(default_factory=list)
    prefixed: bool = False
    streamed: int = 0

    def take(self, item: Item) -> str:
        """Adds an item; gives the part of a final answer in it, unless an action came before."""
        if isinstance(item, Text):
            self.thought.append(item.text)
        elif isinstance(item, Thinking):
            pass
        elif isinstance(item, Skipped):
            self.prefixed = self.prefixed or item.why == "prefix"
        elif isinstance(item, Failed):
            self.failures.append(item)
        elif isinstance(item, Final):
            if not self.actions:
                self.answer.append(item.text)
                return item.text
        else:
            return self._action(item)
        return ""

    def _action(self, action: Action) -> str:
        if not is_final(action.name):
            self.actions.append(action)
            return ""
        if self.actions:
            return ""
        whole = _answer_text(action.input)
        had = "".join(self.answer)
        rest = whole[len(had) :] if whole.startswith(had) else ""
        self.answer = [whole]
        return rest


def _answer_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and len(value) == 1 and isinstance(next(iter(value.values())), str):
        return str(next(iter(value.values())))
    return json.dumps(value, ensure_ascii=False)


async def ask_react(
    model: Any,
    messages: Messages,
    *,
    names: Collection[str],
    options: dict[str, Any],
) -> AsyncGenerator[TextDelta | Turn]:
    """One round with tools called in text; the final answer streams as it comes, the turn comes last.

    An observation that the model makes up ends the reading: what would follow rests on it. No stop
    word is sent, since one may stand in a thought.

    Raises:
        ModelError: no reply.
    """
    parser = ReActParser(names)
    reading = _Reading()
    reply: Reply | None = None
    pieces: list[str] = []
    retried: list[Note] = []
    async with aclosing(_deltas(model, messages, options, retried)) as deltas:
        async for delta in deltas:
            reply = delta.reply or reply
            pieces.append(delta.text)
            for item in parser.feed(delta.text):
                text = reading.take(item)
                if text:
                    yield TextDelta(text)
            if parser.made_up:
                break
    for item in parser.close():
        text = reading.take(item)
        if text:
            yield TextDelta(text)
    if reply is None:
        reply = _own_reply(messages, "".join(pieces), "stop")
    turn = _turn(reading, reply, parser.made_up)
    yield replace(turn, notes=(*retried, *turn.notes))


def _own_reply(messages: Messages, text: str, reason: str) -> Reply:
    """A reply that was left before its end: its usage is estimated."""
    spent = sum(estimate(str(m["content"])) for m in messages)
    return Reply(text, finish_reason=reason, usage=Usage(1, spent, estimate(text)))


def _turn(reading: _Reading, reply: Reply, made_up: int) -> Turn:
    said = storable("".join(reading.thought)).strip().strip("*").strip()
    notes: list[Note] = []
    if made_up:
        text = "the model wrote an observation itself; it was cut"
        notes.append(Note("made_up_observation", text))
    if reading.actions:
        first, *others = sorted(reading.actions, key=lambda action: _RANK[action.place])
        if others:
            told = f"{len(others)} further actions of the reply were left out"
            names = [action.name for action in others]
            notes.append(Note("further_actions", told, {"names": names}))
        value = first.input
        arguments = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        call = ToolCall("call_0", first.name, arguments)
        return Turn(said, reply, calls=(call,), notes=tuple(notes))
    answer = storable("".join(reading.answer)).strip()
    if reply.finish_reason == ENDLESS:
        return Turn(said[:_KEPT], reply, unread="cut", notes=tuple(notes))
    if answer:
        return Turn(said, reply, answer=answer, notes=(*notes, *_cut_off(reply)))
    if reading.failures:
        return Turn(said, reply, unread=reading.failures[0].why, notes=tuple(notes))
    if not said:
        return Turn(said, reply, unread=_why_empty(reply), notes=tuple(notes))
    if reading.prefixed:
        return Turn(said, reply, unread=NO_ANSWER, notes=tuple(notes))
    return Turn("", reply, answer=said, notes=tuple(notes))


_RANK = {"prefix": 0, "line": 1, "inline": 2}

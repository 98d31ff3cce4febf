"""One run: its state, and what each step of the loop does to it."""

from __future__ import annotations

import time
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Callable,
    Iterator,
    Sequence,
)
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from persona.agent.acting import Prepared, prepare
from persona.agent.calling import Turn, ask_function, ask_react
from persona.agent.compression import DOWN_TO, compress, count, gist
from persona.agent.events import (
    Event,
    FinalAnswer,
    Note,
    Stopped,
    StopReason,
    TextDelta,
    Thought,
    ToolResult,
)
from persona.agent.form import misfit, wanted_format
from persona.agent.limits import Cancel
from persona.agent.memory import signature, texts
from persona.agent.messages import Messages, check_pairs, function_messages, phase_of
from persona.agent.numbers import ungrounded
from persona.agent.parts import noted
from persona.agent.plan import Observer, Plan, Request, keep_nothing
from persona.agent.react import completion_messages, organize_prompt_messages
from persona.agent.screening import FIND_TOOL, screen
from persona.agent.state import Made, State, Step
from persona.agent.tools import Tool, specs
from persona.agent.waiting import OverError, or_cancelled, until
from persona.agent.wording import say
from persona.errors import AgentError, ModelError, PersonaError
from persona.llm import ToolCall

_REPLY_SHARE = 0.1
_REFUSED = (400, 404, 405, 415, 422, 501)


class Run:
    """A run over a state; `persona.agent.loop.converse` drives it.

    Attributes:
        state: replaced after each step, never changed in place.
        notes: told before the first round.
        stopped: the end, once it is there.
    """

    def __init__(
        self,
        plan: Plan,
        state: State,
        *,
        cancel: Cancel | None = None,
        notes: Sequence[Note] = (),
        observe: Observer = keep_nothing,
    ) -> None:
        self.plan = plan
        self.state = state
        self.notes = list(notes)
        self.stopped: Stopped | None = None
        self._cancel = cancel or Cancel()
        self._observe = observe
        self._started = time.monotonic()
        self._warned = False
        if not state.mode:
            self._update(mode="function" if plan.mode == "auto" else plan.mode)
        if not state.working.goal:
            goal = " ".join(noted(state.question).split())[:200]
            self._update(working=state.working.model_copy(update={"goal": goal}))
        self._observe("state", self.state)

    def end(self) -> Stopped:
        """The end, which the trace is told of."""
        assert self.stopped is not None, "the run has ended"
        self._observe("stop", self.stopped)
        return self.stopped

    # --- before a round ---

    def check_limits(self) -> None:
        """Turns to the last round, or ends, where a limit is reached."""
        state, limits = self.state, self.plan.limits
        if self._cancel.asked:
            self._stop("cancelled", self._best("cancelled"))
            raise OverError("the run has ended")
        why = limits.spent(state.spent.usage, state.seconds + time.monotonic() - self._started)
        if why is not None and state.rounds:
            self._stop("budget", self._best(why), why)
            raise OverError("the run has ended")
        if state.rounds >= limits.rounds and not state.closing:
            self._close("max_steps", f"{limits.rounds} rounds are used up")

    def prepare(self) -> Request:
        """The next request, its state made smaller where it is large.

        Raises:
            AgentError: it does not fit the model's window, however small.
        """
        tools = self._tools()
        phase = phase_of(self.state)
        size = self._measure(tools)(self.state)
        notes: list[Note] = []
        if size > self.plan.compress_at * self.plan.window:
            target = int(min(DOWN_TO, self.plan.compress_at) * self.plan.window)
            smaller = compress(self.state, self._measure(tools), target)
            now = self._measure(tools)(smaller)
            if now < size:
                self._update(
                    **{name: getattr(smaller, name) for name in ("steps", "facts", "history")}
                )
                text = f"the request was made smaller: {size} to {now} tokens"
                notes.append(Note("compressed", text, {"before": size, "after": now}))
            size = now
        if size > (1 - _REPLY_SHARE) * self.plan.window:
            raise AgentError(
                f"the request has {size} tokens and the model takes {self.plan.window}, reply included:"
                " shorten the question, the system prompt or the tools"
            )
        messages = self._messages(self.state, tools)
        check_pairs(messages)
        self._update(shown=[tool.name for tool in tools])
        return Request(messages, tuple(tools), phase, size, tuple(notes))

    def _tools(self) -> list[Tool]:
        if self.state.closing:
            return []
        last = self.state.steps[-1].said if self.state.steps else ""
        query = f"{texts(self.state.question)}\n{last}"
        used = [*self.state.pinned, *self.state.used]
        shown = screen(self.plan.tools, query, used=used, most=self.plan.shown)
        names = {tool.name for tool in shown} | set(self.state.pinned)
        return [tool for name, tool in self.plan.tools.items() if name in names]

    def _messages(self, state: State, tools: Sequence[Tool]) -> Messages:
        setting, template = self.plan.setting, self.plan.template
        if state.mode == "react":
            return organize_prompt_messages(state, setting, tools, template)
        if state.mode == "completion":
            return completion_messages(state, setting, tools, template)
        return function_messages(state, setting, tools)

    def _measure(self, tools: Sequence[Tool]) -> Callable[[State], int]:
        sent = specs(tools) if self.state.mode == "function" else []
        return lambda state: count(self._messages(state, tools), sent)

    # --- the round ---

    async def ask(self, request: Request) -> AsyncGenerator[TextDelta | Turn]:
        """The model's pieces and turn; ends early where the run is cancelled."""
        options = dict(self.plan.options)
        if self.state.mode == "function":
            replies = ask_function(
                self.plan.model, request.messages, request.tools, options=options
            )
        else:
            names = self.plan.tools
            replies = ask_react(self.plan.model, request.messages, names=names, options=options)
        holds = self.plan.check_numbers or self.plan.answer is not None
        if self.plan.answer is not None and not request.tools:
            options["response_format"] = wanted_format(self.plan.answer)
        async with aclosing(until(replies, self._cancel)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Turn):
                    self._observe("reply", piece.reply)
                    yield piece
                elif not holds:
                    yield piece

    async def settle(self, turn: Turn, request: Request) -> AsyncGenerator[Event]:
        """What follows from a turn: the answer, calls with their results, or a word to the model."""
        rounds, spent = self.state.rounds + 1, self.state.spent.plus(turn.reply.usage)
        self._update(rounds=rounds, spent=spent)
        for note in turn.notes:
            yield note
        if turn.said and turn.said != turn.answer:
            yield Thought(turn.said)
        if self.state.closing:
            yield self._closed(turn)
        elif turn.calls:
            self._update(unread=0)
            async for event in self._act(turn):
                yield event
        elif turn.answer is not None:
            for event in self._answered(turn):
                yield event
        else:
            yield self._unread(turn, share=request.tokens / self.plan.window)
        self._observe("state", self.state)

    def _closed(self, turn: Turn) -> Event:
        """The end of the last round: whatever it said is the answer, else what was gathered."""
        reason, why = self.state.closing, self.state.closing_why
        answer = turn.answer or ("" if turn.calls else turn.said)
        made_up = self._made_up_numbers(answer) if answer else []
        final = self._best(why) if made_up or not answer else answer
        self._stop(reason, final, why)  # type: ignore[arg-type]
        return FinalAnswer(final)

    def _answered(self, turn: Turn) -> Iterator[Event]:
        answer = turn.answer or ""
        wrong = misfit(answer, self.plan.answer)
        if wrong:
            yield self._unread(replace(turn, said=answer, unread=wrong), key="misfit")
            return
        made_up = self._made_up_numbers(answer)
        if made_up:
            shown = ", ".join(made_up[:8])
            text = f"numbers of the answer are in no result: {shown}"
            yield Note("ungrounded_number", text, {"numbers": made_up})
            if not self._warned:
                self._warned = True
                told = say(self.plan.setting.language, "numbers", numbers=shown)
                self._step(Step(said=answer, told=told))
                return
            answer = self._best(text)
        if self.plan.check_numbers or self.plan.answer is not None:
            yield TextDelta(answer)
        yield FinalAnswer(answer)
        self._stop("final", answer)

    def _made_up_numbers(self, answer: str) -> list[str]:
        if not self.plan.check_numbers:
            return []
        state = self.state
        sources = [call.result for call in state.made if not call.error]
        sources += [
            *state.facts,
            noted(state.question),
            *(noted(m["content"]) for m in state.history),
        ]
        return ungrounded(answer, sources)

    def _unread(self, turn: Turn, key: str = "unread", share: float = 0.0) -> Event:
        """Tells the model that nothing could be made of its reply; after three times the run closes."""
        language = self.plan.setting.language
        if turn.unread in ("empty", "cut"):
            told = say(language, turn.unread)
        else:
            told = say(language, key, why=turn.unread)
        number = self.state.unread + 1
        self._step(Step(said=turn.said, told=told))
        self._update(unread=number)
        if number > self.plan.limits.parse_failures:
            why = f"{number} replies in a row could not be used"
            self._stop("parse_failed", self._best(why), why)
        details = {
            "raw": turn.reply.text[-2000:],
            "tools": self.state.shown,
            "reply": turn.unread,
            "prompt_share": round(share, 3),
        }
        return Note("parse_failed", f"a reply could not be used: {turn.unread}", details)

    # --- acting ---

    async def _act(self, turn: Turn) -> AsyncIterator[Event]:
        prepared = [
            prepare(c, self.plan.tools, self.plan.setting.language)
            for c in self._unique(turn.calls)
        ]
        prepared = self._within_policy(prepared)
        same = signature("", [[p.call.name, p.arguments] for p in prepared])
        times = self.state.same + 1 if same == self.state.last else 1
        self._update(same=times, last=same)
        if times >= 3:
            prepared, note = self._repeated(prepared, times)
            yield note
        for each in prepared:
            yield each.event
        work = self.plan.act(prepared, self.plan.policy, self.plan.serialisers)
        outcomes = await or_cancelled(work, self._cancel)
        made = []
        for each, outcome in zip(prepared, outcomes, strict=True):
            result = self._known(each, outcome.result)
            self._observe("result", replace(outcome, result=result))
            yield result
            made.append(
                Made(
                    id=each.call.id, name=each.call.name, arguments=each.json,
                    result=result.text, error=result.error,
                )
            )  # fmt: skip
            if outcome.learned is not None:
                self._update(working=self.state.working.learn(outcome.learned, each.call.id))
            self._remember(each, result)
        self._step(Step(said=turn.said, calls=made))
        self._after(prepared, [outcome.result for outcome in outcomes])

    def _known(self, each: Prepared, result: ToolResult) -> ToolResult:
        """A result with a word about it where the same call gave the same before."""
        head = say(self.plan.setting.language, "known")
        for call in self.state.made:
            same = (call.name, call.arguments) == (each.call.name, each.json)
            if same and not result.error and call.result.removeprefix(f"{head}\n") == result.text:
                return replace(result, text=f"{head}\n{result.text}")
        return result

    def _unique(self, calls: Sequence[ToolCall]) -> list[ToolCall]:
        """The calls with ids that no other call of the run has."""
        earlier = {str(m.get("tool_call_id")) for m in self.state.history}
        taken = (
            earlier
            | {call.id for call in self.state.made}
            | {f[1:-1] for f in _sources(self.state.facts)}
        )
        found: list[ToolCall] = []
        for number, call in enumerate(calls):
            identity = call.id or f"call_{number}"
            if identity in taken:
                identity = f"{identity}_{self.state.rounds}_{number}"
            taken.add(identity)
            found.append(replace(call, id=identity))
        return found

    def _within_policy(self, prepared: list[Prepared]) -> list[Prepared]:
        most, language = self.plan.policy.most, self.plan.setting.language
        key = "one_call" if most == 1 else "too_many"
        return [
            each
            if number < most
            else replace(each, refusal=say(language, key, name=each.call.name, most=most))
            for number, each in enumerate(prepared)
        ]

    def _repeated(self, prepared: list[Prepared], times: int) -> tuple[list[Prepared], Note]:
        name = prepared[0].call.name
        told = say(self.plan.setting.language, "repeated", name=name, times=times)
        if times > 3:
            self._close("repeated_call", f"{name} was called {times} times with the same arguments")
        note = Note(
            "repeated_call", f"{name} was called {times} times in a row alike", {"told": times == 3}
        )
        return [replace(each, refusal=told) for each in prepared], note

    def _remember(self, each: Prepared, result: ToolResult) -> None:
        name = each.call.name
        failures = dict(self.state.failures)
        failures[name] = failures.get(name, 0) + 1 if result.error else 0
        used = [n for n in self.state.used if n != name] + [name] if each.tool else self.state.used
        episodes = self.state.episodes
        if result.error and result.called:
            episodes = episodes.add("failure", result.text, self.state.turn)
        pinned = self.state.pinned
        if name == FIND_TOOL and not result.error:
            found = [line.split(":")[0] for line in result.text.splitlines()]
            pinned = [tool for tool in found if tool in self.plan.tools]
        self._update(failures=failures, used=used, episodes=episodes, pinned=pinned)

    def _after(self, prepared: Sequence[Prepared], results: Sequence[ToolResult]) -> None:
        for each, result in zip(prepared, results, strict=True):
            if each.tool is not None and each.tool.ends and not result.error:
                self._stop("needs_input", result.text)
                return
        limit = self.plan.limits.tool_failures
        for name, times in self.state.failures.items():
            if times >= limit and not self.state.closing and self.state.same < 3:
                told = say(self.plan.setting.language, "tools_down", name=name, times=times)
                last = self.state.steps[-1].model_copy(update={"told": told})
                self._update(steps=[*self.state.steps[:-1], last])
                self._close("tool_error", f"{name} failed {times} times in a row")

    # --- the end ---

    def fault(self, error: PersonaError) -> Iterator[Note]:
        """What follows from an error: another way of calling tools, or the end with the best answer."""
        if isinstance(error, OverError):
            return
        if isinstance(error, ModelError) and self._may_fall_back(error):
            self._update(mode="react")
            yield Note(
                "fallback", f"the model takes no tools ({error}); they are called in text instead"
            )
            return
        reason: StopReason = "model_error" if isinstance(error, ModelError) else "context"
        self._stop(reason, self._best(str(error)), str(error))

    def _may_fall_back(self, error: ModelError) -> bool:
        first = self.plan.mode == "auto" and self.state.mode == "function" and not self.state.rounds
        return bool(first and self.plan.tools and error.status in _REFUSED)

    def _best(self, why: str) -> str:
        """An answer from what was gathered, where the model gave none."""
        language = self.plan.setting.language
        found = [gist(call) for call in self.state.made if not call.error]
        lines = [*self.state.facts, *(known.text for known in self.state.working.done), *found]
        told = say(language, "best", why=why)
        if not lines:
            return f"{told} {say(language, 'nothing')}"
        return "\n".join([told, say(language, "gathered"), *(f"- {line}" for line in lines[-12:])])

    def _stop(self, reason: StopReason, answer: str, why: str = "") -> None:
        usage = self.state.spent.usage
        self.stopped = Stopped(reason, answer, usage, self.state.rounds, why)

    def _close(self, reason: StopReason, why: str) -> None:
        self._update(closing=reason, closing_why=why)

    def _step(self, step: Step) -> None:
        self._update(steps=[*self.state.steps, step])

    def _update(self, **fields: Any) -> None:
        self.state = self.state.model_copy(update=fields)


def _sources(facts: Sequence[str]) -> list[str]:
    return [fact[fact.rindex("[") :] for fact in facts if fact.endswith("]") and "[" in fact]

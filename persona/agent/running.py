"""One run: its state, and what each step of the loop does to it."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import asdict, replace
from typing import Any

from persona.agent.acting import Prepared, prepare
from persona.agent.answers import best, made_up_numbers, without_mark
from persona.agent.calling import Turn
from persona.agent.calls import (
    from_before,
    known,
    leaking,
    remembered,
    repeated,
    unique,
    withheld,
    within_policy,
)
from persona.agent.canary import Watch, struck
from persona.agent.events import (
    Event,
    FinalAnswer,
    MemoryChanged,
    Note,
    Stopped,
    StopReason,
    TextDelta,
    Thought,
    ToolResult,
)
from persona.agent.fitting import summarised
from persona.agent.form import misfit
from persona.agent.limits import Cancel
from persona.agent.memory import signature
from persona.agent.parts import noted
from persona.agent.plan import Observer, Plan, Request, keep_nothing
from persona.agent.requests import request_for, tools_for
from persona.agent.state import Made, State, Step
from persona.agent.waiting import OverError, or_cancelled, until
from persona.agent.ways import ask, first_way, measure_of, next_way
from persona.agent.wording import say
from persona.errors import ModelError, PersonaError


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
        self._results: dict[tuple[str, str], str] = {}
        if not state.mode:
            self._update(mode=first_way(plan))
        if not state.working.goal:
            goal = " ".join(noted(state.question).split())[:200]
            self._update(working=state.working.model_copy(update={"goal": goal}))
        self._observe("state", self.state)

    def end(self) -> Stopped:
        """The end, which the trace is told of."""
        assert self.stopped is not None, "the run has ended"
        self._observe("stop", self.stopped)
        return self.stopped

    def leave(self) -> None:
        """Tells the observers of a run that its reader left before the end."""
        if self.stopped is None:
            self._observe("left", None)

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

    async def shrink(self) -> list[Note]:
        """A summary in place of older steps, where the request is large and the plan wants one."""
        if self.plan.summariser is None:
            return []
        measure = measure_of(self.plan, self.state.mode, tools_for(self.plan, self.state))
        found = await or_cancelled(summarised(self.plan, self.state, measure), self._cancel)
        if found is None:
            return []
        self._take(found.state)
        self._update(spent=self.state.spent.plus(found.summary.usage))
        self._observe("summary", {"key": found.key, **asdict(found.summary)})
        return [found.note]

    def prepare(self) -> Request:
        """The next request, its state made smaller where it is large.

        Raises:
            AgentError: it does not fit the model's window, however small.
        """
        smaller, request = request_for(self.plan, self.state)
        self._take(smaller)
        self._update(shown=list(request.names))
        return request

    def _take(self, smaller: State) -> None:
        self._update(**{name: getattr(smaller, name) for name in ("steps", "facts", "history")})

    # --- the round ---

    async def ask(self, request: Request) -> AsyncGenerator[TextDelta | Turn]:
        """The model's pieces and turn; ends early where the run is cancelled."""
        self._observe("request", request)
        watch = Watch(self.plan.setting.canary)
        async with aclosing(
            until(ask(self.plan, self.state.mode, request), self._cancel)
        ) as pieces:
            async for piece in pieces:
                if isinstance(piece, Turn):
                    rest = watch.close()
                    if rest and not self._holds:
                        yield TextDelta(rest)
                    self._observe("reply", piece.reply)
                    yield piece
                elif not self._holds:
                    text = watch.feed(piece.text)
                    if text:
                        yield TextDelta(text)

    @property
    def _holds(self) -> bool:
        """Whether an answer is only shown once it was looked at."""
        return self.plan.check_numbers or self.plan.answer is not None or self._lacks_call

    @property
    def _lacks_call(self) -> bool:
        """Whether an answer would rest on no call though the policy wants one."""
        wanted = self.plan.policy.require_tool and bool(self.plan.tools)
        return wanted and not (self.state.made or self.state.facts)

    async def settle(self, turn: Turn, request: Request) -> AsyncGenerator[Event]:
        """What follows from a turn: the answer, calls with their results, or a word to the model."""
        rounds, spent = self.state.rounds + 1, self.state.spent.plus(turn.reply.usage)
        self._update(rounds=rounds, spent=spent)
        turn, leaked = without_mark(turn, self.plan.setting.canary)
        notes = (*turn.notes, self._leak(leaked)) if leaked else turn.notes
        for note in notes:
            yield note
        if turn.said and turn.said != turn.answer:
            yield Thought(turn.said)
        if leaked == "answer":
            for event in self._refused():
                yield event
        elif self.state.closing:
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

    def _leak(self, where: str, **details: str) -> Note:
        self._update(leaks=self.state.leaks + 1)
        told = {"where": where, "times": self.state.leaks, **details}
        return Note("prompt_leak", f"the {where} of the model holds its system prompt", told)

    def _refused(self) -> Iterator[Event]:
        """The end of a run whose answer gives the system prompt away: nothing of it is the answer."""
        told = say(self.plan.setting.language, "leak")
        yield TextDelta(told)
        yield FinalAnswer(told)
        self._stop("prompt_leak", told, "the answer held the system prompt and was refused")

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
        if self._lacks_call:
            yield self._unread(
                replace(turn, said=answer, unread="it rests on no call"), key="no_call"
            )
            return
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
        if self._holds:
            yield TextDelta(answer)
        yield FinalAnswer(answer)
        self._stop("final", answer)

    def _made_up_numbers(self, answer: str) -> list[str]:
        return made_up_numbers(self.state, answer) if self.plan.check_numbers else []

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
            "raw": struck(turn.reply.text, self.plan.setting.canary)[-2000:],
            "tools": self.state.shown,
            "descriptions": {n: self.plan.tools[n].description for n in self.state.shown},
            "reply": turn.unread,
            "prompt_share": round(share, 3),
        }
        return Note("parse_failed", f"a reply could not be used: {turn.unread}", details)

    # --- acting ---

    async def _act(self, turn: Turn) -> AsyncIterator[Event]:
        language = self.plan.setting.language
        calls = unique(turn.calls, self.state)
        prepared = [prepare(call, self.plan.tools, language) for call in calls]
        prepared = within_policy(prepared, self.plan.policy)
        same = signature("", [[p.call.name, p.arguments] for p in prepared])
        times = self.state.same + 1 if same == self.state.last else 1
        self._update(same=times, last=same)
        if times >= 3:
            prepared, note = repeated(prepared, times, language)
            yield note
            if times > 3:
                self._close("repeated_call", note.text)
        prepared = [from_before(each, self._results) for each in prepared]
        for number, each in enumerate(prepared):
            if leaking(each, self.plan.setting.canary):
                yield self._leak("arguments", tool=each.call.name, id=each.call.id)
                prepared[number] = withheld(each, language)
            yield prepared[number].event
            self._observe("call", prepared[number])
        before = self.state.working
        work = self.plan.act(prepared, self.plan.policy, self.plan.serialisers)
        outcomes = await or_cancelled(work, self._cancel)
        made = []
        for each, outcome in zip(prepared, outcomes, strict=True):
            if outcome.result.called and not outcome.result.error:
                self._results[each.call.name, each.key] = outcome.result.text
            result = known(each, outcome.result, self.state, language)
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
            self._update(**remembered(self.state, each, result, self.plan.tools))
        changed = self.state.working.diff(before)
        if changed:
            yield MemoryChanged(changed)
        self._step(Step(said=turn.said, calls=made))
        self._after(prepared, [outcome.result for outcome in outcomes])

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
        other = next_way(self.plan, self.state, error) if isinstance(error, ModelError) else None
        if other is not None:
            self._update(mode=other[0])
            yield Note("fallback", other[1])
            return
        reason: StopReason = "model_error" if isinstance(error, ModelError) else "context"
        self._stop(reason, self._best(str(error)), str(error))

    def _best(self, why: str) -> str:
        return best(self.state, self.plan.setting.language, why)

    def _stop(self, reason: StopReason, answer: str, why: str = "") -> None:
        shown = struck(answer, self.plan.setting.canary)
        self.stopped = Stopped(reason, shown, self.state.spent.usage, self.state.rounds, why)

    def _close(self, reason: StopReason, why: str) -> None:
        self._update(closing=reason, closing_why=why)

    def _step(self, step: Step) -> None:
        self._update(steps=[*self.state.steps, step])

    def _update(self, **fields: Any) -> None:
        self.state = self.state.model_copy(update=fields)

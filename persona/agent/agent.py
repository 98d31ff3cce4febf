"""`Agent`: a model, tools, a profile and the person it talks to, as one thing to call."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from persona.agent.acting import Policy
from persona.agent.canary import mark_of
from persona.agent.constraints import changes, rebuild
from persona.agent.events import Event, Note, Phase, Stopped, StopReason
from persona.agent.form import schema_text
from persona.agent.limits import Cancel, Limits
from persona.agent.loop import converse
from persona.agent.memory import Episodes, texts
from persona.agent.messages import Setting, check_content, clean_history
from persona.agent.parts import noted
from persona.agent.person import LongTerm
from persona.agent.plan import DEFAULT_WINDOW, Mode, Observer, Plan
from persona.agent.react import check_template
from persona.agent.results import Serialisers
from persona.agent.running import Run
from persona.agent.screening import FIND_TOOL, SHOWN, find_tool
from persona.agent.state import State
from persona.agent.summaries import summariser as summaries_by
from persona.agent.tools import Tool, toolbox
from persona.agent.wording import Language
from persona.engine.loop import LoopThread
from persona.errors import AgentError
from persona.llm import Usage

if TYPE_CHECKING:
    from persona.agent.telemetry import Telemetry
    from persona.engine import PersonaEngine
    from persona.profile import Profile

Question = str | Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Result:
    """A run that has ended.

    Attributes:
        answer: never empty.
        reason: why it ended.
        usage: of all its calls.
        rounds: requests answered.
        events: all of them.
        state: as it was at the end.
        why: one sentence where the reason is a fault.
    """

    answer: str
    reason: StopReason
    usage: Usage
    rounds: int
    events: tuple[Event, ...]
    state: State
    why: str = ""

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation with this turn, as the history of the next run."""
        said = {"role": "user", "content": self.state.question}
        return [*self.state.history, said, {"role": "assistant", "content": self.answer}]


class Agent:
    """Answers questions with a model and tools, knowing the person who asks.

    ::

        agent = Agent(model, tools=[find], system="You help with tea.", engine=engine)
        print(agent.run("which tea for me?", user_id="ann").answer)

    Args:
        model: with ``areply``, and ``stream`` where it can.
        tools: functions with types and docstrings, or `Tool`.
        system: the system prompt; a profile's where one is given.
        profile: who the agent is.
        engine: where the persona of the user is; None: nobody is known.
        mode: "function", "react" (in text, by chat), "completion" (one text, for models without
            chat), or "auto": the first of these that the server takes.
        capable: whether the model can call functions; with "auto" and False, ReAct is used at once.
        language: of what the loop itself says, and of the persona block.
        limits: of each run.
        policy: of the calls of a round.
        shown: tools a round shows at most; with more tools the model can look for the others.
        window: tokens that the model takes, reply included.
        vision: whether the model sees images.
        formats: what to ask for in the output, by phase.
        final_rules: constraints for the answer.
        template: of ReAct prompts.
        check_numbers: numbers of an answer must stand in the tools' results.
        answer: a pydantic model: the answer is JSON of it.
        serialisers: how results become text.
        options: of each request (``temperature`` ...).
        canary: a mark in the system prompt, by which an answer or an argument that gives the prompt
            away is caught; None: made from the agent itself, "": none.
        summariser: a model that writes summaries of older steps where a run grows long; the agent's
            own or a cheaper one. None: they are shortened without a model.
        telemetry: exports runs as spans.

    Raises:
        UsageError: tools or limits that cannot be meant.
        TemplateError: a template that lacks a variable.
    """

    def __init__(
        self,
        model: Any,
        *,
        tools: Sequence[Tool | Callable[..., Any]] = (),
        system: str = "",
        profile: Profile | None = None,
        engine: PersonaEngine | None = None,
        mode: Mode = "auto",
        capable: bool = True,
        language: Language = "en",
        limits: Limits | None = None,
        policy: Policy | None = None,
        shown: int = SHOWN,
        window: int = DEFAULT_WINDOW,
        vision: bool = True,
        formats: Mapping[Phase, str] | None = None,
        final_rules: str = "",
        template: str | None = None,
        check_numbers: bool = False,
        answer: type[BaseModel] | None = None,
        serialisers: Serialisers | None = None,
        options: Mapping[str, Any] | None = None,
        canary: str | None = None,
        summariser: Any = None,
        telemetry: Telemetry | None = None,
    ) -> None:
        box = toolbox(tools)
        if len(box) > shown and FIND_TOOL not in box:
            box = {**box, FIND_TOOL: find_tool(dict(box))}
        if template is not None:
            check_template(template, completion=mode == "completion")
        chosen = limits or Limits()
        given = policy or Policy()
        self.plan = Plan(
            model=model,
            tools=box,
            setting=Setting(
                system=system,
                language=language,
                vision=vision,
                formats=formats,
                final_rules=final_rules,
                canary=_mark(system, profile, box) if canary is None else canary,
                schema=schema_text(answer),
            ),
            mode=mode,
            capable=capable,
            limits=chosen,
            policy=replace(given, result_tokens=_result_tokens(chosen, window), language=language),
            shown=shown,
            window=window,
            summariser=None if summariser is None else summaries_by(summariser),
            template=template,
            check_numbers=check_numbers,
            answer=answer,
            serialisers=serialisers or Serialisers(),
            options=dict(options or {}),
        )
        self._telemetry = telemetry
        self._profile = profile
        self._engine = engine
        self._loop = LoopThread()
        self._ran = False

    @property
    def language(self) -> Language:
        """Of what the loop itself says."""
        return self.plan.setting.language

    def known(self, user_id: str | None, conversation_id: str = "default") -> LongTerm | None:
        """The long-term memory of a user, where there is an engine."""
        if self._engine is None or user_id is None:
            return None
        return LongTerm(
            self._engine, user_id, conversation_id=conversation_id, language=self.language
        )

    def start(
        self,
        question: Question,
        *,
        user_id: str | None = None,
        history: Sequence[Mapping[str, Any]] = (),
        episodes: Episodes | None = None,
        conversation_id: str = "default",
        cancel: Cancel | None = None,
        trace: Path | str | None = None,
        plan: Plan | None = None,
        person: LongTerm | None = None,
        turns: Sequence[Mapping[str, Any]] = (),
    ) -> Run:
        """A run that has not begun; `persona.agent.loop.converse` gives its events.

        Args:
            question: a text, or parts (`persona.agent.parts`): texts, images, documents.
            user_id: who asks.
            history: earlier messages of the conversation.
            episodes: of the session.
            conversation_id: of the conversation.
            cancel: ends the run from outside.
            trace: a file that every step is appended to.
            plan: in place of the agent's own.
            person: long-term memory of the user; by default it is made from `user_id`.
            turns: of the conversation with their times, this one last, for the long-term memory; by
                default those of the history.

        Raises:
            AgentError: an empty question, or a content that is neither text nor parts.
        """
        check_content(question, "the question")
        asked: Any = question if isinstance(question, str) else [dict(part) for part in question]
        if not asked or (isinstance(asked, str) and not asked.strip()):
            raise AgentError("the question is empty: say what is wanted")
        kept, notes = clean_history(history)
        if self.plan.mode == "auto" and not self.plan.capable:
            notes.append(Note("fallback", "the model takes no tools; they are called in text"))
        person = self.known(user_id, conversation_id) if person is None else person
        block, further = ("", []) if person is None else person.block(texts(asked))
        given = self.plan if plan is None else plan
        ready = replace(given, setting=replace(given.setting, system=self._system(asked, block)))
        if person is not None:
            said = [m for m in kept if m["role"] in ("user", "assistant") and m["content"]]
            spoken = list(turns) or [*said, {"role": "user", "content": asked}]
            own = toolbox([*given.tools.values(), *person.tools(spoken)])
            ready = replace(ready, tools=own, shown=given.shown + len(own) - len(given.tools))
        state = State(
            user_id=user_id or "",
            history=kept,
            question=asked,
            episodes=_corrected(episodes or Episodes(), kept, texts(asked)),
        )
        observe = self._observer(trace, conversation_id)
        return Run(ready, state, cancel=cancel, notes=[*notes, *further], observe=observe)

    def _observer(self, trace: Path | str | None, conversation_id: str) -> Observer:
        """Who is told of the steps of a run."""
        from persona.agent.telemetry import together
        from persona.agent.trace import recorder

        if self._telemetry is None:
            return recorder(trace)
        spans = self._telemetry.observer(self.plan.model, conversation_id)
        return together([recorder(trace), spans])

    def _system(self, question: Any, block: str) -> str:
        if self._profile is not None:
            return self._profile.format_system_prompt(texts(question), persona=block or None)
        return "\n\n".join(text for text in (self.plan.setting.system, block) if text)

    async def events(self, question: Question, **settings: Any) -> AsyncGenerator[Event]:
        """The events of a run as they happen; settings are those of `start`."""
        async with aclosing(converse(self.start(question, **settings))) as events:
            async for event in events:
                yield event

    async def arun(self, question: Question, **settings: Any) -> Result:
        """A whole run; settings are those of `start`."""
        return await finish(self.start(question, **settings))

    def run(self, question: Question, **settings: Any) -> Result:
        """As `arun`, waiting; works inside a running loop (notebooks)."""
        self._ran = True
        return self._loop.run(self.arun(question, **settings))

    def __enter__(self) -> Agent:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the thread of `run`, and the connections that the model made in it."""
        aclose = getattr(self.plan.model, "aclose", None)
        if self._ran and aclose is not None:
            self._loop.run(aclose())
        self._ran = False
        self._loop.close()


def _mark(system: str, profile: Profile | None, tools: Iterable[str]) -> str:
    """The mark of an agent's prompt: the same for whoever asks it, in every process."""
    own = "" if profile is None else f"{profile.get_name()}, {profile.get_role()}"
    return mark_of(system, own, *tools)


def _corrected(episodes: Episodes, history: Sequence[Mapping[str, Any]], question: str) -> Episodes:
    """With what the user replaces or takes back in this turn of what they asked for before."""
    turns = [noted(message["content"]) for message in history if message["role"] == "user"]
    number = len(turns) + 1
    for change in changes(question, number, rebuild(turns)):
        if change.what != "add":
            episodes = episodes.add("correction", question, number)
    return episodes


async def finish(run: Run) -> Result:
    """Drives a run to its end."""
    events = [event async for event in converse(run)]
    last = events[-1]
    assert isinstance(last, Stopped), "a run ends with Stopped"
    return Result(
        last.answer, last.reason, last.usage, last.rounds, tuple(events), run.state, last.why
    )


def _result_tokens(limits: Limits, window: int) -> int:
    """A result takes at most a quarter of the window."""
    return min(limits.result_tokens, window // 4)

"""What may stand as the answer of a run: grounded numbers, no mark of the prompt, and never nothing."""

from __future__ import annotations

from dataclasses import replace

from persona.agent.calling import Turn
from persona.agent.canary import holds, struck
from persona.agent.compression import gist
from persona.agent.numbers import ungrounded
from persona.agent.parts import noted
from persona.agent.state import State
from persona.agent.wording import Language, say

_SHOWN = 12


def made_up_numbers(state: State, answer: str) -> list[str]:
    """The numbers of an answer that stand in no result, nor in what the user said."""
    sources = [call.result for call in state.made if not call.error]
    sources += [*state.facts, noted(state.question)]
    sources += [noted(message["content"] or "") for message in state.history]
    return ungrounded(answer, sources)


def best(state: State, language: Language, why: str) -> str:
    """An answer from what was gathered, where the model gave none."""
    found = [gist(call) for call in state.made if not call.error]
    lines = [*state.facts, *(known.text for known in state.working.done), *found]
    told = say(language, "best", why=why)
    if not lines:
        return f"{told} {say(language, 'nothing')}"
    return "\n".join([told, say(language, "gathered"), *(f"- {line}" for line in lines[-_SHOWN:])])


def without_mark(turn: Turn, mark: str) -> tuple[Turn, str]:
    """A turn without the mark of the prompt, and where it stood: in the answer, in the thought, or "".

    What stands in both counts as the answer's.
    """
    said = {"answer": turn.answer, "thought": turn.said}
    where = next((place for place, text in said.items() if holds(text, mark)), "")
    if not where:
        return turn, ""
    answer = None if turn.answer is None else struck(turn.answer, mark)
    return replace(turn, said=struck(turn.said, mark), answer=answer), where

"""How a clause is meant, and how one mood governs the clauses after it.

A mood is first looked for in the clause itself (`persona.extract.cues`,
`persona.extract.subjects`), then carried on: a supposition over both halves of its sentence, another
person's words until a first-person subject returns, a request over what it asks for, a played part
to the end of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from persona.extract import cues
from persona.extract.subjects import Subject, drops_subject, subject_of


class Mood(StrEnum):
    """How a clause is meant. Only a statement can be evidence of a preference or attribute."""

    STATEMENT = "statement"
    QUESTION = "question"  # a question or a request: evidence of `asks_about` only
    HYPOTHETICAL = "hypothetical"
    THIRD_PERSON = "third_person"
    QUOTED = "quoted"
    ROLE_PLAY = "role_play"
    IRONY = "irony"
    ECHO = "echo"
    INSTRUCTION = "instruction"


@dataclass(slots=True)
class Sentence:
    """A sentence as offsets of its clauses; moods are filled in by `read_moods`.

    Attributes:
        clauses: (start, end) of each clause, in order.
        line: number of the line it begins in; "/s" and the like reach back over their line.
        moods: one a clause, empty before `read_moods`.
    """

    clauses: list[tuple[int, int]]
    line: int = 0
    moods: list[Mood] = field(default_factory=list)

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.clauses[0][0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.clauses[-1][1]


@dataclass(slots=True)
class _Carry:
    """What one sentence leaves to the next."""

    rest: Mood | None = None  # to the end of the turn
    third: bool = False
    supposed: bool = False
    requested: bool = False


def read_moods(text: str, plain: str, sentences: Sequence[Sentence]) -> None:
    """Fills in the moods of the sentences of one message (or of a part between quotations).

    Args:
        text: the message.
        plain: the same in lower case and Simplified Chinese, character for character.
        sentences: in order; their `moods` are set.
    """
    carry = _Carry()
    for index, sentence in enumerate(sentences):
        whole = plain[sentence.start : sentence.end]
        governed = _governing(whole, carry)
        if governed is not None:
            sentence.moods = [governed] * len(sentence.clauses)
        else:
            sentence.moods = _clause_moods(text, plain, sentence, carry)
        if cues.is_ironic(whole):
            _mark_ironic(plain, sentences, index)


def _governing(whole: str, carry: _Carry) -> Mood | None:
    """The mood of the whole sentence, where one thing decides it."""
    if carry.rest is None:
        if cues.asks_for_role_play(whole):
            carry.rest = Mood.ROLE_PLAY
        elif cues.overrides_instructions(whole):
            carry.rest = Mood.INSTRUCTION
        elif cues.is_instruction(whole):
            return Mood.INSTRUCTION
        elif cues.tells_a_story(whole):
            return Mood.ROLE_PLAY
    elif carry.rest is Mood.ROLE_PLAY and cues.ends_role_play(whole):
        carry.rest = None
    return carry.rest


def _mark_ironic(plain: str, sentences: Sequence[Sentence], index: int) -> None:
    """Marks the sentence, and what came before it where it is nothing but the mark."""
    here = sentences[index]
    whole = plain[here.start : here.end]
    reached = [here]
    if cues.marks_line_as_ironic(whole):
        reached += [s for s in sentences[:index] if s.line == here.line]
    elif cues.is_only_irony_mark(whole) and index:
        reached.append(sentences[index - 1])
    for sentence in reached:
        sentence.moods = [
            mood if mood in (Mood.ROLE_PLAY, Mood.INSTRUCTION) else Mood.IRONY
            for mood in sentence.moods
        ]


def _clause_moods(text: str, plain: str, sentence: Sentence, carry: _Carry) -> list[Mood]:
    """The moods of the clauses of an ordinary sentence."""
    whole = plain[sentence.start : sentence.end]
    marked = cues.ends_as_question(whole)
    supposed = cues.is_supposed(whole) or (carry.supposed and cues.goes_on_supposing(whole))
    requested, third = carry.requested and cues.goes_on_requesting(whole), carry.third
    moods: list[Mood] = []
    last = len(sentence.clauses) - 1
    for index, (start, end) in enumerate(sentence.clauses):
        clause = plain[start:end]
        subject = subject_of(clause, text[start:end])
        goes_on = bool(moods) and moods[-1] is Mood.STATEMENT and cues.goes_on_telling(clause)
        request = not goes_on and cues.is_request(clause, opening=index == 0 or requested)
        question = (
            request
            or cues.is_question(clause)
            or _asks_by_place(clause, subject, marked, last=index == last, inherited=requested)
        )
        if subject is not Subject.NONE:
            third = subject is Subject.THIRD
        elif index == 0:
            third = third and drops_subject(clause)
        requested = question and (requested or request)
        others = third or subject is Subject.SECOND
        moods.append(_mood(clause, question=question, supposed=supposed, third=others))
    carry.third, carry.supposed = third, supposed
    carry.requested = requested or any(mood is Mood.QUESTION for mood in moods)
    return moods


def _asks_by_place(
    clause: str, subject: Subject, marked: bool, *, last: bool, inherited: bool
) -> bool:
    """Whether a clause asks by where it stands: before a question mark, or after a request."""
    declares = subject is Subject.FIRST
    if marked:
        if last:
            return not (declares and cues.gives_reason(clause))
        return not (subject is not Subject.NONE or cues.elides_subject(clause))
    return inherited and subject is Subject.NONE


def _mood(clause: str, *, question: bool, supposed: bool, third: bool) -> Mood:
    if question and not (supposed and cues.is_supposed(clause)):
        return Mood.QUESTION
    if supposed or cues.is_condition(clause):
        return Mood.HYPOTHETICAL
    if third:
        return Mood.THIRD_PERSON
    return Mood.STATEMENT

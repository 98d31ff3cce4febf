"""Where the messages of a window hold the target of a row, and what stands against it there."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, takewhile
from typing import Literal

from persona.extract import choice, taking
from persona.extract.clauses import Clause, Mood, polarity_towards, split_clauses
from persona.extract.denials import denies_dislike
from persona.extract.idioms import in_idiom
from persona.extract.naming import Names
from persona.extract.playing import played_messages
from persona.extract.rows import ASKS_ABOUT, Row
from persona.extract.signs import pointed_signs
from persona.records import Message, Reason, Span, Turn, Window
from persona.text import find_name, name_key

MAX_QUOTE = 400
"""Characters of a clause that are kept as quote where the answer gives none."""

_LONG = 8_000
"""Characters from which the clauses of one message only are remembered."""

_REMEMBERED = 512
"""Messages whose clauses are remembered: a model is shown them, and the gate needs them again."""

_LOOK_BACK = 4
"""Turns before a reply in which the assistant's options are looked for."""

_REASON_OF = {
    Mood.QUESTION: Reason.QUESTION,
    Mood.HYPOTHETICAL: Reason.HYPOTHETICAL,
    Mood.THIRD_PERSON: Reason.THIRD_PERSON,
    Mood.QUOTED: Reason.QUOTED,
    Mood.ROLE_PLAY: Reason.ROLE_PLAY,
    Mood.IRONY: Reason.IRONY,
    Mood.ECHO: Reason.ECHO,
    Mood.INSTRUCTION: Reason.INSTRUCTION,
}


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a message holds a target.

    Attributes:
        start: offset of the target (or of the words that point to it) in the message.
        quote: the clause.
        against: why it is no evidence, or None.
        sign: what the clause's own words give to the target, see `polarity_towards`.
        via: how the target was named if not in the message itself.
        support: ids of shown messages that are needed to read it.
    """

    start: int
    quote: str
    against: Reason | None
    sign: int | None
    via: Literal["choice", "assent"] | None = None
    support: tuple[str, ...] = ()


@dataclass(slots=True)
class Places:
    """Finds places in one window, for the names of one answer.

    Attributes:
        window: what was shown.
        names: of the answer.
        allow_sensitive: whether the words of a clause may be of a special category.
        turns: the shown turns of each message, by its id; context is not among them.
    """

    window: Window
    names: Names
    allow_sensitive: bool = False
    turns: dict[str, list[Turn]] = field(init=False, default_factory=dict)
    _order: list[Turn] = field(init=False)
    _played: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._order = [*self.window.context, *self.window.turns]
        self._played = played_messages(self.window)
        for turn in self.window.turns:
            self.turns.setdefault(turn.message.message_id, []).append(turn)

    def is_context(self, message_id: str) -> bool:
        """Whether a message was shown as context only."""
        return any(turn.message.message_id == message_id for turn in self.window.context)

    def place_of(self, message_id: str) -> int:
        """The place of a message's first turn among the window's turns."""
        return self.window.turns.index(self.turns[message_id][0])

    def said_in(self, row: Row) -> tuple[str, Reason] | None:
        """The first message that holds the target though the user did not write it, and whose it is."""
        for message_id, turns in self.turns.items():
            reason = not_users(turns[0].message)
            if reason and any(spans(turn.text, row.forms) for turn in turns):
                return message_id, reason
        return None

    def find(self, row: Row, message_id: str) -> list[Place]:
        """Every place of a message that holds the target; else the one that points to it.

        Args:
            row: what is looked for.
            message_id: of a user message of the window.

        Returns:
            In order of the text; empty where the message neither holds the target nor points to it.
        """
        turns = self.turns[message_id]
        places = self._direct(row, turns)
        if places:
            return places
        pointed = self._pointed(row, message_id, turns)
        return [pointed] if pointed else []

    def _direct(self, row: Row, turns: Sequence[Turn]) -> list[Place]:
        message = turns[0].message
        clauses = clauses_of(message)
        places = []
        for turn in turns:
            for start, end in self.names.spans(turn.text, row.forms):
                held = _holding(clauses, turn.start + start, turn.start + end)
                if held:
                    places.append(self._judge(row, message, held, turn.start + start, end - start))
        return places

    def _judge(
        self, row: Row, message: Message, held: Sequence[Clause], start: int, length: int
    ) -> Place:
        clause = held[0]
        against = None
        for part in held:
            against = against or _against(row, part.mood)
        if message.message_id in self._played:
            against = Reason.ROLE_PLAY
        support: tuple[str, ...] = ()
        if against is None and not row.of_user:
            source = self._source_support(row, message)
            against, support = (Reason.UNGROUNDED, ()) if source is None else (None, source)
        if against is None and not self.allow_sensitive and row.is_sensitive(clause.text):
            against = Reason.SENSITIVE
        if against is Reason.THIRD_PERSON and (said := _said_by_pronoun(row, message, held[-1])):
            return Place(start, said.text[:MAX_QUOTE], None, row.polarity)
        at = start - clause.start
        span = (at, min(at + length, len(clause.text)))
        if against is None and _is_unsaid(row, clause.text, span):
            against = Reason.UNGROUNDED
        sign = polarity_towards(clause.text, *span)
        return Place(start, clause.text[:MAX_QUOTE], against, sign, support=support)

    def _source_support(self, row: Row, message: Message) -> tuple[str, ...] | None:
        """The shown message that names a source other than the user; () for the evidence itself."""
        if any(spans(turn.text, row.source_forms) for turn in self.turns[message.message_id]):
            return ()
        for turn in (*self._before(message.message_id), *self._order):
            if spans(turn.text, row.source_forms):
                return (turn.message.message_id,)
        return None

    def _before(self, message_id: str) -> list[Turn]:
        """The turns before a message, nearest first."""
        first = self.turns[message_id][0]
        return self._order[: self._order.index(first)][::-1]

    # --- targets that the person's words point to -------------------------------------------------

    def _pointed(self, row: Row, message_id: str, turns: Sequence[Turn]) -> Place | None:
        """The target as the person's words point to it in what the assistant showed."""
        if not row.of_user or message_id in self._played:
            return None
        words = _pointing_words(row, turns)
        if words is None:
            return None
        text, start = words
        before = self._before(message_id)
        for turn in before[:_LOOK_BACK]:
            if turn.message.role != "assistant":
                continue
            if turn is before[0] and row.polarity >= 0 and _took(row, turns[0].message, turn):
                support = (turn.message.message_id,)
                return Place(start, text[:MAX_QUOTE], None, 1, "choice", support)
            offered = choice.options(turn.text)
            if picks := choice.resolve(text, offered):
                return _picked(row, picks, text, start, turn)
            if turn is before[0] and (answer := _assented(row, text, start, turn)):
                return answer
            if len(offered) > 1:
                return None
        return None


def _pointing_words(row: Row, turns: Sequence[Turn]) -> tuple[str, int] | None:
    """The quote where it stands verbatim, else what is shown of the message; if the person means it."""
    message = turns[0].message
    start, end = turns[0].start, turns[0].end
    if row.relation.quote:
        span = next(find_name(turns[0].text, row.relation.quote), None)
        if span is None:
            return None
        start, end = start + span[0], start + span[1]
    held = _holding(clauses_of(message), start, end)
    if not held or any(c.mood not in (Mood.STATEMENT, Mood.QUESTION) for c in held):
        return None
    return message.text[start:end], start


_TO_YOU = re.compile(r"\W*(?:\w+\W+){0,3}?you(?:r|'|\b)", re.IGNORECASE)


def _said_by_pronoun(row: Row, message: Message, clause: Clause) -> Clause | None:
    """The person's own clause right after one about somebody else that says the row's sign of "it".

    "My sister loves horror and I hate it" is evidence of the person's dislike.
    """
    if not row.of_user or row.family != "attitude" or not row.polarity:
        return None
    clauses = clauses_of(message)
    after = bisect_right(clauses, clause.start, key=lambda other: other.start)
    following = clauses[after] if after < len(clauses) else None
    if following is None or following.mood is not Mood.STATEMENT or _TO_YOU.match(clause.text):
        return None
    return following if pointed_signs(following.text) == {row.polarity} else None


def _is_unsaid(row: Row, words: str, span: tuple[int, int]) -> bool:
    """Whether a clause names a target without saying anything of it that the row could mean."""
    if row.is_felt and denies_dislike(words, *span):
        return True
    return row.of_user and bool(row.polarity) and in_idiom(words, *span)


def _picked(
    row: Row, picks: Sequence[choice.Pick], text: str, start: int, turn: Turn
) -> Place | None:
    for pick in picks:
        named = any(_same_or_within(form, pick.option) for form in row.forms)
        if named and row.polarity in (pick.polarity, 0):
            support = (turn.message.message_id,)
            return Place(start, text[:MAX_QUOTE], None, pick.polarity, "choice", support)
    return None


def _took(row: Row, message: Message, turn: Turn) -> bool:
    """Whether the target is the description that the message takes of those in the turn before."""
    whole = taking.taken(turn.text, message.text)
    return whole is not None and name_key(whole) in {name_key(form) for form in row.forms}


def _assented(row: Row, text: str, start: int, turn: Turn) -> Place | None:
    answer = choice.assent(text)
    if answer is None or row.polarity not in (answer, 0):
        return None
    liking = row.family == "attitude"
    if answer < 0 and not liking:  # "no" to "do you use X?" does not say that a use has ended
        return None
    if any(choice.asks_about_person(turn.text, form, liking=liking) for form in row.forms):
        support = (turn.message.message_id,)
        return Place(start, text[:MAX_QUOTE], None, answer, "assent", support)
    return None


def _same_or_within(form: str, option: choice.Option) -> bool:
    """Whether a form names an option: the same name, or one within the other."""
    return bool(
        name_key(form) == name_key(option.name)
        or next(find_name(option.name, form), None)
        or next(find_name(form, option.name), None)
    )


def not_users(message: Message) -> Reason | None:
    """Why a message is not the user's own words, or None where it is."""
    if message.role != "user":
        return Reason.ASSISTANT
    return Reason.THIRD_PERSON if message.author is not None else None


def spans(text: str, forms: Sequence[str]) -> list[tuple[int, int]]:
    """Where any of the forms stands in a text, in order."""
    return sorted(span for form in forms for span in find_name(text, form))


def _against(row: Row, mood: Mood) -> Reason | None:
    """What a clause's mood has against a row, or None where it may be evidence of it."""
    if mood is Mood.STATEMENT or (mood is Mood.QUESTION and row.kind == ASKS_ABOUT):
        return None
    if mood is Mood.THIRD_PERSON and (not row.of_user or row.family == "link"):
        return None
    return _REASON_OF[mood]


def _holding(clauses: Sequence[Clause], start: int, end: int) -> list[Clause]:
    """The clauses that share characters with a span."""
    first = max(0, bisect_right(clauses, start, key=lambda clause: clause.start) - 1)
    near = takewhile(lambda clause: clause.start < end, islice(clauses, first, first + 20))
    return [clause for clause in near if start < clause.end]


@lru_cache(maxsize=_REMEMBERED)
def _clauses_of_short(text: str, foreign: tuple[Span, ...]) -> tuple[Clause, ...]:
    return split_clauses(text, foreign)


@lru_cache(maxsize=1)
def _clauses_of_long(text: str, foreign: tuple[Span, ...]) -> tuple[Clause, ...]:
    return split_clauses(text, foreign)


def clauses_of(message: Message) -> tuple[Clause, ...]:
    """The clauses of a message; those of the last few are remembered, of long ones only the last.

    A long message is cut into many windows, each of which asks for the clauses of the whole.
    """
    long = len(message.text) > _LONG
    return (_clauses_of_long if long else _clauses_of_short)(message.text, message.foreign)

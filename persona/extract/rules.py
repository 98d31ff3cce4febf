"""The rules extractor: what the turns of a window state of the user, without a model.

Each of the user's turns is cut into clauses with moods. Runs of plain statements are read by the
rules of their language (`persona.extract.english`, `persona.extract.chinese`), questions give
topics, and nothing else gives anything. What one turn alone cannot say is added here: pronouns that
point to an earlier turn, replies to the assistant's question, choices among what it offered, and
slips that are taken back. The result is a function of the window and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from persona.extract import chinese, english
from persona.extract.aliases import aliases
from persona.extract.answering import read_reply
from persona.extract.clauses import Clause, Mood
from persona.extract.corrections import correction
from persona.extract.english.requirements import requirements
from persona.extract.grounding import clauses_of
from persona.extract.playing import played_messages
from persona.extract.reading import MAX_REPLY, MAX_RUN, Focus, Found, Reading, sentence_at
from persona.extract.slipping import take_back
from persona.records import USER, Extraction, Mention, Message, Relation, Turn, Window
from persona.text import has_cjk, has_latin, holds_name, name_key
from persona.vocabulary import KINDS


def extract(window: Window) -> Extraction:
    """What the rules say of a window.

    Args:
        window: the turns asked about; turns of its context are only looked at for what a reply
            answers to.

    Returns:
        The relations in order of the log, each with one evidence message and a quote, and a mention
        of every source and target. Weights: 0.9 plain, 0.7 past, opinion or choice, 0.6 hedged, 0.3
        for a topic that is asked about.
    """
    reading = Reading()
    played = played_messages(window)
    before: Turn | None = window.context[-1] if window.context else None
    for turn in window.context:
        _hear(reading, turn)
    for turn in window.turns:
        if turn.message.is_users and turn.message.message_id not in played:
            _read_turn(reading, turn, before)
        _hear(reading, turn)
        before = turn
    reading.found += reading.refused
    relations = tuple(dict.fromkeys(_relation(found) for found in reading.found))
    return Extraction(_mentions(reading), relations)


def _hear(reading: Reading, turn: Turn) -> None:
    """Keeps what the assistant said."""
    if turn.message.role == "assistant":
        reading.offered.append(turn.text[:MAX_RUN])


def _read_turn(reading: Reading, turn: Turn, before: Turn | None) -> None:
    message = turn.message
    every = clauses_of(message)
    first = bisect_left(every, turn.start, key=lambda clause: clause.start)
    last = bisect_left(every, turn.end, key=lambda clause: clause.start)
    clauses = every[first:last]
    stated = [clause for clause in clauses if clause.mood is Mood.STATEMENT]
    earlier = len(reading.found)
    theirs = before.text if before is not None and not before.message.is_users else ""
    reading.asked = not theirs or "?" in theirs or "？" in theirs
    required = _required(reading, turn)
    for start, end, mood in _runs(clauses):
        if mood is Mood.STATEMENT:
            _read_run(reading, message, (start, end))
        elif mood is Mood.THIRD_PERSON:
            _read_of_others(reading, message, (start, end))
        else:
            _read_question(reading, message, (start, end), required)
    reading.found += required
    _read_others(reading, message, clauses)
    if before is not None and before.message.role == "assistant" and stated:
        read_reply(reading, message, stated, before, earlier)
    if stated and stated[-1].end - stated[0].start <= MAX_RUN:
        words = (stated[0].start, stated[-1].end)
        fixed = correction(message.text[slice(*words)])
        if fixed is not None:
            take_back(reading, message, fixed, words[0], earlier)
    _alias_mentions(reading, [clause.text for clause in stated])


def _runs(clauses: Sequence[Clause]) -> Iterator[tuple[int, int, Mood]]:
    """Statements in stretches of at most `MAX_RUN`; questions and what others do one by one; in order."""
    start = end = -1
    for clause in clauses:
        stated = clause.mood is Mood.STATEMENT
        if start >= 0 and (not stated or clause.end - start > MAX_RUN):
            yield start, end, Mood.STATEMENT
            start = -1
        if stated:
            start, end = (clause.start if start < 0 else start), clause.end
        elif clause.mood in (Mood.QUESTION, Mood.THIRD_PERSON):
            yield clause.start, clause.end, clause.mood
    if start >= 0:
        yield start, end, Mood.STATEMENT


def _read_english(reading: Reading, message: Message, run: tuple[int, int]) -> set[tuple[str, int]]:
    """The English of a run; what was found there, by key and sign."""
    text = message.text[run[0] : run[1]]
    taken: set[tuple[str, int]] = set()
    account = english.read(text)
    if account.unclear:
        reading.focus = None
    for item in account.readings:
        found = _placed(reading, message, item, run)
        if found is not None:
            reading.found.append(found)
            taken.add((found.key, found.statement.polarity))
    if account.focus is not None:
        quote = sentence_at(text, account.focus.start)
        reading.focus = Focus(account.focus.text, message, quote)
    return taken


def _read_run(reading: Reading, message: Message, run: tuple[int, int]) -> None:
    text = message.text[run[0] : run[1]]
    taken = _read_english(reading, message, run) if has_latin(text) else set()
    if has_cjk(text):
        for statement in chinese.statements(text):
            if (name_key(statement.target), statement.polarity) in taken:
                continue
            if not holds_name(text, statement.target):  # a cut through a Latin word is no name
                continue
            quote = sentence_at(text, statement.start)
            at = run[0] + statement.start
            reading.found.append(Found(statement, message, quote, at))
            if KINDS[statement.kind].family in ("attitude", "practice", "interest"):
                reading.focus = Focus(statement.target, message, quote)


def _read_of_others(reading: Reading, message: Message, run: tuple[int, int]) -> None:
    """What "it" means after a clause about somebody else ("my sister swears by yoga. I hate it.")."""
    text = message.text[run[0] : run[1]][:MAX_REPLY]
    if not has_latin(text) or has_cjk(text):
        return
    thing, points_back = english.left_by_others(text)
    if thing:
        reading.focus = Focus(thing, message, text)
    elif not points_back:
        reading.focus = None


def _placed(
    reading: Reading, message: Message, item: english.Reading, run: tuple[int, int]
) -> Found | None:
    """The reading as found in its message, with a pronoun read as the focus of what came before."""
    if not item.pronoun:
        quote = message.text[run[0] + item.start : run[0] + item.end].strip(" ,;")
        return Found(item.statement, message, quote, run[0] + item.statement.start)
    focus = reading.focus
    if focus is None or not (focus.message is message or reading.asked):
        return None
    statement = replace(item.statement, target=focus.name)
    return Found(statement, focus.message, focus.quote)


def _required(reading: Reading, turn: Turn) -> list[Found]:
    """What the turn requires of a thing it looks for, and the places it asks after."""
    text = turn.text[:MAX_RUN]
    stated = (
        chinese.requirements(text, "\n".join(reading.offered))
        if has_cjk(text)
        else requirements(text)
    )
    found = []
    for statement in stated:
        quote, at = sentence_at(text, statement.start), turn.start + statement.start
        found.append(Found(statement, turn.message, quote, at))
        if statement.slot is None:
            reading.focus = Focus(statement.target, turn.message, quote)
    return found


def _read_question(
    reading: Reading, message: Message, run: tuple[int, int], required: Sequence[Found]
) -> None:
    """The topics of a question, but for the words that were read as what it requires."""
    text = message.text[run[0] : run[1]]
    topics = chinese.topics if has_cjk(text) else english.topics
    for statement in topics(text[:MAX_RUN]):
        start = run[0] + statement.start
        end = start + len(statement.target)
        if any(start < f.at + len(f.statement.target) and f.at < end for f in required):
            continue
        reading.found.append(Found(statement, message, text[:MAX_REPLY]))
        reading.focus = Focus(statement.target, message, text[:MAX_REPLY])


_NOT_MEANT = frozenset(
    {Mood.HYPOTHETICAL, Mood.THIRD_PERSON, Mood.QUOTED, Mood.IRONY, Mood.ROLE_PLAY}
)
_MOST_OTHERS = 12
"""Clauses of a message that are not meant by the person and are read all the same, to be counted."""


def _read_others(reading: Reading, message: Message, clauses: Sequence[Clause]) -> None:
    """What is supposed, quoted, played or said of others, for the gate to reject and count.

    A thing that the person's own clauses name as well is left out: the gate checks a message, and
    would take their clause for the evidence.
    """
    own = [c.text for c in clauses if c.mood in (Mood.STATEMENT, Mood.QUESTION)]
    others = [c for c in clauses if c.mood in _NOT_MEANT and len(c.text) <= MAX_REPLY]
    for clause in others[:_MOST_OTHERS]:
        read = chinese if has_cjk(clause.text) else english
        for stated in read.statements(clause.text):
            link = KINDS[stated.kind].family == "link" or stated.source != USER
            if not link and not any(holds_name(text, stated.target) for text in own):
                at = clause.start + stated.start
                reading.refused.append(Found(stated, message, clause.text, at))


def _relation(found: Found) -> Relation:
    statement = found.statement
    return Relation(
        source=statement.source,
        target=statement.target,
        label=statement.label,
        kind=statement.kind,
        polarity=statement.polarity,
        weight=statement.weight,
        evidence=(found.message.message_id,),
        quote=found.quote or None,
        slot=statement.slot,
        via="choice" if found.via_choice else "assent" if found.via_assent else None,
    )


def _alias_mentions(reading: Reading, texts: Sequence[str]) -> None:
    """Declares the aliases that the clauses give to targets."""
    known = {found.key: found.statement.target for found in reading.found}
    for text in texts:
        for name, alias in aliases(text):
            target = known.get(name_key(name)) or known.get(name_key(alias))
            if target is not None:
                other = alias if name_key(target) == name_key(name) else name
                _declare(reading, target, None, (other,))


def _declare(reading: Reading, name: str, kind: str | None, aliases: tuple[str, ...] = ()) -> None:
    key = (name, None)
    known = reading.mentions.get(key)
    if known is None:
        reading.mentions[key] = Mention(name, kind, aliases)
        return
    merged = tuple(dict.fromkeys((*known.aliases, *aliases)))
    reading.mentions[key] = Mention(name, known.type or kind, merged)


def _mentions(reading: Reading) -> tuple[Mention, ...]:
    for found in reading.found:
        _declare(reading, found.statement.target, found.statement.type)
        if found.statement.source != USER:
            _declare(reading, found.statement.source, None)
    named = {found.statement.target for found in reading.found} | {
        found.statement.source for found in reading.found
    }
    return tuple(mention for (name, _), mention in reading.mentions.items() if name in named)

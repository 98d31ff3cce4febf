"""The rules extractor: what the turns of a window state of the user, without a model.

Each of the user's turns is cut into clauses with moods. Runs of plain statements are read by the
rules of their language (`persona.extract.english`, `persona.extract.chinese`), questions give
topics, and nothing else gives anything. What one turn alone cannot say is added here: pronouns that
point to an earlier turn, replies to the assistant's question, choices among what it offered, and
slips that are taken back. The result is a function of the window and nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from persona.extract import chinese, choice, english
from persona.extract.aliases import aliases
from persona.extract.clauses import Clause, Mood
from persona.extract.corrections import Correction, correction
from persona.extract.grounding import clauses_of
from persona.extract.playing import played_messages
from persona.extract.replies import Asked, asked, last_question
from persona.extract.statement import Statement
from persona.records import USER, Extraction, Mention, Message, Relation, Turn, Window
from persona.text import has_cjk, has_latin, holds_name, name_key
from persona.vocabulary import KINDS

VERSION = "rules-1"
"""Part of the key of a cached answer: raised when the rules give other answers."""

PICKED = 0.7
"""Weight of a thing chosen among the assistant's options, or assented to with a bare yes."""

MAX_RUN = 4000
"""Characters of one run of statements that are read together."""

MAX_REPLY = 240
"""Characters of a reply's first clause; a longer one is not read as the answer to a question."""

_DENIED = {"likes": "dislikes", "prefers": "dislikes", "interested_in": "dislikes"}


@dataclass(slots=True)
class _Found:
    """A statement with the message and the words that make it.

    Attributes:
        at: offset of the target in the message, or -1 where it does not stand there.
    """

    statement: Statement
    message: Message
    quote: str
    at: int = -1
    via_assent: bool = False
    via_choice: bool = False

    @property
    def key(self) -> str:
        return name_key(self.statement.target)


@dataclass(slots=True)
class _Focus:
    """What the user was last about: a name and the message and clause that hold it."""

    name: str
    message: Message
    quote: str


@dataclass(slots=True)
class _Reading:
    """What is known while the turns of a window are read in order."""

    found: list[_Found] = field(default_factory=list)
    mentions: dict[tuple[str, str | None], Mention] = field(default_factory=dict)
    focus: _Focus | None = None


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
    reading = _Reading()
    played = played_messages(window)
    before: Turn | None = window.context[-1] if window.context else None
    for turn in window.turns:
        if turn.message.is_users and turn.message.message_id not in played:
            _read_turn(reading, turn, before)
        before = turn
    relations = tuple(dict.fromkeys(_relation(found) for found in reading.found))
    return Extraction(_mentions(reading), relations)


def _read_turn(reading: _Reading, turn: Turn, before: Turn | None) -> None:
    message = turn.message
    every = clauses_of(message)
    first = bisect_left(every, turn.start, key=lambda clause: clause.start)
    last = bisect_left(every, turn.end, key=lambda clause: clause.start)
    clauses = every[first:last]
    stated = [clause for clause in clauses if clause.mood is Mood.STATEMENT]
    earlier = len(reading.found)
    for start, end, mood in _runs(clauses):
        if mood is Mood.STATEMENT:
            _read_run(reading, message, (start, end))
        else:
            _read_question(reading, message, message.text[start:end])
    if before is not None and before.message.role == "assistant" and stated:
        _read_reply(reading, message, stated, before, earlier)
    if stated and stated[-1].end - stated[0].start <= MAX_RUN:
        words = (stated[0].start, stated[-1].end)
        fixed = correction(message.text[slice(*words)])
        if fixed is not None:
            _correct(reading, message, fixed, words[0], earlier)
    _alias_mentions(reading, [clause.text for clause in stated])


def _runs(clauses: Sequence[Clause]) -> Iterator[tuple[int, int, Mood]]:
    """Statements in stretches of at most `MAX_RUN`, and questions one by one, in order."""
    start = end = -1
    for clause in clauses:
        stated = clause.mood is Mood.STATEMENT
        if start >= 0 and (not stated or clause.end - start > MAX_RUN):
            yield start, end, Mood.STATEMENT
            start = -1
        if stated:
            start, end = (clause.start if start < 0 else start), clause.end
        elif clause.mood is Mood.QUESTION:
            yield clause.start, clause.end, Mood.QUESTION
    if start >= 0:
        yield start, end, Mood.STATEMENT


def _read_run(reading: _Reading, message: Message, run: tuple[int, int]) -> None:
    text = message.text[run[0] : run[1]]
    taken: set[tuple[str, int]] = set()
    if has_latin(text):
        account = english.read(text)
        for item in account.readings:
            found = _placed(reading, message, item, run)
            if found is None:
                continue
            reading.found.append(found)
            taken.add((found.key, found.statement.polarity))
        if account.focus is not None:
            quote = _sentence(text, account.focus.start)
            reading.focus = _Focus(account.focus.text, message, quote)
    if has_cjk(text):
        for statement in chinese.statements(text):
            if (name_key(statement.target), statement.polarity) in taken:
                continue
            if not holds_name(text, statement.target):  # a cut through a Latin word is no name
                continue
            quote = _sentence(text, statement.start)
            at = run[0] + statement.start
            reading.found.append(_Found(statement, message, quote, at))
            if KINDS[statement.kind].family in ("attitude", "practice", "interest"):
                reading.focus = _Focus(statement.target, message, quote)


_SENTENCE_END = re.compile(r"[.!?。！？\n]+(?=\s|$|[\u3000-\u9fff])")


def _sentence(text: str, at: int) -> str:
    """The sentence of a text that holds an offset."""
    start, end = 0, len(text)
    for match in _SENTENCE_END.finditer(text):
        if match.end() <= at:
            start = match.end()
        else:
            end = match.end()
            break
    return text[start:end].strip()[:MAX_REPLY]


def _placed(
    reading: _Reading, message: Message, item: english.Reading, run: tuple[int, int]
) -> _Found | None:
    """The reading as found in its message, with a pronoun read as the focus of what came before."""
    if not item.pronoun:
        quote = message.text[run[0] + item.start : run[0] + item.end].strip(" ,;")
        return _Found(item.statement, message, quote, run[0] + item.statement.start)
    focus = reading.focus
    if focus is None:
        return None
    statement = replace(item.statement, target=focus.name)
    return _Found(statement, focus.message, focus.quote)


def _read_question(reading: _Reading, message: Message, text: str) -> None:
    topics = chinese.topics if has_cjk(text) else english.topics
    for statement in topics(text[:MAX_RUN]):
        reading.found.append(_Found(statement, message, text[:MAX_REPLY]))
        reading.focus = _Focus(statement.target, message, text[:MAX_REPLY])


# --- replies to the assistant --------------------------------------------------------------------


def _read_reply(
    reading: _Reading, message: Message, stated: Sequence[Clause], before: Turn, earlier: int
) -> None:
    """What a reply says together with the assistant's turn before it."""
    first = stated[0]
    if first.start > 40 or len(first.text) > MAX_REPLY:
        return
    said = {found.key for found in reading.found[earlier:] if found.statement.polarity}
    how = asked(last_question(before.text))
    if how.declared:
        _assented(reading, message, first, before, how, said)
    if how.prefix and not any(found.statement.source == USER for found in reading.found[earlier:]):
        _answered(reading, message, first, how.prefix)
    _chosen(reading, message, stated, before, said)


def _assented(
    reading: _Reading, message: Message, first: Clause, before: Turn, how: Asked, said: set[str]
) -> None:
    """As in "Do you like tennis?" - "Yes." The question holds the name, the reply the sign."""
    answer = choice.assent(first.text)
    if answer is None:
        return
    read = chinese if has_cjk(how.declared) else english
    for statement in read.statements(how.declared):
        key = name_key(statement.target)
        if key in said or holds_name(message.text, statement.target):
            continue
        if not choice.asks_about_person(before.text, statement.target):
            continue
        signed = _signed(statement, answer)
        if signed is not None:
            weight = min(PICKED, statement.weight)
            reading.found.append(
                _Found(replace(signed, weight=weight), message, first.text, via_assent=True)
            )
            said.add(key)


def _signed(statement: Statement, answer: int) -> Statement | None:
    """The statement as a yes or a no makes it; a no to a habit says only that there is none."""
    if answer > 0:
        return statement
    kind = _DENIED.get(statement.kind)
    if kind is None or statement.polarity < 0:
        return None
    return replace(statement, kind=kind, polarity=-1, label=f"not {statement.label}")


_NO_ANSWER = re.compile(
    r"^\W*(?:i\b|i'm|we\b|my\b|no\b|nope|not|none|nothing|idk|dunno|yes|yeah|why|thanks|thank|maybe|it's|it is|that"
    r"|there|hmm|well|sure|ok|you|我|没|不|无|嗯|谢|都|随便|还没)",
    re.IGNORECASE,
)


_IDLE_OPENERS = (
    "Just ",
    "Mostly ",
    "Mainly ",
    "Usually ",
    "Probably ",
    "Definitely ",
    "Only ",
    "Always ",
)


def _answered(reading: _Reading, message: Message, first: Clause, prefix: str) -> None:
    """As in "Which languages do you speak?" - "Cebuano and English." The reply is only the names."""
    if _NO_ANSWER.match(first.text) or len(first.text.split()) > 14:
        return
    read = chinese if has_cjk(prefix) else english
    answer = (
        first.text[0].lower() + first.text[1:]
        if first.text.startswith(_IDLE_OPENERS)
        else first.text
    )
    whole = f"{prefix}{answer}"
    for statement in read.statements(whole):
        if statement.start < len(prefix):
            continue
        at = statement.start - len(prefix)
        if first.text[at : at + len(statement.target)] == statement.target:
            moved = replace(statement, start=at)
            reading.found.append(_Found(moved, message, first.text))


def _chosen(
    reading: _Reading, message: Message, stated: Sequence[Clause], before: Turn, said: set[str]
) -> None:
    """What the reply takes or turns down of the options in the assistant's turn."""
    offered = choice.options(before.text)
    if not offered:
        return
    for clause in stated[:3]:
        if len(clause.text) > MAX_REPLY:
            continue
        for pick in choice.resolve(clause.text, offered):
            name = _named_part(pick.option.name, message.text)
            key = name_key(name)
            if not key or any(key in other or other in key for other in said):
                continue
            said.add(key)
            kind = "prefers" if pick.polarity > 0 else "rejected"
            label = "chose" if pick.polarity > 0 else "rejected"
            statement = Statement(kind, name, label, pick.polarity, 0, PICKED)
            named = holds_name(message.text, name)
            reading.found.append(_Found(statement, message, clause.text, via_choice=not named))


def _named_part(option: str, text: str) -> str:
    """The longest run of an option's words that the reply itself names, else the whole name."""
    words = option.split()[:12]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            part = " ".join(words[start : start + length])
            if len(part) > 3 and holds_name(text, part):
                return part
    return option


# --- slips ---------------------------------------------------------------------------------------


def _correct(
    reading: _Reading, message: Message, fixed: Correction, start: int, earlier: int
) -> None:
    """Takes back what a message says was a slip, and says what was meant instead."""
    meant_at = start + fixed.start if fixed.start >= 0 else -1
    slips = _slips(reading, message, fixed, meant_at, earlier)
    if not slips:
        return
    reading.found = [found for found in reading.found if not any(found is slip for slip in slips)]
    new = name_key(fixed.new)
    said = [found for found in reading.found if found.message is message and found.key in new]
    if new and not said:
        _say_instead(reading, message, fixed, slips[-1], meant_at)


def _slips(
    reading: _Reading, message: Message, fixed: Correction, meant_at: int, earlier: int
) -> list[_Found]:
    """The statements that a correction takes back."""
    mine = [found for found in reading.found if found.statement.source == USER]
    old = name_key(fixed.old)
    if old:
        return [
            found
            for found in mine
            if found.key == old
            or old.endswith(f" {found.key}")
            or (has_cjk(old) and found.key in old)
        ]
    new = [found for found in reading.found[earlier:] if found.message is message]
    replaced = [
        found
        for found in mine
        if found.statement.polarity
        and any(
            _same_slot(found, other, strong=fixed.strong)
            or (fixed.strong and _denies(other, found))
            for other in new
        )
    ]
    if replaced or not fixed.new or not fixed.strong:
        return replaced
    before = [
        f for f in mine if f.statement.polarity and (f.message is not message or f.at < meant_at)
    ]
    stated = [found for found in new if found.at >= meant_at]
    return before[-1:] if before and not stated else []


def _denies(later: _Found, earlier: _Found) -> bool:
    """Whether a correction says of a thing that it is not so: "no longer Java" of "Java work"."""
    if later.statement.polarity >= 0 or earlier.statement.polarity <= 0:
        return False
    return later.message is not earlier.message and holds_name(
        earlier.statement.target, later.statement.target
    )


def _same_slot(earlier: _Found, later: _Found, *, strong: bool) -> bool:
    """Whether a later statement has another value for the same single-valued kind, or diet."""
    one, two = earlier.statement, later.statement
    single = KINDS[one.kind].single or (strong and one.kind == "diet")
    if not single or (one.kind, one.slot) != (two.kind, two.slot):
        return False
    if one.polarity < 0 or earlier.key == later.key:
        return False
    return earlier.message is not later.message or -1 < earlier.at < later.at


def _say_instead(
    reading: _Reading, message: Message, fixed: Correction, slip: _Found, meant_at: int
) -> None:
    read = chinese if has_cjk(fixed.new) else english
    lead = "我喜欢" if has_cjk(fixed.new) else "I love "
    phrases = [s for s in read.statements(f"{lead}{fixed.new}") if s.start >= len(lead)]
    if not phrases or not holds_name(message.text, phrases[0].target):
        return
    meant = replace(slip.statement, target=phrases[0].target)
    reading.found.append(_Found(meant, message, _sentence(message.text, meant_at), meant_at))


# --- rows ----------------------------------------------------------------------------------------


def _relation(found: _Found) -> Relation:
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


def _alias_mentions(reading: _Reading, texts: Sequence[str]) -> None:
    """Declares the aliases that the clauses give to targets."""
    known = {found.key: found.statement.target for found in reading.found}
    for text in texts:
        for name, alias in aliases(text):
            target = known.get(name_key(name)) or known.get(name_key(alias))
            if target is not None:
                other = alias if name_key(target) == name_key(name) else name
                _declare(reading, target, None, (other,))


def _declare(reading: _Reading, name: str, kind: str | None, aliases: tuple[str, ...] = ()) -> None:
    key = (name, None)
    known = reading.mentions.get(key)
    if known is None:
        reading.mentions[key] = Mention(name, kind, aliases)
        return
    merged = tuple(dict.fromkeys((*known.aliases, *aliases)))
    reading.mentions[key] = Mention(name, known.type or kind, merged)


def _mentions(reading: _Reading) -> tuple[Mention, ...]:
    for found in reading.found:
        _declare(reading, found.statement.target, found.statement.type)
        if found.statement.source != USER:
            _declare(reading, found.statement.source, None)
    named = {found.statement.target for found in reading.found} | {
        found.statement.source for found in reading.found
    }
    return tuple(mention for (name, _), mention in reading.mentions.items() if name in named)

"""The remarks of a user: their statements that still hold and say more than the facts' names do."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from persona.extract.corrections import correction
from persona.guard import reads_as_instruction
from persona.recall.fields import fields_of, wide_field
from persona.recall.shortening import Attitude
from persona.recall.statements import Statement, statements
from persona.recall.words import terms
from persona.records import USER, Fact, Message, Persona, Remark
from persona.text import holds_name

_NOTHING_ELSE = re.compile(r"\b(?:only|exclusively|solely|nothing but)\b", re.IGNORECASE)
"""Says of a thing that there is no other: no name of a fact holds that."""

Key = tuple[str, str]
"""(conversation id, message id)."""

MAX_JOINED = 160
"""Characters of a remark made of several statements of one message."""

LONG_NAME = 3
"""Words of a name that is no longer a name so much as a sentence, if it has more."""

_WORDS = {"dislikes": "dislikes", "likes": "likes", "says": ""}
_ATTITUDE_TERMS = frozenset(
    terms(
        """like love enjoy adore prefer hate dislike detest loathe avoid stand bear fan favourite
        favorite best interest passionate fond keen use eat drink play read watch listen work live
        study learn speak own born name big huge always never allergic allergy vegetarian vegan
        喜欢 爱 讨厌 不喜欢 受不了 过敏 吃 喝 玩 看 听 住 用 学 养 最喜欢 热爱"""
    )
)


def remarks(
    messages: Iterable[Message],
    facts: Iterable[Fact],
    persona: Persona,
    *,
    withheld: Sequence[str] = (),
    allow_sensitive: bool = False,
) -> tuple[Remark, ...]:
    """The remarks of a user.

    A statement is left out where a fact that rests on its sentence holds no longer, or where it tells
    of a change and names what holds no longer ("from Vim to Zed") or what its own message ended: what
    changed is told by the facts.
    One whose content is in the names of its facts is left out too: the facts are shorter.

    Args:
        messages: of the user, in order of the log; without those of role play.
        facts: of the user, open and closed.
        persona: made of them.
        withheld: names that the user took back or hid: no statement with one of them is a remark.
        allow_sensitive: whether health, politics and the like are kept.
    """
    held_facts = tuple(facts)
    over, standing = _by_message(held_facts)
    turned = sorted({f.target for f in held_facts if f.source == USER and not f.is_open})
    ended = _ended_by_message(held_facts, frozenset(turned))
    names = {line.key: line.entity for held in persona.sections.values() for line in held}
    made: list[Remark] = []
    said = list(messages)
    slipped = _slipped(said)
    for message in said:
        key = message.conversation_id, message.message_id
        holding = [names[target] for target in standing.get(key, ()) if target in names]
        kept = [
            statement
            for statement in statements(message, allow_sensitive=allow_sensitive)
            if _may_stay(statement, over.get(key, ()), (*withheld, *ended.get(key, ())), turned)
            and not _was_slip(statement, slipped.get(key, 0), holding)
        ]
        for text, short, attitude, quote in _joined(kept):
            about = tuple(
                dict.fromkeys(
                    target
                    for target in standing.get(key, ())
                    if target in names and holds_name(quote, names[target])
                )
            )
            if _says_more(text, [names[target] for target in about]):
                made.append(Remark(text, attitude, about, *key, short if short != text else ""))
    return tuple(made)


def _slipped(messages: Sequence[Message]) -> Mapping[Key, int]:
    """Where in messages ends what a correction in it, or in the next one, may take back."""
    found: dict[Key, int] = {}
    before: Message | None = None
    for message in (m for m in messages if m.is_users):
        fixed = correction(message.text)
        if fixed is not None and fixed.strong:
            found[message.conversation_id, message.message_id] = max(fixed.start, 0)
            if before is not None and before.conversation_id == message.conversation_id:
                found[before.conversation_id, before.message_id] = len(before.text)
        before = message
    return found


def _was_slip(statement: Statement, until: int, holding: Sequence[str]) -> bool:
    """Whether a statement stands before a correction, and nothing that still holds is in it."""
    return statement.start < until and not any(
        holds_name(statement.quote, name) for name in holding
    )


def _by_message(
    facts: Iterable[Fact],
) -> tuple[Mapping[Key, list[str]], Mapping[Key, list[str]]]:
    """Quotes of facts that are over, and targets of those that hold, by evidence message."""
    over: dict[Key, list[str]] = defaultdict(list)
    standing: dict[Key, list[str]] = defaultdict(list)
    for fact in facts:
        if fact.source != USER:
            continue
        for evidence in fact.evidence:
            key = evidence.conversation_id, evidence.message_id
            if fact.is_open and evidence.open:
                standing[key].append(fact.target)
            elif fact.polarity:
                over[key].append(evidence.quote)
    return over, standing


def _ended_by_message(facts: Iterable[Fact], turned: frozenset[str]) -> Mapping[Key, list[str]]:
    """The targets that held before and that a message ended or turned against, by message."""
    found: dict[Key, list[str]] = defaultdict(list)
    for fact in facts:
        if fact.source == USER and fact.polarity < 0 and fact.target in turned:
            for evidence in fact.evidence:
                found[evidence.conversation_id, evidence.message_id].append(fact.target)
    return found


_CHANGE = re.compile(
    r"\b(?:no longer|any ?more|gone off|went off|used to|switched|dropped|stopped|gave up|quit|instead|these days|until)\b"
    r"|不再|已经|腻|以前|原来|换成|改[用喝吃]|戒|现在",
    re.IGNORECASE,
)


def _may_stay(
    statement: Statement, over: Iterable[str], withheld: Iterable[str], turned: Iterable[str]
) -> bool:
    ended = any(q and (q in statement.quote or statement.quote in q) for q in over)
    if ended or reads_as_instruction(statement.text):
        return False
    unsaid = [*withheld, *(turned if _CHANGE.search(statement.quote) else ())]
    return not any(holds_name(statement.quote, name) for name in unsaid)


def _says_more(text: str, names: Sequence[str]) -> bool:
    """Whether a statement has a word that is in no name and is no word of mere attitude.

    Several things are told best in the person's own sentence: what goes with what, or against it. So is
    a thing that needs many words: a sentence has short words for them.
    """
    if len(names) != 1 or _NOTHING_ELSE.search(text) or len(names[0].split()) > LONG_NAME:
        return True
    held = {term for name in names for term in terms(name)} | _ATTITUDE_TERMS
    return any(term not in held for term in terms(text))


def _joined(found: Sequence[Statement]) -> Iterable[tuple[str, str, Attitude, str]]:
    """Statements of one message, several short ones in one: (text, short text, attitude, quote)."""
    at = 0
    while at < len(found):
        first = found[at]
        text, short, quote = first.text, first.short, first.quote
        at += 1
        while at < len(found):
            head = _WORDS[found[at].attitude]
            more = f"{head} {found[at].text}".strip()
            if len(text) + len(more) > MAX_JOINED or not _belong(text, found[at].text):
                break
            text, quote = f"{text}; {more}", f"{quote} {found[at].quote}"
            short = f"{short}; {head} {found[at].short}".replace("  ", " ")
            at += 1
        yield text, short, first.attitude, quote


def _belong(one: str, other: str) -> bool:
    """Whether two statements are about one thing, as far as fields tell."""
    left, right = ({wide_field(field) for field in fields_of(text)} for text in (one, other))
    return not right or not left or not left.isdisjoint(right)

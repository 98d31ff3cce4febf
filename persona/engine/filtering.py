"""What may stay of a model's answer, at once, when something that its window showed is forgotten.

A relation stays that has neither evidence nor support in what goes, and whose names, label and
quote all stand in what remains of the window. The rest goes; the window is asked again by the next
rebuild. Until then what stays serves as a stale answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import orjson

from persona.engine.matching import read_kept
from persona.extract.answers import answer_json
from persona.extract.grounding import ground
from persona.records import USER, Assertion, Extraction, Mention, Message, Relation, Turn, Window
from persona.store import Answer
from persona.text import holds_name, name_key


def shows(window: Window, ids: Collection[str]) -> bool:
    """Whether a window shows one of these messages, as a turn or as context."""
    return any(turn.message.message_id in ids for turn in (*window.turns, *window.context))


def window_of(user_id: str, answer: Answer, messages: Sequence[Message]) -> Window:
    """A window of the messages that an old answer was about, its context unknown."""
    ids = set(answer.message_ids)
    turns = tuple(Turn(m, 0, len(m.text)) for m in messages if m.message_id in ids)
    return Window(user_id, answer.conversation_id, turns)


def filter_answer(
    answer: Answer,
    window: Window,
    remaining: Mapping[str, Message],
    forgotten: Collection[str],
) -> Answer | None:
    """The answer without what could tell of what is forgotten; None where nothing stays.

    Args:
        answer: of a model.
        window: what it was about, as it was shown.
        remaining: the messages of the conversation that stay, as they will stand, by id.
        forgotten: ids of the conversation's messages that go.
    """
    ids = tuple(i for i in answer.message_ids if i in remaining)
    text = _remaining_text(window, remaining)
    extraction = read_kept(answer)
    kept = [
        _plain(relation, text)
        for relation in extraction.relations
        if ids and _stands(relation, text) and not _touches(relation, extraction, window, forgotten)
    ]
    if not kept:
        return None
    ends = {name_key(end) for relation in kept for end in (relation.source, relation.target)}
    mentions = tuple(
        Mention(
            m.name, None, tuple(a for a in m.aliases if _in(text, a)), _if_in(text, m.qualifier)
        )
        for m in extraction.mentions
        if name_key(m.name) in ends and _in(text, m.name)
    )
    body = answer_json(Extraction(mentions, tuple(kept)))
    key = _key(window.user_id, answer.conversation_id, ids, body)
    return replace(
        answer, key=key, content=key, message_ids=ids, status="done", body=body, rejected=()
    )


def _key(user_id: str, conversation_id: str, ids: Sequence[str], body: str) -> str:
    """A key made of what stays alone, which is the key of no window."""
    fields = ["what stays", user_id, conversation_id, list(ids), body]
    return hashlib.sha256(orjson.dumps(fields)).hexdigest()[:32]


def _remaining_text(window: Window, remaining: Mapping[str, Message]) -> str:
    texts = []
    for turn in (*window.context, *window.turns):
        now = remaining.get(turn.message.message_id)
        if now is not None:
            texts.append(turn.text if now.text == turn.message.text else now.text)
    return "\n".join(texts)


def _in(text: str, name: str) -> bool:
    return holds_name(text, name)


def _if_in(text: str, name: str | None) -> str | None:
    return name if name and _in(text, name) else None


def _stands(relation: Relation, text: str) -> bool:
    """Whether names, label and quote stand in the text."""
    names = [end for end in (relation.source, relation.target) if end != USER]
    said = [*names, relation.label, *([relation.quote] if relation.quote else [])]
    return all(_in(text, words) for words in said)


def _plain(relation: Relation, text: str) -> Relation:
    return replace(
        relation,
        slot=_if_in(text, relation.slot),
        source_qualifier=_if_in(text, relation.source_qualifier),
        target_qualifier=_if_in(text, relation.target_qualifier),
    )


def _touches(
    relation: Relation, extraction: Extraction, window: Window, forgotten: Collection[str]
) -> bool:
    """Whether a message that goes is evidence or support of a relation."""
    if not forgotten:
        return False
    if set(relation.evidence or ()) & set(forgotten):
        return True
    order = {t.message.message_id: (0, 0, "") for t in (*window.context, *window.turns)}
    grounded = ground(window, _alone(relation, extraction), order=order, allow_sensitive=True)
    return bool(_cited(grounded.assertions) & set(forgotten))


def _cited(assertions: Iterable[Assertion]) -> set[str]:
    found: set[str] = set()
    for said in assertions:
        found |= {said.message_id, *said.support}
    return found


def _alone(relation: Relation, extraction: Extraction) -> Extraction:
    """The relation by itself, among the names of the whole answer."""
    declared = {name_key(m.name) for m in extraction.mentions}
    ends = {end for r in extraction.relations for end in (r.source, r.target)} - {USER}
    others = tuple(Mention(end) for end in sorted(ends) if name_key(end) not in declared)
    return Extraction((*extraction.mentions, *others), (relation,))

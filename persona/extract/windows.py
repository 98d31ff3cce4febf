"""Conversations cut into windows: the unit of extraction, caching and calling.

Cuts depend on the messages themselves (gaps, and hashes of their ids), not on counts from the
start, so that a message inserted or deleted moves few boundaries (content-defined chunking, as in
rsync and LBFS: Muthitacharoen et al., "A low-bandwidth network file system", SOSP 2001).
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

import orjson

from persona.records import Message, Reason, Turn, Window
from persona.text import is_cjk, strip_invisible
from persona.tokens import estimate

GAP = timedelta(hours=4)
MAX_TOKENS = 2000
CONTEXT_TOKENS = 300
_CUT_MODULUS = 16
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？\n]")

Order = tuple[int, int, str]


def microseconds(time: datetime) -> int:
    """A time as whole microseconds since 1970, UTC."""
    return (time - datetime(1970, 1, 1, tzinfo=time.tzinfo)) // timedelta(microseconds=1)


def order_keys(messages: Iterable[Message]) -> dict[tuple[str, str], Order]:
    """The sort key of each message, by (conversation id, message id): (time in µs, position, id).

    An undated message takes, for ordering only, the time of the nearest dated one before it in its
    conversation and source, else after it, else 0.
    """
    groups: dict[tuple[str, str], list[Message]] = defaultdict(list)
    for message in messages:
        groups[message.conversation_id, message.source].append(message)
    keys: dict[tuple[str, str], Order] = {}
    for group in groups.values():
        group.sort(key=lambda m: (m.position, m.message_id))
        first = next((m.time for m in group if m.time is not None), None)
        last = 0 if first is None else microseconds(first)
        for message in group:
            last = last if message.time is None else microseconds(message.time)
            key = (message.conversation_id, message.message_id)
            keys[key] = (last, message.position, message.message_id)
    return keys


def conversations(messages: Iterable[Message]) -> dict[str, list[Message]]:
    """Messages by conversation, each in canonical order; conversations in the order of their ids."""
    held = list(messages)
    keys = order_keys(held)
    found: dict[str, list[Message]] = defaultdict(list)
    for message in sorted(held, key=lambda m: keys[m.conversation_id, m.message_id]):
        found[message.conversation_id].append(message)
    return dict(sorted(found.items()))


def windows(user_id: str, messages: Iterable[Message]) -> list[Window]:
    """The windows of a user's messages, conversation by conversation, in canonical order.

    Each message stands in exactly one window, except one above `MAX_TOKENS`, whose parts are windows
    of their own. A window without a word of the user's is left out: it cannot hold evidence.
    """
    found: list[Window] = []
    for conversation_id, run in conversations(messages).items():
        before: tuple[Turn, ...] = ()
        for turns in _turns(run):
            if any(turn.message.is_users for turn in turns):
                found.append(Window(user_id, conversation_id, turns, _context(before)))
            before = turns
    return found


def _turns(run: Sequence[Message]) -> Iterator[tuple[Turn, ...]]:
    for part in _runs(run):
        for piece in _fit(part):
            if len(piece) == 1 and estimate(piece[0].text) > MAX_TOKENS:
                for start, end in parts(piece[0].text):
                    yield (Turn(piece[0], start, end),)
            else:
                yield tuple(Turn(message, 0, len(message.text)) for message in piece)


def _runs(run: Sequence[Message]) -> Iterator[list[Message]]:
    part: list[Message] = []
    for message in run:
        if part and (_gap(part[-1], message) or _hash(message) % _CUT_MODULUS == 0):
            yield part
            part = []
        part.append(message)
    if part:
        yield part


def _gap(earlier: Message, later: Message) -> bool:
    return earlier.time is not None and later.time is not None and later.time - earlier.time > GAP


def _hash(message: Message) -> int:
    return int.from_bytes(hashlib.sha256(message.message_id.encode()).digest()[:8], "big")


def _fit(part: list[Message]) -> Iterator[list[Message]]:
    """Cuts a run before its message of lowest hash until each piece fits or is one message."""
    stack = [part]
    while stack:
        piece = stack.pop()
        if len(piece) == 1 or sum(estimate(message.text) for message in piece) <= MAX_TOKENS:
            yield piece
            continue
        at = min(range(1, len(piece)), key=lambda i: (_hash(piece[i]), i))
        stack += [piece[at:], piece[:at]]


def parts(text: str) -> list[tuple[int, int]]:
    """A long text as (start, end) parts of at most `MAX_TOKENS`, at sentence ends where it can."""
    found = []
    start = 0
    while start < len(text):
        limit = _reach(text, start)
        end = limit
        if limit < len(text):
            for match in _SENTENCE_END.finditer(text, start, limit):
                end = match.end()
        found.append((start, end))
        start = end
    return found


def _reach(text: str, start: int) -> int:
    """How far a part may reach: the largest end whose tokens fit."""
    quarters, at = 0, start
    while at < len(text):
        quarters += 4 if is_cjk(text[at]) else 1
        if quarters > 4 * MAX_TOKENS - 4:
            break
        at += 1
    return max(at, start + 1)


def _context(before: Sequence[Turn]) -> tuple[Turn, ...]:
    """The last turns of the window before, of at most `CONTEXT_TOKENS` together."""
    kept: list[Turn] = []
    left = CONTEXT_TOKENS
    for turn in reversed(before):
        cost = estimate(turn.text)
        if cost > left:
            start = _tail(turn, left)
            if start < turn.end:
                kept.append(Turn(turn.message, start, turn.end))
            break
        kept.append(turn)
        left -= cost
    return tuple(reversed(kept))


def _tail(turn: Turn, tokens: int) -> int:
    """Where the last `tokens` tokens of a turn begin."""
    quarters, at = 0, turn.end
    while at > turn.start:
        quarters += 4 if is_cjk(turn.message.text[at - 1]) else 1
        if quarters > 4 * tokens - 4:
            break
        at -= 1
    return at


def shown_text(turn: Turn) -> str:
    """What a request shows of a turn.

    That is without the text that this project put in itself, and without characters that hide
    words from a person and not from a model (zero-width, tags, direction marks, private use).
    """
    text, start = [], turn.start
    for span in turn.message.foreign:
        if span.reason is Reason.ECHO and span.end > start and span.start < turn.end:
            text.append(turn.message.text[start : max(start, span.start)])
            start = min(max(start, span.end), turn.end)
    text.append(turn.message.text[start : turn.end])
    return strip_invisible("".join(text))


def render(window: Window) -> str:
    """The window as a request shows it: one JSON item a turn, so that no text can forge a turn."""

    def item(turn: Turn) -> dict[str, str]:
        message = turn.message
        who = {"author": strip_invisible(message.author)} if message.author is not None else {}
        return {"id": message.message_id, "role": message.role, **who, "text": shown_text(turn)}

    shown = {"messages": [item(turn) for turn in window.turns]}
    if window.context:
        shown["context, not evidence"] = [item(turn) for turn in window.context]
    return orjson.dumps(shown).decode()


def content_key(window: Window) -> str:
    """The key of what a window shows: user, conversation, rendered window and context."""
    fields = [window.user_id, window.conversation_id, render(window)]
    return hashlib.sha256(orjson.dumps(fields)).hexdigest()[:32]


def answer_key(content: str, *, extractor: str, version: str, model: str = "") -> str:
    """The key of an answer: what its window shows, the extractor, the prompt's version, the model."""
    fields = [content, extractor, version, model]
    return hashlib.sha256(orjson.dumps(fields)).hexdigest()[:32]


def orders_of(window: Window, keys: Mapping[tuple[str, str], Order]) -> dict[str, Order]:
    """The sort keys of a window's and its context's messages, by message id."""
    return {
        turn.message.message_id: keys[turn.message.conversation_id, turn.message.message_id]
        for turn in (*window.context, *window.turns)
    }

"""Masking: secrets and personal numbers leave a text before it is stored, logged or sent.

What is masked is known by its shape and, where there is one, by its check digit: keys and tokens of
known issuers, JSON web tokens, private key blocks, stated passwords, payment cards (Luhn), Chinese
identity numbers (ISO 7064 mod 11-2), IBANs (mod 97), phone numbers and e-mail addresses. Each is
replaced by ``[masked: <what>]``, which does not tell its length; that there is one may stay.

A number without such a shape stays: dates, prices, versions, ISBNs, order and tracking numbers are
what people talk about. Every pattern is bounded, so the time is linear in the length of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from persona.records import Message, Span
from persona.redact import numbers, secrets
from persona.redact.scan import BLANK, Spans
from persona.redact.signs import may_be_odd, signs_of, suspects
from persona.text import strip_invisible

PLACEHOLDER = re.compile(r"\[masked: [a-z -]{2,20}\]")
"""What stands in the place of something masked."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement: ``text[start:end]`` of the original became ``masked.text[at:until]``."""

    start: int
    end: int
    at: int
    until: int


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked text.

    Attributes:
        text: the text with each secret replaced.
        counts: how many of each sort were replaced ("card", "email", ...); never their values.
        edits: where, in order.
    """

    text: str
    counts: Counter[str]
    edits: tuple[Edit, ...]


def mask(text: str) -> Masked:
    """Replaces secrets and personal numbers, in English and Chinese text, of any width.

    Masking a masked text changes nothing. Full-width digits and letters read as their narrow forms,
    and invisible characters inside a number do not hide it.
    """
    found = _secrets(text)
    return _assemble(text, found) if found else Masked(text, Counter(), ())


def _secrets(text: str) -> list[tuple[int, int, str]]:
    """Start, end and sort of each secret, in order."""
    data = text.encode("utf-8", "replace")
    plain: str = text
    offset: Callable[[int], int] | None = None
    if not text.isascii() and may_be_odd(data):
        plain, offset = _plain(text)
        data = plain.encode("utf-8", "replace")
    signs = signs_of(plain, data)
    if signs is None:
        return []
    found = _found(plain, [f for sign, group in _FINDERS if getattr(signs, sign) for f in group])
    if offset is not None:
        found = [(offset(start), offset(end - 1) + 1, kind) for start, end, kind in found]
    return sorted(found)


_Finder = tuple[str, Callable[[str], Spans]]


def _found(plain: str, finders: list[_Finder]) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    folded = plain
    if "[masked: " in plain:
        folded = PLACEHOLDER.sub(lambda match: BLANK * len(match[0]), plain)
    more = True
    while more:  # a match may uncover its neighbour; every round takes something, so this ends
        more = False
        for kind, find in finders:
            spans = list(find(folded))
            found += ((start, end, kind) for start, end in spans)
            folded = _blank(folded, spans)
            more = more or bool(spans)
    return found


# What is looked for, the surest first; what one has taken, the next does not see. Before each group
# stands the sign without which it finds nothing.
_FINDERS: tuple[tuple[str, tuple[_Finder, ...]], ...] = (
    ("private_key", (("private key", secrets.private_keys),)),
    (
        "key",
        (
            ("api key", secrets.issued_keys),
            ("token", secrets.tokens),
            ("api key", secrets.assigned_keys),
        ),
    ),
    (
        "password",
        (("password", secrets.logins), ("password", secrets.passwords)),
    ),
    ("email", (("email", numbers.emails),)),
    (
        "number",
        (
            ("iban", numbers.ibans),
            ("id number", numbers.identities),
            ("card", numbers.cards),
            ("card", numbers.grouped_cards),
            ("phone", numbers.phones),
            ("phone", numbers.called_phones),
        ),
    ),
)


def mask_spans(spans: Iterable[Span], masked: Masked) -> tuple[Span, ...]:
    """Spans of the original text as spans of the masked one.

    A span that begins or ends inside something masked is widened to hold the whole replacement; one
    that is empty afterwards is dropped.
    """
    moved = (
        replace(s, start=_moved(s.start, masked.edits, up=False), end=_moved(s.end, masked.edits))
        for s in spans
    )
    return tuple(span for span in moved if span.start < span.end)


def mask_message(message: Message) -> tuple[Message, Counter[str]]:
    """A message with its text masked and its `foreign` spans moved along, and the counts."""
    found = _secrets(message.text)
    if not found:
        return message, Counter()
    masked = _assemble(message.text, found)
    foreign = mask_spans(message.foreign, masked)
    return replace(message, text=masked.text, foreign=foreign), masked.counts


_AT_ONCE = 128
"""Messages whose signs are looked for together: few enough to stay in the cache of a core."""


def mask_messages(messages: Sequence[Message]) -> tuple[list[Message], Counter[str]]:
    """Messages as `mask_message` gives each, and the counts of all: many take a third of the time."""
    masked = list(messages)
    counts: Counter[str] = Counter()
    for start in range(0, len(masked), _AT_ONCE):
        texts = [message.text for message in masked[start : start + _AT_ONCE]]
        for index in suspects(texts):
            masked[start + index], found = mask_message(masked[start + index])
            counts.update(found)
    return masked, counts


# --- text and offsets -----------------------------------------------------------------------------

_WIDE = re.compile("[\uff0b\uff0d\uff0e\uff10-\uff1a\uff1d\uff20-\uff3a\uff41-\uff5a]")
_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}


def _plain(text: str) -> tuple[str, Callable[[int], int]]:
    """The text as the patterns read it, and the way back: an offset in it to one in the text."""
    visible = strip_invisible(text)
    plain = visible.translate(_NARROW) if _WIDE.search(visible) else visible
    if len(visible) == len(text):
        return plain, lambda at: at
    # Removed characters before each kept one are found by bisection: no list as long as the text.
    gone: list[int] = []
    kept = 0
    for index, character in enumerate(text):
        if kept < len(visible) and character == visible[kept]:
            kept += 1
        else:
            gone.append(index - len(gone))
    return plain, lambda at: at + bisect_right(gone, at)


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    """The text, equally long, with the spans blanked."""
    if not spans:
        return text
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += (text[at:start], BLANK * (end - start))
        at = end
    return "".join([*pieces, text[at:]])


def _assemble(text: str, found: list[tuple[int, int, str]]) -> Masked:
    pieces: list[str] = []
    edits: list[Edit] = []
    at = length = 0
    for start, end, kind in found:
        word = f"[masked: {kind}]"
        length += start - at
        pieces += (text[at:start], word)
        edits.append(Edit(start, end, length, length + len(word)))
        length += len(word)
        at = end
    counts = Counter(kind for _, _, kind in found)
    return Masked("".join([*pieces, text[at:]]), counts, tuple(edits))


def _moved(at: int, edits: tuple[Edit, ...], *, up: bool = True) -> int:
    """An offset of the original in the masked text; inside a replacement its end or its start."""
    index = bisect_left(edits, at, key=lambda edit: edit.end)
    if index < len(edits) and edits[index].start < at < edits[index].end:
        return edits[index].until if up else edits[index].at
    if index < len(edits) and edits[index].end == at:
        return edits[index].until
    return at if index == 0 else at - edits[index - 1].end + edits[index - 1].until

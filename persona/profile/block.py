"""The persona block: what a prompt is told of the user, as data inside a fence, within a budget.

The block opens and closes with a line that carries the same nonce; every value inside is made inert by
`persona.guard.safe_line`, so nothing in it can close the block or speak for itself, and what reads as
an instruction is left out. The budget is hard and counted over the whole text. Items go in one by one:
safety first, then who the user is, then what the question is about, then by score.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from persona.errors import UsageError
from persona.profile.entries import Entry
from persona.profile.filling import Filling, Item, Why
from persona.profile.frame import frame_cost, framed, nonce_of
from persona.profile.measure import Measure, quarters
from persona.profile.sheet import Sheet
from persona.profile.wording import WORDS, Language, Words
from persona.records import Persona, Remark
from persona.tokens import estimate

__all__ = ["Block", "Item", "Measure", "Why", "frame_cost", "render", "render_sheet"]

_NONCE = re.compile(r"[A-Za-z0-9_-]{4,64}")
_PLACE = attrgetter("place")

Items = tuple[Item, ...]


class _Worked:
    """An attribute that is worked out when somebody looks: most prompts need the text alone."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = "_" + name

    def __get__(self, instance: Any, owner: type | None = None) -> Items:
        if instance is None:
            raise AttributeError("it is an attribute of a block, and has no default")
        held = instance.__dict__[self._name]
        if callable(held):
            held = instance.__dict__[self._name] = held()
        found: Items = held
        return found

    def __set__(self, instance: Any, value: Items | Callable[[], Items]) -> None:
        instance.__dict__[self._name] = value


@dataclass(frozen=True)
class Block:
    """A rendered persona.

    Attributes:
        text: the whole block with its fence, or "" where not even the frame fits.
        tokens: of the text, by `persona.tokens.estimate`.
        included: what is in it, in the order in which it stands there.
        omitted: what is not, and why: "budget", "instruction" (it reads as one), "hidden" (by a
            correction of the user), "duplicate" (another line says the same).
    """

    text: str
    tokens: int
    included: _Worked = _Worked()
    omitted: _Worked = _Worked()


def render(
    persona: Persona,
    *,
    lang: Language = "en",
    max_tokens: int = 300,
    first: Sequence[str | Remark] = (),
    nonce: str | None = None,
    hidden: Iterable[str] = (),
    measure: Measure | None = None,
) -> Block:
    """The block of a persona.

    The same persona and arguments give the same bytes.

    Args:
        persona: what is known.
        lang: language of the frame and the wording; names stay in the user's own.
        max_tokens: of the whole text, fence and all; it is never exceeded.
        first: what the question at hand is about, best first: keys of entities, and sentences of
            the user's. They go in right after safety and attributes. A fact that a sentence in the
            block holds is not said again, nor a sentence that says no more than a safety line.
        nonce: 4 to 64 of ``A-Z a-z 0-9 _ -``; by default a hash of the content, which a name in the
            content cannot foretell.
        hidden: keys of entities that are not to be shown, nor sentences about them.
        measure: how tokens are counted; by default as `persona.tokens.estimate` does.

    Raises:
        UsageError: an unknown language, a negative budget, or a nonce of other characters.
    """
    if lang not in WORDS:
        raise UsageError(f"The persona block is written in en or zh, not in {lang!r}.")
    return render_sheet(
        Sheet(persona, lang, measure),
        max_tokens=max_tokens,
        first=first,
        nonce=nonce,
        hidden=hidden,
        to_the_end=True,
    )


def render_sheet(
    sheet: Sheet,
    *,
    max_tokens: int = 300,
    first: Sequence[str | Remark] = (),
    nonce: str | None = None,
    hidden: Iterable[str] = (),
    to_the_end: bool = False,
) -> Block:
    """The block of a sheet that is kept for many: the same as `render` makes of its persona.

    Args:
        sheet: of a persona in a language.
        max_tokens: as in `render`, like the others.
        first: of the sheet's own persona.
        nonce: as in `render`.
        hidden: as in `render`.
        to_the_end: see `Filling`; without it every entry is worded at the first call.

    Raises:
        UsageError: as `render`.
    """
    if max_tokens < 0:
        raise UsageError(f"The budget of the persona block is at least 0 tokens, not {max_tokens}.")
    if nonce is not None and not _NONCE.fullmatch(nonce):
        raise UsageError(f"The nonce {nonce!r} must be 4 to 64 of A-Z, a-z, 0-9, '_' and '-'.")
    room = 4 * max_tokens - (sheet.frame if nonce is None else sheet.frame_of(nonce))
    skipped = frozenset(hidden)
    to_the_end = to_the_end or bool(skipped)
    fill = partial(Filling, sheet, room, first, skipped)
    filling = fill(to_the_end=to_the_end)
    if not filling.kept and not to_the_end:  # why nothing is in it decides what is said
        filling, to_the_end = fill(to_the_end=True), True
    omitted = partial(tuple, filling.left) if to_the_end else partial(_omitted, fill)
    kept = filling.kept
    known = kept or any(item.why == "budget" for item in filling.left)
    body = _laid_out(kept, sheet.words) if known else [sheet.words.nothing]
    text = framed(body, sheet.persona, sheet.words, nonce or nonce_of(body, sheet.persona))
    tokens = _tokens(text, sheet, 4 * max_tokens - filling.room if kept else None)
    if tokens > max_tokens:
        # Not even the frame fits: a fence cut short would be worse than no block.
        return Block("", 0, (), omitted)
    return Block(text, tokens, partial(_items, kept), omitted)


def _omitted(fill: Callable[..., Filling]) -> Items:
    return tuple(fill(to_the_end=True).left)


def _items(kept: Sequence[Entry]) -> Items:
    turns = sorted(enumerate(kept), key=lambda turn: turn[1].place)
    return tuple(Item(e.section, e.key, e.text, None, turn, e.head) for turn, e in turns)


def _tokens(text: str, sheet: Sheet, spent: int | None) -> int:
    """Tokens of a block: what was spent on it, where that was counted piece by piece."""
    if sheet.measure is not None:
        spent = quarters(sheet.measure(text))
    return estimate(text) if spent is None else -(-spent // 4)


def _laid_out(kept: Iterable[Entry], words: Words) -> list[str]:
    """The items under their heads, one line a head, in the order of the heads.

    A semicolon parts the items of a head where one of them has a comma of its own.
    """
    by_head: dict[str, list[str]] = {}
    between = dict.fromkeys(words.heads, words.comma)
    for entry in sorted(kept, key=_PLACE):
        by_head.setdefault(entry.head, []).append(entry.text)
        if entry.commas:
            between[entry.head] = words.semicolon
    return [
        name + words.colon + between[head].join(by_head[head])
        for head, name in words.heads.items()
        if head in by_head
    ]

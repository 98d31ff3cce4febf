"""The persona block: what a prompt is told of the user, as data inside a fence, within a budget.

The block opens and closes with a line that carries the same nonce; every value inside is made inert by
`persona.guard.safe_line`, so nothing in it can close the block or speak for itself, and what reads as
an instruction is left out. The budget is hard and counted over the whole text. Items go in one by one:
safety first, then who the user is, then what the question is about, then by score.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from persona.errors import UsageError
from persona.guard import reads_as_instruction
from persona.profile.wording import LONGEST, WORDS, Language, Words, gist, head_of, text_of
from persona.records import Persona, Preference
from persona.text import is_cjk
from persona.tokens import estimate
from persona.vocabulary import SECTIONS

Why = Literal["budget", "instruction", "hidden", "duplicate"]


@dataclass(frozen=True, slots=True)
class Item:
    """One fact as the block words it.

    Attributes:
        section: of the persona.
        key: of the entity.
        text: the words, inert and on one line; "" where it was not worded.
        why: why it was left out; None where it is in the block.
    """

    section: str
    key: str
    text: str
    why: Why | None = None


@dataclass(frozen=True, slots=True)
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
    included: tuple[Item, ...]
    omitted: tuple[Item, ...]


_FIRST_SECTIONS = ("safety", "attributes")
_LAST_SECTIONS = ("no_longer", "inferred")

_NONCE = re.compile(r"[A-Za-z0-9_-]{4,64}")
_FENCED = re.compile(
    r'<user_persona id="(?P<nonce>[A-Za-z0-9_-]{4,64})"[^<>\n]{0,80}>\n[^<>]*</user_persona id="(?P=nonce)">'
)


# --- rendering ------------------------------------------------------------------------------------


def render(
    persona: Persona,
    *,
    lang: Language = "en",
    max_tokens: int = 300,
    first: Sequence[str] = (),
    nonce: str | None = None,
    hidden: Iterable[str] = (),
) -> Block:
    """The block of a persona.

    The same persona and arguments give the same bytes.

    Args:
        persona: what is known.
        lang: language of the frame and the wording; names stay in the user's own.
        max_tokens: of the whole text, fence and all; it is never exceeded.
        first: keys of entities that the question at hand is about; they go in right after safety and
            attributes, in this order.
        nonce: 4 to 64 of ``A-Z a-z 0-9 _ -``; by default a hash of the content, which a name in the
            content cannot foretell.
        hidden: keys of entities that are not to be shown.

    Raises:
        UsageError: an unknown language, a negative budget, or a nonce of other characters.
    """
    if lang not in WORDS:
        raise UsageError(f"The persona block is written in en or zh, not in {lang!r}.")
    if max_tokens < 0:
        raise UsageError(f"The budget of the persona block is at least 0 tokens, not {max_tokens}.")
    if nonce is not None and not _NONCE.fullmatch(nonce):
        raise UsageError(f"The nonce {nonce!r} must be 4 to 64 of A-Z, a-z, 0-9, '_' and '-'.")
    words = WORDS[lang]
    filling = _Filling(lang, max_tokens, _counts(_frame([], persona, words, nonce or "0" * _HASH)))
    skipped = frozenset(hidden)
    for place, section, preference in _by_priority(persona, first):
        filling.offer(place, section, preference, hidden=preference.key in skipped)
    lines = [line for _, line in sorted(filling.kept.items())]
    known = lines or any(item.why == "budget" for item in filling.left)
    body = _laid_out(lines, words) if known else [words.nothing]
    text = _frame(body, persona, words, nonce or _hash(body, persona))
    if estimate(text) > max_tokens:
        # Not even the frame fits: a fence cut short would be worse than no block.
        return Block("", 0, (), tuple(filling.left))
    return Block(text, estimate(text), tuple(line.item for line in lines), tuple(filling.left))


@dataclass(frozen=True, slots=True)
class _Line:
    """An item with the head that it stands under."""

    head: str
    item: Item


_HASH = 16


def _hash(body: Sequence[str], persona: Persona) -> str:
    content = "\n".join([persona.user_id, *body])
    return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:_HASH]


def _frame(body: Sequence[str], persona: Persona, words: Words, nonce: str) -> str:
    known = f' as_of="{persona.as_of.date().isoformat()}"' if persona.as_of else ""
    return "\n".join(
        [
            f'<user_persona id="{nonce}"{known}>',
            words.intro,
            *body,
            f'</user_persona id="{nonce}">',
        ]
    )


def _laid_out(lines: Iterable[_Line], words: Words) -> list[str]:
    """The items under their heads, one line a head, in the order of the heads."""
    by_head: dict[str, list[str]] = {head: [] for head in words.heads}
    for line in lines:
        by_head[line.head].append(line.item.text)
    return [
        words.heads[head] + words.colon + words.comma.join(texts)
        for head, texts in by_head.items()
        if texts
    ]


def _by_priority(persona: Persona, first: Sequence[str]) -> list[tuple[int, str, Preference]]:
    """All lines of the persona, what must not be missed first, each with its place in the block."""
    asked = {key: place for place, key in reversed(list(enumerate(first)))}

    def rank(row: tuple[int, str, Preference]) -> tuple[int, int, float, int]:
        place, section, preference = row
        if section in _FIRST_SECTIONS:
            return _FIRST_SECTIONS.index(section), 0, 0.0, place
        if preference.key in asked:
            return 2, asked[preference.key], 0.0, place
        if section in _LAST_SECTIONS:
            return 4 + _LAST_SECTIONS.index(section), 0, 0.0, place
        return 3, 0, -round(preference.score, 9), place

    rows = [(section, p) for section in SECTIONS for p in persona.sections.get(section, ())]
    return sorted(((place, *row) for place, row in enumerate(rows)), key=rank)


class _Filling:
    """A block being filled, item by item.

    The estimate is a sum over characters, so it is kept up to date by adding, not by rendering again.
    A smaller item may still fit where a longer one did not; one whose name alone is longer than what
    is left is passed over before it is worded, so a persona of thousands costs what its block costs.
    """

    def __init__(self, lang: Language, max_tokens: int, frame: tuple[int, int]) -> None:
        self.kept: dict[int, _Line] = {}
        self.left: list[Item] = []
        self._lang: Language = lang
        self._words = WORDS[lang]
        self._max = max_tokens
        self._cjk, self._other = frame
        self._heads: set[str] = set()
        self._said: set[tuple[str, str]] = set()

    def offer(self, place: int, section: str, preference: Preference, *, hidden: bool) -> None:
        """Takes a line of the persona in, or notes why not."""
        why: Why | None = None
        if hidden:
            why = "hidden"
        elif not self._may_fit(preference.entity[:LONGEST]):
            why = "budget"
        elif _is_order(preference, section):
            why = "instruction"
        if why:
            self.left.append(Item(section, preference.key, "", why))
            return
        text = text_of(preference, section, self._lang)
        self._add(place, _Line(head_of(preference, section), Item(section, preference.key, text)))

    def _add(self, place: int, line: _Line) -> None:
        words, head, item = self._words, line.head, line.item
        said = head, gist(item.text)
        if said in self._said:
            self.left.append(replace(item, why="duplicate"))
            return
        before = words.comma if head in self._heads else words.heads[head] + words.colon + "\n"
        added = _counts(before + item.text)
        if not self._has_room(added):
            self.left.append(replace(item, why="budget"))
            return
        self._said.add(said)
        self._cjk, self._other = self._cjk + added[0], self._other + added[1]
        self._heads.add(head)
        self.kept[place] = line

    def _may_fit(self, name: str) -> bool:
        return self._has_room((0, len(name) + 1)) and self._has_room(_counts(name))

    def _has_room(self, added: tuple[int, int]) -> bool:
        return self._cjk + added[0] - (-(self._other + added[1]) // 4) <= self._max


@lru_cache(maxsize=16384)
def _counts(text: str) -> tuple[int, int]:
    cjk = 0 if text.isascii() else sum(map(is_cjk, text))
    return cjk, len(text) - cjk


def _is_order(preference: Preference, section: str) -> bool:
    """Whether a part of a line, or the line as a whole, reads as an instruction."""
    parts = [preference.entity, preference.relation, preference.slot or ""]
    if section != "safety":  # "never send ..." may be just that: something the user never does
        parts.append(f"{preference.relation} {preference.entity}")
    return any(reads_as_instruction(part) for part in parts if part)


# --- into a conversation --------------------------------------------------------------------------


def as_messages(
    block: Block, role: Literal["system", "developer", "user"] = "system"
) -> list[dict[str, str]]:
    """The block as a list of one chat message, or of none where the block is empty.

    Raises:
        UsageError: a role that cannot speak before the conversation.
    """
    if role not in ("system", "developer", "user"):
        raise UsageError(f"The persona block speaks as system, developer or user, not as {role!r}.")
    return [{"role": role, "content": block.text}] if block.text else []


def inject(
    messages: Sequence[Mapping[str, Any]],
    block: Block,
    role: Literal["system", "developer", "user"] = "system",
) -> list[dict[str, Any]]:
    """A new list of messages with the block after the last leading system message.

    An earlier block of ours is replaced: a message that is nothing else is dropped, and one within a
    system message is cut out of it. The messages given are not changed.
    """
    kept = [plain for message in messages if (plain := _without_block(message)) is not None]
    place = 0
    while place < len(kept) and kept[place].get("role") in ("system", "developer"):
        place += 1
    return [*kept[:place], *as_messages(block, role), *kept[place:]]


def _without_block(message: Mapping[str, Any]) -> dict[str, Any] | None:
    content = message.get("content")
    if not isinstance(content, str) or "<user_persona" not in content:
        return dict(message)
    if _FENCED.fullmatch(content.strip()):
        return None
    if message.get("role") not in ("system", "developer"):
        return dict(message)  # a person may quote a block; their words are theirs
    return {**message, "content": _FENCED.sub("", content).strip()}

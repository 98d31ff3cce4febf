"""The persona block: what a prompt is told of the user, as data inside a fence, within a budget.

The block opens and closes with a line that carries the same nonce; every value inside is made inert by
`persona.guard.safe_line`, so nothing in it can close the block or speak for itself, and what reads as
an instruction is left out. The budget is hard and counted over the whole text. Items go in one by one:
safety first, then who the user is, then what the question is about, then by score.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from persona.errors import UsageError
from persona.guard import reads_as_instruction, safe_line
from persona.profile.wording import LONGEST, WORDS, Language, Words, gist, head_of, text_of
from persona.records import Persona, Preference, Remark
from persona.text import holds_name, is_cjk
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
        turn: its place in the order in which the block was filled, from 0; -1 where it is left out.
    """

    section: str
    key: str
    text: str
    why: Why | None = None
    turn: int = -1


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


Measure = Callable[[str], tuple[int, int]]
"""Tokens of a piece of text as (whole ones, quarters), both additive over pieces."""

_SEMICOLON = re.compile("[;；]")


def _as_comma(match: re.Match[str]) -> str:
    return "，" if match[0] == "；" else ","


LONGEST_UNASKED = 16
"""The most tokens of a remark of no single head, where nothing was asked."""

LONGEST_SAID = 240
"""The most characters of a sentence in a prompt."""

_FIRST_SECTIONS = ("safety", "attributes")
_LAST_SECTIONS = ("no_longer", "inferred")
_TASTES = ("likes", "dislikes", "rejected")

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
    if max_tokens < 0:
        raise UsageError(f"The budget of the persona block is at least 0 tokens, not {max_tokens}.")
    if nonce is not None and not _NONCE.fullmatch(nonce):
        raise UsageError(f"The nonce {nonce!r} must be 4 to 64 of A-Z, a-z, 0-9, '_' and '-'.")
    words = WORDS[lang]
    count = measure or _counts
    filling = _Filling(lang, max_tokens, frame_cost(persona, lang, nonce, count), count)
    skipped = frozenset(hidden)
    for entry in _by_priority(persona, first):
        if isinstance(entry, _Sentence):
            filling.say(entry.place, entry.said, hidden=not skipped.isdisjoint(entry.said.keys))
        else:
            place, section, preference = entry
            filling.offer(place, section, preference, hidden=preference.key in skipped)
    lines = [line for _, line in sorted(filling.kept.items())]
    known = lines or any(item.why == "budget" for item in filling.left)
    body = _laid_out(lines, words) if known else [words.nothing]
    text = _frame(body, persona, words, nonce or _hash(body, persona))
    tokens = estimate(text) if measure is None else _total(measure(text))
    if tokens > max_tokens:
        # Not even the frame fits: a fence cut short would be worse than no block.
        return Block("", 0, (), tuple(filling.left))
    return Block(text, tokens, tuple(line.item for line in lines), tuple(filling.left))


def frame_cost(
    persona: Persona,
    lang: Language = "en",
    nonce: str | None = None,
    measure: Measure | None = None,
) -> tuple[int, int]:
    """What the fence and the line of introduction take of a budget, in the parts of `Measure`."""
    return (measure or _counts)(_frame([], persona, WORDS[lang], nonce or "0" * _HASH))


def _total(parts: tuple[int, int]) -> int:
    return parts[0] - (-parts[1] // 4)


@dataclass(frozen=True, slots=True)
class _Line:
    """An item with the head that it stands under."""

    head: str
    item: Item


_HASH = 16
_FEW = 4


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
        words.heads[head] + words.colon + _between(texts, words).join(texts)
        for head, texts in by_head.items()
        if texts
    ]


_COMMA = re.compile(r"[,，、](?=[^\"]*(?:\"[^\"]*\"[^\"]*)*$)")


def _between(texts: Sequence[str], words: Words) -> str:
    """What parts the items of a head: a semicolon where one of them has a comma of its own."""
    return words.semicolon if any(_COMMA.search(text) for text in texts) else words.comma


_Row = tuple[int, str, Preference]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A remark with its place in the block: below 0, for it stands before all facts of its head."""

    place: int
    said: Remark


_UNSCORED = 0.5
"""Score of a remark that holds no fact: below what was said often, above what was only asked."""


def _by_priority(persona: Persona, first: Sequence[str | Remark]) -> Iterator[_Row | _Sentence]:
    """All that may be said, what must not be missed first, each with its place in the block.

    A fact that a remark holds follows right after the remark: it is said by itself where the remark
    is too long for what is left.
    """
    every = [(section, p) for section in SECTIONS for p in persona.sections.get(section, ())]
    rows: list[_Row] = [(place, *row) for place, row in enumerate(every)]
    yield from sorted((row for row in rows if row[1] in _FIRST_SECTIONS), key=_rank)
    by_key: dict[str, list[_Row]] = {}
    for row in rows:
        if row[1] not in _FIRST_SECTIONS + _LAST_SECTIONS:
            by_key.setdefault(row[2].key, []).append(row)
    places = {id(remark): n - len(persona.remarks) for n, remark in enumerate(persona.remarks)}
    done: set[object] = set()
    for entry in [*first, *_by_score(persona.remarks, by_key)]:
        mark = entry if isinstance(entry, str) else id(entry)
        if mark in done:
            continue
        done.add(mark)
        if isinstance(entry, Remark):
            yield _Sentence(places.get(id(entry), 0), entry)
        for key in (entry,) if isinstance(entry, str) else entry.keys:
            yield from by_key.pop(key, ())
    yield from sorted((row for row in rows if row[1] in _LAST_SECTIONS), key=_rank)


def _by_score(
    remarks: Sequence[Remark], by_key: Mapping[str, Sequence[_Row]]
) -> list[str | Remark]:
    """Keys of facts and remarks by score; of nearly equal remarks the shorter first, so that more fits."""
    ranks: list[tuple[float, int, str | Remark]] = []
    best = {key: max(row[2].score for row in rows) for key, rows in by_key.items()}
    told = [remark for remark in remarks if _tells_best(remark, by_key)]
    held = {key for remark in told for key in remark.keys}
    for remark in told:
        score = max((best[key] for key in remark.keys if key in best), default=_UNSCORED)
        ranks.append((-round(2 * score) / 2, len(remark.text), remark))
    for key, rows in by_key.items():
        if key not in held:
            ranks.append((-round(best[key], 9), LONGEST_SAID + rows[0][0], key))
    return [entry for *_, entry in sorted(ranks, key=lambda rank: rank[:2])]


def _tells_best(remark: Remark, by_key: Mapping[str, Sequence[_Row]]) -> bool:
    """Whether a remark is worth its length where nothing was asked.

    Habits and states are told shortest by their facts, and so is a like beside a dislike, each under
    its head; a taste needs the person's words, for "games" is not "games with sudden scares".
    """
    if remark.attitude != "says":
        return True
    if estimate(remark.text) > LONGEST_UNASKED:
        return False
    sections = {row[1] for key in remark.keys for row in by_key.get(key, ())}
    return not remark.keys or (len(sections) == 1 and sections <= set(_TASTES))


def _rank(row: _Row) -> tuple[int, int]:
    return (_FIRST_SECTIONS + _LAST_SECTIONS).index(row[1]), row[0]


class _Filling:
    """A block being filled, item by item.

    The estimate is a sum over characters, so it is kept up to date by adding, not by rendering again.
    A smaller item may still fit where a longer one did not; one whose name alone is longer than what
    is left is passed over before it is worded, so a persona of thousands costs what its block costs.
    """

    def __init__(
        self, lang: Language, max_tokens: int, frame: tuple[int, int], measure: Measure
    ) -> None:
        self.kept: dict[int, _Line] = {}
        self.left: list[Item] = []
        self._lang: Language = lang
        self._words = WORDS[lang]
        self._max = max_tokens
        self._cjk, self._other = frame
        self._heads: set[str] = set()
        self._said: set[tuple[str, str]] = set()
        self._held: set[str] = set()
        self._short: set[str] = set()
        self._safe: set[str] = set()
        self._attributes: set[str] = set()
        self._measure = measure

    def offer(self, place: int, section: str, preference: Preference, *, hidden: bool) -> None:
        """Takes a line of the persona in, or notes why not."""
        why: Why | None = None
        if hidden:
            why = "hidden"
        elif preference.key in self._held and section not in _LAST_SECTIONS:
            why = "duplicate"
        elif (preference.key in self._short and section not in _LAST_SECTIONS) or not self._may_fit(
            preference.entity[:LONGEST]
        ):
            why = "budget"
        elif _is_order(preference, section):
            why = "instruction"
        if why:
            self.left.append(Item(section, preference.key, "", why))
            return
        text = text_of(preference, section, self._lang)
        added = self._add(
            place, _Line(head_of(preference, section), Item(section, preference.key, text))
        )
        if added and section == "safety":
            self._safe.add(preference.entity)
        elif added and section == "attributes":
            self._attributes.add(preference.key)

    def say(self, place: int, sentence: Remark, *, hidden: bool) -> None:
        """Takes a sentence of the user's in, or notes why not."""
        key = sentence.keys[0] if sentence.keys else ""
        text = safe_line(_SEMICOLON.sub(_as_comma, sentence.text), LONGEST_SAID)
        why: Why | None = None
        if hidden:
            why = "hidden"
        elif reads_as_instruction(sentence.text):
            why = "instruction"
        elif self._is_said(sentence, text):
            why = "duplicate"
        if why:
            self.left.append(Item(sentence.attitude, key, "", why))
        elif self._add(place, _Line(sentence.attitude, Item(sentence.attitude, key, text))):
            self._held.update(sentence.keys)
        elif sentence.attitude != "says":
            # The bare name would say more than the user did: "games" for "games with sudden scares".
            self._short.update(sentence.keys)

    def _is_said(self, sentence: Remark, text: str) -> bool:
        """Whether a sentence says hardly more than safety lines or attributes that are in the block."""
        if sentence.keys and self._attributes.issuperset(sentence.keys):
            return True
        return any(
            len(text.split()) <= len(name.split()) + _FEW and holds_name(text, name)
            for name in self._safe
        )

    def _add(self, place: int, line: _Line) -> bool:
        words, head, item = self._words, line.head, line.item
        said = head, gist(item.text)
        if said in self._said:
            self.left.append(replace(item, why="duplicate"))
            return False
        before = words.comma if head in self._heads else words.heads[head] + words.colon + "\n"
        added = self._measure(before + item.text)
        if not self._has_room(added):
            self.left.append(replace(item, why="budget"))
            return False
        self._said.add(said)
        self._cjk, self._other = self._cjk + added[0], self._other + added[1]
        self._heads.add(head)
        self.kept[place] = replace(line, item=replace(item, turn=len(self.kept)))
        return True

    def _may_fit(self, name: str) -> bool:
        if self._measure is not _counts:
            return self._has_room(self._measure(name))
        return self._has_room((0, len(name) + 1)) and self._has_room(_counts(name))

    def _has_room(self, added: tuple[int, int]) -> bool:
        return _total((self._cjk + added[0], self._other + added[1])) <= self._max


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

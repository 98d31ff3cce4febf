"""Changes that are told over a whole sentence or two: "Gave the old one to mum, it's tea all the way now".

The clauses are read by the other modules; here one half of a change is looked for by its wording
(`persona.extract.english.turns`) and set beside the other. The half that ended is a practice or a
state that is over, and a dislike only where a taste is said to have gone or another taste came in
its place. Wordings that mean a change only beside another half ("hello X", "X is out") state nothing
alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from persona.extract.english.cues import PLAIN
from persona.extract.english.objects import is_named, is_role
from persona.extract.english.phrases import Phrase
from persona.extract.english.spotting import (
    Text,
    after,
    before,
    clause_end,
    is_calling,
    is_speakers,
    text_of,
    thing,
)
from persona.extract.english.standing import WORDINGS, holds
from persona.extract.english.turns import (
    BEGINS,
    CHAINS,
    ENDS,
    MIDDLES,
    POINTED,
    SURE_BEGINS,
    Chain,
    Cue,
)
from persona.extract.english.words import DIETS, LANGUAGES, THINGS
from persona.extract.statement import Statement
from persona.vocabulary import KINDS

_LONGEST = 60
"""Characters before a verb, or of a thing, that are looked at."""
_KEYS = frozenset[str]().union(
    *(table.keys for table in (ENDS, BEGINS, CHAINS, MIDDLES, POINTED, WORDINGS))
)
_NOWADAYS = re.compile(
    r"\b(?:now|nowadays|these days|lately|for me|(?:i|we)(?:'ve| have)|moved|relocated|switched|changed)\b"
)
_TOWNS = re.compile(
    r"\b(?:mov(?:e|ed|ing)|relocat\w+|city|village|commute|rent|neighbou?rhood|weather|rain|seaside|countryside|coast|best move)\b"
)


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a change: a thing, whether it began or ended, and the kind where that is told."""

    item: Phrase
    sign: int
    kind: str
    sure: bool
    label: str
    number: int

    @property
    def end(self) -> int:
        """Where the thing ends in the text."""
        return self.item.start + len(self.item.text)


def turned(text: str, stated: Sequence[Statement]) -> list[tuple[Statement, int, int]]:
    """The halves of changes that a text tells, each with the sentence that tells it.

    Args:
        text: the person's own words, known to be statements.
        stated: what the clauses state by themselves; it may be the other half of a change.

    Returns:
        Statements that are to stand beside those given, or in place of one whose target they overlap.
    """
    whole = text_of(text, _KEYS)
    if whole is None or not whole.words:
        return []
    halves = [*_pairs(whole), *_pointed(whole), *_singles(whole, ENDS.chosen(whole))]
    over = any(half.sign < 0 for half in halves) or any(item.polarity < 0 for item in stated)
    halves = _distinct([*halves, *_singles(whole, (BEGINS if over else SURE_BEGINS).chosen(whole))])
    told = [(half.item.start, half.end) for half in halves]
    told += [(item.start, item.start + len(item.target)) for item in stated]
    stands = [held for held in holds(whole) if not _is_within(held[0], told)]
    said = [*stated, *(held[0] for held in stands)]
    known = [_as_half(whole, item) for item in said if item.polarity and item.kind in _OTHER]
    found = list(stands)
    for half in halves:
        partner = _partner(half, [*halves, *known])
        if partner is None and not half.sure:
            continue
        kind, sign = _kind(whole, half, partner), half.sign
        if kind:
            statement = Statement(kind, half.item.text, half.label, sign, half.item.start, PLAIN)
            found.append((statement, *whole.span(half.number)))
    return found


def _is_within(statement: Statement, spans: Sequence[tuple[int, int]]) -> bool:
    end = statement.start + len(statement.target)
    return any(statement.start < b and a < end for a, b in spans)


def _as_half(whole: Text, stated: Statement) -> Half:
    item = Phrase(stated.target, stated.start, negated=False, after=0)
    number = whole.number(stated.start)
    return Half(item, stated.polarity, stated.kind, sure=True, label=stated.label, number=number)


def _distinct(halves: list[Half]) -> list[Half]:
    """The halves without those that overlap one found before them."""
    kept: list[Half] = []
    for half in halves:
        twin = next((k for k in kept if half.item.start < k.end and k.item.start < half.end), None)
        if twin is None:
            kept.append(half)
        elif twin.sign == half.sign and (not twin.kind or not twin.sure):
            kept[kept.index(twin)] = replace(
                twin, kind=twin.kind or half.kind, sure=twin.sure or half.sure
            )
    return sorted(kept, key=lambda half: half.item.start)


def _pairs(whole: Text) -> Iterator[Half]:
    """Both halves where one wording holds them: "swapped X for Y", "Y has replaced X"."""
    for chain in CHAINS.chosen(whole):
        for match in chain.pattern.finditer(whole.low):
            if chain.mine and not is_speakers(whole, match.start()):
                continue
            end = clause_end(whole.low, match.end()) + 24
            joint = chain.between.search(whole.low, match.end(), end)
            if joint is not None and joint.start() - match.end() <= _LONGEST:
                first = thing(whole, match.end(), joint.start(), entire=True)
                yield from _both(whole, first, after(whole, joint.end()), chain, match)
    for middle in MIDDLES.chosen(whole):
        for match in middle.pattern.finditer(whole.low):
            compared = match[0].strip().startswith(("rather", "instead", "in place"))
            span = whole.span(whole.number(match.start()))
            if not compared or _NOWADAYS.search(whole.low, *span):
                first, second = before(whole, match.start()), after(whole, match.end())
                yield from _both(whole, first, second, middle, match)


def _both(
    whole: Text, first: Phrase | None, second: Phrase | None, chain: Chain, match: re.Match[str]
) -> Iterator[Half]:
    """The two halves of a pair, where both are things, and occupations where they must be."""
    if first is None or second is None:
        return
    if chain.kind == "role" and not (is_role(first) and is_role(second)):
        return
    label = whole.raw[match.start() : match.end()].strip(" ,.;:—–-'")
    yield _half(whole, first, chain.sign, chain.kind, label)
    yield _half(whole, second, -chain.sign, chain.kind, label)


def _half(
    whole: Text, item: Phrase, sign: int, kind: str, label: str, *, sure: bool = True
) -> Half:
    return Half(item, sign, kind, sure, label or "now", whole.number(item.start))


def _singles(whole: Text, cues: Iterable[Cue]) -> Iterator[Half]:
    """Single halves by their wordings."""
    lower = whole.raw == whole.low
    for cue in cues:
        for match in cue.pattern.finditer(whole.low):
            if cue.mine and not is_speakers(whole, match.start()):
                continue
            item = before(whole, match.start()) if cue.before else after(whole, match.end())
            if item is not None and _fits(cue, item, lower=lower):
                label = whole.raw[match.start() : match.end()].strip(" ,.;:—–-'")
                yield _half(whole, item, cue.sign, cue.kind, label, sure=cue.sure)


def _pointed(whole: Text) -> Iterator[Half]:
    """What "it" is that one is through with: the thing named just before."""
    for cue in POINTED.chosen(whole):
        for match in cue.pattern.finditer(whole.low):
            item = _named_before(whole, match.start())
            if item is not None:
                yield _half(whole, item, cue.sign, cue.kind, match[0])


_POINTS_TO = re.compile(
    r"(?:^|[.!?,;:\n—–-] ?|\b(?:and|but|so) )(?:[^.!?,;\n]{0,50}? (?:with|about|of|on|from|for) )?(?P<thing>[^.!?,;\n]{2,40})"
    r" ?(?:[?,;:—–-]+|\.+|!+) ?(?:(?:and|but|so|honestly|well|ok|nah|tbh|yeah|sorry) )*$"
)


def _named_before(whole: Text, at: int) -> Phrase | None:
    """The thing that "it" means in the clause that begins at an offset: "one letdown too many with X, ..."."""
    match = _POINTS_TO.search(whole.low, max(0, at - 120), at)
    if match is None:
        return None
    return thing(whole, match.start("thing"), match.end("thing"), entire=True)


def _fits(cue: Cue, item: Phrase, *, lower: bool) -> bool:
    """Whether a thing is of the kind that a wording tells of; `lower`: no capital stands in the text."""
    if cue.kind in ("works_at", "lives_in"):
        lone = lower and " " not in item.text and not item.text.endswith("ing")
        return is_named(item) or lone
    if cue.kind == "role":
        return is_calling(item.text)
    if cue.kind == "owns":
        lone = lower and " " not in item.text
        return lone or is_named(item) or item.text.split()[-1].lower() in THINGS
    return True


_OTHER = {
    "likes": "dislikes", "prefers": "", "favourite": "dislikes", "dislikes": "likes", "uses": "uses", "owns": "",
    "learning": "learning", "studies": "learning", "role": "role", "works_at": "works_at", "lives_in": "lives_in",
    "diet": "diet",
}  # fmt: skip
"""Of the kind of one half, that of the other where its own wording leaves it open."""


def _partner(half: Half, halves: Sequence[Half]) -> Half | None:
    """The other half: in the same sentence, else what began in the next or ended in the one before."""
    others = [
        other
        for other in halves
        if other.sign == -half.sign and other.item.start != half.item.start
    ]
    step = 1 if half.sign < 0 else -1
    for number in (half.number, half.number + step, half.number - step):
        here = [other for other in others if other.number == number]
        if here:
            told = [other for other in here if other.kind]
            return min(told or here, key=lambda other: abs(other.item.start - half.item.start))
    return None


def _kind(whole: Text, half: Half, partner: Half | None) -> str:
    """The kind of a half: of its wording, of its noun, of its other half, else a practice."""
    if half.kind:
        return half.kind
    mine = _of_noun(half.item)
    if mine:
        return mine
    if partner is not None:
        theirs = partner.kind or _of_noun(partner.item)
        if theirs:
            return _OTHER.get(theirs, "") or "uses"
        start, end = whole.span(half.number)
        towns = _TOWNS.search(whole.low, start, end)
        if towns and is_named(half.item) and is_named(partner.item):
            return "lives_in"
    return "owns" if half.item.text.split()[-1].lower() in THINGS else "uses"


def _of_noun(item: Phrase) -> str:
    low = item.text.lower()
    if low in LANGUAGES:
        return "learning"
    if low in DIETS:
        return "diet"
    return "role" if is_role(item) and item.text.islower() else ""


_ALIKE = ("attitude", "practice")


def _what(kind: str) -> str:
    """What two kinds are compared by: the family of what one likes or does, else the kind itself."""
    family = KINDS[kind].family
    return family if family in _ALIKE else kind


def is_same(turn: Statement, had: Statement) -> bool:
    """Whether a clause states by itself what a change states: the thing, its sign and the family."""
    if (
        _what(turn.kind) != _what(had.kind)
        or turn.polarity != had.polarity
        or not replaces(turn, had)
    ):
        return False
    return turn.kind != "learning" or had.kind == "learning"


def replaces(turn: Statement, had: Statement) -> bool:
    """Whether what a clause states by itself gives way to a change told of the same words."""
    end, other = turn.start + len(turn.target), had.start + len(had.target)
    return turn.start < other and had.start < end

"""Where a person lives, comes from and works, as they say it of themselves: "I'm from Gdansk, living in Berlin"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import PLAIN
from persona.extract.english.heads import Head, form
from persona.extract.english.objects import is_named
from persona.extract.english.phrases import Phrase, phrase_at
from persona.extract.english.tokens import Token
from persona.extract.english.words import STOPS, TECH, word_set
from persona.extract.statement import Statement

_PLACES = {("from",): "from", ("living", "in"): "lives_in", ("based", "in"): "lives_in",
           ("out", "of"): "lives_in", ("working", "at"): "works_at", ("working", "for"): "works_at",
           ("living", "near"): "lives_in", ("born", "in"): "from"}  # fmt: skip


_SPANS = frozenset({"for", "since"})


def _lasting(text: str, words: Sequence[Token], start: Head, at: int) -> list[Statement]:
    """As in "I've been at Globex for six years", "I grew up in Oslo, now I'm in Bergen"."""
    place = phrase_at(text, words, at + 1) if words[at].norm in ("at", "in") else None
    if place is None or place.pronoun or not _is_place(place):
        return []
    after = words[place.after].norm if place.after < len(words) else ""
    spell = start.perfect and after in _SPANS
    if after == "for":  # "for two weeks" is a stay
        spell = spell and any(word.norm in _LONG for word in words[place.after :])
    label = text[words[at].start : words[at].end]
    if words[at].norm == "at":
        return [Statement("works_at", place.text, label, 1, place.start, PLAIN)] if spell else []
    around = text[max(0, words[0].start - 5) : place.start + len(place.text) + 5].lower()
    moved = _NOW.search(around) and _LIVED.search(text[: words[at].start].lower())
    if spell or moved:
        return [Statement("lives_in", place.text, label, 1, place.start, PLAIN)]
    return []


_LONG = frozenset({"year", "years", "months", "decade", "decades"})
_NOW = re.compile(r"\bnow\b")
_LIVED = re.compile(r"\b(?:lived?|living|moved|from|born|raised|grew up|settled)\b")
"""What makes "now in Bergen" a home: where the person lived before is told first."""


def settled(text: str, words: Sequence[Token], start: Head, at: int) -> list[Statement]:
    """As in "I'm from Ghana", "I'm Polish, living in Berlin", "I'm no longer at IBM"."""
    if start.negations or start.past:
        return []
    if start.ended:
        return _no_longer_at(text, words, at)
    if lasting := _lasting(text, words, start, at):
        return lasting
    begun = next((i for i in range(at, len(words)) if words[i].norm in _SETTLED), None)
    if begun is None or not _is_calm(words, at, begun):
        return []
    places = places_after(text, words, begun)
    return [place for place in places if place.kind in ("lives_in", "from")]


def _is_calm(words: Sequence[Token], at: int, begun: int) -> bool:
    """Whether nothing but a name or noun stands before a place: "halfway through moving from Vue" does not."""
    between = words[at:begun]
    if between and between[-1].norm in (",", "and"):
        return True
    return not any(word.norm in STOPS or form(word.norm) == "ing" for word in between)


_SETTLED = word_set("from living based born raised out residing staying settled working")


def _no_longer_at(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "I'm no longer at IBM"."""
    place = phrase_at(text, words, at + 1) if words[at].norm in ("at", "with") else None
    if place is None or place.pronoun or not is_named(place):
        return []
    return [Statement("works_at", place.text, "no longer at", -1, place.start, PLAIN)]


def places_after(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """Towns and firms that a self-description names after it: "from Gdansk, living in Berlin"."""
    found = []
    for index in range(at, len(words) - 1):
        for cue, kind in _PLACES.items():
            after = index + len(cue)
            if tuple(w.norm for w in words[index:after]) != cue or after >= len(words):
                continue
            place = phrase_at(text, words, after)
            if place is not None and not place.pronoun and _is_place(place):
                label = text[words[index].start : words[after - 1].end]
                found.append(Statement(kind, place.text, label, 1, place.start, PLAIN))
    return found


def _is_place(place: Phrase) -> bool:
    return is_named(place) and not place.text[0].isdigit() and place.text.lower() not in TECH

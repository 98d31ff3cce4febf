"""What a person cannot have enough of, or had enough of, in English: "I could eat X all day", "I stopped X"."""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.changes import NOT_LEFT, TASTING, is_deed, things
from persona.extract.english.cues import LEMMAS, PLAIN
from persona.extract.english.heads import Head
from persona.extract.english.phrases import Phrase, phrase_at
from persona.extract.english.tokens import Token
from persona.extract.english.words import word_set
from persona.extract.statement import Statement

_ALWAYS = frozenset({"every", "all", "forever", "daily", "nonstop", "24/7", "any"})


def endlessly(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I could eat dumplings every day"."""
    verb = LEMMAS.get(words[start.at].norm, ("", ""))[0]
    if words[start.at].norm == "put":
        return _put_down(text, words, start)
    talking = words[start.at].norm in ("talk", "listen", "go")
    if start.modal != "could" or start.negations or not (talking or verb in TASTING):
        return []
    begin = start.at + (2 if talking else 1)
    found = things(text, words, begin)
    after = found[-1].after if found else len(words)
    norms = [word.norm for word in words[after : after + 2]]
    if not norms or not (norms[0] in _ALWAYS or norms in (["for", "hours"], ["for", "days"])):
        return []
    label = text[words[start.begin].start : words[begin - 1].end]
    return [Statement("likes", item.text, label, 1, item.start, PLAIN) for item in found]


def _put_down(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I couldn't put The Goldfinch down", "could not put it down"."""
    if start.modal not in ("could", "can") or not start.negations:
        return []
    end = next((i for i, word in enumerate(words) if word.norm == "down" and i > start.at), 0)
    item = phrase_at(text, words[:end], start.at + 1) if end > start.at + 1 else None
    if item is None:
        return []
    label = text[words[start.begin].start : words[end].end]
    return [Statement("likes", item.text, label, 1, item.start, PLAIN)]


_PURSUITS = word_set(
    "drink smoke vape gamble drive fish hunt jog skate camp cook volunteer meditate garden hike run swim dance sing hike bake knit sew paint draw cycle climb ski surf row box"
)
_VICES = frozenset({"drink", "smoke", "vape", "gamble"})


def given_up(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I stopped biting my nails", "I used to smoke": a habit that has no cue of its own."""
    word = words[start.at]
    if (
        start.negations == 1
        and not start.modal
        and word.norm in _VICES
        and start.at + 1 == len(words)
    ):
        label = text[words[start.begin].start : word.end]
        return [Statement("avoids", word.raw, label, -1, word.start, PLAIN)]
    if not start.ended or start.negations:
        return []
    gerund = word.norm.endswith("ing") and start.be
    alone = start.at + 1 == len(words) and word.norm in _PURSUITS and not start.be
    if not (gerund or alone):
        return []
    items = (
        things(text, words, start.at)
        if gerund
        else [Phrase(word.raw, word.start, negated=False, after=0)]
    )
    return [
        Statement("uses", item.text, word.raw, -1, item.start, PLAIN)
        for item in items
        if item.text.split()[0].lower() not in NOT_LEFT and not is_deed(item)
    ]

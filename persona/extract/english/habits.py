"""What a person does again and again, in English, where the verb has no object: "I run every morning"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import PLAIN
from persona.extract.english.ends import is_time
from persona.extract.english.heads import Head
from persona.extract.english.lists import phrases_at
from persona.extract.english.objects import is_regular
from persona.extract.english.tokens import Token
from persona.extract.english.words import word_set
from persona.extract.statement import Statement

_PURSUITS = word_set(
    "run swim bake cycle climb dance sing paint draw knit sew garden hike jog ski surf fish row box skate"
    " meditate camp sail kayak journal busk birdwatch juggle crochet volunteer"
)
_GERUNDS = frozenset(
    f"{stem}ing" for verb in _PURSUITS for stem in (verb, verb.removesuffix("e"), verb + verb[-1])
)
"""Their gerunds; a doubled or dropped letter too many makes no word and does no harm."""
_ADVERBIAL = re.compile(
    r"(?:a lot|a fair bit|quite a bit|regularly|before|after|for fun|for pleasure|to (?:unwind|relax|de-stress|destress|wind down|clear)"
    r"|to (?:work|school|uni|university|the office|class|college)|in (?:the|my) (?:morning|evening|spare|free|summer|winter)|competitively|semi-professionally|as a hobby|most)\b"
)


_NOWADAYS = re.compile(r"\s+(?:now|these days|nowadays|instead)\s*(?:[.,;!\n]|$)", re.IGNORECASE)


def recurrent(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I keep getting migraines": what comes back again and again troubles the person."""
    again = words[start.at - 1].norm in ("keep", "kept") and words[start.at].norm in (
        "getting",
        "having",
    )
    if start.negations or start.at < 1 or not again:
        return []
    label = text[words[start.at - 1].start : words[start.at].end]
    return [
        Statement("struggles_with", item.text, label, 1, item.start, PLAIN)
        for item in phrases_at(text, words, start.at + 1, joins=frozenset())
        if not item.pronoun
    ]


def spent(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I spend every weekend birdwatching"."""
    if words[start.at].norm != "spend" or start.negations or start.modal or start.ended:
        return []
    for index in range(start.at + 2, min(start.at + 8, len(words))):
        norm = words[index].norm
        if norm.endswith("ing") and norm not in _NO_PASTIME:
            return [
                Statement("uses", item.text, "spend", 1, item.start, PLAIN)
                for item in phrases_at(text, words, index, joins=frozenset())
                if not item.pronoun
            ]
    return []


_NO_PASTIME = word_set(
    "evening morning spring trying working thinking worrying waiting looking doing being going getting sleeping commuting"
)


def pursued(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I run every morning", "I've been swimming a lot": the activity, by its verb."""
    if start.negations or start.modal or start.ended or start.past or start.at >= len(words):
        return []
    word = words[start.at]
    lasting = word.norm in _GERUNDS and start.be and start.perfect
    if not (lasting or (word.norm in _PURSUITS and not start.be)):
        return []
    after = start.at + 1
    if after < len(words) and words[after].norm == ",":
        after += 1
    rest = " ".join(token.norm for token in words[after : after + 6])
    regular = is_regular(words, after) or bool(
        _ADVERBIAL.match(rest) or _NOWADAYS.match(text, word.end)
    )
    if not regular and not (after < len(words) and is_time(words, after)):
        return []
    return [Statement("uses", word.raw, text[word.start : word.end], 1, word.start, PLAIN)]

"""What speaks for a claim being worth noting: features of its words and of its place in the talk.

All are between 0 and 2 and can be read off the text; `persona.recall.observations.weights` says how
much each counts.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from persona.recall.observations.trimming import OPINION
from persona.recall.observations.verbs import IRREGULAR_PASTS
from persona.recall.times import names_time
from persona.recall.words import terms

_ADVERB = r"(?:(?:really|just|also|always|never|still|even|finally|already|only|both|all|so|super|once|[a-z]+ly) ){0,3}"
_PAST = rf"(?:{'|'.join(sorted(IRREGULAR_PASTS))}|(?!need|feed|speed|indeed|proceed|succeed|exceed)[a-z]{{2,}}ed)"
_SELF = r"\b(?:i|we)"


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


_SHOWS: dict[str, re.Pattern[str]] = {
    "self is subject": _pattern(r"^(?:[^,]{0,40}, )?(?:i|we)\b"),
    "own thing is subject": _pattern(r"^(?:(?:one|some|both|all) of )?(?:my|our)\b"),
    "own thing": _pattern(r"\b(?:my|our|mine|ours)\b"),
    "self is object": _pattern(r"\b(?:me|us|myself|ourselves)\b"),
    "you": _pattern(r"\b(?:you|your|yours|yourself|ya|y'all|u)\b"),
    "past": _pattern(rf"{_SELF} {_ADVERB}{_PAST}\b"),
    "perfect": _pattern(rf"{_SELF}(?:'ve| have| had) {_ADVERB}(?:been|[a-z]+ed|done|made|seen|had|got|gotten|gone|taken|found|known|come|written)\b"),
    "progressive": _pattern(rf"{_SELF}(?:'m|'re| am| are) {_ADVERB}[a-z]+ing\b"),
    "plan": _pattern(
        r"\b(?:plan(?:s|ning|ned)?|going to|gonna|want(?:s|ed)? to|wanna|hop(?:e|es|ing) to|thinking (?:of|about)|look(?:ing)? forward|dream(?:s|ing)?"
        r"|goals?|considering|aim|next (?:week|month|year|summer|weekend)|soon|i'll|we'll|i will)\b"
    ),
    "feeling": _pattern(
        r"\b(?:i|we|me)\b.{0,24}?\b(?:happy|sad|excited|proud|nervous|grateful|thankful|worried|stressed|overwhelm\w+|reliev\w+|frustrat\w+|anxious"
        r"|scared|lucky|blessed|thrilled|glad|upset|lonely|tired|exhausted|inspired|motivated|determined|confident|devastated|hopeful|passionate"
        r"|pumped|stoked|bummed|feel|feels|felt|feeling)\b"
    ),
    "reason": _pattern(
        r"\b(?:because|'?cause|cuz|since|so that|to help|which|who|when|after|while|help(?:s|ed|ing)?)\b|\bso i\b|\bfor (?:me|my)\b"
    ),
    "picture": _pattern(r"\b(?:pic|photo|picture|snap)s?\b"),
    "number": _pattern(r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|first|second|third|couple|dozen)\b"),
}  # fmt: skip

_ANSWER_TO = re.compile(r"[?？]")
PROPER = re.compile(r"(?<=[a-z,'] )[A-Z][a-z]+")
_OPINION_WORD = _pattern(rf"\b{OPINION}\b")
NAMES = (
    *_SHOWS, "length", "short", "time", "proper name", "exclamation", "opinion share", "new", "first",
    "last", "claims", "early", "answer",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim stands.

    Attributes:
        before: the text of the message before it, by anybody; "" for none.
        number: which claim of the message it is, from 0.
        count: how many claims the message has.
        early: share of the first four messages of the talk that have passed, in [0, 1].
        said: terms of what the person said earlier in this talk.
    """

    before: str
    number: int
    count: int
    early: float
    said: Collection[str]


def features(claim: str, place: Place) -> dict[str, float]:
    """The features of a claim by name, in the order of `NAMES`."""
    found = {name: float(bool(pattern.search(claim))) for name, pattern in _SHOWS.items()}
    words = terms(claim)
    opinions = _OPINION_WORD.findall(claim)
    total = max(len(words), 1)
    found |= {
        "length": min(len(words), 12) / 6,
        "short": float(len(words) <= 2),
        "time": float(names_time(claim)),
        "proper name": float(bool(PROPER.search(claim))),
        "exclamation": float(claim.rstrip().endswith("!")),
        "opinion share": min(len(opinions) / total, 1.0),
        "new": sum(word not in place.said for word in words) / total,
        "first": float(place.number == 0),
        "last": float(place.number == place.count - 1),
        "claims": min(place.count, 6) / 3,
        "early": place.early,
        "answer": float(bool(_ANSWER_TO.search(place.before[-400:]))),
    }
    return found

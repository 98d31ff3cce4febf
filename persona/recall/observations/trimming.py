"""A claim made short: the asides of mere opinion, intensifiers and fillers of talk are left out."""

from __future__ import annotations

import re

_DEGREE = (
    r"(?:so|really|very|super|pretty|quite|just|truly|absolutely|totally|such|always|definitely|also|too|kinda|kind of|sort of|a bit"
    r"|still|such an?|an?|the|always|incredibly|extremely)"
)
OPINION = (
    r"(?:awesome|great|amazing|cool|nice|fun|good|lovely|beautiful|wonderful|incredible|fantastic|gorgeous|perfect|sweet|cute|fine|bad"
    r"|tough|hard|interesting|impressive|inspiring|exciting|special|powerful|rewarding|enlightening|fulfilling|relaxing|calming|peaceful"
    r"|thrilling|terrible|awful|horrible|sad|scary|crazy|wild|surreal|intense|challenging|tricky|stressful|delicious|tasty|breathtaking"
    r"|stunning|magical|unforgettable|memorable|hilarious|funny|worth it|worthwhile|important|meaningful|touching|moving|humbling|eye-opening"
    r"|insightful|helpful|useful|therapeutic|refreshing|satisfying|exhausting|tiring|boring|weird|strange|epic|unreal|brilliant|blast|ride)"
)
"""Adjectives that say how something was for the person, and nothing of what it was."""

_NOUN = r"(?:time|thing|experience|day|night|feeling|moment|trip|way|event|fun|one|idea|blast|ride)"
_ASIDE = re.compile(
    rf"(?:\s*[,;]\s*(?:and |but )?|\s+(?:and|but)\s+|\s*(?:-{{1,2}}|–|—)\s*)(?:it|that|this|which|they)(?:'s|'re| is| was| are| were|'s been| has been|'d be| would be)"
    rf"(?: {_DEGREE})*(?: {OPINION})(?:(?:,| and| but)(?: {_DEGREE})* {OPINION})*(?: {_NOUN})?(?: for me| for us| to me| though| overall)?(?=\s*[.!?]*$)",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?<!\bnot )(?<!n't )(?<!\bno )\b(?:really|very|super|totally|definitely|absolutely|truly|literally|basically|honestly|actually|seriously|incredibly|extremely"
    r"|kinda|sorta|kind of|sort of|just|pretty(?= [a-z]+)|quite|(?<!and )(?<!, )so(?= (?!that\b|i\b|we\b|far\b|on\b|much\b|many\b|long\b|do(?:es)?\b|did\b|is\b|am\b|are\b|was\b|have\b|has\b)[a-z]+)|such(?! as\b)|a bit|even(?! (?:though|if|when|so|more|less|better)\b))\s+",
    re.IGNORECASE,
)
_PLENTY = re.compile(r"\b(?:a lot|lots|loads|tons|a ton|a bunch|plenty) of\s+", re.IGNORECASE)
_LAST = re.compile(
    r"[\s,]+(?:too|as well|though|lately|or something|and stuff|and all|for sure|you know|lol|haha|ya know|right now|again|thanks|thank you(?: so much| very much)?|my friend|already|overall)(?=[\s.!,;]*$)",
    re.IGNORECASE,
)
_SAID_LONG = tuple(
    (re.compile(rf"(?<![\w'])(?:{short})(?!\w|'(?!s\b))", re.IGNORECASE), long)
    for short, long in (
        ("gonna", "going to"),
        ("wanna", "want to"),
        ("gotta", "got to"),
        ("'cause|cuz|coz|cos|b/c", "because"),
        ("fam", "family"),
        ("ya", "you"),
        ("thru", "through"),
        ("tho", "though"),
        ("'em", "them"),
        ("w/", "with"),
        ("&", "and"),
        ("im", "I'm"),
        ("ive", "I've"),
    )
)
_OUTER = " \t,;:~-–—….!"


def trimmed(text: str) -> str:
    """The claim without asides of opinion, intensifiers and fillers, its talk written out.

    ``"Last Friday I ran a charity race - it was really rewarding."`` gives
    ``"Last Friday I ran a charity race"``. A claim that is an opinion alone stays one.
    """
    plain = text.rstrip("! ")
    for pattern, long in _SAID_LONG:
        plain = pattern.sub(long, plain)
    cut = _ASIDE.sub("", plain)
    if len(cut.split()) >= 3:
        plain = cut
    plain = _LAST.sub("", _PLENTY.sub("", _FILLER.sub("", plain)))
    return plain.strip(_OUTER)

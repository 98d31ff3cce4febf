"""A message of the user's cut into claims: what it says of their life, sentence by sentence.

A claim is a run of clauses of one sentence that are meant (`persona.extract.moods`): statements, and
what is told of others. Questions, requests, suppositions, quotations, irony and played parts are cut
out, and so is what a claim begins with by way of talk: greetings, thanks, cries, the other's name, "I
just wanted to tell you that".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from persona.extract.clauses import Clause, split_clauses
from persona.extract.moods import Mood
from persona.recall.observations import chinese
from persona.recall.statements import sentences
from persona.records import Span
from persona.text import has_cjk, one_line

MAX_CLAIM = 300
"""Characters of a claim; a longer one is a text and no claim about oneself."""

_KEPT = frozenset({Mood.STATEMENT, Mood.THIRD_PERSON})
_UNSAID = re.compile(
    r"\[[A-Za-z\u4e00-\u9fff ]{1,16}[:：][^\]\n]{0,400}\]|\b(?:guess what|you know what)\b[?!.,:\s]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a message says.

    Attributes:
        start: where it begins in the message.
        quote: as written.
        text: the same without what is only talk.
    """

    start: int
    quote: str
    text: str


def claims(
    text: str, foreign: Sequence[Span] = (), called: Collection[str] = ()
) -> tuple[Claim, ...]:
    """The claims of a message, in order.

    Args:
        text: of the message; notes of attachments in brackets ("[image: ...]") say nothing.
        foreign: parts that are not the person's own words.
        called: names of those whom the person talks to, in lower case; as an address they are cut.
    """
    shown = _UNSAID.sub(lambda match: " " * len(match[0]), text)
    clauses = split_clauses(shown, foreign)
    found: list[Claim] = []
    at = 0
    for start, end in sentences(shown):
        while at < len(clauses) and clauses[at].end <= start:
            at += 1
        inside: list[Clause] = []
        while at + len(inside) < len(clauses) and clauses[at + len(inside)].start < end:
            inside.append(clauses[at + len(inside)])
        for first, last in _runs(inside):
            quote = shown[first:last].strip()
            if len(quote) <= MAX_CLAIM and (plain := without_talk(quote, called)):
                found.append(Claim(first, quote, plain))
    return tuple(found)


def _runs(clauses: Iterable[Clause]) -> Iterable[tuple[int, int]]:
    """Neighbouring clauses that are meant, as (start, end)."""
    start = end = -1
    for clause in clauses:
        if clause.mood in _KEPT:
            start, end = (clause.start if start < 0 else start), clause.end
        elif start >= 0:
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


_CRIES = (
    r"wow|woah|whoa|yeah|yea|yes|yep|yup|nah|nope|oh|ooh|ah|aw+|haha\w*|hehe\w*|lol|lmao|omg|hmm+|um+|uh|ugh|oof|man|gosh|phew|yay"
    r"|(?:hey|hi|hello|hiya|good (?:morning|afternoon|evening|day))(?: there| again| all| everyone| guys| friend| my friend)?|my friend|friend|well|so|and|but|anyways?|also|plus|honestly|actually|basically|seriously|ok|okay|sure|sure thing|of course"
    r"|definitely|absolutely|totally|exactly|indeed|right|true|for sure|cool|nice|great|awesome|perfect|agreed?|btw|fyi|tbh"
    r"|by the way|you know|you see|i mean|in fact|to be honest|fun fact|good news|big news|great news|guess what|unfortunately|luckily|sadly"
    r"|fortunately|thankfully|then|no worries|no problem|no doubts?|same here|me too|of late|as for me|for me|speaking of which"
    r"|(?:thanks|thank you|thx)(?: so much| a lot| a bunch| again| very much| guys?)?"
)
_TALK = re.compile(rf"^(?:\W*\b(?:{_CRIES})\b(?:\s*[,.!:;~…—–-]+\s*|\s*$))+", re.IGNORECASE)
_BARE_TALK = re.compile(
    r"^\W*(?:well|so|and|but|also|plus|yeah|yes|oh|wow|yep|hey|actually|anyways?|honestly|then|btw|lol|haha|hopefully|besides that|on another note|on a different note)\b\s+(?!far\b|long\b|much\b|many\b|that\b)",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"^(?:i (?:just |really )?(?:wanted|want|have|had|need|got|'ve got) to (?:say|tell you|let you know|share|mention|add|admit|confess)(?: with you)?"
    r"|i(?:'d| would) (?:like|love|have) to (?:say|share|tell you|add)|just (?:wanted )?to (?:say|let you know|share)"
    r"|(?:you know|do you know|guess) (?:that|what)|it turns out|turns out|the (?:thing|truth|fact|point) is|long story short"
    r"|(?:i'?ve |i have |i )?got (?:some |a bit of )?(?:\w+ )?news(?: (?:to share|for you))?"
    r"|(?:so |a lot |lots |much )*(?:has|have|is|had)?\s*(?:been )?(?:happen(?:ed|ing)|going on|changed)? ?since (?:we|our) last (?:\w+)"
    r"|since (?:we|our) last (?:talked|spoke|chatted|met|saw|chat|talk|time)\w*(?: each other)?"
    r"|here(?:'s| is|'re| are) (?:a|an|the|some|another|my)? ?(?:\w+ )?(?:pics?|photos?|pictures?|snaps?|shots?|one)(?: of| i took of| from| for you)?)"
    r"(?:\s+(?:that|how|about)\b)?(?:\s*[,:;.!—–-]+\s*|\s+|$)",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(r"^\W*([A-Z][\w'’-]{1,20})\s*[,!.:—–-]+\s*")
_ADDRESS_LAST = re.compile(r"[,\s]\s*([A-Z][\w'’-]{1,20})(?=\W*$)")
_ADDRESS_WITHIN = re.compile(r",\s*([A-Z][\w'’-]{1,20})\s*(?=,)")
_OUTER = " \t\r\n,;:~-–—…"


def without_talk(quote: str, called: Collection[str] = ()) -> str:
    """A claim without greeting, cry, address and lead-in; "" where nothing else is in it."""
    text = one_line(quote).replace("’", "'").strip(_OUTER)
    if has_cjk(text):
        return chinese.without_talk(text)
    while True:
        before = text
        text = _without_address(text, called)
        for pattern in (_TALK, _BARE_TALK, _LEAD_IN):
            text = pattern.sub("", text).strip(_OUTER)
        if text == before:
            return text if re.search(r"\w", text) else ""


def _without_address(text: str, called: Collection[str]) -> str:
    if not called:
        return text

    def cut(match: re.Match[str]) -> str:
        return "" if _is_called(match[1], called) else match[0]

    text = _ADDRESSED.sub(cut, text)
    text = _ADDRESS_LAST.sub(cut, text)
    return _ADDRESS_WITHIN.sub(cut, text)


def _is_called(word: str, called: Collection[str]) -> bool:
    """Whether a word is one of the names, or short for one (its first three letters at least)."""
    plain = word.lower()
    return any(plain == name or (len(plain) >= 3 and name.startswith(plain)) for name in called)

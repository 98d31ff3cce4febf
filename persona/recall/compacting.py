"""An English line made compact: it says the same in fewer words, as notes do.

Two steps. What adds nothing is reworded: "hotels that are near the airport" is "hotels near the
airport". Then what is wordy or beside the point is shortened or dropped, one after the other: "that
involve", the reason given, examples, circumstances, the verb of doing ("watching films" is "films"
where films are disliked); each only while the line keeps most of what the sentence said, so that it
stays one thing a person can read.
"""

from __future__ import annotations

import re

from persona.recall.words import terms

KEPT = 0.65
"""The least share of a sentence's terms that its compact line keeps."""

_I = re.IGNORECASE


def _rewordings(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"\b(?:{wordy})", _I), short) for wordy, short in pairs)


_REWORDED = _rewordings(
    (r"as (?:much|far|often) as (?:possible|i can)\b", ""),
    (r"(?:a lot|plenty|a great deal) of\b", "lots of"),
    (r"such as\b", "like"),
    (r"due to the fact that\b", "because"),
    (r"(?:that|which|who) (?:are|is|were|was|have been|has been)\b(?! [\w-]+$)", ""),
)
_SHORTER = _rewordings(
    (r"(?:when(?:ever)?|where(?:ver)?|if) (?:at all )?(?:possible|i can)\b", ""),
    (r"(?:(?:a|any|some|the|every) )?(?:kind|sort|type|form)s? of\b", ""),
    (r"(?:of|in) (?:any|every|all) (?:kinds?|sorts?|types?|forms?|ways?)\b", ""),
    (r"(?:that|which) (?:do not|don't|does not|doesn't) (?:have|contain|include|involve|offer|use)\b", "without"),
    (r"(?:that|which) (?:have|has|contains?|includes?|involves?|features?|comes? with)\b(?! (?:not|never|been)\b)", "with"),
    (r"(?:that|which) (?:focus(?:es)?|cent(?:er|re)s?) (?:on|around)\b", "about"),
)  # fmt: skip
_REASON = re.compile(
    r"(?:,|;|\band\b)?\s*\b(?:due to|because(?: of)?|owing to|thanks to|since (?=(?:i|it|they|my|we)\b)"
    r"|as (?=(?:it|they|i|i'm|this|these|my|find|feel|believe|prefer)\b)|given (?:my|that)|for (?:\w+ ){0,2}reasons?"
    r"|find(?:ing)? (?:it|them|that))\b[^,;]*(?=[,;]|$)",
    _I,
)
_STATED = re.compile(
    r"[;,]\s*(?:it|they|this|these|that)(?:'s|'re| is| are| makes?| gives?| feels?| causes?| triggers?)\b[^;]*(?=;|$)",
    _I,
)
_EXAMPLE = re.compile(
    r",?\s*\b(?:including|(?<!\bi )(?<!\band )(?<!\bbut )(?<!, )(?<!; )(?<!\bor )like|especially|particularly"
    r"|even(?! though| if| when| after| before))\b(?! to\b)[^;]*?(?=;|, (?:and )?(?:prefer|avoid|like|love|only)\b|$)",
    _I,
)
_CIRCUMSTANCE = re.compile(
    r"\s*\b(?:in general|in (?:my )?(?:daily|everyday) (?:life|routine)|on (?:a )?(?:regular|daily) basis|for me)(?=[;,]|$)",
    _I,
)
_DOING = re.compile(
    r"^(?:watch|us(?=e|ing)|read|eat|consum|play|listen|wear|drink|attend|visit|buy|participat|engag|do)(?:e|ing)?(?: to| in| with)?\s+"
    r"(?=[\w'-]+\s+\w)(?!(?!only\b)\w+ly\b|(?:to|up|off|out|over|with|for|in|on|at|from|about|alone|late|early|aloud|online|outside|outdoors"
    r"|indoors|fast|together|too|while|when|before|after|during|not|without|less|more)\b)",
    _I,
)
_DROPPED = tuple((beside, "") for beside in (_REASON, _STATED, _EXAMPLE, _CIRCUMSTANCE))
_SPACES = re.compile(r"\s{2,}")
_BEFORE_MARK = re.compile(r"\s+([,;.:])")
_OUTER = " \t,;，；"


_QUALITY = re.compile(
    r"^(?P<doing>(?:\w+ing|play|watch|use|read|eat|visit|attend|wear) )?(?P<thing>(?:[\w'-]+ ){0,2}[\w'-]+s) (?:that|which) are (?P<how>[\w-]+)$",
    _I,
)


def before_its_thing(line: str) -> str:
    """A quality at the end of a line before its thing: "games that are violent" is "violent games"."""
    match = _QUALITY.match(line)
    if match is None or re.search(r"\b(?:and|or|of|with|in|not)\b", match["thing"], _I):
        return line
    return f"{match['doing'] or ''}{match['how']} {match['thing']}"


def reworded(text: str) -> str:
    """A text without words that add nothing."""
    for wordy, short in _REWORDED:
        text = wordy.sub(short, text)
    return _clean(text)


def compact(line: str, sentence: str, head: str = "") -> str:
    """A line without what is beside the point, as long as it keeps `KEPT` of the sentence.

    Args:
        line: the sentence without its head.
        sentence: as written.
        head: words that stand before the line and are read with it.
    """
    said = set(terms(sentence))
    doing = ((_DOING, ""),) if head else ()
    for longer, short in (*_DROPPED, *_SHORTER, *doing):
        shorter = _clean(longer.sub(short, line))
        if shorter and shorter != line and _keeps(f"{head} {shorter}", said):
            line = shorter
    return line


def _keeps(line: str, said: set[str]) -> bool:
    return len(said.intersection(terms(line))) >= KEPT * len(said)


def _clean(text: str) -> str:
    return _BEFORE_MARK.sub(r"\1", _SPACES.sub(" ", text)).strip(_OUTER)

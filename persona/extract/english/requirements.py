"""What a person requires of the thing they look for, in English: price, rating, time, class, facilities, area.

"I need a hotel under $200 with wifi, rated at least 4.5, near the station" says nothing lasting of the
person, but an assistant must know it while the search goes on. As in Chinese
(`persona.extract.chinese.requirements`), each requirement is an `asks_about` of polarity 0 whose slot
names the thing sought and the attribute ("hotel price") and whose target is the value in the person's
words ("under $200").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona.extract.statement import Statement

LABEL = "looks for"
WEIGHT = 0.3

Span = tuple[int, int]

_SEEKS = re.compile(
    r"\b(?:look(?:ing)? for|search(?:ing)? for|find|recommend|suggest|need|want|book|reserve|any(?:thing)? (?:good|nice|cheap)|any\b(?=[^.!]*\?)|are there|is there|know (?:of )?an?|after an?|prefer(?:ably)?|hoping for)\b",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"\b(?P<lodging>hotel|hostel|motel|b&b|guest ?house|airbnb|resort|inn|apartment|flat|room)s?\b"
    r"|\b(?P<eating>restaurant|caf[eé]|diner|bistro|bar|pub|eatery|buffet|bakery|place to eat)s?\b"
    r"|\b(?P<sights>museum|gallery|park|attraction|tour|sight|show|exhibition|day trip)s?\b"
    r"|\b(?P<thing>laptop|phone|tablet|headphones|camera|monitor|keyboard|car|bike|backpack|shoes|gift|course|film|movie|book(?!\s(?:an?|the|us|me|my|our|in)\b))s?\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.\d+[^.!?\n]*)*[.!?\n]*")
_GOES_ON = re.compile(
    r"\s*(?:it|they|ideally|preferably|must|and|also)\b[^.!?]*?\b(?:should|must|needs?|ideally|preferably|has to|have to)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:paid|cost me|stayed|bought|went|visited|used to|last (?:week|year|month)|yesterday)\b",
    re.I,
)

_LIMIT = r"(?:under|below|less than|up to|at most|no more than|not more than|max(?:imum)?(?: of)?|over|above|more than|at least|from|between|around|about)"
_SIGN = r"(?:[$€£¥]|usd |eur )"
_PER = r"(?:\s(?:a|per|each)\s?(?:night|person|day|head|month|ticket))"
_MONEY = re.compile(
    rf"(?:{_LIMIT}\s)?{_SIGN}\d[\d,]{{0,9}}(?:\.\d+)?(?:\s?(?:-|–|to|and)\s?{_SIGN}?\d[\d,]{{0,9}})?{_PER}?(?:\sor (?:less|more|under|below))?"
    rf"|(?:{_LIMIT}\s)?\d[\d,]{{0,9}}(?:\s?(?:-|–|to|and)\s?\d[\d,]{{0,9}})?\s?(?:dollars|euros|pounds|bucks|yuan|rmb|usd|eur|gbp){_PER}?"
    rf"|(?:(?<=price )|(?<=budget )|(?<=for )|(?<=hotel )|(?<=room )|(?<=[a-z] ))(?:under|below|less than|up to|at most|no more than)\s\d[\d,]{{0,9}}{_PER}?(?!\s?(?:minutes?|hours?|miles?|km|people|stars?|years?|pages|%))",
    re.IGNORECASE,
)
_RATING = re.compile(
    rf"\b(?:rated|rating(?:s)?(?: of)?|score(?: of)?|reviews?(?: of)?)\s(?:is |be )?(?P<v>(?:{_LIMIT}\s)?\d(?:\.\d)?\+?(?:\sstars?)?(?:\sor (?:more|better|higher|above|up))?)(?![\d.])"
    rf"|\b(?P<stars>(?:{_LIMIT}\s)?\d\.\d\+?\s?(?:stars?|rating)(?:\sor (?:more|better|higher|above))?)",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf"\b(?:takes?|taking|spend|lasts?|lasting|visit of|for)\s(?P<v>(?:{_LIMIT}\s)?(?:\d+(?:\.\d)?|an?|one|two|three|four|half an?)(?:\s?(?:-|–|to)\s?\d+)?\s?(?:hours?|hrs?|minutes?|days?))\b",
    re.IGNORECASE,
)
_CLASS = re.compile(
    r"\b(?P<v>budget|mid-?range|luxury|boutique|business|family|self-catering|(?:[2-5]|two|three|four|five)[- ]star)(?=\s(?:\w+\s)?(?:hotel|hostel|resort|room|restaurant|place))",
    re.IGNORECASE,
)
_NEAR = re.compile(
    r"\b(?:near|close to|next to|within walking distance of|not far from|walkable from)\s(?P<v>(?:the |a |my )?[\w'&-]+(?:\s(?:of|the|[A-Z][\w'-]*|station|airport|centre|center|beach|campus|office|park|museum|square|stop)){0,4})",
)
_WITH = re.compile(
    r"\b(?:with|has|(?:should|must|to|that|which|it) have|having|offers?|offering|includes?|including)\s(?P<v>[^.;!?\n]{2,80})",
    re.IGNORECASE,
)
_SERVES = re.compile(
    r"\b(?:serves?|serving|does|do|known for)\s(?P<v>[^.,;!?\n]{2,40})", re.IGNORECASE
)
_AND = re.compile(r"\s*,\s*(?:and\s)?|\s+(?:and|or|&|plus)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the|some|free|good|decent|fast|its own|it's own)\s", re.IGNORECASE)
_FACILITY_END = re.compile(
    rf"\b(?:for|near|close|under|below|rated|rating|that|which|where|in|at|on|so|because|if|please|available|included|{_LIMIT})\b|\b\d+(?:\.\d)?\s?(?:stars?|dollars|pounds|euros)",
    re.IGNORECASE,
)
_NO_FACILITY = re.compile(
    r"\b(?:my|me|you|i|we|friends?|famil\w+|kids?|wife|husband|girlfriend|boyfriend|parents|rating|price|budget|any|recommendations?|suggestions?|ideas?|to|it|them)\b",
    re.IGNORECASE,
)


def requirements(text: str) -> list[Statement]:
    """What a message requires of a thing that it looks for.

    Args:
        text: the user's message, or the part of it that a window shows.

    Returns:
        In order of the text; empty where no sentence both looks for something and names it. Slots
        are the noun of the thing with price, rating, duration, class, facility, dish or area.
    """
    found: dict[tuple[str, str], Statement] = {}
    head: re.Match[str] | None = None
    for sentence in _SENTENCE.finditer(text):
        named = _HEAD.search(text, *sentence.span())
        seeks = bool(_SEEKS.search(sentence[0])) and not _DONE.search(sentence[0])
        goes_on = bool(_GOES_ON.match(sentence[0]))
        head = (named or head) if seeks or (head and goes_on) else None
        if head is None:
            continue
        for attribute, (start, end) in _values(text, sentence.span(), str(head.lastgroup)):
            target, slot = text[start:end].strip(), f"{head[0].lower()} {attribute}"
            statement = Statement("asks_about", target, LABEL, 0, start, WEIGHT, slot)
            found.setdefault((slot, target), statement)
    return sorted(found.values(), key=lambda statement: statement.start)


def _values(text: str, sentence: Span, sort: str) -> Iterator[tuple[str, Span]]:
    for match in _MONEY.finditer(text, *sentence):
        yield "price", match.span()
    for name, pattern in (
        ("rating", _RATING),
        ("duration", _TIME),
        ("class", _CLASS),
        ("area", _NEAR),
    ):
        for match in pattern.finditer(text, *sentence):
            yield name, match.span(match.lastgroup or 0)
    if sort == "eating" and (served := _SERVES.search(text, *sentence)):
        yield from (("dish", span) for span in _listed(text, *served.span("v")))
    if sort in ("lodging", "thing") and (has := _WITH.search(text, *sentence)):
        yield from (("facility", span) for span in _listed(text, *has.span("v")))


def _listed(text: str, start: int, end: int) -> Iterator[Span]:
    """The short nouns of a list, up to the first word that says something else."""
    cut = _FACILITY_END.search(text, start, end)
    end = cut.start() if cut else end
    at = start
    for joint in [*_AND.finditer(text, start, end), None]:
        stop = joint.start() if joint else end
        if article := _ARTICLE.match(text, at, stop):
            at = article.end()
        name = text[at:stop].strip()
        if name and len(name.split()) <= 3 and not _NO_FACILITY.search(name):
            left = at + len(text[at:stop]) - len(text[at:stop].lstrip())
            yield left, left + len(name)
        at = joint.end() if joint else stop

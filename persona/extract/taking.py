"""Long options: which of the things that the assistant described the person took.

`persona.extract.choice` reads options that are names ("2. Thailand"). Where each option is a phrase
or a sentence ("a salad with nuts and a lemon dressing"), the reply names it by some of its words or
by its number; what was taken is the whole description, cut out of the assistant's message verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from persona.extract.options import ORDINALS
from persona.text import has_cjk

__all__ = ["described", "taken"]

MAX_OFFER = 4000
"""Characters of an assistant's message that are looked at."""

MAX_NAME = 80
"""Characters of a description; the rest is cut at a space."""

LEAST_WORDS = 4
"""Content words from which an option is a description and no name."""

ENOUGH = 0.34
"""Share of an option's distinct words that the reply has to hold."""

MOSTLY = 0.6
"""Share of the reply's own words that name the option: "the hiking option sounds great"."""

_MARK = re.compile(
    r"(?:^|\n|(?<=[\s:.]))\s*(?:\*\*)?(?:\d{1,2}|[A-Ha-h])[.)]\s+|(?:^|\n)\s*[-*•]\s+"
)
_OFFERING = (
    r"\b(?:you (?:could|might|may|can|should)(?: want to| also| always| enjoy| try| consider)*"
    r"|i(?:'d| would|'ll| can)?(?: also| highly)? (?:suggest|recommend|advise)"
    r"|have you (?:considered|tried|thought about)|how about|what about|there(?:'s| is| are)|another option is|options?:)\s+"
)
_OFFERS = re.compile(_OFFERING, re.IGNORECASE)
_SPEAKS_OF_SELF = re.compile(
    r"\W*(?:i|i'm|i've|we|we've|it|its|it's)\b(?! (?:would|'d|can|suggest|recommend|advise))",
    re.IGNORECASE,
)
"""A sentence of somebody who tells of themselves; it offers nothing."""
_LEAD = re.compile(
    rf"^(?:[^,.:]{{0,60}}?{_OFFERING})?"
    r"(?:(?:trying|using|checking out|considering|giving|going for|going with|looking into|visiting|consider|try|check out|look into)\s+)*"
    r"(?:(?:out|also|either|a|an|the|some|one of the|a few)\s+)*",
    re.IGNORECASE,
)
_ITEM_START = (
    r"(?:(?:or|and)\s+)?(?:maybe\s+|perhaps\s+|even\s+)?(?:an?|the|some|using|[a-z]+ing|try|read|watch|visit|listen|join|take|use|go|attend|play|learn|explore|"
    r"find|get|make|do|start|memorize|practice|create|study|enroll|hire|buy|book|rent|stay|consider|subscribe|invest|check|look|sign|purchase|opt|"
    r"head|grab|order|follow|work|cook|bake|stream|download|have|experiment|apply|pick|browse|utilize|engage|participate|volunteer|treat|see|catch|"
    r"experience|discover|dive|delve|seek|incorporate|add|choose|select|hit|host|organize|cycle|run|swim|walk|[A-Z][\w'&-]+)\b"
)
_OR_LIST = re.compile(rf",\s+(?={_ITEM_START})|\s+or\s+(?=(?:an?|the|[a-z]+ing)\b)")
_OPENS_LIST = re.compile(
    rf"\b(?:including|such as)\s+|{_OFFERING}(?:(?:trying|bringing|making|getting|having|consider(?:ing)?)\s+)*",
    re.IGNORECASE,
)
_ENDS_LIST = re.compile(r",\s+(?:or|and)\s+(?!.*,\s+(?:or|and)\s)")
_INTRODUCES = re.compile(
    r"\b(?:several|many|some|a few|plenty|various|lots|numerous|great|different|following)\b.*\b(?:options|ways|approaches|choices|ideas|methods"
    r"|suggestions|recommendations|activities|things)\b|^\W*(?:certainly|sure|of course|great|absolutely)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_NUMBER = re.compile(
    r"\b(?:options?|numbers?|choices?|suggestions?)\s+#?(\d{1,2}|[a-h]\b|one\b|two\b|three\b|four\b|five\b)"
    r"|\b(?:the )?(first|second|third|fourth|fifth|last)(?: (?:one|option|choice|suggestion|idea))\b",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(?:go(?:ing)? (?:with|for)|pick|choose|take|i'll|let's|sounds?|looks?|seems?|love|like|prefer|want|try|best|perfect|great|good|suit(?:s|able)?|fits?"
    r"|works?|ideal|interest(?:ed|ing)|appeals?|option|lean(?:ing)?|inclined|better|right|excellent|intrigu\w+|definitely|effective|safer|choice|beneficial|helpful|enjoyable|most)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_COMMON_WORDS = (
    "a an and are as at be by for from has have i in into is it its me my of on or our so some that the their them they this to too was we which with you your "
    "i'd i'll i'm it's think would could might like go going option options one sounds perfect good great best really much more most other others than not don't "
    "will can also just prefer choose try consider check out suggest recommend enjoy seems looks right up there here few several popular nice any"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_OTHERS = re.compile(
    r"\b(?:the )?(?:other|others|rest|remaining)\b|\b(?:don't|doesn't|not|isn't|aren't|wouldn't|can't|won't|too|rather than|instead of|while|although|though|unlike|over)\b",
    re.IGNORECASE,
)


def described(offer: str) -> tuple[str, ...]:
    """The descriptions that an assistant's message offers, as they stand in it; none if they are names.

    Args:
        offer: the assistant's message, in English; the first `MAX_OFFER` characters are read.
    """
    return _described(offer[:MAX_OFFER])


@lru_cache(maxsize=256)
def _described(text: str) -> tuple[str, ...]:
    marks = list(_MARK.finditer(text))
    if len(marks) >= 2:
        ends = [*(mark.start() for mark in marks[1:]), len(text)]
        items = [text[m.end() : end].split("\n")[0] for m, end in zip(marks, ends, strict=True)]
    else:
        items = _in_prose(text)
    found = [tidy for item in items if (tidy := _tidied(item))]
    long = sum(len(_content(item)) >= LEAST_WORDS for item in found)
    return tuple(found) if len(found) >= 2 and 2 * long >= len(found) else ()


def _in_prose(text: str) -> list[str]:
    """The parts of sentences that offer several things with "or", or one thing a sentence."""
    items: list[str] = []
    for sentence in _SENTENCE.split(text):
        if not _OFFERS.search(sentence) or _SPEAKS_OF_SELF.match(sentence):
            continue
        if listed := _in_list(sentence):
            items += listed
        elif re.search(r"\bor\b|\(1\)", sentence):
            items += _OR_LIST.split(sentence)
        elif not _INTRODUCES.search(sentence):
            items.append(sentence)
    return [item for item in items if not item.rstrip().endswith(":") and not _asks(item)]


def _asks(item: str) -> bool:
    """Whether a part asks something; "how about a thriller?" offers it."""
    return item.rstrip().endswith("?") and not _OFFERS.match(item.strip())


def _in_list(sentence: str) -> list[str]:
    """The parts of a list that a comma and a last "or" or "and" make, whatever each begins with."""
    heads = [sentence[match.end() :] for match in _OPENS_LIST.finditer(sentence)]
    rest = next((text for text in reversed(heads) if text.count(", ") >= 2), "")
    if not _ENDS_LIST.search(rest):
        return []
    parts = _ENDS_LIST.sub(", ", rest, count=1).split(", ")
    own = [len(_content(part)) for part in parts]
    return parts if min(own) >= 2 and len(_OR_LIST.split(sentence)) < len(parts) else []


def _tidied(item: str) -> str:
    plain = item.strip().strip("*")
    plain = re.sub(r"^(?:or|and)\s+", "", plain)
    rest = plain[_LEAD.match(plain).end() :] if _LEAD.match(plain) else plain  # type: ignore[union-attr]
    rest = re.sub(r"\s*\(\d\)\W*$", "", rest).strip(" \t\n.,;:?*\"'")
    if len(rest) > MAX_NAME:
        rest = rest[:MAX_NAME].rsplit(" ", 1)[0].rstrip(" ,;")
    return rest


def _content(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in _COMMON and len(word) > 1]


_ASSENTS = re.compile(
    r"\b(?:(?:for|of) (?:the|your) (?:advice|tips?|suggestions?)|(?:very )?good suggestions?|i(?:'ll| will) (?:try|consider|take a look|keep that in mind)"
    r"|(?:they|these|those) all|both of (?:them|these|those))\b",
    re.IGNORECASE,
)
"""Assent to advice, or to all of it, takes no one thing."""


def taken(offer: str, reply: str) -> str | None:
    """The description that a reply takes, or None where it takes none or it is not clear which.

    Args:
        offer: the assistant's message.
        reply: the person's message after it.
    """
    if has_cjk(offer) or has_cjk(reply) or len(reply) > 800 or _ASSENTS.search(reply):
        return None
    items = described(offer)
    if not items:
        return None
    wanted = _wanted(reply)
    if not wanted:
        return None
    number = _by_number(items, wanted)
    return items[number] if number is not None else _by_words(items, wanted)


def _wanted(reply: str) -> str:
    """The sentences of a reply that take something, without what they say of the others."""
    kept = []
    for sentence in _SENTENCE.split(reply):
        head = _OTHERS.split(sentence, maxsplit=1)[0]
        if sentence.rstrip().endswith("?"):
            continue
        if _TAKES.search(head):
            kept.append(head)
    return " ".join(kept)


def _by_number(items: Sequence[str], wanted: str) -> int | None:
    match = _NUMBER.search(wanted)
    if match is None:
        return None
    token = next(group for group in match.groups() if group).lower()
    if token == "last":
        return len(items) - 1
    number = ORDINALS.get(token) or (
        int(token) if token.isdigit() else ord(token[0]) - ord("a") + 1
    )
    return number - 1 if 1 <= number <= len(items) else None


def _by_words(items: Sequence[str], wanted: str) -> str | None:
    said = set(map(_root, _content(wanted)))
    words = [set(map(_root, _content(item))) for item in items]
    scores = []
    for n, own in enumerate(words):
        others = set().union(*(w for m, w in enumerate(words) if m != n))
        distinct = own - others
        scores.append(len(distinct & said) / (len(distinct) ** 0.5 or 1))
    best = max(range(len(items)), key=lambda n: scores[n])
    near = sorted(scores)[-2]
    distinct = words[best] - set().union(*(w for m, w in enumerate(words) if m != best))
    share = len(distinct & said) / (len(distinct) or 1)
    clear = scores[best] > 0 and scores[best] > near
    named = len(distinct & said) / (len(said) or 1)
    enough = share >= ENOUGH or len(distinct & said) >= 2 or named >= MOSTLY
    return items[best] if clear and enough else None


def _root(word: str) -> str:
    for ending in ("ing", "ies", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word

"""What an English clause is about: the topic of a question, and what "it" means after a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from persona.extract.english.clauses import opening
from persona.extract.english.cues import LEMMAS
from persona.extract.english.lines import Line
from persona.extract.english.lists import phrases_at, subject_phrase
from persona.extract.english.objects import is_named
from persona.extract.english.phrases import Phrase, phrase_at
from persona.extract.english.tokens import TITLE, Token
from persona.extract.english.words import (
    OPINION_BAD,
    OPINION_GOOD,
    PARTS,
    POINTING,
    word_set,
)
from persona.extract.statement import Statement

_LIVED = word_set(
    "finished hate hated loved love like liked watched saw seen read played tried visited heard ate bought cooked completed beat"
    " started discovered found joined installed watching reading playing trying using"
)


_INTERJECTIONS = word_set(
    "yea ya yup yep nah nope woah whoa omg aww haha hmm oh wow ah aw yeah yes no hey hi hello thanks okay ok well cool nice great sure right true same"
)


_FOCAL = frozenset(
    {"likes", "dislikes", "prefers", "uses", "owns", "avoids", "favourite", "learning", "interested_in",
     "rejected", "wants", "plans", "never"}
)  # fmt: skip


_GIVEN = re.compile(
    r"\b(?:gave|got|bought|lent|sent|handed|made|makes|cooked) (?:me|us) (?=(?:a|an|some|this|his|her|their) )"
    r"|\b(?:keeps?|kept|always|is|are|was) (?:sending|giving|buying|feeding|serving|cooking|handing|bringing) (?:me|us) "
)


def _given(text: str, words: Sequence[Token]) -> Phrase | None:
    """As in "my cousin gave me a ukulele": the gift."""
    line = Line(words, 0)
    match = _GIVEN.search(line.text)
    item = phrase_at(text, words, line.token(match.end())) if match else None
    return None if item is None or item.pronoun else item


_OPINIONS = OPINION_GOOD | OPINION_BAD
_POINTING = POINTING | {"they"}
UNCLEAR = Phrase("", 0, negated=False, after=0, pronoun=True)
"""What a clause leaves in mind that names several things, so that "it" may be any of them."""
_ABOUT = {"went": ("to",), "been": ("to",), "heard": ("about", "of"), "going": ("to",)}


def _lived(text: str, words: Sequence[Token]) -> list[Phrase]:
    """The things that a clause tells of having tried, seen, finished, gone to."""
    for at, word in enumerate(words[:6]):
        if word.norm not in _LIVED and word.norm not in _ABOUT:
            continue
        joints = _ABOUT.get(word.norm) if word.norm not in _LIVED or word.norm == "heard" else None
        after = at + 1 + (joints is not None)
        if joints is not None and (after > len(words) or words[after - 1].norm not in joints):
            continue
        if after < len(words) and joints == ("to",) and words[after].norm in LEMMAS:
            if words[after].norm not in ("see", "watch", "visit", "try"):
                continue
            after += 1  # "went to see Cats"
        items = [i for i in phrases_at(text, words, after, joins=frozenset()) if not i.pronoun]
        if items and word.norm != "found":
            return [item for item in items if not item.negated]
        if items:  # "I found opera dull" is about opera
            return [item for item in items if item.text.split()[-1].lower() not in _OPINIONS]
    return []


def _told(states: Sequence[Statement]) -> Phrase | None:
    """The thing that a clause states something of: the new one of a change, the only one of its sign."""
    if not states:
        return None
    focal = [s for s in states if s.kind in _FOCAL and s.target.lower() not in _POINTING]
    kept = [s for s in focal if s.polarity > 0] or focal
    if not kept:
        return None
    if len({s.target for s in kept}) > 1:
        return UNCLEAR
    return Phrase(kept[-1].target, kept[-1].start, negated=False, after=0)


_EVENTS = PARTS | word_set(
    "event march rally meeting day time party trip call session appointment visit evening morning weekend holiday vacation date"
    " conversation talk exam interview test walk ride flight dinner lunch breakfast meal"
)


def is_definite(before: str, name: str) -> bool:
    """Whether a name is one thing at hand, by itself or the words before it: "event", "the match"."""
    if name.split()[-1].lower() in _EVENTS:
        return True
    return name.islower() and before.lower().rstrip().endswith(
        (" the", " this", " that", " my", " our", " his", " her", " their")
    )


def focus(
    text: str, words: Sequence[Token], states: Sequence[Statement], *, asked: bool
) -> Phrase | None:
    """The thing that a clause leaves in the reader's mind, for a pronoun after it, or None.

    That is a quoted title, the object of "finished", "tried" and the like, what the clause states
    something of, or the whole of a clause that is only a name and a question mark.
    """
    for word in words:
        if word.norm == TITLE:
            return Phrase(word.raw, word.start, negated=False, after=0)
    lived = _lived(text, words)
    if lived:
        return lived[0] if len(lived) == 1 else UNCLEAR
    if given := _given(text, words):
        return given
    if told := _told(states):
        return told
    if asked:
        start = opening(words)
        end = len(words) - (words[-1].norm == "though")
        item = subject_phrase(text, words[start:end]) if start < end else None
        remark = (
            item is not None and item.text.lower() in OPINION_GOOD | OPINION_BAD | _INTERJECTIONS
        )
        return None if remark else item
    return None


_TOWARDS = word_set("to on about by into of with at for in over up")
_REFERS = word_set("it this that them these those one ones")


def points_back(words: Sequence[Token]) -> bool:
    """Whether a clause holds a pronoun for a thing: "she hates it"."""
    return any(word.norm in _REFERS for word in words)


def others(text: str, words: Sequence[Token]) -> Phrase | None:
    """What a clause about somebody else is about: the object of its verb, or None.

    After one whose object is not understood, "it" may be anything, unless it points back itself.
    """
    for at in range(1, min(len(words), 8)):
        norm = words[at].norm
        if not {norm, norm.removesuffix("s"), norm.removesuffix("es")} & LEMMAS.keys():
            continue
        after = at + 1
        while after < len(words) and words[after].norm in _TOWARDS:
            after += 1
        item = phrase_at(text, words, after) if after < len(words) else None
        if item is not None and not item.pronoun:
            return item
    return None


_TOPIC = re.compile(
    r"\b(?:about|between|recommend|suggest|explain|compare|regarding|on|for|of|with|learn|use|using|install"
    r"|configure|versus|vs|visit|understand|mean|like|in|to|is|are)\b "
)


_STRONG_TOPIC = re.compile(
    r"\b(?:about|between|recommend|suggest|explain|compare|regarding|difference)\b "
)


def topics(text: str, words: Sequence[Token], weight: float) -> list[Statement]:
    """See `persona.extract.english.asking`."""
    found: dict[str, Statement] = {}
    for item in _topic_phrases(text, words):
        low = item.text.lower()
        if not item.pronoun and low not in found:
            found[low] = Statement("asks_about", item.text, "asks about", 0, item.start, weight)
    return list(found.values())[:4]


def _topic_phrases(text: str, words: Sequence[Token]) -> Iterator[Phrase]:
    line = Line(words, 0)
    for match in _STRONG_TOPIC.finditer(line.text):
        yield from phrases_at(text, words, line.token(match.end()), joins=frozenset())
    at = 0
    while at < len(words):
        word = words[at]
        name = is_named(
            Phrase(word.raw, word.start, negated=False, after=at)
        ) and word.norm not in ("i", "ok")
        opener = at == 0 or words[at - 1].norm in (".", "?", "!", ":", "\n", "|")
        if name and word.norm not in LEMMAS and (not opener or len(word.norm) > 3):
            item = phrase_at(text, words, at)
            common = opener and word.norm in _QUESTION_WORDS
            if item is not None and not common and is_named(item):
                yield item
                at = max(item.after, at + 1)
                continue
        at += 1


_QUESTION_WORDS = word_set(
    "what what's which who where when why how can could would should is are do does did will"
    " hello please tell give show write explain help summarise summarize translate make list"
    " also and any thanks thank okay hey have has i'm i've were let let's compare find create"
    " plan suggest recommend really that this there then your you they some good great sure"
    " maybe just well"
)

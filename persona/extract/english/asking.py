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
    POINTING,
    word_set,
)
from persona.extract.statement import Statement

_LIVED = word_set(
    "finished hate hated loved love like liked watched saw seen read played tried visited heard ate bought cooked completed beat"
    " started discovered found joined installed watching reading playing trying using"
)


_INTERJECTIONS = word_set(
    "oh wow ah aw yeah yes no hey hi hello thanks okay ok well cool nice great sure right true same"
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
    for at, word in enumerate(words[:6]):
        if word.norm in _LIVED:
            item = phrase_at(text, words, at + 1)
            if item is not None and not item.pronoun:
                return item
    if given := _given(text, words):
        return given
    for statement in reversed(states):
        if statement.kind in _FOCAL and statement.target.lower() not in POINTING | {"they"}:
            return Phrase(statement.target, statement.start, negated=False, after=0)
    if asked:
        start = opening(words)
        item = subject_phrase(text, words[start:]) if start < len(words) else None
        remark = (
            item is not None and item.text.lower() in OPINION_GOOD | OPINION_BAD | _INTERJECTIONS
        )
        return None if remark else item
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

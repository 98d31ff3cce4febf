"""What a person finds or thinks of a thing, in English: "I find opera dull", "I think golf is overrated"."""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.cues import PASSING
from persona.extract.english.heads import Head
from persona.extract.english.lines import Line
from persona.extract.english.lists import phrases_at
from persona.extract.english.phrases import Phrase
from persona.extract.english.tokens import Token
from persona.extract.english.verdicts import BETTER, NO_JOINS, verdict
from persona.extract.english.words import OPINION_BAD, OPINION_GOOD, word_set
from persona.extract.statement import Statement

_FINDING = word_set("find found finding consider")
_THINKING = word_set("think reckon believe feel")
_DEGREES = word_set("so too pretty rather such a bit the most")
_BARE = frozenset({"it", "them", "these", "those", "that", "this"})


def found(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """The opinion that a clause holds of a thing, from its main verb on; [] where it holds none."""
    if start.negations or start.ended or (start.modal and start.modal != "must"):
        return []
    norm = words[start.at].norm
    if norm in _FINDING:
        return _found_so(text, words, start.at)
    if norm in _THINKING and not start.be:
        at = start.at + 1
        at += at < len(words) and words[at].norm == "that" and at + 1 < len(words)
        return verdict(text, words, at, Line(words, at)) if at < len(words) else []
    return []


def _found_so(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "I find long flights exhausting", "I found it dull", "I find trains nicer than planes"."""
    if better := _better_found(text, words, at + 1):
        return better
    items = phrases_at(text, words, at + 1, joins=NO_JOINS)
    if not items or any(item.pronoun and item.text.lower() not in _BARE for item in items):
        return []
    last = items[-1]
    after = last.after
    inner = last.text.split()
    word = inner[-1].lower()
    if len(inner) > 1 and _sign(word):
        items[-1] = _shortened(last, inner[-1])
    else:
        while after < len(words) and words[after].norm in _DEGREES:
            after += 1
        word = words[after].norm if after < len(words) else ""
    sign = _sign(word)
    if not sign:
        return []
    kind = "likes" if sign > 0 else "dislikes"
    return [Statement(kind, item.text, word, sign, item.start, PASSING) for item in items]


def _better_found(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "I find trains nicer than planes": the first is preferred."""
    line = Line(words, at)
    match = BETTER.search(line.text)
    if match is None:
        return []
    before = words[: line.token(match.start())]
    return [
        Statement("prefers", item.text, match[0].strip(), 1, item.start, PASSING)
        for item in phrases_at(text, before, at, joins=NO_JOINS)
        if not item.pronoun
    ]


def _shortened(item: Phrase, tail: str) -> Phrase:
    return item._replace(text=item.text[: -len(tail)].rstrip())


def _sign(word: str) -> int:
    return 1 if word in OPINION_GOOD else -1 if word in OPINION_BAD else 0


def lone(words: Sequence[Token]) -> list[Statement]:
    """As in "Golf? Boring.": a verdict of one word on the topic just named."""
    if not words or len(words) > 2:
        return []
    sign = _sign(words[-1].norm)
    if not sign or (len(words) == 2 and words[0].norm not in _DEGREES):
        return []
    kind = "likes" if sign > 0 else "dislikes"
    return [Statement(kind, "it", words[-1].raw, sign, words[-1].start, PASSING)]

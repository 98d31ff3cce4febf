"""Relations between two things in English, with the person not in them: "FastAPI is built on Starlette"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import PLAIN
from persona.extract.english.lines import Line
from persona.extract.english.lists import phrases_at
from persona.extract.english.objects import is_named
from persona.extract.english.phrases import Phrase
from persona.extract.english.stacks import BARE
from persona.extract.english.tokens import Token
from persona.extract.english.verdicts import NO_JOINS, subject_of
from persona.extract.statement import Statement

_RELATED = (
    (re.compile(r"(?:is|are) (?:built|based) (?:on top of|on|with|around)\b|(?:runs|sits|is) on (?:top of )?(?!my|your)"
                r"|(?:is|are) powered by\b|(?:is|are) written in\b"), "part_of"),
    (re.compile(r"(?:is|are) (?:a )?part of\b|(?:belongs to)\b"), "part_of"),
    (re.compile(r"(?:is|are) (?:a|an)? ?(?:kind|type|sort|form|variety|fork|flavour|flavor|subset|superset|dialect) of\b"), "kind_of"),
    (re.compile(r"(?:integrates|works well|pairs|plays well|goes well) with\b|uses\b"), "used_with"),
)  # fmt: skip
_TOGETHER = re.compile(
    r"\b(?:work|works|go|goes|play|plays|fit|fits|pair|pairs) (?:together )?(?:so |very |really |quite )?(?:well|nicely|great|beautifully|perfectly)(?: together)?$"
)
_COMBINED = re.compile(
    r"\b(?:use|using|run|running|pair|pairing|combine|combining) (?=(?:[\w.+#-]+ ){1,3}(?P<joint>together with|along with|alongside|in combination with|with) )"
)


def between_things(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """What a clause says of two things: part_of, kind_of or used_with, from the first to the second.

    Both must be written as names; of kind_of only the first, since a kind seldom is.
    """
    line = Line(words, at)
    return _subject_is(text, words, line) or _together(text, words, line)


def _subject_is(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    for pattern, kind in _RELATED:
        match = pattern.search(line.text)
        if match is None or line.text.startswith(("my ", "our ", "the ")):
            continue
        before = subject_of(text, words, line, match.start())
        after = phrases_at(text, words, line.token(match.end()), joins=NO_JOINS)
        if len(before) != 1 or not _is_thing(before[0]) or before[0].text.lower() in BARE:
            return []  # "CI is on CircleCI" tells what the person uses
        return [
            Statement(
                kind, item.text, match[0].strip(), 1, item.start, PLAIN, source=before[0].text
            )
            for item in after
            if (_is_thing(item) or (kind == "kind_of" and not item.pronoun))
        ]
    return []


def _together(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "X and Y work well together", "we use X together with Y"."""
    match = _TOGETHER.search(line.text)
    if match:
        return _linked(subject_of(text, words, line, match.start()), match[0])
    match = _COMBINED.search(line.text)
    if match is None:
        return []
    first = phrases_at(text, words, line.token(match.end()), joins=NO_JOINS)[:1]
    second = phrases_at(text, words, line.token(match.end("joint")), joins=NO_JOINS)[:1]
    return _linked([*first, *second], match["joint"])


def _linked(things: Sequence[Phrase], label: str) -> list[Statement]:
    if len(things) != 2 or not all(_is_thing(item) for item in things):
        return []
    one, two = things
    return [Statement("used_with", two.text, label, 1, two.start, PLAIN, source=one.text)]


def _is_thing(item: Phrase) -> bool:
    return not item.pronoun and is_named(item)

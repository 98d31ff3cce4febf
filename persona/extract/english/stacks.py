"""What a person builds with and works on: "our backend is Django with Postgres on AWS"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import PLAIN
from persona.extract.english.lines import Line
from persona.extract.english.lists import phrases_at
from persona.extract.english.objects import is_named
from persona.extract.english.tokens import Token
from persona.extract.english.words import (
    GROUPS,
    TECH,
    TECH_NOUNS,
    word_set,
)
from persona.extract.statement import Statement

_STACK_JOINS = frozenset({"with", "on", "behind", "over", "running"})


_MINE_IS = re.compile(
    r"(?:(?:is|are) (?:all |now |built |written |based |hosted |running |powered |deployed )*"
    r"(?:(?:on|in|with|by|using|around) )*|(?:runs?|running|relies|uses?|using|sits|lives) (?:on |in )?)"
)


_JOB = re.compile(r"(?:my )?(?:day )?job (?:is|title is) (?:a |an |as a )?")


def stack(text: str, words: Sequence[Token], at: int, line: Line) -> list[Statement]:
    """As in "Our backend is X with Y on Z", "my side projects are all X", "my team uses X"."""
    begin = at + 1 if words[at].norm in ("my", "our", "the") else at
    end = begin
    while end < len(words) and end < begin + 4 and words[end].norm not in (
        "is", "are", "runs", "run", "uses", "use", "relies", "sits", "lives", "was",
    ):  # fmt: skip
        end += 1
    if end == begin or end >= len(words) or words[end].norm == "was":
        return []
    noun = words[end - 1].norm
    bare = begin == at and not (noun == "job" or words[at].norm in BARE)
    all_of_it = (
        (
            words[at].norm == "everything"
            or [word.norm for word in words[at : at + 2]] == ["it", "all"]
        )
        and (end == at + 1 + (words[at].norm == "it") or words[at + 1].norm in ("i", "we"))
        and words[end].norm in ("runs", "sits")
    )
    if words[at].norm == "the" and noun not in _CORE:
        return []
    if bare and not all_of_it:
        return []
    group = noun in GROUPS and words[end].norm in ("uses", "use", "runs", "relies")
    if noun not in TECH_NOUNS and not group and not all_of_it:
        return []
    match = _MINE_IS.match(line.text, line.starts[end - line.offset])
    if match is None:
        return []
    start = line.token(match.end())
    if start < len(words) and words[start].norm in ("a", "an") and noun == "job":
        return []
    found = [
        item
        for item in phrases_at(text, words, start, joins=_STACK_JOINS)
        if not item.pronoun and not item.negated
    ]
    if not found or not is_named(found[0]):
        return []
    label = text[words[end].start : words[max(end, start - 1)].end]
    return [
        Statement("uses", item.text, label, 1, item.start, PLAIN)
        for item in found
        if is_named(item)
    ]


_BUILT = re.compile(
    r"\b(?:backend|frontend|front end|back end|db|database|api|infra|hosted|deployed|written|built|powered)"
    r" (?:in|on|with|by) |^(?:and )?all (?:hosted |deployed |running |live )?on "
)


_ALSO_VERBS = frozenset(
    {"go", "rest", "express", "brave", "signal", "spring", "slack", "excel", "notion"}
)


def _purposed(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "pytest for the Python bits": a tool written small, and what it is for."""
    tool = words[at]
    if tool.norm not in TECH - _ALSO_VERBS or at + 2 >= len(words) or words[at + 1].norm != "for":
        return []
    purpose = phrases_at(text, words, at + 2, joins=frozenset())
    if not purpose or purpose[0].pronoun:
        return []
    return [Statement("uses", tool.raw, words[at + 1].raw, 1, tool.start, PLAIN)]


def verbless(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "backend in Go, hosted on Hetzner": tools that are written as names only."""
    return _purposed(text, words, at) or hosted(text, words, at)


def hosted(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """Tools after "hosted on", "written in" and the like, from a token on."""
    line = Line(words, at)
    found: list[Statement] = []
    for match in _BUILT.finditer(line.text):
        items = phrases_at(text, words, line.token(match.end()), joins=_STACK_JOINS)
        found += [
            Statement("uses", item.text, match[0].strip(), 1, item.start, PLAIN)
            for item in items
            if not item.pronoun and is_named(item) and all(item.start != s.start for s in found)
        ]
    return found


BARE = word_set(
    "backend frontend stack side infra db database ci hosting monitoring editor os front back infrastructure"
)
"""First words of what a clause without "my" may still be about: "infra is all Terraform"."""
_CORE = word_set("api backend frontend database db infra pipeline orm ci server")
"""Parts of a stack that people name without "our" once it is plain whose they are."""

"""What a person says of themselves in English, clause by clause, without a model.

A text is cut into clauses; in each the subject is looked for, the auxiliaries, negations and adverbs
before the main verb are read off, and what then stands there is looked up in the table of cues.
What the clause says of is the noun phrase after the cue, or before it ("karaoke is not my thing").
Nothing is guessed: a clause whose cue or object is not understood gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from persona.extract.english import (
    appetites,
    asking,
    changes,
    diets,
    habits,
    links,
    persons,
    selves,
    subjects,
    verbs,
    verdicts,
)
from persona.extract.english.clauses import (
    first_person,
    is_conditional,
    is_elliptical,
    is_other_person,
    opening,
    segments,
)
from persona.extract.english.cues import (
    ASKED,
    PLAIN,
)
from persona.extract.english.heads import Head, head
from persona.extract.english.lists import phrases_at
from persona.extract.english.phrases import Phrase
from persona.extract.english.tokens import Token, tokens
from persona.extract.english.words import GROUPS, POINTING, PRONOUNS
from persona.extract.statement import Statement


class Reading(NamedTuple):
    """A statement, the clause ``text[start:end]`` that makes it, and whether its target is a pronoun."""

    statement: Statement
    start: int
    end: int
    pronoun: bool


class Account(NamedTuple):
    """What a text states, and the thing it was last about: what "it" would mean after it."""

    readings: list[Reading]
    focus: Phrase | None


def statements(text: str) -> list[Statement]:
    """What a clause, or a short run of clauses, states of the person who says it.

    Args:
        text: the person's own words, known to be a statement.

    Returns:
        Each statement once, in the order of the clauses. The target is a verbatim part of the text,
        at ``text[start : start + len(target)]``; a pronoun is read as the thing named last before
        it, and is no target where nothing was.
    """
    return [reading.statement for reading in read(text).readings if not reading.pronoun]


def read(text: str) -> Account:
    """Like `statements`, with the clause of each, what is left of pronouns, and the last focus."""
    found: list[Reading] = []
    seen: set[tuple[str, str, int, str]] = set()
    clauses = [clause for clause in segments(tokens(text)) if clause]
    mine = True
    focus: Phrase | None = None
    for number, words in enumerate(clauses):
        linked = links.between_things(text, words, opening(words)) if len(words) > 3 else []
        states = linked
        if not linked or first_person(words, opening(words)) is not None:
            states, mine = _clause(text, words, clauses[number + 1 : number + 4], mine)
            states = [*states, *linked]
        headed = _headed(words) if _is_headed(clauses, number) else None
        for stated in states if headed is None else ():
            if _is_idle(stated, words, clauses[number + 1 : number + 4]):
                continue
            statement = _resolved(stated, focus)
            low = statement.target.lower()
            key = (statement.kind, low, statement.polarity, statement.source)
            if key in seen and low not in POINTING:
                continue
            seen.add(key)
            end = max(words[-1].end, statement.start + len(statement.target))
            start = min(words[0].start, statement.start)
            found.append(Reading(statement, start, end, low in _POINTED))
        judged = (
            _COLON_SIGNS.get(_heading(clauses[number + 2])) if _is_headed(clauses, number) else None
        )
        if headed is None and judged:
            found += _listed(text, words, judged)
        if headed is not None:
            found += _listed(text, clauses[number + 2], headed)
        asked = number + 1 < len(clauses) and _invites(clauses[number + 1])
        last = asking.focus(text, words, states, asked=asked)
        unnamed = last is None and number + 1 < len(clauses) and clauses[number + 1][0].norm == "?"
        focus = None if unnamed else last or focus
    return Account(found, focus)


_HEADINGS = {
    "likes": ("likes", 1), "loves": ("likes", 1), "hobbies": ("likes", 1), "interests": ("likes", 1),
    "favourites": ("likes", 1), "favourite": ("likes", 1), "dislikes": ("dislikes", -1),
    "hates": ("dislikes", -1), "allergies": ("allergic_to", -1), "allergic to": ("allergic_to", -1),
    "languages": ("speaks", 1), "stack": ("uses", 1), "tools": ("uses", 1), "skills": ("skilled_in", 1),
    "things i hate": ("dislikes", -1), "things i love": ("likes", 1), "things i like": ("likes", 1),
    "i love": ("likes", 1), "i like": ("likes", 1), "i hate": ("dislikes", -1),
    "no-gos": ("dislikes", -1),
    "front end": ("uses", 1), "back end": ("uses", 1), "frontend": ("uses", 1), "backend": ("uses", 1),
    "db": ("uses", 1), "database": ("uses", 1), "ci": ("uses", 1), "infra": ("uses", 1),
    "hosting": ("uses", 1), "editor": ("uses", 1), "os": ("uses", 1), "ide": ("uses", 1),
    "front-end": ("uses", 1), "back-end": ("uses", 1), "pet peeves": ("dislikes", -1), "into": ("likes", 1),
    "on wishlist": ("wants", 1), "wishlist": ("wants", 1), "wish list": ("wants", 1), "on wish list": ("wants", 1),
    "saving for": ("wants", 1), "bucket list": ("wants", 1), "on bucket list": ("wants", 1),
    "not into": ("dislikes", -1), "learning": ("learning", 1), "pets": ("owns", 1),
}  # fmt: skip


_NEW = re.compile(
    r"\b(?:new|latest|current|newest) (?:love|obsession|hobby|passion|addiction|favourite)$"
)


def _headed(words: Sequence[Token]) -> tuple[str, int] | None:
    heading = _heading(words)
    if _NEW.search(heading):
        return "likes", 1
    felt = _FELT.search(heading)
    if felt is not None:
        return (
            ("likes", 1) if felt["sign"] in ("love", "like", "enjoy", "adore") else ("dislikes", -1)
        )
    return _HEADINGS.get(heading)


_FELT = re.compile(
    r"^[\w -]{3,30} (?:that )?(?:i|we) (?P<sign>love|like|enjoy|adore|hate|dislike|avoid|loathe|detest)$"
)


def _heading(words: Sequence[Token]) -> str:
    """A clause as the heading of a list: "my hobbies", "favourite bands"."""
    norms = [
        word.norm for word in words if word.norm not in ("my", "our", "also", "current", "tech")
    ]
    if norms[:1] in (["favourite"], ["favourites"]) and len(norms) <= 3:
        return "favourite"
    return " ".join(norms)


def _is_headed(clauses: Sequence[list[Token]], number: int) -> bool:
    return number + 2 < len(clauses) and clauses[number + 1][0].norm == ":"


def _listed(text: str, words: list[Token], headed: tuple[str, int]) -> list[Reading]:
    """What stands after a heading, as a list."""
    items = phrases_at(text, words, 0, joins=frozenset())
    pieces = _pieces(text, words)
    if len(pieces) > len(items):
        items = pieces
    return [
        Reading(
            Statement(headed[0], item.text, headed[0], headed[1], item.start, PLAIN),
            words[0].start,
            words[-1].end,
            pronoun=False,
        )
        for item in items
        if not item.pronoun and not item.negated
    ]


def _pieces(text: str, words: Sequence[Token]) -> list[Phrase]:
    """The short pieces between commas, or [] where one is long: "chess, go, origami"."""
    found: list[Phrase] = []
    start = 0
    for index in range(len(words) + 1):
        if index < len(words) and words[index].norm not in (",", "and", "/"):
            continue
        if index - start > 3:
            return []
        if index > start:
            whole = text[words[start].start : words[index - 1].end]
            found.append(Phrase(whole, words[start].start, negated=False, after=index))
        start = index + 1
    return found


_COLON_SIGNS = {
    "no": ("dislikes", -1), "never": ("dislikes", -1), "hard no": ("dislikes", -1), "nope": ("dislikes", -1),
    "no thanks": ("dislikes", -1), "yes": ("likes", 1), "always": ("likes", 1), "yes please": ("likes", 1),
}  # fmt: skip
"""As in "Sweet wine: no. Dry wine: always."."""


_POINTED = POINTING | {"they"}


def _invites(following: list[Token]) -> bool:
    """Whether a verdict on the thing named may follow: "Anchovies? ...", "cats, no thanks"."""
    if following[0].norm == "?":
        return True
    return following[0].norm == "," and len(following) > 1 and following[1].norm not in PRONOUNS


def _is_idle(stated: Statement, words: list[Token], rest: Sequence[list[Token]]) -> bool:
    """Whether a pronoun stands for a clause: "I hate it when ...", "I love that you ..."."""
    if stated.target.lower() not in _POINTED or not rest:
        return False
    at_end = stated.start == words[-1].start
    return at_end and rest[0][0].norm in verbs.IDLE


def _resolved(statement: Statement, focus: Phrase | None) -> Statement:
    if statement.target.lower() not in _POINTED or focus is None:
        return statement
    return replace(statement, target=focus.text, start=focus.start)


def _clause(
    text: str, words: list[Token], rest: Sequence[list[Token]], mine: bool
) -> tuple[list[Statement], bool]:
    """What one clause states, and whether a clause without subject after it is still about me."""
    if len(words) == 1 and words[0].norm in ("?", "!", ".", ":", "\n"):
        return [], True
    if is_conditional(words):
        return [], False
    at = opening(words)
    if at >= len(words):
        return verdicts.yes_please(words), mine
    subject = first_person(words, at)
    if subject is not None:
        found = _as_one(text, words, at, subject)
        return found or list(_after_subject(text, words, subject + 1, rest)), True
    found = (
        _of_group(text, words, at, rest)
        or _as_one(text, words, at, len(words))
        or subjects.fronted(text, words, at)
    )
    if found:
        return found, True
    if is_other_person(words, at):
        return [*persons.people(words, at), *persons.drawn(text, words)], False
    found = subjects.about(text, words, at)
    if found:
        return found, mine
    if is_elliptical(words, at) or (mine and at and words[0].norm in ("and", "but", ",")):
        return list(_after_subject(text, words, at, rest, elliptical=True)), mine
    return subjects.fragment(text, words, at), words[at].norm in ("and", "but")


def _of_group(
    text: str, words: Sequence[Token], at: int, rest: Sequence[list[Token]]
) -> list[Statement]:
    """What "our team", "my company" did, which acts for the person."""
    owned = words[at].norm in ("our", "my") and at + 2 < len(words)
    if not owned or words[at + 1].norm not in GROUPS:
        return []
    return list(_after_subject(text, words, at + 2, rest))


def _as_one(text: str, words: list[Token], at: int, end: int) -> list[Statement]:
    """As in "As a vegetarian, ...", "as a nurse I ...": who the person says they are."""
    if words[at].norm != "as" or at + 1 >= end or words[at + 1].norm not in ("a", "an"):
        return []
    return selves.identity(text, words[:end], Head(at + 1, be=True, begin=at))


def _after_subject(
    text: str,
    words: Sequence[Token],
    at: int,
    rest: Sequence[list[Token]],
    *,
    elliptical: bool = False,
) -> Iterator[Statement]:
    start = head(words, at)
    if start.at >= len(words) or start.negations > 1:
        return
    changed = diets.followed(text, words, start) or changes.read(text, words, start, rest)
    if changed:
        yield from changed
        return
    if start.be or elliptical:
        found = selves.identity(text, words, start)
        if found:
            yield from found
            return
    found = selves.having(text, words, start)
    if found:
        yield from found
        return
    found = list(verbs.by_cue(text, words, start, elliptical=elliptical))
    if not found:
        found = (
            changes.excepted(text, words, start)
            or appetites.given_up(text, words, start)
            or changes.with_tool(text, words, start)
            or appetites.endlessly(text, words, start)
            or habits.pursued(text, words, start)
            or habits.recurrent(text, words, start)
            or habits.spent(text, words, start)
        )
    yield from found
    kinds = {statement.kind for statement in found}
    if "role" in kinds and "works_at" not in kinds:
        yield from selves.employer_after(text, words, start)
    if "works_at" in kinds:
        yield from selves.role_after(text, words, start)


def topics(text: str) -> list[Statement]:
    """What a question or request is about: `asks_about` with polarity 0 and weight 0.3.

    Conservative: a name, a technology, or what stands after "about", "between", "recommend" and the
    like. Chatter ("how are you?") gives nothing.
    """
    return asking.topics(text, tokens(text), ASKED)

"""What a person says of themselves in English, clause by clause, without a model.

A text is cut into clauses; in each the subject is looked for, the auxiliaries, negations and adverbs
before the main verb are read off, and what then stands there is looked up in the table of cues.
What the clause says of is the noun phrase after the cue, or before it ("karaoke is not my thing").
Nothing is guessed: a clause whose cue or object is not understood gives nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from persona.extract.english import (
    aims,
    appetites,
    asking,
    changes,
    diets,
    findings,
    habits,
    headings,
    links,
    persons,
    resumptions,
    selves,
    stacks,
    subjects,
    turning,
    verbs,
    verdicts,
)
from persona.extract.english.clauses import (
    first_person,
    is_conditional,
    is_elliptical,
    is_other_person,
    opening,
)
from persona.extract.english.cues import ASKED
from persona.extract.english.cuts import segments
from persona.extract.english.heads import Head, head
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
    """What a text states, and the thing it was last about: what "it" would mean after it.

    `unclear` where that may be any of several things.
    """

    readings: list[Reading]
    focus: Phrase | None
    unclear: bool = False


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
    told = _Telling(text, [clause for clause in segments(tokens(text)) if clause])
    for number in range(len(told.clauses)):
        _read_clause(told, number)
    return Account(_with_turns(text, told.found), told.focus, told.unclear)


@dataclass(slots=True)
class _Telling:
    """What is known while the clauses of a text are read in order.

    Attributes:
        fleeting: whether the focus holds for one clause only; then `earlier` is the one before it.
        profile: whether what stands here is below "about me:".
        unclear: whether the last clause named several things, so that "it" may be any of them.
        mine: whether a clause without subject is still about the person.
        aimed: the kind of a wish or plan that the next clause may go on with, or "".
    """

    text: str
    clauses: list[list[Token]]
    found: list[Reading] = field(default_factory=list)
    seen: set[tuple[str, str, int, str]] = field(default_factory=set)
    mine: bool = True
    focus: Phrase | None = None
    fleeting: bool = False
    earlier: Phrase | None = None
    unclear: bool = False
    profile: bool = False
    aimed: str = ""

    def kept(self) -> Phrase | None:
        """The focus where a clause leaves none of its own."""
        if self.fleeting:
            self.fleeting, self.focus = False, self.earlier
        return self.focus

    def mark(self, number: int) -> str:
        """The mark that a clause is, or "" for words and beyond the ends."""
        held = self.clauses[number] if 0 <= number < len(self.clauses) else []
        return held[0].norm if len(held) == 1 else ""


def _read_clause(told: _Telling, number: int) -> None:
    words, rest = told.clauses[number], told.clauses[number + 1 : number + 4]
    states = _stated_by(told, number, rest)
    if told.found and (undone := _undone(told.found[-1], told.text, words)) is not None:
        states, told.found[-1] = [], undone
    under = headings.below(told.clauses, number)
    own = under is None or under[0] is words
    for stated in states if own else ():
        resolved = _resolved(stated, told.focus)
        once = stated is not resolved and stated.label.startswith("was ") and told.focus is not None
        if once and asking.is_definite(told.text[: resolved.start], resolved.target):
            continue  # "I watched the match. It was boring." tells of one match
        if not _is_idle(stated, words, rest):
            _keep(told, resolved, words)
    if under is not None:
        listed = under[0]
        told.found += [
            Reading(statement, listed[0].start, listed[-1].end, pronoun=False)
            for statement in headings.listed(told.text, listed, *under[1])
        ]
    asked = bool(rest) and _invites(rest[0])
    last = asking.focus(told.text, words, states, asked=asked)
    told.unclear = last is asking.UNCLEAR
    if last is None:
        told.focus = None if told.mark(number + 1) == "?" else told.kept()
    else:
        _turn_to(told, last, fleeting=asked and not states and rest[0][0].norm == ",")


def _turn_to(told: _Telling, thing: Phrase, *, fleeting: bool) -> None:
    """What "it" means from here on; a topic before a comma ("Figs, never again") only in the next clause."""
    if not told.fleeting:
        told.earlier = told.focus
    told.fleeting = fleeting
    told.focus = None if told.unclear else thing


def _stated_by(told: _Telling, number: int, rest: Sequence[list[Token]]) -> list[Statement]:
    """What a clause states by itself, or as the rest of a wish, a heading or a question before it."""
    text, words = told.text, told.clauses[number]
    linked = links.between_things(text, words, opening(words)) if len(words) > 3 else []
    states = linked
    opened = told.mark(number - 1) == ":"
    if not linked or first_person(words, opening(words)) is not None:
        states, told.mine = _clause(text, words, rest, told.mine)
        if opened and aims.heads_aims(told.clauses[number - 2]) and aims.begins(words):
            told.aimed, states = "wants", aims.further(text, words, 0, "wants")
        elif told.aimed and (verb := aims.goes_on(words)):
            states = aims.further(text, words, verb, told.aimed)
        states = [*states, *linked]
    held = told.aimed and (states or words[0].norm == ",") and (opened or aims.goes_on(words))
    told.aimed = aims.aim(words, states) or (told.aimed if held else "")
    told.profile = told.profile or (opened and headings.heads_profile(told.clauses[number - 2]))
    if told.profile and not states and words[0].norm[0].isalnum():
        states = selves.in_profile(text, words)
    if not states and told.mark(number - 1) == "?":
        states = findings.lone(words)
    return states


def _keep(told: _Telling, statement: Statement, words: Sequence[Token]) -> None:
    """Keeps a statement of a clause once."""
    low = statement.target.lower()
    key = (statement.kind, low, statement.polarity, statement.source)
    if key in told.seen and low not in POINTING:
        return
    told.seen.add(key)
    end = max(words[-1].end, statement.start + len(statement.target))
    start = min(words[0].start, statement.start)
    told.found.append(Reading(statement, start, end, low in _POINTED))


def _with_turns(text: str, found: list[Reading]) -> list[Reading]:
    """The readings with the changes that are told over several clauses, in the order of their targets."""
    plain = [reading.statement for reading in found if not reading.pronoun]
    turns = [Reading(*turn, pronoun=False) for turn in turning.turned(text, plain)]
    if not turns:
        return found
    new = [turn for turn in turns if not any(turning.is_same(turn[0], had) for had in plain)]
    kept = [r for r in found if r.pronoun or not any(turning.replaces(n[0], r[0]) for n in new)]
    return sorted([*kept, *new], key=lambda reading: reading.start)


def left_by_others(text: str) -> tuple[str, bool]:
    """What a clause about somebody else leaves in mind for "it": its object, or "".

    The second value is whether the clause points back itself, so that what it found still stands.
    """
    words = tokens(text)
    if any(word.norm in ("you", "your") for word in words[:4]):  # what "you" do is another matter
        return "", True
    item = asking.others(text, words)
    return (item.text if item else ""), asking.points_back(words)


def _undone(before: Reading, text: str, words: Sequence[Token]) -> Reading | None:
    """The reading before a clause, with the sign that the clause turns round; None where it does not."""
    stated = before.statement
    if stated.polarity < 0 and stated.kind in ("uses", "avoids") and resumptions.resumes(words):
        kind, sign = "uses", 1
    elif stated.polarity > 0 and stated.kind == "owns" and resumptions.is_gone(words):
        kind, sign = "owns", -1
    else:
        return None
    label = text[words[0].start : words[-1].end]
    return before._replace(statement=replace(stated, kind=kind, polarity=sign, label=label))


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
        or persons.forbidden(text, words)
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
    goes_on = mine and at and words[0].norm in ("and", "but", ",") and words[at].norm != "like"
    if is_elliptical(words, at) or goes_on:
        found = list(_after_subject(text, words, at, rest, elliptical=True))
        return found or stacks.verbless(text, words, at), mine
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
    found = changes.excepted(text, words, start)
    found = found or list(verbs.by_cue(text, words, start, elliptical=elliptical))
    if not found:
        found = (
            findings.found(text, words, start)
            or appetites.given_up(text, words, start)
            or changes.with_tool(text, words, start)
            or appetites.endlessly(text, words, start)
            or habits.pursued(text, words, start)
            or habits.recurrent(text, words, start)
            or habits.spent(text, words, start)
        )
    if any(statement.kind == "uses" for statement in found):  # "..., hosted on Vercel"
        told = {statement.start for statement in found}
        found += [s for s in stacks.hosted(text, words, start.at) if s.start not in told]
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

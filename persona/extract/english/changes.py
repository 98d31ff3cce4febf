"""Changes and comparisons in English: one thing left for another, one thing put before another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from persona.extract.english.cues import (
    CHANGE_VERBS,
    HEDGED,
    LEAVE_PHRASES,
    LEAVE_VERBS,
    LEMMAS,
    PLAIN,
    REPLACE_VERBS,
)
from persona.extract.english.heads import Head
from persona.extract.english.lists import phrases_at
from persona.extract.english.objects import is_named
from persona.extract.english.phrases import Phrase, phrase_at
from persona.extract.english.tokens import Token
from persona.extract.english.words import POINTING, TECH, THINGS, TIME_NOUNS, TIME_WORDS, word_set
from persona.extract.statement import Statement

_NO_JOINS: frozenset[str] = frozenset()
_FILLERS = word_set(
    "switch move jump leap transition change over back everything all my our the a an it them whole entire fully completely away out"
    " up teams careers jobs from"
)
_FUTURE = frozenset({"would", "could", "should", "might", "will", "can", "must"})


_LEAPS = frozenset({"switch", "move", "jump", "leap", "transition", "change"})


def read(
    text: str, words: Sequence[Token], start: Head, rest: Sequence[list[Token]]
) -> list[Statement]:
    """What a clause with a verb of change states: the thing left (-1) and the thing taken up (+1)."""
    at = start.at
    verb, form = LEMMAS.get(words[at].norm, ("", "base"))
    if not verb or start.modal in _FUTURE or start.negations or start.ended:
        return []
    paused = [word.norm for word in words[at : at + 4]] == ["taking", "a", "break", "from"]
    settled = form == "past" or verb in ("quit", "cut") or (form == "ing" and start.be) or paused
    if not settled:
        return []
    label = words[at].raw
    if verb == "try" and form == "past":
        return _tried(text, words, at, rest)
    leap = any(word.norm in _LEAPS for word in words[at + 1 : at + 4])
    if verb == "make" and form == "past" and leap:
        return _moved(text, words, at + 1, "switch", label)
    if verb in REPLACE_VERBS:
        swapped = _replaced(text, words, at, verb, label)
        if swapped:
            return swapped
    if verb in CHANGE_VERBS:
        moved = _moved(text, words, at, verb, label)
        if (
            form == "ing" and verb == "move" and moved and moved[0].kind == "lives_in"
        ):  # "I'm moving to Oslo in May" is not yet so
            return [replace(goal, kind="plans") for goal in moved if goal.polarity > 0]
        if moved:
            return moved
    return _left(text, words, at, verb, label, rest)


def _after(words: Sequence[Token], at: int, word: str) -> int | None:
    """The index after a word that stands within the clause, or None."""
    for index in range(at, min(at + 14, len(words))):
        if words[index].norm == word:
            return index + 1
    return None


def _off(words: Sequence[Token], at: int, verb: str) -> int | None:
    return _after(words, at, "off") if verb in ("migrate", "move", "switch", "transition") else None


def things(text: str, words: Sequence[Token], at: int) -> list[Phrase]:
    """The noun phrases of the list that begins at a token, pronouns left out."""
    return [item for item in phrases_at(text, words, at, joins=_NO_JOINS) if not item.pronoun]


def _moved(text: str, words: Sequence[Token], at: int, verb: str, label: str) -> list[Statement]:
    source, goal = _after(words, at, "from") or _off(words, at, verb), _after(words, at, "to")
    if source and goal is None and words[source - 1].norm == "off":
        gone = [item for item in things(text, words, source) if is_named(item)]
        return [Statement("uses", item.text, label, -1, item.start, PLAIN) for item in gone]
    if goal is None and verb in ("move", "jump"):
        goal = _after(words, at, "into")
    between = words[at + 1 : (goal or 0) - 1]
    back = any(word.norm == "back" for word in between)
    if verb == "go" and not (source and goal) and not back:
        return []
    if source is None and any(word.norm not in _FILLERS for word in between[:-1]):
        return []
    old = things(text, words, source) if source else []
    new = things(text, words, goal) if goal else []
    while new and new[-1].after < len(words) and words[new[-1].after].norm == "to":
        further = things(text, words, new[-1].after + 1)  # "from Vim to Nano to Emacs"
        if not further or len(new) > 1:
            break
        old, new = [*old, *new], further
    kind = _kind_of_move(verb, old, new)
    if kind is None or not new:
        return []
    found = [Statement(kind, item.text, label, -1, item.start, PLAIN) for item in old]
    found += [Statement(kind, item.text, label, 1, item.start, PLAIN) for item in new[:2]]
    return sorted(found, key=lambda statement: statement.start)


_NO_GOALS = word_set(
    "work school bed sleep track normal office basics reality him her life meeting store gym"
    " doctor party topic subject next gears mode university college church"
)


def _kind_of_move(verb: str, old: list[Phrase], new: list[Phrase]) -> str | None:
    both = [*old, *new]
    if any(item.text.split()[-1].lower() in _NO_GOALS for item in both):
        return None
    if verb != "move":
        return "uses"
    if any(item.text.lower().split()[0] in TECH or is_tool(item.text) for item in both):
        return "uses"
    return "lives_in" if all(is_named(item) for item in new) else None


def is_tool(name: str) -> bool:
    """Whether a name is spelled as only products are: "PostgreSQL", "k8s", "VS Code", "C++"."""
    inner = any(c.isupper() or c.isdigit() for word in name.split() for c in word[1:])
    return inner or any(c in "+#" for c in name) or name.lower() in TECH


def _replaced(text: str, words: Sequence[Token], at: int, verb: str, label: str) -> list[Statement]:
    out = at + 1 < len(words) and words[at + 1].norm in ("in", "out")  # "traded in my bike for"
    old = things(text, words, at + 1 + out)
    if not old:
        return []
    joint = old[-1].after
    if joint < len(words) and words[joint].norm == "out":
        joint += 1
    preposition = words[joint].norm if joint < len(words) else ""
    if preposition not in ("for", "with", "by", "in"):
        return []
    if preposition == "in":  # "in favour of", "traded the van in for"
        if joint + 2 >= len(words):
            return []
        if words[joint + 2].norm == "of":
            joint += 2
        elif words[joint + 1].norm == "for":
            joint += 1
        else:
            return []
    new = things(text, words, joint + 1)
    if not new or (preposition == "in" and not new):
        return []
    owned = old[0].text.split()[-1].lower() in THINGS
    if verb in ("exchange", "trade", "leave") and not (
        owned or is_named(old[0]) or is_named(new[0])
    ):
        return []
    taken = text[words[at].start : words[joint].end]
    kind = "owns" if owned else "uses"
    return [
        *(Statement(kind, item.text, label, -1, item.start, PLAIN) for item in old),
        *(Statement(kind, item.text, taken, 1, item.start, PLAIN) for item in new[:1]),
    ]


def is_deed(item: Phrase) -> bool:
    """Whether a phrase is another verb with its object: "visit Rome" in "quit smoking and visit Rome"."""
    first, *rest = item.text.split()
    return bool(rest) and first in LEMMAS and LEMMAS[first][1] == "base" and first not in TECH


_PLACES_LEFT = word_set("job position role gig")
NOT_LEFT = word_set(
    "call ball hint line message note subject class conversation rest hope smile baby keys"
    " wallet phone review comment plans plan meeting appointment reservation flight order trip"
    " crying laughing worrying talking thinking complaining caring trying looking being course"
    " package marathon race bed building party store hospital room house door weight pounds"
    " bomb mic account believing growing"
)


_HIRED = frozenset({"join", "joined", "joining", "started", "job", "jobs", "company", "hired"})


def _left_employer(
    text: str, words: Sequence[Token], left: Sequence[Phrase], rest: Sequence[list[Token]]
) -> list[Statement]:
    """As in "left Barclays, now at Monzo", "I left X and joined Y": a firm, since another follows."""
    following = [word for clause in rest[:2] for word in clause]
    tail = [*words[left[-1].after :], *following] if left else []
    at = next((i for i, word in enumerate(tail) if word.norm == "at" and tail[i - 1].norm in (",", "and")
               and i), None)  # fmt: skip
    hired = any(word.norm in _HIRED for word in tail)
    if not left or not (hired or at is not None) or not all(is_named(item) for item in left):
        return []
    found = [Statement("works_at", item.text, "left", -1, item.start, PLAIN) for item in left]
    joins = next((i for i, word in enumerate(tail) if word.norm == "join"), None)
    began = joins if joins is not None else at if not hired else None
    if began is not None:
        new = [item for item in things(text, tail, began + 1) if is_named(item)]
        found += [
            Statement("works_at", item.text, "now at", 1, item.start, PLAIN) for item in new[:1]
        ]
    return found


def _left(
    text: str,
    words: Sequence[Token],
    at: int,
    verb: str,
    label: str,
    rest: Sequence[list[Token]],
) -> list[Statement]:
    norms = [word.norm for word in words[at : at + 4]]
    norms[0] = verb
    length = next((n for n in (4, 3, 2) if " ".join(norms[:n]) in LEAVE_PHRASES), 0)
    if not length:
        if verb not in LEAVE_VERBS:
            return []
        length = 1
    begin = at + length
    job = _after(words, begin, "at")
    if verb in ("quit", "leave") and any(word.norm in _PLACES_LEFT for word in words[begin:]):
        named = [item for item in things(text, words, job or len(words)) if is_named(item)]
        return [Statement("works_at", item.text, label, -1, item.start, PLAIN) for item in named]
    found = things(text, words, begin)
    if verb == "leave" and not all(is_tool(item.text) for item in found):
        return _left_employer(text, words, found, rest)
    if verb in ("drop", "dump", "kick", "delete", "stop", "cancel", "retire", "cease"):
        found = [item for item in found if is_named(item) or item.text.split()[0].endswith("ing")
                 or (verb == "kick" and item.text)]  # fmt: skip
    label = text[words[at].start : words[begin - 1].end]
    found = [
        item
        for item in map(_without_habit, found)
        if item.text.split()[-1].lower() not in NOT_LEFT and not is_deed(item)
    ]
    owned = verb == "sell"
    return [
        Statement("owns" if owned else "uses", item.text, label, -1, item.start, PLAIN)
        for item in found
    ]


_EXCEPTING = frozenset({"except", "but", "besides"})
TASTING = word_set("eat drink like love enjoy watch read play do")


def excepted(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I eat anything except liver": what is excepted is disliked."""
    verb = LEMMAS.get(words[start.at].norm, ("", "base"))[0]
    if verb not in TASTING or start.negations or start.ended:
        return []
    for index in range(start.at + 2, min(start.at + 8, len(words))):
        norm, before = words[index].norm, words[start.at + 1].norm
        if norm in _EXCEPTING and before in ("anything", "everything", "all", "most"):
            label = text[words[start.at].start : words[index].end]
            return [
                Statement("dislikes", item.text, label, -1, item.start, PLAIN)
                for item in things(text, words, index + 1)
            ]
    return []


_TOOL_VERBS = word_set(
    "program develop script build host deploy ship handle monitor test write keep take store track manage edit record make draw sync log plan"
    " sketch animate render shoot film stream journal"
)
_ABOUT = frozenset({"set", "based", "about", "called", "located", "held", "for", "of"})
_HANDLED = word_set("shoot film stream")
"""Verbs whose place is told with "in" and whose tool with "on" or "with"."""


def with_tool(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I keep my notes in Logseq": the tool, where it is written as a name."""
    verb, form = LEMMAS.get(words[start.at].norm, (words[start.at].norm, "base"))
    if start.at + 1 < len(words) and words[start.at + 1].norm == "to":
        return []
    whole = (
        verb == "do" and words[start.at + 1].norm in ("everything", "all", "most")
        if start.at + 1 < len(words)
        else False
    )
    if (
        (verb not in _TOOL_VERBS and not whole)
        or form == "past"
        or start.negations
        or start.modal
        or start.ended
    ):
        return []
    joints = ("with", "using", "on") if verb in _HANDLED else ("in", "with", "using", "on")
    for index in range(start.at + 1, min(start.at + 7, len(words))):
        if words[index].norm in _ABOUT:  # "a novel set in Venice" names no tool
            return []
        if words[index].norm in joints and is_tool_at(words, index + 1):
            label = text[words[start.at].start : words[index].end]
            return [
                Statement("uses", item.text, label, 1, item.start, PLAIN)
                for item in phrases_at(text, words, index + 1, joins=frozenset({"with", "on"}))
                if not item.pronoun and is_named(item)
            ]
    return []


def is_tool_at(words: Sequence[Token], at: int) -> bool:
    """Whether a name begins at a token that is no month and no place of a stay."""
    at += at < len(words) and words[at].norm in ("a", "an", "my")
    return at < len(words) and words[at].capital and words[at].norm not in TIME_NOUNS | TIME_WORDS


_GIVEN_UP = ("stick", "back on", "back to", "gave up", "quit", "stopped", "switched", "hated", "not for me",
             "could not", "did not", "disliked", "dropped", "abandoned", "went with", "too slow",
             "uninstalled", "deleted", "bounced off", "moved on", "ditched", "returned it")  # fmt: skip


def _without_habit(item: Phrase) -> Phrase:
    """As in "My sugar habit" is about sugar."""
    for word in (" habit", " addiction", " habits", " account", " subscription", " membership"):
        if item.text.lower().endswith(word):
            return item._replace(text=item.text[: -len(word)])
    return item


def _tried(
    text: str, words: Sequence[Token], at: int, rest: Sequence[list[Token]]
) -> list[Statement]:
    """As in "Tried X for a month, but ..." ends X only where the next clause says so."""
    following = next((clause for clause in rest if len(clause) > 1), [])
    norms = " ".join(word.norm for word in (*words, *following))
    if not any(given in norms for given in _GIVEN_UP):
        return []
    begin = at + 1
    if begin < len(words) and words[begin].norm in ("to", "out"):
        begin += 1
    attitude = any(word in norms for word in ("hated", "not for me", "disliked", "get into"))
    kind = "dislikes" if attitude else "uses"
    found = things(text, words, begin)[:1]
    return [Statement(kind, item.text, words[at].raw, -1, item.start, HEDGED) for item in found]


def is_compared(words: Sequence[Token], at: int) -> bool:
    """Whether "more than", "better than" or "over" follows a liking: it is then a preference."""
    norms = [
        word.norm
        for word in words[at : at + 5]
        if word.norm not in ("way", "much", "far", "a", "lot")
    ]
    return norms[:2] in (["more", "than"], ["better", "than"]) or norms[:1] == ["over"]


def over(text: str, words: Sequence[Token], at: int) -> Phrase | None:
    """What is put second in "X over Y", "X to Y", "X rather than Y", or None."""
    first = phrases_at(text, words, at, joins=_NO_JOINS)
    if not first:
        return None
    joint = first[-1].after
    norms = [word.norm for word in words[joint : joint + 3]]
    skip = next(
        (len(form) for form in (["rather", "than"], ["instead", "of"], ["over"], ["to"], ["than"])
         if norms[: len(form)] == form),
        0,
    )  # fmt: skip
    return phrase_at(text, words, joint + skip) if skip else None


def preferred(text: str, words: Sequence[Token], at: int, label: str) -> list[Statement]:
    """The thing that is put first; that the other is disliked does not follow."""
    return [
        Statement("prefers", item.text, label, 1, item.start, PLAIN)
        for item in phrases_at(text, words, at, joins=_NO_JOINS)
        if not item.pronoun or item.text.lower() in POINTING
    ]

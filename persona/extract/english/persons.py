"""The people that a person names as theirs in English, and what their body does not bear."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import PASSING, PLAIN
from persona.extract.english.heads import Head
from persona.extract.english.lists import phrases_at
from persona.extract.english.phrases import phrase_at
from persona.extract.english.tokens import Token
from persona.extract.english.words import LANGUAGES, PEOPLE, PETS, word_set
from persona.extract.statement import Statement


def intolerant(text: str, words: Sequence[Token], start: Head, at: int) -> list[Statement]:
    """As in "I am lactose intolerant"."""
    following = words[at + 1].norm if at + 1 < len(words) else ""
    if words[at].norm.endswith("ly"):
        return []
    if following in ("intolerant", "allergic") and not start.negations:
        raw = text[words[at].start : words[at].end]
        return [Statement("allergic_to", raw, following, -1, words[at].start, PLAIN)]
    if words[at].norm in ("lactose-intolerant", "gluten-intolerant"):
        raw = text[words[at].start : words[at].start + words[at].norm.index("-")]
        return [Statement("allergic_to", raw, "intolerant", -1, words[at].start, PLAIN)]
    return []


_COUNTED = word_set("a an two three four five one my twin older younger little big new 2 3 4 5")


def relatives(words: Sequence[Token], at: int) -> list[Statement]:
    """As in "I have two kids", from the word after the verb."""
    if at >= len(words) or words[at].norm not in _COUNTED:
        return []
    while at < len(words) and words[at].norm in _COUNTED:
        at += 1
    if at >= len(words) or words[at].norm not in PEOPLE:
        return []
    return [
        Statement(
            "has_relation_to", words[at].raw, "have", 1, words[at].start, PLAIN, type="person"
        )
    ]


def allergy(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "I have a peanut allergy", from the word after the verb."""
    while at < len(words) and words[at].norm in ("a", "an", "severe", "bad", "serious", "mild"):
        at += 1
    for index in range(at + 1, min(at + 4, len(words))):
        if words[index].norm in ("allergy", "allergies", "intolerance"):
            target = text[words[at].start : words[index - 1].end]
            if target.lower() in ("food", "any", "some", "no", "bad", "the"):
                return []
            return [Statement("allergic_to", target, words[index].raw, -1, words[at].start, PLAIN)]
    return []


def pets_after(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "a paramedic living in Galway with two dogs"."""
    for index in range(at, len(words) - 2):
        if words[index].norm == "with" and words[index + 1].norm in _COUNTS:
            item = phrase_at(text, words, index + 1)
            if item is not None and item.text.split()[-1].lower() in PETS:
                return [Statement("owns", item.text, words[index].raw, 1, item.start, PLAIN)]
    return []


_COUNTS = frozenset({"a", "an", "my", "our", "two", "three", "four", "five", "one", "2", "3", "4"})


_HEALERS = word_set(
    "doctor doc gp dietician dietitian nutritionist dentist cardiologist allergist specialist midwife physio"
)
_ORDERS = word_set("told advised warned ordered asked wants")
_FORBIDS = (
    ("to", "avoid"), ("to", "cut", "out"), ("to", "give", "up"), ("to", "quit"), ("to", "stop", "eating"),
    ("to", "stop", "drinking"), ("to", "stay", "off"), ("to", "stay", "away", "from"), ("not", "to", "eat"),
    ("not", "to", "drink"), ("not", "to", "have"), ("off",), ("to", "lay", "off"), ("to", "cut", "down", "on"),
)  # fmt: skip


def forbidden(text: str, words: Sequence[Token]) -> list[Statement]:
    """As in "my doctor told me to avoid grapefruit"."""
    norms = [word.norm for word in words]
    if not _HEALERS & set(norms):
        return []
    line = " ".join(norms)
    if said := _BANS.search(line):
        begin = line[: said.start()].count(" ")
        return _avoided(text, words, begin, begin + said[0].count(" "))
    if "me" not in norms:
        return []
    at = norms.index("me")
    if at < 2 or not (norms[at - 1] in _ORDERS or norms[at - 1] in ("took", "put")):
        return []
    for opening in _FORBIDS:
        after = at + 1 + len(opening)
        if tuple(norms[at + 1 : after]) == opening:
            return _avoided(text, words, at - 1, after)
    return []


def _avoided(text: str, words: Sequence[Token], begin: int, after: int) -> list[Statement]:
    label = text[words[begin].start : words[after - 1].end]
    return [
        Statement("avoids", item.text, label, -1, item.start, PLAIN)
        for item in phrases_at(text, words, after, joins=frozenset())
        if not item.pronoun
    ]


_BANS = re.compile(
    r"\bi (?:(?:can|should|must) not (?:eat|have|drink|take)|(?:should|must|need to) avoid) "
)


_DRAWING = word_set("got introduced turned hooked converted dragged")
_DRAWN_TO = word_set("into onto on to")


def drawn(text: str, words: Sequence[Token]) -> list[Statement]:
    """As in "my kids got me into Lego": another's deed, and what the person came to like by it."""
    for index in range(1, len(words) - 2):
        if words[index].norm != "me" or words[index - 1].norm not in _DRAWING:
            continue
        after = index + 1
        while after < len(words) and (
            words[after].norm in _DRAWN_TO or words[after].norm == "hooked"
        ):
            after += 1
        item = phrase_at(text, words, after) if after > index + 1 else None
        if item is not None and not item.pronoun:
            label = text[words[index - 1].start : words[after - 1].end]
            return [Statement("likes", item.text, label, 1, item.start, PASSING)]
    return []


def people(words: Sequence[Token], at: int) -> list[Statement]:
    """The person's own people, where a clause about them begins: "my roommate ...", "my wife Anna"."""
    if words[at].norm not in ("my", "our"):
        return []
    for index in range(at + 1, min(at + 4, len(words))):
        norm = words[index].norm
        if norm not in PEOPLE:
            continue
        after = words[index + 1] if index + 1 < len(words) else None
        if after is None and norm in ("friend", "friends"):  # "Hello, my friend"
            return []
        if (
            after is not None
            and after.norm.isalpha()
            and after.raw[0].isupper()
            and (after.norm not in LANGUAGES)
        ):
            return [
                Statement("has_relation_to", after.raw, words[index].raw, 1, after.start, PLAIN,
                          slot=norm, type="person")
            ]  # fmt: skip
        return [
            Statement("has_relation_to", words[index].raw, words[index].raw, 1, words[index].start,
                      PLAIN, type="person")
        ]  # fmt: skip
    return []

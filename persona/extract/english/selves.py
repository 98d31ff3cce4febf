"""Who a person is, in English: after "I am" and "I have", and the people they name as theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import HEDGED, PLAIN
from persona.extract.english.heads import Head, form
from persona.extract.english.homes import places_after, settled
from persona.extract.english.objects import is_named, is_role
from persona.extract.english.persons import allergy, intolerant, pets_after, relatives
from persona.extract.english.phrases import Phrase, phrase_at
from persona.extract.english.tokens import Token
from persona.extract.english.words import (
    DIETS,
    FIRST_NAMED_TRAITS,
    GENERIC,
    LANGUAGES,
    PETS,
    TRAIT_ADJECTIVES,
    word_set,
)
from persona.extract.statement import Statement

_GENDERS = word_set("woman man girl guy female male dude lady trans non-binary nonbinary")
_FANS = word_set(
    "user guy girl gal lover fan person enthusiast addict drinker fanatic aficionado geek nerd buff junkie"
)
_AGE_UNITS = frozenset({"year", "years", "yo", "y", "yrs"})


def identity(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """What "I am ..." states, where that is no cue: role, employer, age, gender, diet, trait, liking."""
    at = start.at
    while at < len(words) and words[at].norm in ("a", "an", "the", "more", "of", "such", "bit", "huge",
                                                 "big", "total", "not", "real", "much", "pretty", "proud"):  # fmt: skip
        at += 1
    if at >= len(words) or start.modal:
        return []
    weight = HEDGED if start.hedged else PLAIN
    return (
        _shop(text, words, start, at)
        or _spell(text, words, start)
        or _introduced(text, words, start, at)
        or _age(text, words, start, at)
        or _kind_of_person(text, words, start, at, weight)
        or intolerant(text, words, start, at)
        or _one_word(text, words, start, at, weight)
        or _role(text, words, start, at, weight)
        or settled(text, words, start, at)
    )


def in_profile(text: str, words: Sequence[Token]) -> list[Statement]:
    """What an item below "about me:" says: "vegan", "Linux user", "two cats"."""
    start = Head(0, be=True)
    item = phrase_at(text, words, 0)
    if item is not None and item.after >= len(words) and item.text.split()[-1].lower() in PETS:
        return [Statement("owns", item.text, "about me", 1, item.start, PLAIN)]
    return identity(text, words, start)


def role_after(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "... as a geologist" after an employer."""
    for index in range(start.at, len(words) - 2):
        if words[index].norm == "as" and words[index + 1].norm in ("a", "an", "the"):
            moved = Head(
                index + 2, be=True, past=start.past, perfect=start.perfect, ended=start.ended
            )
            return _role(text, words, moved, index + 2, PLAIN)
    return []


def _shop(text: str, words: Sequence[Token], start: Head, at: int) -> list[Statement]:
    """As in "We're a Kotlin shop"."""
    for index in range(at + 1, min(at + 4, len(words))):
        if (
            words[index].norm in ("shop", "house", "stack")
            and words[at].capital
            and not start.negations
        ):
            target = text[words[at].start : words[index - 1].end]
            return [Statement("uses", target, words[index].raw, 1, words[at].start, PLAIN)]
    return []


_SPELLS = frozenset({"kick", "binge", "spree"})


def _spell(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I've been on a huge bouldering kick"."""
    if words[start.at].norm != "on" or start.negations or start.ended:
        return []
    for index in range(start.at + 3, min(start.at + 7, len(words))):
        if words[index].norm in _SPELLS and words[start.at + 1].norm in ("a", "an", "my"):
            inner = [w for w in words[start.at + 2 : index] if w.norm not in ("huge", "big", "real", "serious", "major", "bit", "of", "a", "new")]  # fmt: skip
            item = phrase_at(text, inner, 0) if inner else None
            if item is not None and not item.pronoun:
                return [Statement("likes", item.text, words[index].raw, 1, item.start, PLAIN)]
    return []


_GREETINGS = frozenset({"hi", "hello", "hey", "morning", "howdy", "hiya"})


def _introduced(text: str, words: Sequence[Token], start: Head, at: int) -> list[Statement]:
    """As in "Hi, I'm Marta, 29, a designer from Gdansk living in Berlin": each part of the introduction."""
    if start.negations or start.past or at != start.at:
        return []
    word = words[at]
    following = [w.norm for w in words[at + 1 : at + 3]]
    greeted = words[0].norm in _GREETINGS
    told = following[:1] == [","] and (
        following[1:] in (["a"], ["an"], ["the"])
        or (bool(following[1:]) and following[1].isdigit())
    )
    named = (
        word.raw[0].isupper()
        and word.raw.isalpha()
        and len(word.raw) > 1
        and (
            word.norm not in LANGUAGES and not is_role(Phrase(word.raw, 0, negated=False, after=0))
        )
    )
    if not named or not (told or (greeted and following[:1] in ([], [","], ["and"], ["from"]))):
        return []
    found = [Statement("name", word.raw, "am", 1, word.start, PLAIN, type="person")]
    for index in range(at + 1, len(words)):
        if words[index - 1].norm not in (",", "and"):
            continue
        moved = Head(index, be=True, begin=start.begin)
        found += _age(text, words, moved, index) or []
        while moved.at < len(words) and words[moved.at].norm in ("a", "an", "the"):
            moved.at += 1
        if moved.at < len(words) and moved.at > index:
            found += _role(text, words, moved, moved.at, PLAIN)
    return found + places_after(text, words, at + 1) + pets_after(text, words, at + 1)


def _age(text: str, words: Sequence[Token], start: Head, at: int) -> list[Statement]:
    norm = words[at].norm
    match = re.fullmatch(r"(\d{1,3})(?:-years?-old|yo|f|m)?", norm)
    if match is None or start.past or start.negations or not 5 <= int(match[1]) <= 110:
        return []
    after = words[at + 1].norm if at + 1 < len(words) else ","
    if norm == match[1]:
        old = after in _AGE_UNITS
        if not old and not (at == start.at and after in (",", "and", "now", "m", "f")):
            return []
        if old and at + 2 < len(words) and words[at + 2].norm not in ("old", ",", "of"):
            return []
    target = text[words[at].start : words[at].start + len(match[1])]
    found = [Statement("age", target, "am", 1, words[at].start, PLAIN)]
    rest = at + (3 if norm == match[1] and after in _AGE_UNITS else 1)
    if rest < len(words) and (norm != match[1] or after in _AGE_UNITS):
        found += _role(text, words, start, rest, PLAIN)
    return found


def _kind_of_person(
    text: str, words: Sequence[Token], start: Head, at: int, weight: float
) -> list[Statement]:
    """As in "I'm a (not much of a) dog person", "a coffee lover", "a huge K-pop fan"."""
    for index in range(at, min(at + 6, len(words))):
        norm = words[index].norm
        if norm in ("of", "and", ",", "with", "at", "who"):
            return []
        if norm in _FANS and index > at:
            inner = list(words[at:index])
            if [word.norm for word in inner[:2]] == ["die", "hard"]:
                inner = inner[2:]
            while inner and inner[0].norm in ("much", "huge", "big", "massive", "avid", "lifelong", "true",
                                           "serious", "real", "die-hard", "hardcore", "heavy", "daily", "regular", "power", "longtime",
                                           "long-time", "keen", "passionate", "loyal", "proud", "frequent"):  # fmt: skip
                inner = inner[1:]
            if inner and inner[0].norm in ("of", "a"):
                inner = inner[1:]
            following = words[index + 1].norm if index + 1 < len(words) else ""
            item = phrase_at(text, [*inner], 0) if inner else None
            if item is None or item.pronoun or following == "of":
                return []
            return _person_of(text, words, start, index, item, norm, weight)
    return []


def _person_of(
    text: str,
    words: Sequence[Token],
    start: Head,
    index: int,
    item: Phrase,
    norm: str,
    weight: float,
) -> list[Statement]:
    low = item.text.lower()
    if norm == "person" and low in ("morning", "night", "people", "evening"):
        target = text[item.start : words[index].end]
        polarity = -1 if start.negations else 1
        return [Statement("has_trait", target, "am", polarity, item.start, weight)]
    if low in GENERIC or low.endswith(("ed", "ful", "ive", "ous")) or low in TRAIT_ADJECTIVES:
        return []
    label = text[words[index].start : words[index].end]
    if norm == "user":
        over = start.ended or (start.past and not start.perfect)
        polarity = -1 if start.negations or over else 1
        return [Statement("uses", item.text, label, polarity, item.start, weight)]
    if norm in ("guy", "girl", "gal") and not is_named(item):
        return []
    if start.past and not start.perfect and not start.negations:  # "I was a big Marvel fan"
        return []
    if norm == "person" and item.text[:1].isupper():  # "a Jewish person", "an American person"
        return []
    if norm == "person" and low in ("kind", "nice", "simple", "private", "busy", "warm", "better"):
        return []
    if start.negations or start.ended:
        return [Statement("dislikes", item.text, label, -1, item.start, weight)]
    return [Statement("likes", item.text, label, 1, item.start, weight)]


def _one_word(
    text: str, words: Sequence[Token], start: Head, at: int, weight: float
) -> list[Statement]:
    """Diet, gender and traits, which are one word (or two: "night owl")."""
    if words[at].norm in (
        "strict",
        "strictly",
        "lifelong",
        "proud",
        "committed",
        "mostly",
    ) and at + 1 < len(words):
        at += 1
    if words[at].norm == "on" and at + 3 < len(words) and words[at + 3].norm == "diet":
        at += 2  # "on a keto diet"
    word = words[at]
    following = words[at + 1].norm if at + 1 < len(words) else ","
    pair = f"{word.norm} {following}"
    over = start.ended or (start.past and not start.perfect)  # "I was vegan for two years"
    named = word.norm if word.norm in DIETS else f"{word.norm}-{following}"
    if named in DIETS and (not start.negations or start.ended):
        end = word.end if named == word.norm else words[at + 1].end
        target = text[word.start : end]
        diet = Statement("diet", target, "am", -1 if over else 1, word.start, weight)
        return [diet, *([] if over else places_after(text, words, at + 1))]
    if start.negations or start.ended or start.past:
        return []
    if pair in ("night owl", "early bird", "early riser", "social butterfly", "neat freak"):
        target = text[word.start : words[at + 1].end]
        return [Statement("has_trait", target, "am", 1, word.start, weight)]
    free = following in (",", "and", "or", "but", "from", "in", "who", "with", "by", "at")
    if word.norm in _GENDERS and free and words[at - 1].norm in ("a", "am", "an"):
        return [Statement("gender", word.raw, "am", 1, word.start, weight)]
    if word.norm in FIRST_NAMED_TRAITS or (word.norm in TRAIT_ADJECTIVES and free):
        return [Statement("has_trait", word.raw, "am", 1, word.start, weight)]
    return []


_FEELING = word_set(
    "prefer favour favor like love enjoy hate dislike detest dig use avoid adore admire follow know want"
)
"""Verbs at the head of a clause without subject: "prefer home cooks" is no role."""


def _role(
    text: str, words: Sequence[Token], start: Head, at: int, weight: float
) -> list[Statement]:
    """As in "a night-shift nurse at Oakmere General": the role, and the employer where one is named."""
    if form(words[at].norm) == "ing" or (not start.be and words[at].norm in _FEELING):
        return []
    item = _without_of(phrase_at(text, words, at))
    if item is None or item.pronoun or not is_role(item) or start.negations:
        return []
    before = words[at - 1].norm if at else ""
    if before in ("your", "his", "her") or (start.past and not start.perfect):
        return []
    polarity = -1 if start.ended else 1
    found = [Statement("role", item.text, "am", polarity, item.start, weight)]
    if polarity > 0:
        found += _age_aside(words, item.after)
        found += [
            place for place in places_after(text, words, item.after) if place.kind != "works_at"
        ]
        found += pets_after(text, words, item.after)
    joint = item.after
    if joint < len(words) and words[joint].norm in ("at", "for", "with"):
        place = phrase_at(text, words, joint + 1)
        if place is not None and not place.pronoun and is_named(place):
            whole = _with_ampersand(text, words, place)
            found.append(
                Statement("works_at", whole, words[joint].raw, polarity, place.start, weight)
            )
    return found


def _without_of(item: Phrase | None) -> Phrase | None:
    """Of "CTO of a small startup": CTO."""
    cut = item.text.lower().find(" of ") if item else -1
    return item._replace(text=item.text[:cut]) if item and cut > 0 else item


def _age_aside(words: Sequence[Token], at: int) -> list[Statement]:
    """As in "..., 27, ..." within a self-description."""
    for index in range(at, len(words)):
        norm = words[index].norm
        after = words[index + 1].norm if index + 1 < len(words) else ","
        if norm.isdigit() and len(norm) == 2 and words[index - 1].norm == "," and after == ",":
            return [Statement("age", words[index].raw, "am", 1, words[index].start, PLAIN)]
    return []


def employer_after(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """The firm that is named after a role: "... promoted to staff engineer at Datadog"."""
    for index in range(start.at + 1, len(words) - 1):
        if words[index].norm == "at":
            place = phrase_at(text, words, index + 1)
            if place is not None and not place.pronoun and is_named(place):
                return [Statement("works_at", place.text, "at", 1, place.start, PLAIN)]
    return []


def _with_ampersand(text: str, words: Sequence[Token], place: Phrase) -> str:
    """A firm's name goes on over "&": "Johnson & Johnson"."""
    if (
        place.after + 1 < len(words)
        and words[place.after].norm == "&"
        and words[place.after + 1].capital
    ):
        following = phrase_at(text, words, place.after + 1)
        if following is not None:
            return text[place.start : following.start + len(following.text)]
    return place.text


_JOBBING = frozenset({"work", "working", "freelance", "freelancing", "moonlight", "volunteer"})


def having(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """As in "I have two kids", "I have a peanut allergy", "I work nights as a nurse at X"."""
    at = start.at
    norm = words[at].norm
    if at + 1 >= len(words):
        return []
    if norm in ("have", "got"):
        if start.negations:
            return _banned(text, words, start) if start.modal == "can" else []
        return [] if start.modal else relatives(words, at + 1) or allergy(text, words, at + 1)
    jobbing = norm in _JOBBING and words[at + 1].norm not in ("at", "for")
    if jobbing and not start.negations and not start.past:
        found = role_after(text, words, start)
        placed = any(statement.kind == "works_at" for statement in found)
        return found if placed or not found else found + employer_after(text, words, start)
    return [] if start.negations or start.modal else _turned(words, at)


def _banned(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    label = text[words[start.begin].start : words[start.at].end]
    item = phrase_at(text, words, start.at + 1)
    if item is None or item.pronoun:
        return []
    return [Statement("avoids", item.text, label, -1, item.start, PLAIN)]


def _turned(words: Sequence[Token], at: int) -> list[Statement]:
    """As in "I keep kosher", "I went vegan", "I turned 40"."""
    norm = words[at].norm
    article = words[at + 1].norm in ("a", "an") and at + 2 < len(words)
    word = words[at + 2 if article else at + 1]
    spell = any(token.norm == "for" for token in words[at + 2 : at + 4])
    if word.norm in DIETS and norm in ("keep", "eat", "follow", "went", "gone", "turned", "became"):
        return [] if spell else [Statement("diet", word.raw, norm, 1, word.start, PLAIN)]
    if norm == "turned" and word.norm.isdigit() and 5 <= int(word.norm[:4]) <= 110:
        return [Statement("age", word.raw, "turned", 1, word.start, PLAIN)]
    return []

"""English clauses whose subject is the thing: "karaoke is not my cup of tea", "our stack is Django"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english import stacks
from persona.extract.english.cues import LEMMAS, PASSING, PLAIN
from persona.extract.english.heads import head
from persona.extract.english.lines import Line
from persona.extract.english.lists import phrases_at, subject_phrase, verb_phrases_at
from persona.extract.english.tokens import Token
from persona.extract.english.verdicts import BE, NO_JOINS, subject_of, verdict
from persona.extract.english.words import (
    DIETS,
    word_set,
)
from persona.extract.statement import Statement

_FAVOURITE = re.compile(
    rf"(?:favourites?|go-to)(?: (?P<slot>(?!is |are |was |has |to ).{{1,40}}?))? (?P<verb>{BE}|has to be|have to be"
    r"|would be|would have to be|must be|:) "
)


_ONE_FAVOURITE = re.compile(
    rf"^(?:one|two|some|a few) of (?:my|our) (?:all time |all-time |absolute )?favourites?(?: (?!is |are ).{{1,30}}?)? {BE} "
)


_IS_FAVOURITE = re.compile(
    rf"{BE} (?:still )?(?P<label>(?:my|our) (?:all time |all-time |absolute |number one )?favourite)"
    r"(?: (?P<slot>.+))?$"
)


def about(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """What a clause without "I" as its subject says of the person, or [] where it says nothing."""
    line = Line(words, at)
    return (
        _favourite(text, words, line)
        or _days_over(text, words, line)
        or _these_days(text, words, line)
        or _tongue(text, words, line)
        or _most(text, words, line)
        or _goal(text, words, line)
        or _refused(text, words, line)
        or _named(text, words, line)
        or stacks.stack(text, words, at, line)
        or verdict(text, words, at, line)
    )


def _favourite(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _IS_FAVOURITE.search(line.text)
    if match:
        subject = subject_of(text, words, line, match.start())
        slot = _clean_slot(match["slot"])
        return [
            Statement("favourite", item.text, "favourite", 1, item.start, PLAIN, slot=slot)
            for item in subject
        ]
    match = _ONE_FAVOURITE.match(line.text)
    if match:
        return _each(text, words, line.token(match.end()), "likes", "one of my favourite", 1)
    match = _FAVOURITE.search(line.text)
    go_to = match is not None and match[0].startswith("go-to")
    if match is None or not re.match(r"(?:and )?(?:my|our|all|absolute|favourite)", line.text):
        return []
    least = "least favourite" in line.text
    kind, label, polarity = "favourite", "favourite", 1
    if go_to:
        kind, label = "prefers", "go-to"
    elif least:
        kind, label, polarity = "dislikes", "least favourite", -1
    found = phrases_at(text, words, line.token(match.end()), joins=NO_JOINS)
    slot = None if least else _clean_slot(match["slot"])
    return [
        Statement(kind, item.text, label, polarity, item.start, PLAIN, slot=slot)
        for item in found
        if not item.pronoun and not item.negated
    ]


_GOAL = re.compile(
    r"(?:my|our) (?:\w+ ){0,3}(?P<what>goal|dream|plan|aim|ambition|resolution|wish)s? (?:\w+ ){0,3}?(?:is|are) to "
)


_NONE_FOR_ME = re.compile(
    r"^(?:no (?!to )(?:more )?(?P<what>.+?)(?: for me| please| ever| whatsoever|$)|nothing with |never again (?!i\b)|never (?!again|been|boring|dull)(?=[\w-]+(?: [\w-]+)?$)|(?:a )?(?:big |hard |huge )?no to )"
)


_NOTHING_ANNOYS = re.compile(
    r"^(?:there is )?nothing (?:(?:annoys|irritates|bores|bugs|infuriates|disgusts|scares|stresses|drains) me (?:more than|as much as|like)"
    r"|(?:i|we) (?:hate|dislike|loathe|detest) (?:more|worse) than) "
)


_GIVE_ME = re.compile(r"^give me (?=.*(?:\bover\b|\bany day\b|\bany time\b))")


_NOTHING_BEATS = re.compile(
    r"^(?:(?:there is )?nothing (?:i|we) (?:love|enjoy|like) (?:more|better) than|nothing (?:beats|like|tops|compares to|comes close to|makes me happier than|relaxes me like)|my heart belongs to|yes to|team(?=(?: [\w-]+){1,3} (?:all the way|any day|for life|here|every time)$)|can not (?:beat|go wrong with)|there is nothing like) "
)


_TONGUE = re.compile(
    r"(?:is|are) my (?:first|native|mother|second|third|best) (?:language|tongue)\b"
)


def _tongue(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _TONGUE.search(line.text)
    if match is None:
        return []
    items = subject_of(text, words, line, match.start())
    return [
        Statement("speaks", item.text, match[0], 1, item.start, PLAIN)
        for item in items
        if not item.pronoun
    ]


_MOST = re.compile(
    r"^(?:what|the thing|one thing|something|things) (?:that )?(?:i|we) (?P<verb>love|like|enjoy|hate|dislike|can not stand)"
    r"(?: \w+){0,2}? (?:is|are) |^my (?P<choice>[\w -]{2,30}? of choice) (?:is|are) |^my (?P<pleasure>(?:[\w-]+ ){0,2}?(?:guilty pleasure|happy place|weakness|comfort food|obsession|poison|cup of tea)) (?:is|are) |^my (?P<noun>hobby|hobbies|interests|passions?|pet peeves?|loves?|allerg(?:y|ies)) (?:is|are|include) "
)


_MY_ALLERGY = re.compile(r"^my (?:\w+ )?(?:allergy|allergies|intolerance) to ")


def _most(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "what I love most is kayaking", "my hobbies are origami and kendo"."""
    match = _MY_ALLERGY.match(line.text)
    if match:
        return _each(text, words, line.token(match.end()), "allergic_to", "allergy to", -1)
    match = _MOST.match(line.text)
    if match is None:
        return []
    word = match["verb"] or match["noun"] or match["choice"] or match["pleasure"]
    kind, polarity = "likes", 1
    if match["choice"]:
        kind = "prefers"
    elif word.startswith("allerg"):
        kind, polarity = "allergic_to", -1
    elif word.startswith(("hate", "dislike", "can", "pet")):
        kind, polarity = "dislikes", -1
    return [
        Statement(kind, item.text, word, polarity, item.start, PLAIN)
        for item in phrases_at(text, words, line.token(match.end()), joins=NO_JOINS)
        if not item.pronoun
    ]


def _goal(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _GOAL.match(line.text)
    if match is None:
        return []
    kind = "plans" if match["what"] == "plan" else "wants"
    found = verb_phrases_at(text, words, line.token(match.end()))
    return [Statement(kind, item.text, match["what"], 1, item.start, PLAIN) for item in found]


_NOT_REFUSED = word_set(
    "regrets regret doubt doubts worries worry problem problems idea clue complaints wonder pressure rush deal need"
    " matter surprise luck sign news chance contest comment offence offense pets kids siblings brothers sisters children"
)
_BRIEF = 5
"""Words of a clause like "and no musicals" that adds to what is not wanted."""


def _refused(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "No dairy for me", "nothing with nuts"; "nothing beats a hot shower" is the contrary."""
    for pattern, kind, polarity in (
        (_NOTHING_BEATS, "likes", 1),
        (_GIVE_ME, "prefers", 1),
        (_NOTHING_ANNOYS, "dislikes", -1),
    ):
        match = pattern.match(line.text)
        if match:
            at = line.token(match.end())
            return _each(text, words, at, kind, match[0].strip(), polarity)
    match = _NONE_FOR_ME.match(line.text.rstrip(" ,"))
    before = words[line.offset - 1].norm if line.offset > 0 else ""
    alone = not text[: words[0].start].strip() or text[: words[0].start].rstrip()[-1] in ".!?\n"
    hence = before in ("so", "please") or (before == "and" and alone and len(words) <= _BRIEF)
    if match is None or (
        match["what"]
        and not hence
        and not match[0].endswith(("for me", "please", "ever", "whatsoever"))
    ):
        return []
    kind = "uses" if match[0].startswith("no more ") else "avoids"
    at = line.token(match.start("what") if match["what"] else match.end())
    found = _each(text, words, at, kind, "no", -1)
    return [
        item
        for item in found
        if item.target.split()[0].lower() not in LEMMAS
        and item.target.split()[-1].lower() not in _NOT_REFUSED
    ]


def _each(
    text: str, words: Sequence[Token], at: int, kind: str, label: str, polarity: int
) -> list[Statement]:
    """One statement of each thing of the list that begins at a token."""
    return [
        Statement(kind, item.text, label, polarity, item.start, PLAIN)
        for item in phrases_at(text, words, at, joins=NO_JOINS)
        if not item.pronoun
    ]


def _clean_slot(slot: str | None) -> str | None:
    if slot is None:
        return None
    cut = re.split(r"\b(?:of|in|ever|right|at|to|so|for|by|,|and|but|from)\b", slot)[0].strip(" ,")
    return cut or None


_NAME = re.compile(
    r"(?:(?:my )?(?:full |first |real |nick)?name (?:is|was)|call me|people call me|everyone calls me) "
)


_MINE_OF = re.compile(
    r"my (?P<what>native language|mother tongue|first language|hometown|home town) (?:is|are) "
)


_DIET = re.compile(r"(?:my diet is|my household is|i eat) ")


def _named(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _NAME.match(line.text)
    if match:
        at = line.token(match.end())
        end = at
        while end < len(words) and end < at + 3 and words[end].raw[:1].isupper():
            end += 1
        if end == at:
            return []
        target = text[words[at].start : words[end - 1].end]
        return [Statement("name", target, "name", 1, words[at].start, PLAIN, type="person")]
    match = _MINE_OF.match(line.text)
    if match:
        kind = "from" if "home" in match["what"] else "speaks"
        found = phrases_at(text, words, line.token(match.end()), joins=NO_JOINS)
        return [
            Statement(kind, item.text, match["what"], 1, item.start, PLAIN)
            for item in found
            if not item.pronoun
        ]
    match = _DIET.match(line.text)
    if match and line.token(match.end()) < len(words):
        word = words[line.token(match.end())]
        if word.norm in DIETS:
            return [Statement("diet", word.raw, "diet", 1, word.start, PLAIN)]
    return []


_DAYS_OVER = re.compile(
    r"^my (?:(?P<kind>[\w-]+(?: [\w-]+)?) )?days (?:of )?(?P<thing>.*?)\b(?:are|is) (?:over|behind me|done|gone)\b"
)


def _days_over(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "my days of clubbing are over", "my clubbing days are behind me"."""
    match = _DAYS_OVER.match(line.text)
    if match is None:
        return []
    group = "thing" if match["thing"].strip() else "kind"
    if not match[group]:
        return []
    end = line.token(match.end(group))
    found = phrases_at(text, words[:end], line.token(match.start(group)), joins=NO_JOINS)
    return [
        Statement("uses", item.text, "days are over", -1, item.start, PLAIN)
        for item in found
        if not item.pronoun
    ]


_THESE_DAYS = re.compile(
    r"^(?:these days|nowadays|at the moment|for the moment|this year)(?: ,)? (?:it is|i am on)(?: only| all| mainly)?(?: about)? "
)


def _these_days(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "These days it's only the banjo"."""
    match = _THESE_DAYS.match(line.text)
    if match is None:
        return []
    return _each(text, words, line.token(match.end()), "uses", "these days", 1)


def fronted(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """As in "Cardio I really hate": the thing stands first and nothing follows the verb."""
    subject = next(
        (index for index in range(at, len(words)) if words[index].norm in ("i", "we")), 0
    )
    if subject <= at or subject > at + 5:
        return []
    start = head(words, subject + 1)
    verb = LEMMAS.get(words[start.at].norm) if start.at < len(words) else None
    if verb is None or start.at + 1 < len(words):
        return []
    signs = {"love": 1, "like": 1, "enjoy": 1, "adore": 1, "hate": -1, "dislike": -1, "loathe": -1,
             "detest": -1, "stand": 0, "despise": -1, "prefer": 1}  # fmt: skip
    sign = signs.get(verb[0])
    if sign is None or (sign == 0 and not start.negations):
        return []
    if start.negations:
        sign = -1 if sign >= 0 else 0
    before = list(words[at:subject])
    comma = next((i for i, word in enumerate(before) if word.norm == ","), len(before))
    if comma + 1 < len(before):
        before = before[:comma]
    item = subject_phrase(text, before)
    if not sign or item is None or item.pronoun:
        return []
    kind = "likes" if sign > 0 else "dislikes"
    label = text[words[subject + 1].start : words[start.at].end]
    return [Statement(kind, item.text, label, sign, item.start, PLAIN)]


def _before_joint(text: str, words: Sequence[Token], at: int, joint: str) -> list[Statement]:
    """The thing before "over" or ">", where another follows."""
    items = phrases_at(text, words, at, joins=NO_JOINS)
    if not items or items[0].pronoun or items[0].after + 1 >= len(words):
        return []
    following = phrases_at(text, words, items[0].after + 1, joins=NO_JOINS)
    if words[items[0].after].norm != joint or not following or following[0].pronoun:
        return []
    return [Statement("prefers", items[0].text, joint, 1, items[0].start, PLAIN)]


_DISGUST = frozenset({"ew", "eww", "yuck", "blech", "bleh", "gross"})
_ALWAYS = re.compile(r"\W{0,3}(?:always|forever|obviously|definitely)\b", re.IGNORECASE)


def fragment(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """A clause without a verb: "tea over coffee any day", "anything but jazz"."""
    norms = [word.norm for word in words[at:]]
    joined = " ".join(norms)
    match = re.match(r"(?:big|huge|massive|not a|no) ", joined)
    ever = re.search(r"\bover\b.*\b(?:any day|every time|anytime)\b", joined)
    if match is None and (ever or ("over" in norms[1:5] and _ALWAYS.search(text, words[-1].end))):
        return _before_joint(text, words, at, "over")
    if norms[0] == "team" and 2 <= len(norms) <= 5 and _ALWAYS.search(text, words[-1].end):
        items = phrases_at(text, words, at + 1, joins=NO_JOINS)
        return [Statement("likes", item.text, "team", 1, item.start, PLAIN) for item in items[:1]]
    if norms[0] in _DISGUST and 2 <= len(norms) <= 4:
        item = subject_phrase(text, words[at + 1 + (norms[1] == ",") :])
        if item is not None and not item.pronoun and norms[1] not in ("the", "this", "that"):
            return [Statement("dislikes", item.text, words[at].raw, -1, item.start, PASSING)]
    if match is None and ">" in norms[1:8]:
        return _before_joint(text, words, at, ">")
    return stacks.verbless(text, words, at)

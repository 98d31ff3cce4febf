"""English clauses whose subject is the thing: "karaoke is not my cup of tea", "our stack is Django"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english import stacks
from persona.extract.english.cues import LEMMAS, PASSING, PLAIN
from persona.extract.english.heads import head
from persona.extract.english.lines import Line
from persona.extract.english.lists import phrases_at, subject_phrase, verb_phrases_at
from persona.extract.english.objects import is_named
from persona.extract.english.phrases import Phrase
from persona.extract.english.tokens import Token
from persona.extract.english.words import (
    DIETS,
    OPINION_BAD,
    OPINION_GOOD,
    PETS,
    POINTING,
    word_set,
)
from persona.extract.statement import Statement

_NO_JOINS: frozenset[str] = frozenset()


_BE = r"(?:is|are|was|were|have been|has been)"


_NOT_MINE = (
    rf"(?:{_BE} )?not (?:my (?:thing|jam|cup of tea|style|speed|vibe|bag|scene|favourite|favourites|idea of"
    r" fun|taste)|for me|so much|really my thing|really|worth it)\b"
)


_BAD = re.compile(
    rf"{_NOT_MINE}|(?:drives?|drive) me (?:crazy|nuts|insane|mad|up the wall)\b|get(?:s)? on my nerves\b"
    r"|(?:makes?|make) me (?:sick|gag|cringe|nauseous|want to (?:scream|vomit|cry))\b"
    r"|(?:bore[sd]?|annoys?|disgusts?|irritates?|grosse?s|drains?|exhausts?|scares?|terrif(?:y|ies)|stress(?:es)?|depress(?:es)?|infuriates?) me\b|leaves? me cold\b|turns? me off\b"
    r"|do(?:es)? nothing for me\b|do(?:es)? not do it for me\b|(?:is|are) lost on me\b"
    r"|(?:is|are) (?:the worst|my (?:kryptonite|nemesis|pet peeve|least favourite))\b"
    r"|(?:is|are) (?:a )?(?:hard|big|absolute)? ?(?:no|no-go|dealbreaker|no go|pass)(?: for me)?$"
    r"|and i do not get along\b|can (?:get lost|go to hell)\b|never again$|sucks?$|(?:the |one of the )?(?:worst|dullest) (?:[\w-]+ ){1,3}(?:i have|i|ever|we have)\b| no$|no thanks?$|hard (?:no|pass)\b"
)


_GOOD = re.compile(
    rf"(?:{_BE} )?(?:right |totally )?(?:up my (?:alley|street)|my (?:(?:new|latest|current|big|biggest|whole|one|true|only) )*(?:thing|jam|cup of tea|happy place|passion"
    r"|life|guilty pleasure|weakness|comfort food|speed|kind of thing|obsession|first love|love"
    r"|bread and butter|favourite)|(?:the )?love of my life|where it is at)\b"
    r"|(?:makes?|make) me (?:so )?happy\b|never gets? old\b|floats? my boat\b|(?:has|have) my heart\b|won me over\b"
    r"|(?:has|have|had|got) me (?:hooked|obsessed|addicted)\b| yes$|(?:is|are) growing on me\b|(?:is|are) life$|(?:rocks|slaps|rules)$|(?:hits?|hit) the spot\b"
    r"|(?:calms?|relax(?:es)?|soothes?|excites?|delights?) me\b|(?:is|are) (?:the best|the goat|the bomb|a must)\b"
    r"|all the way$|(?:is|are) an? (?:absolute |total |real )?(?:masterpiece|classic|gem|treat|delight|blast|joy)\b"
    r"|^my (?:all time |all-time |new )?favourite(?: [\w-]+){0,2}(?: ever| of all time)?$"
    r"|(?:the |one of the )?(?:best|greatest|coolest|loveliest) (?:[\w-]+ ){1,3}(?:i have|i|ever|we have)\b"
)


_OPINION = re.compile(r"(?:is|are|taste|tastes) (?:so |such |pretty |too )?(?P<word>[\w-]+)\b")


_STRUGGLE = re.compile(
    r"keeps? (?P<verb>\w+ing)\b|(?:is|are|has been|have been) (?:killing me|a nightmare|giving me|acting up|driving me)\b"
    r"|will not (?:compile|start|build|load|turn on|work|boot|run|install|open|connect|sync|rise|stop)\b"
    r"|(?:is|are) not (?:working|compiling|building|loading|starting|responding)\b|stopped working\b"
    r"|broke down\b|gives? me (?:trouble|grief|headaches|a hard time)\b"
)


_FAVOURITE = re.compile(
    rf"(?:favourites?|go-to)(?: (?P<slot>(?!is |are |was |has |to ).{{1,40}}?))? (?P<verb>{_BE}|has to be|have to be"
    r"|would be|would have to be|must be|:) "
)


_IS_FAVOURITE = re.compile(
    rf"{_BE} (?:still )?(?P<label>(?:my|our) (?:all time |all-time |absolute |number one )?favourite)"
    r"(?: (?P<slot>.+))?$"
)


_INTERESTING = re.compile(r"(?:fascinates?|intrigues?|interests?) me\b")


_GO_TO = re.compile(
    r"(?:is|are) my (?:go-to|daily driver|weapon of choice|main|drug of choice|top pick|default)\b|\bbeats\b"
)


_THINGS_RELATED = (
    (re.compile(r"(?:is|are) (?:built|based) (?:on top of|on|with|around)\b|(?:runs|sits) on\b|(?:is|are) powered by\b"
                r"|(?:is|are) written in\b"), "part_of"),
    (re.compile(r"(?:is|are) (?:a )?part of\b|(?:belongs to)\b"), "part_of"),
    (re.compile(r"(?:is|are) (?:a|an)? ?(?:kind|type|sort|fork|flavour|flavor|subset|superset) of\b"), "kind_of"),
    (re.compile(r"(?:integrates|works well|pairs|plays well|goes well) with\b"), "used_with"),
)  # fmt: skip


def about(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """What a clause without "I" as its subject says of the person, or [] where it says nothing."""
    line = Line(words, at)
    return (
        _favourite(text, words, line)
        or _tongue(text, words, line)
        or _most(text, words, line)
        or _goal(text, words, line)
        or _refused(text, words, line)
        or _named(text, words, line)
        or stacks.stack(text, words, at, line)
        or _verdict(text, words, at, line)
        or _between_things(text, words, line)
    )


def _favourite(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _IS_FAVOURITE.search(line.text)
    if match:
        subject = _subject(text, words, line, match.start())
        slot = _clean_slot(match["slot"])
        return [
            Statement("favourite", item.text, "favourite", 1, item.start, PLAIN, slot=slot)
            for item in subject
        ]
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
    found = phrases_at(text, words, line.token(match.end()), joins=_NO_JOINS)
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
    r"^(?:no (?P<what>.+?)(?: for me| please|$)|nothing with |never again (?!i\b)|never (?!again|been|boring|dull)(?=[\w-]+(?: [\w-]+)?$)|(?:a )?(?:big |hard |huge )?no to )"
)


_GIVE_ME = re.compile(r"^give me (?=.*(?:\bover\b|\bany day\b|\bany time\b))")


_NOTHING_BEATS = re.compile(
    r"^(?:nothing (?:beats|like|tops)|can not (?:beat|go wrong with)|there is nothing like) "
)


_TONGUE = re.compile(
    r"(?:is|are) my (?:first|native|mother|second|third|best) (?:language|tongue)\b"
)


def _tongue(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _TONGUE.search(line.text)
    if match is None:
        return []
    items = _subject(text, words, line, match.start())
    return [
        Statement("speaks", item.text, match[0], 1, item.start, PLAIN)
        for item in items
        if not item.pronoun
    ]


_MOST = re.compile(
    r"^(?:what|the thing|one thing|something|things) (?:that )?(?:i|we) (?P<verb>love|like|enjoy|hate|dislike|can not stand)"
    r"(?: \w+){0,2}? (?:is|are) |^my (?P<noun>hobby|hobbies|interests|passions?|pet peeves?|loves?|allerg(?:y|ies)) (?:is|are|include) "
)


def _most(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "what I love most is kayaking", "my hobbies are origami and kendo"."""
    match = _MOST.match(line.text)
    if match is None:
        return []
    word = match["verb"] or match["noun"]
    kind, polarity = "likes", 1
    if word.startswith("allerg"):
        kind, polarity = "allergic_to", -1
    elif word.startswith(("hate", "dislike", "can", "pet")):
        kind, polarity = "dislikes", -1
    return [
        Statement(kind, item.text, word, polarity, item.start, PLAIN)
        for item in phrases_at(text, words, line.token(match.end()), joins=_NO_JOINS)
        if not item.pronoun
    ]


def _goal(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _GOAL.match(line.text)
    if match is None:
        return []
    kind = "plans" if match["what"] == "plan" else "wants"
    found = verb_phrases_at(text, words, line.token(match.end()))
    return [Statement(kind, item.text, match["what"], 1, item.start, PLAIN) for item in found]


def _refused(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "No dairy for me", "nothing with nuts"; "nothing beats a hot shower" is the contrary."""
    match = _NOTHING_BEATS.match(line.text)
    kind, polarity = "likes", 1
    if match is None:
        match = _GIVE_ME.match(line.text)
        kind = "prefers"
    if match is None:
        match = _NONE_FOR_ME.match(line.text)
        kind, polarity = "avoids", -1
        if match is None or (match["what"] and not match[0].endswith(("for me", "please"))):
            return []
    at = line.token(match.start("what") if polarity < 0 and match["what"] else match.end())
    label = "no" if polarity < 0 else match[0].strip()
    return [
        Statement(kind, item.text, label, polarity, item.start, PLAIN)
        for item in phrases_at(text, words, at, joins=_NO_JOINS)
        if not item.pronoun and item.text.split()[0].lower() not in LEMMAS
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
        found = phrases_at(text, words, line.token(match.end()), joins=_NO_JOINS)
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


def _subject(text: str, words: Sequence[Token], line: Line, position: int) -> list[Phrase]:
    """The things that the tokens before a position name, as the subject of what follows."""
    end = line.token(position)
    before = list(words[line.offset : end])
    while before and before[-1].norm in (
        "just",
        ",",
        "both",
        "all",
        "'",
        "though",
        "is",
        "are",
        "so",
    ):
        before.pop()
    if not before or len(before) > 9:
        return []
    found = phrases_at(text, before, 0, joins=_NO_JOINS)
    if not found or found[-1].after < len(before):
        return []
    return [
        item for item in found if not item.pronoun or item.text.lower() in (POINTING | {"they"})
    ]


def _verdict(text: str, words: Sequence[Token], at: int, line: Line) -> list[Statement]:
    for pattern, kind, polarity in (
        (_BAD, "dislikes", -1),
        (_GOOD, "likes", 1),
        (_GO_TO, "prefers", 1),
        (_INTERESTING, "interested_in", 1),
    ):
        match = pattern.search(line.text)
        if match is None:
            continue
        if polarity > 0 and re.search(r"\b(?:not|never|no)\b", line.text[: match.start()]):
            continue
        items = _subject(text, words, line, match.start())
        if match.start() == 0 and not items:
            items = _bare_verdict(words, at)
        if not items:
            continue
        return [
            Statement(kind, item.text, match[0].strip(), polarity, item.start, PLAIN)
            for item in items
        ]
    return _struggle(text, words, line) or _opinion(text, words, at, line)


def _bare_verdict(words: Sequence[Token], at: int) -> list[Phrase]:
    """A verdict without subject ("not for me", "hard no") is of what was named before: "it"."""
    return [Phrase("it", words[at].start, negated=False, after=at, pronoun=True)]


def _struggle(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _STRUGGLE.search(line.text)
    if match is None:
        return []
    end = line.token(match.start())
    if words[line.offset].norm in ("your", "his", "her", "their", "he", "she"):
        return []
    return [
        Statement("struggles_with", item.text, match[0], 1, item.start, PLAIN)
        for item in _subject(text, words, line, match.start())
        if not item.pronoun and end and not (set(item.text.lower().split()) & PETS)
    ]


_DISTANT = word_set("this that these those your his her their its there")


def _opinion(text: str, words: Sequence[Token], at: int, line: Line) -> list[Statement]:
    """As in "Anchovies are disgusting": an opinion of a kind of thing, not of one evening or film."""
    match = _OPINION.search(line.text)
    if match is None:
        return []
    word = match["word"]
    sign = 1 if word in OPINION_GOOD else -1 if word in OPINION_BAD else 0
    if not sign or re.search(r"\b(?:not|never|no|if|would)\b", line.text):
        return []
    items = _subject(text, words, line, match.start())
    first = words[at].norm
    if first in _DISTANT and not items:
        return []
    definite = first in ("the", "my", "our", "a", "an", "this", "that", "your")
    kept = [item for item in items if item.pronoun or not definite]
    kept = [
        item for item in kept if not item.pronoun or item.text.lower() in ("they", "it", "them")
    ]
    kind = "likes" if sign > 0 else "dislikes"
    after = words[line.token(match.end()) :] if match.end() < len(line.text) else []
    if after and after[0].norm in ("for", "to", "idea", "at", "that", "with", "in"):
        return []
    return [Statement(kind, item.text, word, sign, item.start, PASSING) for item in kept]


def _between_things(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "FastAPI is built on Starlette": a relation between two named things, with the person not in it."""
    for pattern, kind in _THINGS_RELATED:
        match = pattern.search(line.text)
        if match is None:
            continue
        before = _subject(text, words, line, match.start())
        after = phrases_at(text, words, line.token(match.end()), joins=_NO_JOINS)
        if len(before) != 1 or before[0].pronoun or not is_named(before[0]):
            return []
        return [
            Statement(kind, item.text, match[0], 1, item.start, PLAIN, source=before[0].text)
            for item in after
            if not item.pronoun and is_named(item)
        ]
    return []


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
    item = subject_phrase(text, before)
    if not sign or item is None or item.pronoun:
        return []
    kind = "likes" if sign > 0 else "dislikes"
    label = text[words[subject + 1].start : words[start.at].end]
    return [Statement(kind, item.text, label, sign, item.start, PLAIN)]


def fragment(text: str, words: Sequence[Token], at: int) -> list[Statement]:
    """A clause without a verb: "tea over coffee any day", "anything but jazz"."""
    norms = [word.norm for word in words[at:]]
    joined = " ".join(norms)
    match = re.match(r"(?:big|huge|massive|not a|no) ", joined)
    if match is None and re.search(r"\bover\b.*\b(?:any day|every time|anytime)\b", joined):
        items = phrases_at(text, words, at, joins=_NO_JOINS)
        if items and items[0].after < len(words) and words[items[0].after].norm == "over":
            return [Statement("prefers", items[0].text, "over", 1, items[0].start, PLAIN)]
    return stacks.verbless(text, words, at)

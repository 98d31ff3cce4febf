"""Verdicts in English on a thing that is the subject: "karaoke is not my cup of tea", "X drives me mad"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import PASSING, PLAIN
from persona.extract.english.lines import Line
from persona.extract.english.lists import phrases_at
from persona.extract.english.phrases import Phrase
from persona.extract.english.tokens import Token
from persona.extract.english.words import (
    OPINION_BAD,
    OPINION_GOOD,
    PETS,
    POINTING,
    word_set,
)
from persona.extract.statement import Statement

NO_JOINS: frozenset[str] = frozenset()
"""No further words that join the things of a list."""


BE = r"(?:is|are|was|were|have been|has been)"
"""Forms of "to be" with the perfect, as a pattern."""


_NOT_MINE = (
    rf"(?:{BE} )?not (?:my (?:thing|jam|cup of tea|style|speed|vibe|bag|scene|favourite|favourites|idea of"
    r" fun|taste)|for me|so much|really my thing|really|worth it)\b"
    r"|(?:(?:has|have|had|was|were|is|are) )?never (?:been )?(?:my (?:thing|jam|cup of tea|style|speed|vibe|bag|scene|taste)|for me)\b"
)


_BAD = re.compile(
    rf"{_NOT_MINE}|(?:drives?|drive) me (?:crazy|nuts|insane|mad|up the wall)\b|get(?:s)? on my nerves\b"
    r"|(?:makes?|make) me (?:sick|gag|cringe|nauseous|want to (?:scream|vomit|cry))\b"
    r"|(?:bore[sd]?|annoys?|disgusts?|irritates?|grosse?s|drains?|exhausts?|scares?|terrif(?:y|ies)|stress(?:es)?|depress(?:es)?|infuriates?) me\b|leaves? me cold\b|turns? me off\b"
    r"|do(?:es)? nothing for me\b|do(?:es)? not do it for me\b|(?:is|are) lost on me\b"
    r"|(?:is|are) (?:the worst|my (?:kryptonite|nemesis|pet peeve|least favourite))\b"
    r"|(?:is|are) (?:a )?(?:hard|big|absolute)? ?(?:no|no-go|dealbreaker|no go|pass)(?: (?:for|from) me)?$"
    r"|and i do not get (?:along|on)\b|do(?:es)? my head in\b|(?:is|are) (?:way |total |complete |far )?(?:overkill|too (?:expensive|pricey|complicated|heavy|slow|bloated|clunky|fiddly)) for (?:me|us|our|my)\b|makes? my (?:skin crawl|blood boil|stomach turn)\b|tastes? like (?:soap|cardboard|dirt|feet|medicine|garbage|metal|nothing)\b|puts? me off\b|(?:is|are) (?:the bane of my (?:existence|life)|the devil|pure evil|an abomination|a crime)$|over my dead body\b|^not in a (?:million|hundred) (?:years|lifetimes)\b|(?:is|are) so not me\b|(?:so |just )?not me$|can (?:get lost|go to hell)\b|never again$|(?:^|, )(?:count|leave) me out\b|sucks?$|(?:the |one of the )?(?:worst|dullest) (?:[\w-]+ ){1,3}(?:i have|i|ever|we have)\b| (?:no|not|never|nope)$|no thanks?$|hard (?:no|pass)\b"
)


_GOOD = re.compile(
    rf"(?:{BE} )?(?:right |totally |more |much more )?(?:up my (?:alley|street)|my (?:(?:new|latest|current|big|biggest|whole|one|true|only) )*(?:thing|jam|cup of tea|happy place|passion"
    r"|life|therapy|escape|sanctuary|drug|addiction|guilty pleasure|weakness|comfort food|speed|kind of thing|obsession|first love|love"
    r"|bread and butter|favourite)|(?:the )?love of my life|where it is at)\b"
    r"|(?:makes?|make) me (?:so )?happy\b|never gets? old\b|floats? my boat\b|(?:has|have) my heart\b|won me over\b"
    r"|(?:has|have|had|got) me (?:hooked|obsessed|addicted)\b| (?:yes|always)$|(?:is|are) growing on me\b|(?:is|are) life$|(?:rocks|slaps|rules|ftw)$|(?:hits?|hit) the spot\b"
    r"|(?:calms?|relax(?:es)?|soothes?|excites?|delights?) me\b|(?:is|are) (?:the best|the goat|the bomb|a must)\b"
    r"|(?:has|have) taken over (?:my|our) \w+|(?:gets?|got) me every time\b|(?:is|are|means?|meant) (?:everything|the world) to me\b"
    r"|(?:makes?|made) my (?:day|week|weekend)\b|keeps? me sane\b|suits? me\b|hits? (?:so )?different(?:ly)?\b|appeals? to me\b|^any day(?: of the week)?$|^every time$|(?:^|, )(?:count|sign) me (?:in|up)\b"
    r"|all the way$|(?:is|are) an? (?:absolute |total |real )?(?:masterpiece|classic|gem|treat|delight|blast|joy)\b"
    r"|^my (?:all time |all-time |new )?favourite(?: [\w-]+){0,2}(?: ever| of all time)?$"
    r"|(?:the |one of the )?(?:best|greatest|coolest|loveliest) (?:[\w-]+ ){1,3}(?:i have|i|ever|we have)\b"
)


_ALLERGIC = re.compile(
    r"(?:makes?|made) my (?:throat|tongue|lips?|face|eyes|skin|mouth) (?:swell|itchy?|tingle|tingly|burn|close|water|swollen|puffy|numb)\b"
    r"|(?:makes?|made) me (?:itch|itchy|wheeze|swell|break out|come out in)\b|brings? me out in (?:hives|a rash)\b"
    r"|(?:gives?|gave) me (?:hives|a rash|rashes|anaphylaxis)\b|(?:sends?|sent|lands?|puts?) me (?:to|in) (?:the )?(?:hospital|er|a&e)\b"
)


_DISAGREES = re.compile(
    r"do(?:es)? not agree with (?:me|my (?:stomach|tummy|gut|body))\b|disagrees? with (?:me|my (?:stomach|tummy|gut))\b"
    r"|(?:upsets?|wrecks?|ruins?|kills?|destroys?|hurts?|messes? with|messes? up) my (?:stomach|tummy|gut|guts|belly)\b"
    r"|gives? me (?:heartburn|indigestion|a stomach ache|stomach aches|migraines|a migraine|the runs|cramps|acid reflux)\b"
)
_ONLY_ONE = re.compile(
    r"(?:is|are) (?:the only (?:[\w+-]+ ){1,3}|what |the (?:[\w+-]+ ){1,2}(?=(?:that |which )?(?:i|we) \w+ (?:most|all)))(?:that |which )?(?:i|we) (?:would )?(?:ever )?"
    r"(?P<verb>use|drink|eat|wear|watch|read|play|trust|like|love|enjoy|drive|ride)\b"
)
"""As in "Signal is the only messenger I use"."""
_LIKING = frozenset({"like", "love", "enjoy", "trust", "watch", "read", "play"})


BETTER = re.compile(
    r"(?:so |way |far |much |a lot |just |infinitely )*(?:better|nicer|tastier|superior|comfier|cosier"
    r"|more (?:fun|enjoyable|relaxing|satisfying|rewarding|comfortable|exciting|interesting)) (?:than|to) "
)
"""As in "nicer than": what stands before it is put first."""
_IS_BETTER = re.compile(rf"(?:is|are|tastes?) {BETTER.pattern}")


_OPINION = re.compile(
    r"(?P<verb>is|are|was|were|taste|tastes|tasted) (?:so |such |pretty |too )?(?P<word>[\w-]+)\b"
)


_STRUGGLE = re.compile(
    r"keeps? (?P<verb>\w+ing)\b|(?:is|are|has been|have been) (?:killing me|a nightmare|giving me|acting up|driving me)\b"
    r"|will not (?:compile|start|build|load|turn on|work|boot|run|install|open|connect|sync|rise|stop)\b"
    r"|(?:is|are) not (?:working|compiling|building|loading|starting|responding)\b|stopped working\b"
    r"|(?:drops?|crashes|crash|freezes|freeze|hangs|dies|disconnects?|overheats?|lags|times out|stalls|reboots|restarts|stutters|glitches)"
    r" (?:every|all|constantly|again|on me|whenever|randomly|after|at random|when|each|now)\b"
    r"|(?:is|are) (?:leaking|overheating|buzzing|flickering|rattling|squeaking|glitching|broken)\b|broke down\b|gives? me (?:trouble|grief|headaches|a hard time)\b"
)


_INTERESTING = re.compile(r"(?:fascinates?|intrigues?|interests?) me\b")


_GO_TO = re.compile(
    r"(?:is|are) my (?:go-to|daily driver|weapon of choice|main|drug of choice|top pick|default)\b|\bbeats\b"
)


_EXCLAIMS = word_set(
    "oh ooh oooh ohh ah aah aw hell heck god gosh omg omfg yay yep yup um uh hmm hm oof woah whoa lord jeez christ lol"
    " haha absolutely definitely eh meh ugh mm mmm yum sure maybe"
)
"""What only strengthens the word after it: "ooh yes", "oh god no"."""


def subject_of(text: str, words: Sequence[Token], line: Line, position: int) -> list[Phrase]:
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
    while before and before[0].norm in _EXCLAIMS:
        before.pop(0)
    if not before:
        return []
    found = phrases_at(text, before, 0, joins=NO_JOINS)
    if not found or found[-1].after < len(before):
        return []
    return [
        item for item in found if not item.pronoun or item.text.lower() in (POINTING | {"they"})
    ]


def verdict(text: str, words: Sequence[Token], at: int, line: Line) -> list[Statement]:
    """What a clause says of the thing that is its subject, or [] where it judges nothing."""
    return (
        _neither(text, words, at, line)
        or _only_one(text, words, line)
        or _better(text, words, line)
        or _judged(text, words, at, line)
    )


_FOR_ME = re.compile(r"for me$")


def _neither(text: str, words: Sequence[Token], at: int, line: Line) -> list[Statement]:
    """As in "neither cats nor dogs appeal to me"."""
    neither = line.text.startswith("neither ")
    match = _GOOD.search(line.text) or _FOR_ME.search(line.text) if neither else None
    if match:
        before = words[: line.token(match.start())]
        return [
            Statement("dislikes", item.text, "neither", -1, item.start, PLAIN)
            for item in phrases_at(text, before, at + 1, joins=NO_JOINS)
            if not item.pronoun
        ]
    return []


def _judged(text: str, words: Sequence[Token], at: int, line: Line) -> list[Statement]:
    for pattern, kind, polarity in (
        (_ALLERGIC, "allergic_to", -1),
        (_DISAGREES, "avoids", -1),
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
        items = subject_of(text, words, line, match.start())
        if match.start() == 0 and not items:
            items = _bare_verdict(words, at)
        if not items:
            continue
        return [
            Statement(kind, item.text, match[0].strip(), polarity, item.start, PLAIN)
            for item in items
        ]
    return _struggle(text, words, line) or _opinion(text, words, at, line)


def yes_please(words: Sequence[Token]) -> list[Statement]:
    """As in "Thai food? Yes please!": the clause names nothing, and likes what was named before."""
    if [word.norm for word in words] != ["yes", "please"]:
        return []
    return [Statement("likes", "it", "yes please", 1, words[0].start, PLAIN)]


def _only_one(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    match = _ONLY_ONE.search(line.text)
    if match is None:
        return []
    kind = "likes" if match["verb"] in _LIKING else "uses"
    return [
        Statement(kind, item.text, match[0], 1, item.start, PLAIN)
        for item in subject_of(text, words, line, match.start())
        if not item.pronoun
    ]


def _better(text: str, words: Sequence[Token], line: Line) -> list[Statement]:
    """As in "espresso is better than filter coffee": the first is preferred, as an opinion."""
    match = _IS_BETTER.search(line.text)
    if match is None or line.text.startswith(("the ", "my ", "our ", "this ", "that ", "it ")):
        return []
    other = phrases_at(text, words, line.token(match.end()), joins=NO_JOINS)
    if not other or other[0].pronoun:
        return []
    return [
        Statement("prefers", item.text, "better than", 1, item.start, PASSING)
        for item in subject_of(text, words, line, match.start())
        if not item.pronoun
    ]


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
        for item in subject_of(text, words, line, match.start())
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
    items = subject_of(text, words, line, match.start())
    first = words[at].norm
    if first in _DISTANT and not items:
        return []
    definite = first in ("the", "my", "our", "a", "an", "this", "that", "your")
    kept = [item for item in items if item.pronoun or not definite]
    kept = [
        item for item in kept if not item.pronoun or item.text.lower() in ("they", "it", "them")
    ]
    past = match["verb"] in ("was", "were", "tasted")
    if past:  # of one meal or film, unless it is named just before
        kept = [item for item in kept if item.pronoun]
        word = f"was {word}"
    kind = "likes" if sign > 0 else "dislikes"
    after = words[line.token(match.end()) :] if match.end() < len(line.text) else []
    if after and after[0].norm in ("for", "to", "idea", "at", "that", "with", "in"):
        return []
    return [Statement(kind, item.text, word, sign, item.start, PASSING) for item in kept]

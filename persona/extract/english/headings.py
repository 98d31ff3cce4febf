"""Headings of lists in English, and what they say of each thing below them: "bands I love: ...", "setup: ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from persona.extract.english.cues import PLAIN
from persona.extract.english.lists import phrases_at
from persona.extract.english.phrases import Phrase
from persona.extract.english.tokens import Token
from persona.extract.statement import Statement

_HEADINGS = {
    "likes": ("likes", 1), "loves": ("likes", 1), "hobbies": ("likes", 1), "interests": ("likes", 1),
    "favourites": ("likes", 1), "favourite": ("likes", 1), "dislikes": ("dislikes", -1),
    "hates": ("dislikes", -1), "allergies": ("allergic_to", -1), "allergic to": ("allergic_to", -1),
    "languages": ("speaks", 1), "stack": ("uses", 1), "tools": ("uses", 1), "skills": ("skilled_in", 1),
    "things i hate": ("dislikes", -1), "things i love": ("likes", 1), "things i like": ("likes", 1),
    "i love": ("likes", 1), "i like": ("likes", 1), "i hate": ("dislikes", -1),
    "no-gos": ("dislikes", -1),
    "setup": ("uses", 1), "set-up": ("uses", 1), "rig": ("uses", 1), "gear": ("uses", 1), "kit": ("uses", 1),
    "toolkit": ("uses", 1), "toolchain": ("uses", 1), "daily drivers": ("uses", 1), "devices": ("uses", 1),
    "software": ("uses", 1), "hardware": ("uses", 1), "work setup": ("uses", 1), "home setup": ("uses", 1),
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


def headed(words: Sequence[Token]) -> tuple[str, int] | None:
    """The kind and sign that a clause gives to what stands below it, or None where it is no heading."""
    heading = _heading(words)
    if _NEW.search(heading) or _TOP.match(heading):
        return "likes", 1
    felt = _FELT.search(heading)
    if felt is not None:
        sign = felt["sign"] or felt["felt"]
        return ("likes", 1) if sign in ("love", "like", "enjoy", "adore") else ("dislikes", -1)
    return _HEADINGS.get(heading)


_TOP = re.compile(r"^top (?:\d{1,2}|three|five|ten) [\w -]{3,25}$")
_FELT = re.compile(
    r"^[\w -]{3,30} (?:that )?(?:i|we) (?P<sign>love|like|enjoy|adore|hate|dislike|avoid|loathe|detest|can not stand|do not like)$"
    r"|^(?:i|we) (?P<felt>love|like|enjoy|adore|hate|dislike|loathe|can not stand) (?:[\w-]+ ){1,2}things$"
)


_ABOUT_ME = re.compile(
    r"^(?:(?:a bit|a little|some things|more|quick facts|facts|all) )?about (?:me|myself)$|^(?:profile|bio|quick facts|facts about)$"
)


def heads_profile(words: Sequence[Token]) -> bool:
    """Whether a clause is the heading of what the person is: "about me"."""
    return bool(_ABOUT_ME.match(_heading(words)))


def _heading(words: Sequence[Token]) -> str:
    """A clause as the heading of a list: "my hobbies", "favourite bands"."""
    norms = [
        word.norm for word in words if word.norm not in ("my", "our", "also", "current", "tech")
    ]
    if norms[:1] in (["favourite"], ["favourites"]) and len(norms) <= 3:
        return "favourite"
    return " ".join(norms)


def below(
    clauses: Sequence[list[Token]], number: int
) -> tuple[list[Token], tuple[str, int]] | None:
    """The clause that a heading or a sign after a colon is about, with the kind and sign, or None.

    That is the clause after "hobbies:", and the one before ": never".
    """
    if number + 2 >= len(clauses) or clauses[number + 1][0].norm != ":":
        return None
    if (stated := headed(clauses[number])) is not None:
        return clauses[number + 2], stated
    judged = _COLON_SIGNS.get(_heading(clauses[number + 2]))
    return (clauses[number], judged) if judged else None


def listed(text: str, words: Sequence[Token], kind: str, sign: int) -> Iterator[Statement]:
    """What stands after a heading, as a list."""
    items = phrases_at(text, words, 0, joins=frozenset())
    pieces = _pieces(text, words)
    for item in pieces if len(pieces) > len(items) else items:
        if not item.pronoun and not item.negated:
            yield Statement(kind, item.text, kind, sign, item.start, PLAIN)


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

"""Slips that a person takes back: "Sorry, I meant Microsoft, not Google", 说错了，是杭州不是苏州."""

from __future__ import annotations

import re
from typing import NamedTuple

from persona.extract.clauses import plain_form

_MARK = re.compile(
    r"\b(?:sorry|oops|whoops|my bad|my mistake|i meant|i mean(?=[ ,])|correction|typo|mistyped|misspoke"
    r"|mistype|scratch that|wait,? no|no,? wait|slip of the|autocorrect|i misspelled|let me correct|to correct"
    r"|(?<=[,.] )actually,? no|make that|strike that|ignore that)\b"
    r"|\b(?:it's|it is|that's) [^,.;!?\n]{1,40}, not \w"
    r"|说错|打错|写错|口误|更正|纠正|手滑|输错|记错|搞错|[打说]快了|手误|手快|嘴瓢|笔误|记岔|不对[，,]|我是说|我是想说"
)
_STRONG = re.compile(
    r"\b(?:oops|whoops|my bad|i meant|(?:sorry|no|wait|oops),? i mean|make that|correction|typo|mistyped|mistype|misspoke|scratch that|wait,? no"
    r"|no,? wait|strike that|slip of the)\b|说错|打错|写错|口误|更正|纠正|手滑|输错|记错|搞错|[打说]快了|手误|手快|嘴瓢|笔误|记岔|我是想说|^\W*不对[，,]\s*(?:应该)?是"
)
_NAME_EN = r"[^,.;!?\n]{1,50}?"
_SWAPS = (
    re.compile(
        rf"\b(?:i meant?|make that|should be|should have been|it's|it is|that's)(?: to (?:say|type|write))? "
        rf"(?P<new>{_NAME_EN})(?:,| -| –)? (?:and )?not (?P<old>{_NAME_EN})(?=[,.;!?\n]|$)"
    ),
    re.compile(
        rf"\bnot (?P<old>{_NAME_EN}),? (?:but|i mean|i meant) (?P<new>{_NAME_EN})(?=[,.;!?\n]|$)"
    ),
    re.compile(rf"\b(?P<new>{_NAME_EN})(?:,? sorry)?,? not (?P<old>{_NAME_EN})(?=[,.;!?\n]|$)"),
    re.compile(
        r"不是(?P<old>[^，,。！!？?；;是]{1,20})[，,]?\s*(?:而)?是(?P<new>[^，,。！!？?；;]{1,20})"
    ),
    re.compile(
        r"是(?P<new>[^，,。！!？?；;不是]{1,20})[，,]?\s*(?:而)?不是(?P<old>[^，,。！!？?；;]{1,20})"
    ),
)
_PLAIN = re.compile(
    rf"\b(?:correction[:,]? )?(?:i meant?|make that|correction[:,]?|should be)(?: to (?:say|type|write))? (?P<new>{_NAME_EN})(?=[,.;!?\n]|$)"
    r"|(?:我是(?:想)?说|应该是|更正(?:一下)?[:：，,]?\s*(?:应该)?(?:是|为)?|其实是|是)(?P<zh>[^，,。！!？?；;]{1,20})"
)

_DENIED_ZH = re.compile(r"[，,]\s*(?:而)?不是(?P<old>[^，,。！!？?；;]{1,20})")
"""The slip, named after a clause that says in full what is meant: 不对，我住在青岛，不是烟台."""

_AFTER_MARK = re.compile(
    rf"\b(?:it's|it is|that should be) (?P<new>{_NAME_EN})(?P<zh>)(?=[,.;!?\n]|$)"
)
_BARE = re.compile(r"[,.!]?\s*(?:the |an? )(?P<new>[\w-]+(?: [\w-]+)?)(?P<zh>)(?=[,.;!?\n]|$)")


_FILLERS = re.compile(
    r"(?:\s+(?:lol|haha+|sorry|oops|whoops|obviously|of course|duh|though|my bad))+$", re.IGNORECASE
)
"""What follows the name of a slip and is no part of it: "34 not 43 lol"."""


def _after(plain: str, at: int) -> re.Match[str] | None:
    """What is meant, right after the mark: "wait no, the viola"."""
    return _AFTER_MARK.search(plain, at) or _BARE.match(plain, at)


class Correction(NamedTuple):
    """What a message takes back.

    Attributes:
        old: the name that was a slip, or "" where the message does not name it.
        new: the name that is meant, or "".
        start: offset of the new name in the message, or -1.
        strong: whether it can only be a correction (not a polite "sorry").
    """

    old: str
    new: str
    start: int
    strong: bool


def correction(text: str) -> Correction | None:
    """What a message takes back, or None where it takes back nothing.

    Args:
        text: the message, or the part of it that is the person's own statement.
    """
    if len(text) > 2000:
        return None
    plain = plain_form(text)
    if not _MARK.search(plain):
        return None
    strong = bool(_STRONG.search(plain))
    for pattern in _SWAPS:
        match = pattern.search(plain)
        if match:
            new, old = match.span("new"), match.span("old")
            was = _FILLERS.sub("", text[slice(*old)].strip())
            return Correction(was, text[slice(*new)].strip(), new[0], strong=True)
    if denied := _DENIED_ZH.search(plain):
        return Correction(text[slice(*denied.span("old"))].strip(), "", -1, strong=True)
    mark = _STRONG.search(plain)
    match = _PLAIN.search(plain) or _after(plain, mark.end()) if mark else None
    if match:
        group = "new" if match["new"] is not None else "zh"
        return Correction(
            "", text[slice(*match.span(group))].strip(), match.start(group), strong=strong
        )
    return Correction("", "", -1, strong=strong)

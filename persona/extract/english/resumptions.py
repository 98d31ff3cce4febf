"""What a clause undoes of the one before, in English: "I quit sugar, but I'm back at it", "I returned it"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.lines import Line
from persona.extract.english.tokens import Token

_RESUMED = re.compile(
    r"(?:i |we )?(?:have |had |am |are )*(?:"
    r"(?:start(?:ed|ing)?|begun|began|resumed|resuming) (?:it |with it )?(?:back up )?again"
    r"|(?:picked|picking|taken|took|taking) (?:it|them) (?:back )?up(?: again)?"
    r"|back (?:at|on|to|into|in) (?:it|them)(?: again)?|(?:gone|went|going|got|gotten) back (?:to|on|into) (?:it|them)(?: again)?"
    r"|(?:doing|using|playing|eating|drinking) (?:it|them) again|(?:relapsed|back at it))(?= ?(?:though|now|$|,|since|and|these|this|in|last))"
)
_GONE = re.compile(
    r"(?:i |we )?(?:have |had |ended up |up )*(?:(?:returned|returning|sold|selling|lost|broke|binned|rehomed|scrapped) (?:it|them)"
    r"|(?:sent|sending|gave|gave|took|taking|brought) (?:it|them) (?:back|away)|got rid of (?:it|them)|(?:it|they) (?:broke|died|got stolen|was stolen))\b"
)
_LEADS = frozenset({"and", "but", "though", ",", "then", "since", "yet", "so", "or"})


def resumes(words: Sequence[Token]) -> bool:
    """Whether a clause says that what was given up just before is done again."""
    return bool(_RESUMED.match(_said(words)))


def is_gone(words: Sequence[Token]) -> bool:
    """Whether a clause says that what was got just before is gone again: "but I returned it"."""
    return bool(_GONE.match(_said(words)))


def _said(words: Sequence[Token]) -> str:
    at = 0
    while at < len(words) and words[at].norm in _LEADS:
        at += 1
    return Line(words, at).text if at < len(words) else ""

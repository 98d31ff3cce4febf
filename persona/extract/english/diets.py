"""A diet that a person follows, in English: "I follow a strict keto diet", "we keep to a halal diet"."""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.cues import PLAIN
from persona.extract.english.heads import Head
from persona.extract.english.tokens import Token
from persona.extract.english.words import word_set
from persona.extract.statement import Statement

_FOLLOWING = {
    ("follow",): 1, ("following",): 1, ("eat",): 1, ("maintain",): 1, ("keep",): 1, ("have",): 1,
    ("adhere", "to"): 2, ("adhering", "to"): 2, ("stick", "to"): 2, ("sticking", "to"): 2,
    ("stick", "with"): 2, ("keep", "to"): 2, ("committed", "to"): 2, ("on",): 1, ("prefer",): 1,
}  # fmt: skip
_NO_NAMES = word_set(
    "a an the my our strict very mostly medically-prescribed prescribed doctor-prescribed special new"
    " different good bad better normal regular varied balanced healthy healthier proper whole certain that"
    " this lifelong fairly pretty quite rather fully"
)
_MOST = 3


def followed(text: str, words: Sequence[Token], start: Head) -> list[Statement]:
    """The diet of a clause by its name, from the main verb on; no name, no diet ("a healthy diet")."""
    if start.negations or start.modal or start.past:
        return []
    if all(word.norm != "diet" for word in words):
        return []
    for opening, length in sorted(_FOLLOWING.items(), key=lambda item: -item[1]):
        if tuple(word.norm for word in words[start.at : start.at + length]) == opening:
            return _named(text, words, start, start.at + length)
    return []


def _named(text: str, words: Sequence[Token], start: Head, at: int) -> list[Statement]:
    while at < len(words) and words[at].norm in _NO_NAMES:
        at += 1
    for index in range(at + 1, min(at + _MOST + 1, len(words))):
        if not words[index - 1].norm[0].isalpha():
            return []
        if words[index].norm == "diet":
            target = text[words[at].start : words[index - 1].end]
            label = text[words[start.begin].start : words[start.at].end]
            polarity = -1 if start.ended else 1
            return [Statement("diet", target, label, polarity, words[at].start, PLAIN)]
    return []

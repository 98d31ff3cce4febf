"""Joints: the sentence that leads from one block of a prompt to the next.

Every block says what it ends with and what the next begins with (`Atomic.start`, `Atomic.end`); a
table has a sentence in each language for the pairs that need one. Between blocks stands exactly
one blank line, and a sentence is left out where the block has a heading of its own, where it is
the block's first line already, or where the block goes on in the kind of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from persona.errors import TemplateError
from persona.templates.definitions import content_hash
from persona.templates.language import LANGUAGES, Language
from persona.text import name_key

ANY = "*"


class Block(NamedTuple):
    """A rendered block.

    Attributes:
        name: id of its template, or the file of a text between tags.
        text: without outer blank lines; not empty.
        start, end: kinds, for the joints.
    """

    name: str
    text: str
    start: str = "text"
    end: str = "text"


@dataclass(frozen=True, slots=True)
class Joints:
    """The table: sentence by language, for (what ended, what begins)."""

    sentences: dict[tuple[str, str], dict[Language, str]]
    hash: str
    _known: dict[tuple[str, str, Language], str] = field(default_factory=dict, repr=False)

    def between(self, ended: str, begins: str, language: Language) -> str:
        """The sentence between two kinds, or ""."""
        known = self._known.get((ended, begins, language))
        if known is None:
            known = self._known[ended, begins, language] = self._find(ended, begins, language)
        return known

    def _find(self, ended: str, begins: str, language: Language) -> str:
        if ended == begins:
            return ""
        for key in ((ended, begins), (ANY, begins), (ended, ANY)):
            if key in self.sentences:
                return self.sentences[key].get(language, "")
        return ""

    def join(self, blocks: Sequence[Block], language: Language) -> str:
        """The blocks as one text."""
        parts: list[str] = []
        ended = ""
        for block in blocks:
            sentence = self.between(ended, block.start, language)
            if sentence and not _says(block.text, sentence):
                parts.append(sentence + "\n" + block.text)
            else:
                parts.append(block.text)
            ended = block.end
        return "\n\n".join(parts)


def _says(text: str, sentence: str) -> bool:
    """Whether a block begins with a heading of its own, or with the sentence."""
    first = text.split("\n", 1)[0]
    return first.startswith("#") or name_key(first) == name_key(sentence)


def read_joints(table: Any, text: str) -> Joints:
    """The table of a ``joints.yaml``: a list of ``{ended, begins, en, zh}``.

    Raises:
        TemplateError: a row that lacks one of them, or has another key.
    """
    sentences: dict[tuple[str, str], dict[Language, str]] = {}
    for number, row in enumerate(table or (), 1):
        if not isinstance(row, dict) or set(row) != {"ended", "begins", *LANGUAGES}:
            raise TemplateError(
                f"joints.yaml, row {number}: give ended, begins, {', '.join(LANGUAGES)}"
            )
        said: dict[Language, str] = {language: str(row[language]) for language in LANGUAGES}
        sentences[str(row["ended"]), str(row["begins"])] = said
    return Joints(sentences, content_hash(text))

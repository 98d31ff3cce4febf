"""A clause as one string, with a way back to its tokens."""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.tokens import Token


class Line:
    """A clause as one lower-case string, with a way back to its tokens."""

    def __init__(self, words: Sequence[Token], start: int) -> None:
        self.starts: list[int] = []
        parts: list[str] = []
        length = 0
        for word in words[start:]:
            self.starts.append(length)
            parts.append(word.norm)
            length += len(word.norm) + 1
        self.text = " ".join(parts)
        self.offset = start

    def token(self, position: int) -> int:
        """The index of the token that begins at or after a position of the string."""
        for index, begin in enumerate(self.starts):
            if begin >= position:
                return self.offset + index
        return self.offset + len(self.starts)

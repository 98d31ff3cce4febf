"""The vectors of what is known of users, in memory, for recall by meaning."""

from __future__ import annotations

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from persona.errors import ModelError

if TYPE_CHECKING:
    from persona.recall import Known
    from persona.recall.bm25 import Scores
    from persona.recall.embedding import Embedder, Matrix

MOST_KEPT = 64
"""Users whose vectors are in memory."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The vectors of a user's lines.

    Attributes:
        known: what they are the lines of, as long as it is current.
        digests: of the lines, in order.
        rows: as the embedder gave them.
        directions: as they are compared.
    """

    known: Known
    digests: tuple[bytes, ...]
    rows: Matrix
    directions: Matrix


class Meanings:
    """Cosines of a user's lines to questions; safe for threads.

    A line is embedded once, known again by a digest of its text. What no longer stands in a persona is
    dropped when the next one is read, and at once by `drop`: vectors tell what was said. Nothing is
    written anywhere.

    Args:
        embedder: turns texts into vectors.
    """

    def __init__(self, embedder: Embedder) -> None:
        from persona.recall.embedding import Meaning

        self._meaning = Meaning(embedder)
        self._held: OrderedDict[str, _Lines] = OrderedDict()
        self._lock = Lock()

    def cosines(self, user_id: str, known: Known, question: str) -> Scores | None:
        """Of every line to a question; None where there is nothing to compare, or no vectors.

        An embedder that fails costs the meaning and not the answer: a warning says so, and words alone
        decide.
        """
        if not known.lines or not question.strip():
            return None
        try:
            asked = self._meaning.question(question)
            held = self._lines(user_id, known)
        except ModelError as error:
            _LOG.warning("recall goes by words alone: %s", error)
            return None
        cosines: Scores = held.directions @ asked
        return cosines

    def drop(self, user_id: str) -> None:
        """Takes a user's vectors out of memory."""
        with self._lock:
            self._held.pop(user_id, None)

    def _lines(self, user_id: str, known: Known) -> _Lines:
        with self._lock:
            before = self._held.get(user_id)
            if before is not None and before.known is known:
                self._held.move_to_end(user_id)
                return before
        texts = [line.text for line in known.lines]
        digests = tuple(hashlib.sha256(text.encode()).digest() for text in texts)
        rows = self._rows(texts, digests, before)
        made = _Lines(known, digests, rows, self._meaning.directions(texts, rows))
        with self._lock:
            self._held[user_id] = made
            self._held.move_to_end(user_id)
            while len(self._held) > MOST_KEPT:
                self._held.popitem(last=False)
        return made

    def _rows(
        self, texts: Sequence[str], digests: Sequence[bytes], before: _Lines | None
    ) -> Matrix:
        """The vectors of lines; only those that were not there before are asked for."""
        held = {} if before is None else dict(zip(before.digests, before.rows, strict=True))
        wanted = {d: text for d, text in zip(digests, texts, strict=True) if d not in held}
        if wanted:
            made = self._meaning.embedder.embed(list(wanted.values()))
            held.update(zip(wanted, made, strict=True))
        return np.stack([held[digest] for digest in digests])

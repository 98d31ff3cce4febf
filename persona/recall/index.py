"""What recall looks through for one user: what is known of them, and their messages.

Both are views. `Known` is a function of the persona alone, so a prompt needs nothing but the stored
persona; `Log` is a function of the messages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from persona.recall.bm25 import Lexicon
from persona.recall.fields import fields_of, wide_field
from persona.recall.pages import UNDATED, Key, speaker_of, time_of
from persona.recall.recency import recency_of
from persona.recall.shortening import Attitude
from persona.recall.times import names_time
from persona.recall.words import terms
from persona.records import Message, Persona, Preference, Remark
from persona.vocabulary import KINDS

SPARING = 0.3
"""Power of a line's length that its score is divided by: two short lines do more than a long one."""

_UNSAID = ("no_longer", "inferred")
_ASKED_ABOUT = 0.1
_FACT = 0.9


@dataclass(frozen=True, slots=True)
class Post:
    """A message as the index keeps it.

    Attributes:
        speaker: who wrote it: "" for the user, "assistant" and the like, or another person's name.
        terms: of the text, see `persona.recall.words.terms`.
        dated: whether the text itself has a word of time in it.
        time: when it was said, in µs, or `UNDATED`.
    """

    key: Key
    text: str
    speaker: str
    terms: tuple[str, ...]
    dated: bool
    time: int = UNDATED

    @staticmethod
    def of(message: Message) -> Post:
        """The post of a message."""
        return Post(
            (message.conversation_id, message.message_id),
            message.text,
            speaker_of(message),
            tuple(terms(message.text)),
            names_time(message.text),
            time_of(message),
        )


class Log:
    """The messages of one user as they are searched, all in memory: `PagedLog` with nothing kept.

    Args:
        posts: of all messages, conversation by conversation, in canonical order.
    """

    def __init__(self, posts: Sequence[Post]) -> None:
        self.posts = tuple(posts)
        self.place: Mapping[Key, int] = {post.key: n for n, post in enumerate(self.posts)}

    def __len__(self) -> int:
        return len(self.posts)

    def key(self, place: int) -> Key:
        """The key of a message."""
        return self.posts[place].key

    def texts(self, places: Sequence[int]) -> list[str | None]:
        """The texts of messages."""
        return [self.posts[place].text for place in places]

    @cached_property
    def writers(self) -> tuple[str, ...]:
        """Whoever wrote a message, sorted."""
        return tuple(sorted({post.speaker for post in self.posts}))

    @cached_property
    def lexicon(self) -> Lexicon:
        """Of the posts."""
        return Lexicon.of([post.terms for post in self.posts])

    @cached_property
    def conversation_of(self) -> NDArray[np.intp]:
        """For each post the number of its conversation, in order of appearance."""
        numbers: dict[str, int] = {}
        return np.array(
            [numbers.setdefault(post.key[0], len(numbers)) for post in self.posts], dtype=np.intp
        )

    @cached_property
    def conversations(self) -> Lexicon:
        """Of the conversations, each as one text."""
        held: dict[str, list[str]] = defaultdict(list)
        for post in self.posts:
            held[post.key[0]].extend(post.terms)
        return Lexicon.of(list(held.values()))

    @cached_property
    def speakers(self) -> NDArray[np.str_]:
        """For each post who wrote it."""
        return np.array([post.speaker for post in self.posts], dtype=np.str_)

    @cached_property
    def recency(self) -> NDArray[np.float64]:
        """For each post how late it was said, from 0, the first, to 1, the last."""
        times = np.array([post.time for post in self.posts], dtype=np.int64)
        return recency_of(times, self.conversation_of)

    @cached_property
    def dated(self) -> NDArray[np.bool_]:
        """For each post whether its text has a word of time."""
        return np.array([post.dated for post in self.posts], dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class Line:
    """Something known of the user that can stand in a prompt.

    Attributes:
        text: in words.
        keys: of the entities that it is about.
        messages: the messages that it rests on, oldest first.
        attitude: the head that it stands under: of a remark its own, of a fact by its sign.
        remark: the remark that it is; None where it is worded from a fact.
        strength: 1 for a remark, less for a fact, least for what was only asked about.
    """

    text: str
    keys: tuple[str, ...]
    messages: tuple[Key, ...]
    attitude: Attitude
    remark: Remark | None
    strength: float


class Known:
    """What is known of one user as it is searched: remarks, then facts that no remark holds.

    Args:
        persona: of the user.
    """

    def __init__(self, persona: Persona) -> None:
        self._persona = persona

    @cached_property
    def called(self) -> tuple[str, ...]:
        """Names of the user."""
        held = self._persona.sections.get("attributes", ())
        return tuple(line.entity for line in held if line.kind == "name")

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What is known."""
        return tuple(_lines(self._persona))

    @cached_property
    def lexicon(self) -> Lexicon:
        """Of the lines."""
        return Lexicon.of([terms(line.text) for line in self.lines])

    @cached_property
    def topics(self) -> Topics:
        """The fields that the lines are about."""
        return Topics.of([line.text for line in self.lines])

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """For each line its strength."""
        return np.array([line.strength for line in self.lines])

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """For each line its length in words; a CJK character counts as one."""
        return np.array(
            [len(line.text.split()) + sum(c >= "\u2e80" for c in line.text) for line in self.lines],
            dtype=np.float64,
        )

    @cached_property
    def sparing(self) -> NDArray[np.float64]:
        """For each line what its score is divided by for its length."""
        found: NDArray[np.float64] = np.maximum(self.lengths + 1, 4) ** SPARING
        return found

    @cached_property
    def entries(self) -> tuple[str | Remark, ...]:
        """For each line its remark, or the key of its fact."""
        return tuple(line.keys[0] if line.remark is None else line.remark for line in self.lines)


def _lines(persona: Persona) -> Iterable[Line]:
    said: set[tuple[str, Key]] = set()
    for remark in persona.remarks:
        key = remark.conversation_id, remark.message_id
        said.update((about, key) for about in remark.keys)
        yield Line(remark.text, remark.keys, (key,), remark.attitude, remark, 1.0)
    for section, held in persona.sections.items():
        for line in held if section not in _UNSAID else ():
            messages = tuple((e.conversation_id, e.message_id) for e in line.evidence)
            if section == "safety" or all((line.key, key) not in said for key in messages):
                strength = _FACT if line.polarity else _ASKED_ABOUT
                yield Line(_worded(line), (line.key,), messages, _attitude(line), None, strength)


def _attitude(line: Preference) -> Attitude:
    return "says" if line.polarity == 0 else "likes" if line.polarity > 0 else "dislikes"


def _worded(line: Preference) -> str:
    phrase = KINDS[line.kind].phrase_en if line.kind in KINDS else ""
    return " ".join(filter(None, (phrase or line.relation, line.slot, line.entity)))


@dataclass(frozen=True, slots=True)
class Topics:
    """Which fields texts are about.

    Attributes:
        shares: for each field, narrow and wide, the numbers of the texts that touch it, and how
            much of each text is of it.
        idf: of each field, as in `Lexicon`.
        size: number of texts.
    """

    shares: Mapping[str, tuple[NDArray[np.intp], NDArray[np.float64]]]
    idf: Mapping[str, float]
    size: int

    @staticmethod
    def of(texts: Sequence[str]) -> Topics:
        """The fields of texts."""
        found: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, text in enumerate(texts):
            for field, share in _shares(fields_of(text)):
                found[field].append((number, share))
        size = len(texts)
        idf = {
            field: float(np.log(1 + (size - len(held) + 0.5) / (len(held) + 0.5)))
            for field, held in found.items()
        }
        shares = {
            field: (
                np.array([number for number, _ in held], dtype=np.intp),
                np.array([share for _, share in held]),
            )
            for field, held in found.items()
        }
        return Topics(shares, idf, size)


_MOST_NARROW = 2
_MOST_WIDE = 3


def _shares(narrow: Mapping[str, int]) -> Iterable[tuple[str, float]]:
    """Each field of a text with how much of the text is of it: more words, fewer other fields."""
    wide: Counter[str] = Counter()
    for field, count in narrow.items():
        wide[wide_field(field)] += count
        yield field, min(count, _MOST_NARROW) ** 0.5 / len(narrow)
    total = sum(wide.values())
    for field, count in wide.items():
        yield field, min(count, _MOST_WIDE) ** 0.5 * count / total

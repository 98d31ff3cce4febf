"""The nouns that the stages hand to each other: frozen, comparable, with no behaviour of a stage.

The order is that of the pipeline: a `Message` is what was said, a `Relation` what an answer says of
a window, an `Assertion` a relation that is grounded in one message, a `Fact` all assertions of one
(source, kind, slot, target, polarity), a `Preference` an entity with its score, and a `Persona`
the sectioned view of one user.

All times are aware UTC or None, where None means "not known", never "now".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from html import escape
from typing import Any, Literal

from persona.errors import MissingExtraError

USER = "USER"
"""The node of the person. Keys of entities are casefolded, so none of them can equal it."""

Role = Literal["user", "assistant", "system", "tool"]
IdOrigin = Literal["source", "index", "hash"]
Polarity = Literal[1, 0, -1]


class Reason(StrEnum):
    """Why something was not taken. Each is counted, reported, and listed for review."""

    ASSISTANT = "assistant"
    UNGROUNDED = "ungrounded"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    THIRD_PERSON = "third_person"
    ECHO = "echo"
    CANARY = "canary"
    INSTRUCTION = "instruction"
    SENSITIVE = "sensitive"
    NULL_RELATION = "null_relation"
    SELF_LOOP = "self_loop"
    QUOTED = "quoted"
    ROLE_PLAY = "role_play"
    IRONY = "irony"
    NULL_EVIDENCE = "null_evidence"
    INVALID_ROW = "invalid_row"
    INVALID_ANSWER = "invalid_answer"
    UNKNOWN_ID = "unknown_id"
    TOO_MANY = "too_many"
    LOSS_GUARD = "loss_guard"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a message's text, ``text[start:end]``, that is not the person's own words."""

    start: int
    end: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation.

    Attributes:
        user_id: whose log it is. Readers give None where the source names nobody.
        conversation_id: unique per user.
        message_id: unique per user and conversation.
        role: user, assistant, system or tool.
        text: what was said; never has a NUL.
        time: when, aware UTC, or None.
        author: who wrote it, where that is not the user (role user) or the assistant: the name of
            another person in a group chat. Their words are context, never evidence.
        position: place in its source, from 0; orders messages without a time.
        source: a word for where it came from (format or file name), or "".
        id_origin: whether the id was in the source, made of the index, or of a hash of the content.
        foreign: parts of the text that are not the person's own words (forwarded, pasted, ...).
        attachments: kinds of what was attached ("image", "file", ...).
        reply_to: id of the message that it answers, where the source says so.
        time_inferred: whether the time is that of the message before it, having none of its own.
        forwarded: whether the source marks it as somebody else's message passed on.
        redacted: digests of the forgotten names that stood in it; such a message is never updated.
    """

    user_id: str | None
    conversation_id: str
    message_id: str
    role: Role
    text: str
    time: datetime | None = None
    author: str | None = None
    position: int = 0
    source: str = ""
    id_origin: IdOrigin = "source"
    foreign: tuple[Span, ...] = ()
    attachments: tuple[str, ...] = ()
    reply_to: str | None = None
    time_inferred: bool = False
    forwarded: bool = False
    redacted: tuple[str, ...] = ()

    @property
    def is_users(self) -> bool:
        """Whether the user wrote it: only then can it be evidence."""
        return self.role == "user" and self.author is None


@dataclass(frozen=True, slots=True)
class Turn:
    """A message, or a part of a long one, as a window shows it.

    Attributes:
        message: the whole message (its id is the evidence).
        start: where the shown part begins in the message's text.
        end: where it ends.
    """

    message: Message
    start: int
    end: int

    @property
    def text(self) -> str:
        """The shown part."""
        return self.message.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Window:
    """The unit of extraction, caching and calling: a run of turns of one conversation.

    Attributes:
        user_id: whose.
        conversation_id: of which conversation.
        turns: what is asked about, in canonical order.
        context: turns from the end of the window before, shown as "context, not evidence".
    """

    user_id: str
    conversation_id: str
    turns: tuple[Turn, ...]
    context: tuple[Turn, ...] = ()

    @property
    def message_ids(self) -> tuple[str, ...]:
        """Ids of the messages asked about, each once, in order."""
        return tuple(dict.fromkeys(turn.message.message_id for turn in self.turns))


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity as an answer declares it: a surface form with its type, aliases and qualifier."""

    name: str
    type: str | None = None
    aliases: tuple[str, ...] = ()
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """A row of an answer: what the model or the rules say, before the grounding gate.

    Attributes:
        source: `USER` or the name of an entity.
        target: the name of an entity, in the words of the log.
        label: the relation in the person's own words.
        kind: a kind of `persona.vocabulary`, or None where the label decides.
        polarity: +1, 0, -1, or None where the label decides.
        weight: strength in [0, 1].
        evidence: message ids, or None where they are to be looked up (the short form).
        quote: the words that say it, or None.
        slot: what a single-valued kind is single in ("tennis player"), which attribute of a thing is
            asked for ("hotel price"), or None.
        via: how the target was named if not in the message itself: "choice" or "assent".
    """

    source: str
    target: str
    label: str
    kind: str | None = None
    polarity: int | None = None
    weight: float = 0.5
    evidence: tuple[str, ...] | None = None
    quote: str | None = None
    slot: str | None = None
    source_qualifier: str | None = None
    target_qualifier: str | None = None
    via: Literal["choice", "assent"] | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """A valid answer about one window."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something that was not taken, with the reason; kept, counted and listed for review.

    Attributes:
        row: what the person may accept after all; None where nothing can be taken.
    """

    reason: Reason
    message_ids: tuple[str, ...]
    detail: str
    row: Relation | None = None


@dataclass(frozen=True, slots=True)
class Assertion:
    """A relation that passed the gate, with exactly one evidence message.

    Attributes:
        conversation_id: of the evidence message; with message_id its key within the user.
        message_id: the evidence.
        time: of the evidence message.
        order: sort key among a user's messages, see `persona.resolve`; (time in µs, position, id).
        offset: where the quote begins in the message, for two claims in one message.
        support: ids of shown messages that are needed to read the evidence.
        mention: how the answer declared the target, where it did.
        source_mention: the same of the source; None for USER.
    """

    source: str
    target: str
    label: str
    kind: str
    polarity: int
    weight: float
    conversation_id: str
    message_id: str
    time: datetime | None
    order: tuple[int, int, str]
    offset: int
    quote: str
    slot: str | None = None
    via: Literal["choice", "assent"] | None = None
    support: tuple[str, ...] = ()
    mention: Mention | None = None
    source_mention: Mention | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing the person speaks of.

    Attributes:
        key: identity within the user (`persona.text.name_key` of the name, and the qualifier).
        name: display name: the most frequent surface form.
        type: what it is, in the extractor's words; "unknown" where nobody said.
        aliases: the other surface forms and declared aliases, sorted.
        qualifier: what tells it from another of the same name, or None.
    """

    key: str
    name: str
    type: str = "unknown"
    aliases: tuple[str, ...] = ()
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A message in which the user said a fact.

    Attributes:
        weight: strength of the statement in [0, 1] (the largest of the message's assertions).
        order: sort key among the user's messages (time in µs, position, id).
        open: whether it belongs to the open interval; only then it counts towards the weight.
    """

    conversation_id: str
    message_id: str
    time: datetime | None
    quote: str
    weight: float
    order: tuple[int, int, str]
    open: bool
    support: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Interval:
    """When a fact held: from its first evidence to what closed it; None is "not known" or "still"."""

    start: datetime | None
    end: datetime | None
    open: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """All assertions of one (source, kind, slot, target, polarity), after resolution.

    Attributes:
        id: hash of user and the five.
        source: `USER` or the key of an entity.
        target: the key of an entity.
        label: the most frequent label, in the person's words.
        evidence: by order, each message once.
        intervals: by order; the last may be open.
    """

    id: str
    user_id: str
    source: str
    kind: str
    target: str
    polarity: int
    label: str
    slot: str | None
    evidence: tuple[Evidence, ...]
    intervals: tuple[Interval, ...]

    @property
    def is_open(self) -> bool:
        """Whether it holds now: its last interval is open."""
        return bool(self.intervals) and self.intervals[-1].open

    @property
    def valid_from(self) -> datetime | None:
        """Start of the last interval."""
        return self.intervals[-1].start if self.intervals else None

    @property
    def valid_to(self) -> datetime | None:
        """End of the last interval; None while it is open."""
        return self.intervals[-1].end if self.intervals else None


def iso(time: datetime | None) -> str | None:
    """A time as ISO 8601 in UTC with a Z, or None."""
    return None if time is None else time.astimezone(UTC).isoformat().replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Correction:
    """What the person says about the graph itself. It is truth, as a message is.

    Attributes:
        action: "merge" and "split" say whether two names are one thing (`persona.resolve`); "wrong"
            and "instead" take a fact back, "pin" and "hide" set its place, "accept" and "reject"
            answer a question of review. These pass through to the stages above.
        entity: a name, an alias, or the key of an entity.
        other: the second name of a merge, the alias of a split, what is right instead.
        kind: of the fact meant, where only one is.
        polarity: of the fact meant, where only one is.
        time: when it was said; of two corrections of one pair the later in the given order holds.
        number: its place among the user's corrections, from 1; 0 before it is kept.
    """

    action: Literal["merge", "split", "wrong", "instead", "pin", "hide", "accept", "reject"]
    entity: str
    other: str | None = None
    kind: str | None = None
    polarity: int | None = None
    time: datetime | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Components:
    """The three terms of a score, each in [0, 1] after division by the side's maximum."""

    pagerank: float = 0.0
    degree: float = 0.0
    frequency: float = 0.0

    def to_dict(self) -> dict[str, float]:
        """The terms by name, at 9 decimals."""
        return {
            "pagerank": round(self.pagerank, 9),
            "degree": round(self.degree, 9),
            "frequency": round(self.frequency, 9),
        }


@dataclass(frozen=True, slots=True)
class Preference:
    """A line of the persona: an entity in a section, with its score and its evidence.

    Attributes:
        entity: display name.
        key: key of the entity.
        kind: of the fact; relation: its label in the person's words.
        score: in [0, 1]; orders one side of one user, not comparable beyond.
        mentions: distinct evidence messages over all states of the user's facts of the entity.
        evidence: newest last.
        path: of an inference, keys of entities from a liked one to this one; else empty.
        premises: of an inference, ids of the facts that it rests on; else empty.
    """

    entity: str
    key: str
    type: str
    kind: str
    relation: str
    polarity: int
    score: float
    components: Components
    mentions: int
    first_seen: datetime | None
    last_seen: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    slot: str | None = None
    evidence: tuple[Evidence, ...] = ()
    path: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The line as plain JSON values, times in ISO 8601; an inference has its path with it."""
        inference = {"path": list(self.path), "premises": list(self.premises)}
        return {
            "entity": self.entity,
            "type": self.type,
            "kind": self.kind,
            "relation": self.relation,
            "polarity": self.polarity,
            "slot": self.slot,
            "score": round(self.score, 9),
            "components": self.components.to_dict(),
            "mentions": self.mentions,
            "first_seen": iso(self.first_seen),
            "last_seen": iso(self.last_seen),
            "valid_from": iso(self.valid_from),
            "valid_to": iso(self.valid_to),
            "evidence": [
                {
                    "conversation_id": e.conversation_id,
                    "message_id": e.message_id,
                    "quote": e.quote,
                    "time": iso(e.time),
                }
                for e in self.evidence
            ],
            **(inference if self.path else {}),
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of the user's about lasting ways of theirs, made short.

    It says what the bare names of its facts do not: "games with sudden scares", where the fact is
    "games".

    Attributes:
        text: the sentence without what its head says already.
        attitude: the head it stands under: "likes", "dislikes", or "says" where neither is true of it.
        keys: of the entities of the facts that it holds.
        conversation_id: of the message that it stands in.
        message_id: of the same.
        short: the text without reasons, examples and circumstances, for a prompt; "" where the text
            is as short.
    """

    text: str
    attitude: Literal["likes", "dislikes", "says"]
    keys: tuple[str, ...]
    conversation_id: str
    message_id: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class Persona:
    """The sectioned, ranked view of one user as of one time.

    Attributes:
        as_of: the time that ages are measured from; None if no message has a time.
        extractor: what read the log ("rules", "llm:<model>", or both, joined by "+").
        sections: section name to its lines, best first; every section is there, in order.
        statistics: nodes, edges, user_connections, average_clustering.
        flags: what a reader should know ("pending", "outdated", ...).
        remarks: what the user said in more words than a name, in order of the log.
    """

    user_id: str
    as_of: datetime | None
    extractor: str
    sections: dict[str, tuple[Preference, ...]]
    ranking: tuple[Preference, ...]
    summary: str
    statistics: dict[str, float]
    flags: tuple[str, ...] = field(default=())
    remarks: tuple[Remark, ...] = field(default=())

    def top(self, n: int = 10) -> tuple[Preference, ...]:
        """The n highest scores among likes, uses, skills, learning, interests, goals and owns."""
        return self.ranking[:n]

    def to_dict(self) -> dict[str, Any]:
        """The persona as plain JSON values; the same persona gives the same values."""
        return {
            "user_id": self.user_id,
            "as_of": iso(self.as_of),
            "extractor": self.extractor,
            "sections": {
                name: [line.to_dict() for line in lines] for name, lines in self.sections.items()
            },
            "top": [line.to_dict() for line in self.top()],
            "summary": self.summary,
            "statistics": {name: round(value, 9) for name, value in self.statistics.items()},
            "flags": list(self.flags),
        }

    def to_frame(self) -> Any:
        """The lines as a pandas DataFrame, one row a line, with its section.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError as error:
            raise MissingExtraError("Persona.to_frame", "notebook") from error
        rows = [
            {"section": name, **{k: v for k, v in line.to_dict().items() if k != "evidence"}}
            for name, lines in self.sections.items()
            for line in lines
        ]
        return pandas.DataFrame(rows)

    def _repr_html_(self) -> str:
        """A small table for notebooks; every value is escaped."""
        cells = (
            (name, line.entity, line.relation, f"{line.score:.3f}", line.mentions, line.last_seen)
            for name, lines in self.sections.items()
            for line in lines
        )
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row) + "</tr>"
            for row in cells
        )
        head = "".join(
            f"<th>{name}</th>"
            for name in ("section", "entity", "relation", "score", "mentions", "last seen")
        )
        caption = escape(f"{self.user_id}: {self.summary}")
        return (
            f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )

    def __getattr__(self, name: str) -> tuple[Preference, ...]:
        """A section by its name: ``persona.likes``, ``persona.no_longer``."""
        if not name.startswith("_"):
            sections: dict[str, Any] = object.__getattribute__(self, "sections")
            if name in sections:
                found: tuple[Preference, ...] = sections[name]
                return found
        raise AttributeError(f"{type(self).__name__!r} object has no attribute or section {name!r}")


def _cell(value: object) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat()
    return "" if value is None else str(value)

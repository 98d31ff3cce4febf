"""A row of an answer by itself: who, whom, of which kind, and whether it may stand at all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from persona.extract import cues
from persona.extract.clauses import plain_form
from persona.extract.naming import Names
from persona.extract.sensitive import sensitive_category
from persona.guard import reads_as_instruction
from persona.records import USER, Mention, Reason, Relation
from persona.text import name_key, one_line
from persona.vocabulary import KINDS, read_kind

ASKS_ABOUT = "asks_about"

_ME = frozenset(
    {
        "用户",
        "user",
        "the user",
        "i",
        "me",
        "myself",
        "我",
        "我自己",
        "本人",
        "使用者",
        "用戶",
        "self",
        "speaker",
    }
)
_NO_LABEL = frozenset({"", "null", "none", "n/a", "na", "nil", "undefined", "-", "?", "无"})
_PRONOUNS = frozenset(
    {
        "it",
        "this",
        "that",
        "these",
        "those",
        "them",
        "something",
        "anything",
        "everything",
        "stuff",
        "things",
        "它",
        "它们",
        "这",
        "那",
        "这个",
        "那个",
        "这些",
        "那些",
        "东西",
        "这样",
        "那样",
    }
)
"""Words that stand for a name. "It" with a capital may be a film."""

_SYMMETRIC = frozenset({"friend_of", "has_relation_to"})


@dataclass(frozen=True, slots=True)
class Row:
    """A relation as it is read.

    Attributes:
        relation: as the answer has it.
        source: `USER` or a name, on one line.
        target: a name, on one line.
        kind: of `persona.vocabulary`, with `polarity` and `slot` by its sign rules.
        mention: how the answer declares the target.
        source_mention: the same of the source; None for the user.
        forms: the target and its declared aliases.
        source_forms: the same of the source.
    """

    relation: Relation
    source: str
    target: str
    kind: str
    polarity: int
    slot: str | None
    mention: Mention | None
    source_mention: Mention | None
    forms: tuple[str, ...]
    source_forms: tuple[str, ...]

    @property
    def of_user(self) -> bool:
        """Whether it says something of the user, not of a thing."""
        return self.source == USER

    @property
    def family(self) -> str:
        """The family of its kind."""
        return KINDS[self.kind].family

    @property
    def is_felt(self) -> bool:
        """Whether it says that the user likes or dislikes the target."""
        return self.of_user and self.family == "attitude" and self.polarity != 0

    def as_question(self) -> Row:
        """The row as a question shows it: that the person asked about the target."""
        if self.kind == ASKS_ABOUT:
            return self
        return replace(self, kind=ASKS_ABOUT, polarity=0, slot=None)

    def turned(self) -> Row:
        """The row with the opposite polarity, in the kind that has it."""
        kind, polarity = self.kind, -self.polarity
        if self.family == "attitude":
            kind = "dislikes" if polarity < 0 else "likes" if KINDS[kind].polarity < 0 else kind
        return replace(self, kind=kind, polarity=polarity)

    def read_as(self, kind: str, polarity: int) -> Row:
        """The row with another kind and polarity; its slot stays only where both kinds have one."""
        slot = self.slot if KINDS[kind].single and KINDS[self.kind].single else None
        return replace(self, kind=kind, polarity=polarity, slot=slot)

    def is_sensitive(self, clause: str = "") -> bool:
        """Whether it, or a clause that holds its target, says something of a special category."""
        if not self.of_user:
            return False
        label, target = plain_form(self.relation.label), plain_form(self.target)
        return sensitive_category(self.kind, label, target, plain_form(clause)) is not None


def read_row(
    relation: Relation,
    names: Names,
    *,
    allow_sensitive: bool = False,
    canaries: Collection[str] = (),
) -> Row | Reason:
    """Reads a relation, or says why it cannot stand whatever the messages say.

    "user", 我 and the like mean the person. A link from somebody to the person is turned round, so
    that it is the person's.

    Args:
        relation: as the answer has it.
        names: of the whole answer.
        allow_sensitive: whether health, politics and the like are kept.
        canaries: names that stand in the prompt's examples and in no log.

    Returns:
        The row, or invalid_row (a blank name), null_relation, self_loop, ungrounded (a pronoun for
        a name, or something other than a link that points to the person), canary, instruction or
        sensitive.
    """
    source, target = _end(relation.source), _end(relation.target)
    if not name_key(source) or not name_key(target):
        return Reason.INVALID_ROW
    if plain_form(relation.label).strip() in _NO_LABEL:
        return Reason.NULL_RELATION
    if source == target == USER or (source != USER and name_key(source) == name_key(target)):
        return Reason.SELF_LOOP
    if target in _PRONOUNS or source in _PRONOUNS:
        return Reason.UNGROUNDED
    kind, polarity, slot = read_kind(relation.label, relation.kind, relation.polarity)
    qualifiers = (relation.source_qualifier, relation.target_qualifier)
    if target == USER:
        if kind not in _SYMMETRIC:
            return Reason.UNGROUNDED
        source, target, qualifiers = USER, source, qualifiers[::-1]
    row = Row(
        relation,
        source,
        target,
        kind,
        polarity,
        relation.slot or slot,
        names.mention(target, qualifiers[1]),
        None if source == USER else names.mention(source, qualifiers[0]),
        names.forms(target, qualifiers[1]),
        () if source == USER else names.forms(source, qualifiers[0]),
    )
    return _forbidden(row, allow_sensitive, canaries) or row


def _end(name: str) -> str:
    """An end of a relation on one line, with the words for the person read as `USER`."""
    end = one_line(name)
    return USER if end == USER or end.casefold() in _ME else end


def _forbidden(row: Row, allow_sensitive: bool, canaries: Collection[str]) -> Reason | None:
    ends = [row.target] if row.of_user else [row.source, row.target]
    if {name_key(end) for end in ends} & {name_key(name) for name in canaries}:
        return Reason.CANARY
    if any(_is_instruction(text) for text in (*ends, row.relation.label)):
        return Reason.INSTRUCTION
    if not allow_sensitive and row.is_sensitive():
        return Reason.SENSITIVE
    return None


def _is_instruction(text: str) -> bool:
    return cues.is_instruction(plain_form(text)) or reads_as_instruction(text)

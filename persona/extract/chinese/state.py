"""What is known while a run of Chinese clauses is read, and one cue that was found in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from persona.extract.chinese.phrases import Span
from persona.extract.chinese.rule import Rule
from persona.extract.chinese.verbs import with_verb
from persona.extract.chinese.words import DIET_NAME, LANGUAGE, NOT_LANGUAGE
from persona.extract.statement import Statement
from persona.vocabulary import KINDS, read_kind


@dataclass(frozen=True, slots=True)
class Once:
    """What somebody once did or loved, until a word of now tells that it is over.

    Attributes:
        span: of its name.
        kind: of what was said of it.
        cue: the words that said so.
    """

    span: Span
    kind: str
    cue: str


@dataclass
class Reading:
    """The statements of one text so far, and what its next clause may lean on.

    Attributes:
        original: the text as it was given.
        folded: the same in Simplified characters, one for one.
        found: statements, in the order in which rules found them.
        topic: what the clauses before named without saying anything of it, or judged last.
        listing: whether a list of goals goes on (今年的目标：a，b，c).
        last: the statement found last.
        once: what words of the past said last.
    """

    original: str
    folded: str
    found: list[Statement] = field(default_factory=list)
    topic: Span | None = None
    listing: bool = False
    last: Statement | None = None
    once: Once | None = None
    _keys: set[tuple[str, str, str, int]] = field(default_factory=set)

    def add(
        self,
        kind: str,
        span: Span,
        label: str,
        polarity: int,
        weight: float,
        slot: str | None = None,
    ) -> None:
        """Keeps a statement of the person, unless the same was found before."""
        start, end = with_verb(self.folded, *span)
        while start < end and self.original[start].isspace():
            start += 1
        target = self.original[start:end].strip()
        if target:
            words = fitting(label, kind, polarity)
            self.keep(Statement(kind, target, words, polarity, start, weight, slot))

    def keep(self, statement: Statement) -> None:
        """Keeps a statement, unless the same was found before."""
        if statement.kind == "lives_in" and statement.polarity > 0 and self._is_held(statement):
            return
        key = (statement.source, statement.kind, statement.target.casefold(), statement.polarity)
        if key not in self._keys:
            self._keys.add(key)
            self.found.append(statement)
            self.last = statement

    def _is_held(self, home: Statement) -> bool:
        """Whether a home is known more closely; one that is known less closely goes: 深圳, 深圳南山."""
        for known in self.found:
            if known.kind == "lives_in" and known.polarity > 0:
                if home.target in known.target:
                    return True
                if known.target in home.target:
                    self.found.remove(known)
                    return False
        return False


@dataclass(frozen=True, slots=True)
class Hit:
    """A cue found in a clause.

    Attributes:
        reading: the text it stands in.
        rule: the cue.
        groups: the named groups that matched, as spans of the text.
        start: where the clause begins.
        end: where it ends.
        label: the words of the cue.
        polarity: that of the thing, after words of the past.
        weight: after hedges.
    """

    reading: Reading
    rule: Rule
    groups: dict[str, Span]
    start: int
    end: int
    label: str
    polarity: int
    weight: float

    @property
    def text(self) -> str:
        """The folded text."""
        return self.reading.folded

    def words(self, span: Span) -> str:
        """The words of a span."""
        return self.text[span[0] : span[1]]

    def first(self, *names: str) -> Span:
        """The first of these groups that matched.

        Raises:
            KeyError: if none did.
        """
        return self.groups[next((n for n in names if n in self.groups), names[-1])]

    def say(
        self,
        span: Span,
        *,
        kind: str | None = None,
        label: str | None = None,
        polarity: int | None = None,
        slot: str | None = None,
    ) -> None:
        """Adds a statement; what is left out is as the rule has it."""
        sign = self.polarity if polarity is None else polarity
        told = kind_by_name(kind or self.rule.kind, self.words(span), changed=sign < 0)
        self.reading.add(told, span, label or self.label, sign, self.weight, slot)


_DIET = re.compile(DIET_NAME, re.IGNORECASE)
_NO_TONGUE = re.compile(
    r"(?:物|成|花|术|俗|谜|标|谚|评|短|寄|密|暗|口)语$|(?<![英中日韩法德俄泰藏梵越])文$|(?<!普通)话$"
)
"""What ends like the name of a language and is none: 物语, 散文."""


def kind_by_name(kind: str, name: str, *, changed: bool) -> str:
    """The kind, or what the name tells better: a way of eating is no tool, nor is a language given up.

    Args:
        kind: as the cue has it.
        name: of the thing.
        changed: whether the thing was given up, or came instead of one.
    """
    if kind != "uses":
        return kind
    if _DIET.fullmatch(name):
        return "diet"
    spoken = LANGUAGE.match(name) and not (NOT_LANGUAGE.search(name) or _NO_TONGUE.search(name))
    return "learning" if changed and spoken else kind


def fitting(label: str, kind: str, polarity: int) -> str:
    """The label, or the vocabulary's own where the label would be read as something else."""
    label = re.sub(r"\s+", " ", label).strip(" ，,、:：的了").removeprefix("是")[:16]
    if label != "无" and label and read_kind(label, kind, polarity)[1] == polarity:
        return label
    known = KINDS[kind].zh[0]
    return known if polarity == KINDS[kind].polarity else f"不再{known}"

"""The names of one answer: which belong together, and where one stands that is not part of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from persona.records import Extraction, Mention
from persona.text import find_name, name_key, one_line

_VAGUE_WORDS = (
    "i me my it its this that these those he she they him her them we us you one thing things stuff something "
    "user 我 你 他 她 它 我们 你们 他们 她们 这 那 这个 那个 它们 东西 用户 自己 the a an"
)
_EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]")
_WORD = re.compile(r"\w")
_VAGUE = frozenset(_VAGUE_WORDS.split())
"""Words that are no alias: they stand in every message."""


@dataclass(slots=True)
class Names:
    """All names of an answer: entities as declared, and the ends of relations."""

    mentions: tuple[Mention, ...] = ()
    _by_key: dict[str, list[Mention]] = field(default_factory=dict)
    _keys: tuple[str, ...] = ()

    @classmethod
    def of(cls, extraction: Extraction) -> Names:
        """Collects the names of an answer."""
        names = cls(tuple(sorted(extraction.mentions, key=repr)))
        for mention in names.mentions:
            for form in _forms(mention):
                names._by_key.setdefault(name_key(form), []).append(mention)
        keys = set(names._by_key)
        for relation in extraction.relations:
            keys.update((name_key(relation.source), name_key(relation.target)))
        names._keys = tuple(sorted(key for key in keys if key))
        return names

    def mention(self, name: str, qualifier: str | None) -> Mention | None:
        """How the answer declares a name; of several declared apart, the one with the qualifier."""
        key = name_key(name)
        found = self._by_key.get(key, [])
        wanted = name_key(qualifier or "")
        if wanted:
            for mention in found:
                if name_key(mention.qualifier or "") == wanted:
                    return mention
            return Mention(one_line(name), qualifier=one_line(qualifier or ""))
        apart = {name_key(mention.qualifier or "") for mention in found}
        if len(apart) > 1:
            return next((m for m in found if not name_key(m.qualifier or "")), None)
        named = [m for m in found if name_key(m.name) == key]
        return next(iter(named or found), None)

    def forms(self, name: str, qualifier: str | None) -> tuple[str, ...]:
        """A name and the aliases that the answer declares for it, each also without its emoji."""
        mention = self.mention(name, qualifier)
        forms = {name_key(name): name}
        for form in _forms(mention) if mention else ():
            forms.setdefault(name_key(form), form)
        for form in list(forms.values()):
            bare = _EMOJI.sub("", form)
            if _WORD.search(bare):
                forms.setdefault(name_key(bare), bare)
        return tuple(forms.values())

    def spans(self, text: str, forms: Sequence[str]) -> list[tuple[int, int]]:
        """Where one of the forms stands and no longer name of another entity covers it."""
        found = sorted({span for form in forms for span in find_name(text, form)})
        if not found:
            return []
        own = {name_key(form) for form in forms}
        longer = [k for k in self._keys if k not in own and any(o in k for o in own)]
        covers = [span for key in longer for span in find_name(text, key)]
        return [span for span in found if not _is_covered(span, covers)]


def _forms(mention: Mention) -> Iterable[str]:
    yield mention.name
    for alias in mention.aliases:
        if name_key(alias) and name_key(alias) not in _VAGUE:
            yield alias


def _is_covered(span: tuple[int, int], covers: Sequence[tuple[int, int]]) -> bool:
    return any(a <= span[0] and span[1] <= b and (b - a) > (span[1] - span[0]) for a, b in covers)

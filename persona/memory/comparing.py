"""How a person changed between two personas, in words, English and Chinese."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from persona.records import Persona, Preference, distinct, iso
from persona.text import has_cjk, one_line
from persona.vocabulary import KINDS, SECTIONS
from persona.vocabulary.likeness import gist, wider

What = Literal["began", "ended", "changed"]

_NOT_COMPARED = ("no_longer", "inferred")
"""Sections that follow from the others."""

_ACHIEVING = ("attributes", "uses", "skills", "learning", "owns")
"""Sections in which stands what a goal comes true as."""

_EN = {
    "favourite": "has {x} as a favourite",
    "allergic_to": "is allergic to {x}",
    "never": "never takes or does {x}",
    "diet": "keeps the diet {x}",
    "rejected": "turns down {x}",
    "skilled_in": "is skilled in {x}",
    "learning": "is learning {x}",
    "role": "works as {x}",
    "from": "is from {x}",
    "name": "is called {x}",
    "age": "is {x} years old",
    "gender": "is of gender {x}",
    "interested_in": "is interested in {x}",
    "friend_of": "is a friend of {x}",
}
_ZH = {
    "never": "从不碰{x}",
    "uses": "使用{x}",
    "learning": "学习{x}",
    "allergic_to": "对{x}过敏",
    "diet": "饮食是{x}",
    "interested_in": "对{x}感兴趣",
    "role": "职业是{x}",
    "name": "名字是{x}",
    "age": "年龄是{x}",
    "gender": "性别是{x}",
    "has_trait": "特点是{x}",
    "struggles_with": "为{x}困扰",
    "asks_about": "问起{x}",
    "rejected": "排除{x}",
    "friend_of": "和{x}是朋友",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a comparison.

    Attributes:
        what: "began", "ended", or "changed" (another value of what has one, such as where one lives).
        entity: display name now; of what ended, as it was.
        before: the value that a changed one took the place of; else None.
        since: since when it holds, or held.
        en: the line in English.
        zh: the line in Chinese.
    """

    what: What
    section: str
    kind: str
    entity: str
    key: str
    before: str | None
    since: datetime | None
    en: str
    zh: str

    def to_dict(self) -> dict[str, Any]:
        """The line as JSON values."""
        return {
            "what": self.what,
            "section": self.section,
            "kind": self.kind,
            "entity": self.entity,
            "before": self.before,
            "since": iso(self.since),
            "en": self.en,
            "zh": self.zh,
        }


def compare(before: Persona, after: Persona) -> tuple[Change, ...]:
    """What a persona says that an earlier one did not, and the other way round.

    Lines are compared by section and entity, single values by kind and slot. The order is that of
    the sections; in each, what began or changed stands before what ended. Of what began, a line that
    another says with more is left out (`persona.records.distinct`). A goal that is gone while the same
    thing is now had, done or learnt came true.
    """
    found: list[Change] = []
    true = _gained(before, after)
    for section in SECTIONS:
        if section not in _NOT_COMPARED:
            found += _section(
                section, before.sections.get(section, ()), after.sections.get(section, ()), true
            )
    return tuple(found)


def _gained(before: Persona, after: Persona) -> frozenset[str]:
    """Gists of what a person now has, does, learns or is, and did not."""
    gained: set[str] = set()
    for section in _ACHIEVING:
        old = {line.key for line in before.sections.get(section, ())}
        for line in after.sections.get(section, ()):
            if line.key not in old:
                gained.update(gist(name) for name in (line.entity, *wider(line.entity)))
    return frozenset(gained)


def _section(
    section: str,
    before: Iterable[Preference],
    after: Iterable[Preference],
    gained: Collection[str],
) -> list[Change]:
    old = {line.key: line for line in before}
    new = {line.key: line for line in after}
    shown = {line.key for line in distinct(section, new.values())}
    began = [line for key, line in new.items() if key not in old and key in shown]
    ended = {key: line for key, line in old.items() if key not in new}
    changes = []
    for line in began:
        was = next((o for o in ended.values() if _same_place(o, line)), None)
        if was is None:
            changes.append(_began(section, line))
        else:
            del ended[was.key]
            changes.append(_changed(section, was, line))
    for line in ended.values():
        true = section == "goals" and gist(line.entity) in gained
        changes.append(_came_true(section, line) if true else _ended(section, line))
    return changes


def _same_place(one: Preference, other: Preference) -> bool:
    """Whether two lines are values of what can have only one."""
    return KINDS[one.kind].single and (one.kind, one.slot) == (other.kind, other.slot)


def _began(section: str, line: Preference) -> Change:
    en = f"now {_english(line)}{_day(line, ' (since {})')}"
    zh = f"现在{_chinese(line)}{_day(line, '（自 {}）')}"
    return _change("began", section, line, None, en, zh)


def _changed(section: str, was: Preference, line: Preference) -> Change:
    name = one_line(was.entity)
    en = f"now {_english(line)} (was {name}{_day(was, ' since {}')})"
    zh = f"现在{_chinese(line)}（此前是{_gap(name[:1])}{name}{_day(was, '，自 {}')}）"
    return _change("changed", section, line, was.entity, en, zh)


def _ended(section: str, line: Preference) -> Change:
    en = f"no longer {_english(line)}{_day(line, ' (was since {})')}"
    zh = f"不再{_chinese(line)}{_day(line, '（此前自 {}）')}"
    return _change("ended", section, line, None, en, zh)


def _came_true(section: str, line: Preference) -> Change:
    en = f"came true: {_english(line)}{_day(line, ' (was since {})')}"
    zh = f"已实现：{_chinese(line)}{_day(line, '（此前自 {}）')}"
    return _change("ended", section, line, None, en, zh)


def _change(
    what: What, section: str, line: Preference, before: str | None, en: str, zh: str
) -> Change:
    return Change(what, section, line.kind, line.entity, line.key, before, line.valid_from, en, zh)


def _english(line: Preference) -> str:
    name = one_line(line.entity)
    if line.kind in _EN:
        return _EN[line.kind].replace("{x}", name)
    return f"{_phrase(line, KINDS[line.kind].phrase_en)} {name}"


def _chinese(line: Preference) -> str:
    name = one_line(line.entity)
    pattern = _ZH.get(line.kind, f"{_phrase(line, KINDS[line.kind].phrase_zh)}{{x}}")
    before, _, after = pattern.partition("{x}")
    return f"{before}{_gap(name[:1])}{name}{_gap(name[-1:]) if after else ''}{after}"


def _phrase(line: Preference, phrase: str) -> str:
    """The phrase of a kind; of one without, the slot or the person's own label."""
    return phrase or one_line(line.slot or line.relation)


def _gap(character: str) -> str:
    """What stands between Chinese words and a name that begins or ends in this character."""
    return "" if has_cjk(character) else " "


def _day(line: Preference, pattern: str) -> str:
    """The day since when it holds, in a pattern; nothing where that is not known."""
    if line.valid_from is None:
        return ""
    return pattern.replace("{}", line.valid_from.date().isoformat())

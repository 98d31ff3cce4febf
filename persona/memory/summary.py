"""One or two sentences about a person, from the lines of their persona and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from persona.records import Preference, distinct
from persona.text import has_cjk, one_line
from persona.vocabulary import KINDS

MOST_CHARACTERS = 150
"""Of a Chinese summary."""

MOST_WORDS = 80
"""Of an English one."""

_LONGEST_NAME = 40
_TAKEN = (  # section and most lines of it, in the order in which they get room
    ("safety", 3),
    ("likes", 3),
    ("attributes", 3),
    ("uses", 2),
    ("dislikes", 2),
    ("skills", 1),
    ("learning", 1),
    ("goals", 1),
    ("interests", 1),
)
_SHOWN = ("attributes", "likes", "uses", "skills", "learning", "goals", "interests", "dislikes",
          "safety")  # fmt: skip
_NOTHING = {"en": "Nothing is known about this person yet.", "zh": "目前对这个人还一无所知。"}

Language = Literal["en", "zh"]


def language(quotes: Sequence[str]) -> Language:
    """The language that most of these texts are in: "zh" if more than half hold CJK."""
    chinese = sum(has_cjk(quote) for quote in quotes)
    return "zh" if 2 * chinese > len(quotes) else "en"


def _name(line: Preference) -> str:
    name = one_line(line.entity)
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _list_en(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _by_phrase(
    lines: Sequence[Preference], phrase: Callable[[Preference], str]
) -> Iterator[tuple[str, list[str]]]:
    groups: dict[str, list[str]] = {}
    for line in lines:
        if said := phrase(line):
            groups.setdefault(said, []).append(_name(line))
    yield from groups.items()


def _phrase_zh(line: Preference) -> str:
    return "" if line.kind in ("name", "gender", "age") else KINDS[line.kind].phrase_zh


def _phrase_en(line: Preference) -> str:
    return "" if line.kind in ("name", "gender", "age") else KINDS[line.kind].phrase_en


def _clauses_zh(lines: Sequence[Preference]) -> list[str]:
    clauses = []
    for phrase, names in _by_phrase(lines, _phrase_zh):
        things = "、".join(names)
        around = {
            "过敏": f"对{things}过敏",
            "感兴趣": f"对{things}感兴趣",
            "困扰": f"为{things}困扰",
        }
        clauses.append(around.get(phrase, f"{phrase}{_gap(things)}{things}"))
    return clauses


def _gap(things: str) -> str:
    return "" if has_cjk(things[:1]) else " "


def _clauses_en(lines: Sequence[Preference]) -> list[str]:
    return [f"{phrase} {_list_en(names)}" for phrase, names in _by_phrase(lines, _phrase_en)]


def _render(chosen: Mapping[str, Sequence[Preference]], lang: Language) -> str:
    clauses = _clauses_zh if lang == "zh" else _clauses_en
    about: list[str] = []
    against: list[str] = []
    for section in _SHOWN:
        into = against if section in ("dislikes", "safety") else about
        into.extend(clauses(chosen.get(section, ())))
    if lang == "zh":
        return "".join("，".join(part) + "。" for part in (about, against) if part)
    sentences = ("; ".join(part) for part in (about, against) if part)
    return " ".join(sentence[0].upper() + sentence[1:] + "." for sentence in sentences)


def _fits(text: str, lang: Language) -> bool:
    return len(text) <= MOST_CHARACTERS if lang == "zh" else len(text.split()) <= MOST_WORDS


def summary(sections: Mapping[str, Sequence[Preference]], lang: Language) -> str:
    """At most two sentences: what the person is, likes and does; what they dislike or must avoid.

    Each thing is named once, in the first section that takes it; what was only asked about is not
    named. Never longer than `MOST_CHARACTERS` in Chinese or `MOST_WORDS` words in English: what does
    not fit is left out, safety last of all.
    """
    wanted: dict[str, list[Preference]] = {}
    named: set[str] = set()
    for section, most in _TAKEN:
        lines = distinct(section, sections.get(section, ()))
        new = [line for line in lines if line.polarity and line.key not in named]
        wanted[section] = new[:most]
        named.update(line.key for line in new[:most])
    text = _render(wanted, lang)
    if not _fits(text, lang):
        text = _shorter(wanted, lang)
    return text or _NOTHING[lang]


def _shorter(wanted: Mapping[str, Sequence[Preference]], lang: Language) -> str:
    """Line by line, in the order of `_TAKEN`, what fits."""
    chosen: dict[str, list[Preference]] = {}
    text = ""
    for section, candidates in wanted.items():
        for line in candidates:
            chosen.setdefault(section, []).append(line)
            longer = _render(chosen, lang)
            if _fits(longer, lang):
                text = longer
            else:
                chosen[section].pop()
    return text

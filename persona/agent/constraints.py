"""Confirmed constraints: what the user asked for and has not taken back, rebuilt after each turn.

They are a fold over the user's turns, so compressing the conversation cannot lose them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from persona.agent.wording import Language, say
from persona.guard import reads_as_instruction, safe_line
from persona.text import has_cjk, name_key
from persona.tokens import estimate

_LONGEST = 160
_SENTENCE = re.compile(r"[^。！？!?;；\n]+?(?:[。！？!?;；\n]|\.(?=\s|$)|$)")
_ASKS = re.compile(
    r"\b(?:always|never|only|must(?:\s+not)?|don['’]t|do\s+not|please\s+(?:use|keep|answer|reply|write|avoid"
    r"|show|give|make|stick|limit|exclude|include)|(?:use|keep|answer|reply|respond|write)\s+(?:it\s+|them\s+)?"
    r"(?:in|with|short|brief|as|only)|make\s+(?:it|sure)|no\s+more\s+than|at\s+most|at\s+least|without"
    r"|exclude|include\s+only|stick\s+to|from\s+now\s+on)\b"
    r"|只(?:要|看|用|能|需|统计|显示|考虑|保留|包括)|仅|务必|必须|不要|别(?!人|的|处)|不得|不能|请用|请以|请保持|用中文|用英文"
    r"|总是|一律|每次都|不超过|至多|最多|至少|排除|不包括|不含|以后都|从现在起",
    re.IGNORECASE,
)
_RETRACTS = re.compile(
    r"\b(?:forget\s+(?:about\s+)?(?:the|that|my|what|all|every\w*)|never\s*mind|ignore\s+(?:the|my|that)|no\s+longer\s+(?:need|want|matters?)"
    r"|(?:you\s+)?(?:don['’]t|do\s+not|needn['’]t)\s+(?:have\s+to|need\s+to)|drop\s+the|lift\s+the|cancel\s+the|skip\s+the)\b"
    r"|不用再|不必再|不用(?=.{0,12}了)|不需要再|取消|算了|撤销|不再要求|忽略(?:之前|刚才|我)",
    re.IGNORECASE,
)
_EVERYTHING = re.compile(
    r"\b(?:all|every|everything|any\s+of)\b.{0,30}\b(?:constraints?|rules?|requirements?|conditions?|said)\b"
    r"|(?:所有|全部|一切|之前的).{0,8}(?:要求|条件|限制|规则)",
    re.IGNORECASE,
)
_SLOTS = (
    ("language", r"\b(?:english|chinese|german|french|spanish|japanese)\b|中文|英文|英语|汉语|日语|法语"),
    ("length", r"\b(?:short(?:er)?|brief(?:ly)?|concise|long(?:er)?|detailed|words|sentences?|lines?|paragraphs?)\b|简短|简洁|详细|字以内|句话"),
    ("format", r"\b(?:table|bullets?|list|json|csv|markdown|plain\s+text|chart)\b|表格|列表|要点|图表"),
    ("currency", r"\b(?:euros?|eur|dollars?|usd|yuan|rmb|cny|pounds?|gbp|yen)\b|€|\$|元|人民币|美元|欧元"),
    ("period", r"\b(?:19|20)\d{2}\b|\b(?:q[1-4]|quarter|january|february|march|april|june|july|august|september|october|november|december|month|week|year)\b|\d+\s*月|季度|今年|去年|本月|上月|年"),
    ("unit", r"\b(?:thousands?|millions?|units?|kg|km|miles|percent)\b|%|万|亿|公斤|公里"),
)  # fmt: skip
_SLOTTED = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _SLOTS)
_WORD = re.compile(r"[a-z0-9]{4,}|[\u4e00-\u9fff]{2}", re.IGNORECASE)
_COMMON = frozenset(
    [
        "please",
        "only",
        "always",
        "never",
        "must",
        "with",
        "that",
        "this",
        "from",
        "them",
        "they",
        "your",
        "will",
        "want",
        "need",
        "have",
        "make",
        "sure",
        "don",
        "about",
        "forget",
        "longer",
        "more",
        "drop",
        "answer",
        "reply",
    ]
)


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing that the user asked for.

    Attributes:
        slot: what it is about; a later one of the same slot replaces it.
        text: the user's own sentence, on one line.
        turn: number of the user's turn that it came in.
    """

    slot: str
    text: str
    turn: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a turn did to the constraints."""

    what: str
    constraint: Constraint


def rebuild(turns: Sequence[str]) -> tuple[Constraint, ...]:
    """The constraints that hold after these user turns, oldest first."""
    held: dict[str, Constraint] = {}
    for number, turn in enumerate(turns, 1):
        for change in changes(turn, number, held.values()):
            if change.what == "retract":
                held.pop(change.constraint.slot, None)
            else:
                held.pop(change.constraint.slot, None)  # what is replaced moves to the end
                held[change.constraint.slot] = change.constraint
    return tuple(held.values())


def changes(turn: str, number: int, held: Iterable[Constraint]) -> list[Change]:
    """What one user turn adds, replaces or retracts, given what holds before it."""
    known = {constraint.slot: constraint for constraint in held}
    found: list[Change] = []
    for sentence in _SENTENCE.findall(turn):
        text = safe_line(" ".join(sentence.split()), _LONGEST)
        if not text:
            continue
        if _RETRACTS.search(text):
            for constraint in _meant(text, known):
                del known[constraint.slot]
                found.append(Change("retract", constraint))
        elif _ASKS.search(text) and not reads_as_instruction(text):
            constraint = Constraint(_slot(text), text, number)
            found.append(Change("replace" if constraint.slot in known else "add", constraint))
            known[constraint.slot] = constraint
    return found


def binding_sentences(turn: str) -> list[str]:
    """The sentences of a user turn that ask for something to be kept to, or take that back."""
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.findall(turn))
    return [s for s in sentences if s and (_ASKS.search(s) or _RETRACTS.search(s))]


def _slot(text: str) -> str:
    for name, pattern in _SLOTTED:
        if pattern.search(text):
            return name
    return "own:" + name_key(text)


def _words(text: str) -> set[str]:
    folded = name_key(text)
    if has_cjk(folded):
        pairs = {folded[i : i + 2] for i in range(len(folded) - 1)}
        return {pair for pair in pairs if _WORD.fullmatch(pair)}
    return {word for word in _WORD.findall(folded) if word not in _COMMON}


def _meant(text: str, known: dict[str, Constraint]) -> list[Constraint]:
    """The constraints that a retraction speaks of."""
    if _EVERYTHING.search(text):
        return list(known.values())
    slots = {name for name, pattern in _SLOTTED if pattern.search(text)} | _named_slots(text)
    words = _words(_RETRACTS.sub(" ", text))
    return [c for c in known.values() if c.slot in slots or words & _words(c.text)]


def _named_slots(text: str) -> set[str]:
    named = {
        "language": r"\blanguage\b|语言",
        "length": r"\blength\b|长度|字数|篇幅",
        "format": r"\bformat\b|格式",
        "currency": r"\bcurrency\b|货币|币种",
        "period": r"\b(?:period|dates?)\b|时间|期间|月份|年份",
        "unit": r"\bunit\b|单位",
    }
    return {slot for slot, pattern in named.items() if re.search(pattern, text, re.IGNORECASE)}


def block(constraints: Sequence[Constraint], language: Language, max_tokens: int = 300) -> str:
    """The constraints as a fixed block, the newest kept where not all fit; "" for none."""
    head = say(language, "constraints")
    lines: list[str] = []
    left = max_tokens - estimate(head)
    for constraint in reversed(constraints):
        line = f"- {constraint.text}"
        left -= estimate(line) + 1
        if left < 0:
            break
        lines.append(line)
    return "\n".join([head, *reversed(lines)]) if lines else ""

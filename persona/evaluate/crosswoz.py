"""CrossWOZ: the values that a person gives of what they look for, by attribute and alone.

Gold are the (slot, value) pairs that each of the person's turns informs of (Zhu et al., CrossWOZ,
TACL 2020). What the engine read in the turn is brought to their slots here; the rules know none of
them. Compared are names as the engine compares them, with the unit, the mark of a range and the words
that blur an amount folded, for both sides alike.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from persona.errors import UsageError
from persona.evaluate.measures import interval
from persona.evaluate.people import of_messages
from persona.records import USER, Fact, Message
from persona.text import name_key

Pair = tuple[str, str]
"""A slot and a value, folded."""

_SLOTS = {
    "人均消费": "人均消费",
    "门票": "门票",
    "价格": "价格",
    "评分": "评分",
    "时长": "游玩时间",
    "类型": "酒店类型",
    "菜": "推荐菜",
    "出发地": "出发地",
    "目的地": "目的地",
}
"""Their slot for the attribute at the end of ours."""
_FACILITY = "酒店设施-"
_NAME = "名称"
_YES = "是"
_VALUES = ("asks_about", "interested_in", "wants", "plans", "prefers", "likes", "favourite")
"""Kinds whose targets may be values of a search."""

_DIGITS = str.maketrans("一二两三四五六七八九", "1223456789")
_AMOUNT = re.compile(r"\d.*(?:元|块|分|小时|钟头|天|以上|以下|以内)|^[\d.\-~～—到至、]+$")
_UNIT = re.compile(r"元|块钱?|分(?!钟)|个?小时|个?钟头|左右|上下|大概|之间|\s")
_NO_COST = re.compile(r"不(?:要|花|收)(?:门票|钱|费用?)|免门?票")


def folded(value: str) -> str:
    """A value as it is compared."""
    plain = re.sub(r"\s", "", name_key(value))
    if _NO_COST.fullmatch(plain):
        return "免费"
    counted = plain.translate(_DIGITS) if re.match(r"[一二两三四五六七八九]", plain) else plain
    if _AMOUNT.search(counted):
        return re.sub(r"[~～—–－到至、]", "-", _UNIT.sub("", counted))
    return plain


def _pair(slot: str, value: str) -> Pair:
    return re.sub("服务$", "", slot), folded(value)


def gold_pairs(acts: Iterable[Sequence[str]]) -> set[Pair]:
    """What the acts of a turn inform of."""
    return {_pair(slot, value) for act, _, slot, value in acts if act == "Inform" and value}


def said_pairs(facts: Collection[Fact]) -> set[Pair]:
    """What the facts of a turn say, in the slots of CrossWOZ.

    A dish that the person wants to eat is a 推荐菜, a thing without attribute a 名称; a facility is a slot
    of its own whose value is 是.
    """
    found: set[Pair] = set()
    rest: list[Fact] = []
    for fact in facts:
        slot = fact.slot or ""
        if slot.endswith("设施"):
            found.add(_pair(_FACILITY + name_key(fact.target), _YES))
        elif theirs := next((t for ours, t in _SLOTS.items() if slot.endswith(ours)), None):
            found.add(_pair(theirs, fact.target))
        elif fact.kind in _VALUES:
            rest.append(fact)
    known = {value for _, value in found}
    for fact in rest:
        if folded(fact.target) not in known:
            found.add(_pair("推荐菜" if _is_eaten(fact) else _NAME, fact.target))
    return found


def _is_eaten(fact: Fact) -> bool:
    """Whether what is wanted is wanted to eat or drink."""
    words = re.compile(rf"[吃喝][^，,。]{{0,4}}{re.escape(fact.target)}", re.IGNORECASE)
    return fact.kind == "wants" and any(words.search(e.quote or "") for e in fact.evidence)


@dataclass(slots=True)
class Counted:
    """Hits, pairs said and pairs of gold, one of each a dialogue."""

    rows: list[tuple[int, int, int]] = field(default_factory=list)

    def rates(self) -> dict[str, float]:
        """Micro precision, recall and F1."""
        hits, said, gold = (sum(column) for column in zip(*self.rows, strict=True))
        precision, recall = hits / max(said, 1), hits / max(gold, 1)
        f1 = 2 * precision * recall / max(precision + recall, 1e-9)
        return {"P": round(precision, 4), "R": round(recall, 4), "F1": round(f1, 4)}

    def intervals(self) -> dict[str, list[float]]:
        """95 % intervals of precision and recall, by dialogue."""
        hits, said, gold = zip(*self.rows, strict=True)
        return {"P": list(_ratio(hits, said)), "R": list(_ratio(hits, gold))}


def _ratio(hits: Sequence[int], of: Sequence[int]) -> tuple[float, float]:
    """The interval of a ratio of sums: each pair an item, the items of a dialogue drawn together."""
    values = [float(n < h) for h, total in zip(hits, of, strict=True) for n in range(total)]
    clusters = [at for at, total in enumerate(of) for _ in range(total)]
    return interval(values, clusters)


def _shared(ours: Collection[Pair], theirs: Collection[Pair]) -> int:
    """Values that both have, whatever their slots."""
    both = Counter(value for _, value in ours) & Counter(value for _, value in theirs)
    return both.total()


def values_given(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """The values that the person gave in each turn, against those that were read there.

    Args:
        data: the folder with the set's JSON files.
        stride: take every so many dialogues only.

    Returns:
        ``values`` (values alone) and ``slots`` (slot and value), each by system: ``persona`` and
        ``slot patterns``, one regular expression a slot; and ``intervals`` of both.

    Raises:
        UsageError: the folder holds no JSON file.
    """
    files = sorted(data.glob("*.json"))
    if not files:
        raise UsageError(f"{data}: no file of CrossWOZ there")
    dialogues: list[Mapping[str, Any]] = []
    for path in files:
        dialogues += json.loads(path.read_text(encoding="utf-8")).values()
    tables: dict[str, dict[str, Counted]] = {
        name: {"persona": Counted(), "slot patterns": Counted()} for name in ("values", "slots")
    }
    for dialogue in dialogues[::stride]:
        _count(tables, dialogue["messages"])
    found: dict[str, Any] = {
        name: {system: counted.rates() for system, counted in table.items()}
        for name, table in tables.items()
    }
    found["intervals"] = {
        name: {system: counted.intervals() for system, counted in table.items()}
        for name, table in tables.items()
    }
    return found


def _count(tables: Mapping[str, Mapping[str, Counted]], turns: Sequence[Mapping[str, Any]]) -> None:
    """Adds one dialogue."""
    read = _read(turns)
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for number, turn in enumerate(turns):
        if turn["role"] != "usr":
            continue
        gold = gold_pairs(turn["dialog_act"])
        for system, said in (
            ("persona", said_pairs(read[number])),
            ("slot patterns", by_patterns(turn["content"])),
        ):
            for name, hits in (("values", _shared(said, gold)), ("slots", len(said & gold))):
                row = sums[name, system]
                row[0], row[1], row[2] = row[0] + hits, row[1] + len(said), row[2] + len(gold)
    for (name, system), (hits, made, wanted) in sums.items():
        tables[name][system].rows.append((hits, made, wanted))


def _read(turns: Sequence[Mapping[str, Any]]) -> Mapping[int, list[Fact]]:
    """The person's facts by the number of the turn that they rest on."""
    roles = {"usr": "user"}
    messages = [
        Message("u", "c", str(n), roles.get(turn["role"], "assistant"), turn["content"], position=n)  # type: ignore[arg-type]
        for n, turn in enumerate(turns)
    ]
    found: dict[int, list[Fact]] = defaultdict(list)
    for fact in of_messages(messages).facts:
        for evidence in fact.evidence if fact.source == USER else ():
            found[int(evidence.message_id)].append(fact)
    return found


_MONEY = r"\d+(?:-\d+)?元(?:以[上下])?"
_CHARACTERS = r"[\u4e00-\u9fffA-Za-z()]"
_PATTERNS = {
    slot: re.compile(pattern)
    for slot, pattern in {
        "人均消费": rf"人均\D{{0,8}}({_MONEY})",
        "价格": rf"价格\D{{0,6}}({_MONEY})",
        "门票": rf"门票\D{{0,6}}?({_MONEY}|免费)",
        "评分": r"(\d(?:\.\d)?分(?:以上)?)",
        "游玩时间": r"(\d+(?:\.\d+)?小时(?: - \d+小时)?)",
        "酒店类型": r"([\u4e00-\u9fff]{2}型)(?=的|酒店)",
        "推荐菜": r"[吃喝]([\u4e00-\u9fff]{2,8}?)(?=的|这|[，。吗]|$)",
        "名称": rf"(?:叫|去)({_CHARACTERS}{{2,20}}?)(?=的|[玩吧，。]|$)",
        "出发地": rf"从({_CHARACTERS}{{2,20}}?)(?=到|去|出发)",
        "目的地": rf"到({_CHARACTERS}{{2,20}}?)(?=的|怎么|[，。]|$)",
    }.items()
}
"""The baseline: what somebody would write in an hour for these very slots."""


def by_patterns(text: str) -> set[Pair]:
    """The pairs that one regular expression a slot finds in a turn."""
    return {
        _pair(slot, match[1])
        for slot, pattern in _PATTERNS.items()
        for match in pattern.finditer(text)
    }

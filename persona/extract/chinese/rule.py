"""The cues of Chinese: which words state which kind of relation, and on which side the thing stands.

A rule is a regular expression over one clause in Simplified characters. What it names decides:

- ``o``: the words that follow the cue; the thing is the phrase at their beginning.
- ``old``: likewise, but what was given up: it gets the polarity -1.
- ``n``: a name that is taken as it stands (a person's name, an age, a trait).
- none of them: the thing is the topic, the words before the cue (榴莲我受不了), or what the clause
  before named (榴莲，敬谢不敏).

Rules are tried in order and a stretch of text is read once, so the particular stand before the general.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Rule:
    """One cue.

    Attributes:
        kind: what it states, or "" for a cue that states nothing and only keeps others away.
        source: its regular expression, see the module.
        polarity: of the thing.
        weight: of a plain statement.
        tool: whether the phrase ends at a second verb (用 Python 写爬虫).
        goal: whether the thing is something to do or get.
        free: whether anybody may be the subject (relations between things; scopes of a team).
        past: whether a word of the past (以前) does not take it away.
        needs: characters without one of which it cannot match; empty where that saves no time.
    """

    kind: str
    source: str
    polarity: int = 1
    weight: float = 0.9
    tool: bool = False
    goal: bool = False
    free: bool = False
    past: bool = False
    needs: frozenset[str] = frozenset()

    @property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression; compiled when first asked for, since all of them take long."""
        return _compiled(self.source)


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def rule(
    kind: str,
    pattern: str,
    polarity: int = 1,
    weight: float = 0.9,
    *,
    flags: str = "",
    needs: str = "",
) -> Rule:
    """A rule; `flags` names those of tool, goal, free and past that are set.

    A pattern that begins with any words is tried at every place of a clause; `needs` spares it.

    Repeated groups are held to five: nobody stacks more adverbs, and a run of words that can be
    cut in several ways (早就早就...) must not take exponential time.
    """
    whole = pattern.replace("END$", END)
    bounded = whole.replace(")*", "){0,5}").replace(")+", "){1,5}")
    marks = flags.split()
    return Rule(
        kind,
        bounded,
        polarity,
        weight,
        tool="tool" in marks,
        goal="goal" in marks,
        free="free" in marks,
        past="past" in marks,
        needs=frozenset(needs),
    )


END = r"(?:了|的|吧|啊|呀|呢|嘛|啦|哈|哦|噢|喔|呗|死|极|得?不行|得?要命|得很|得?要死|一点|得慌|[^\w\u3400-\u9fff]+)*$"
"""What may follow the last word of a clause: particles and marks."""

DEGREE = r"(?:真的|真|实在|确实|很|挺|蛮|超级?|特别|非常|十分|太|最|更|比较|有点儿?|有些|都|也|就|是|并|完全|从来|根本|可|一向|一直|老|还|越来越|so)*"
"""Adverbs of degree and manner before a word of attitude."""

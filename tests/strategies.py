"""Logs for property tests: people who like, drop, ask, quote and change their minds, in two languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""For properties whose examples take long: a failure is shown as it was found."""

THINGS = (
    "tea",
    "Vim",
    "C++",
    "C",
    "jazz",
    "香菜",
    "火锅",
    "Python",
    "滷肉飯",
    "卤肉饭",
    "羽毛球",
    "Go",
)

LIKES = ("I love {x}.", "I really like {x}", "我喜欢{x}。", "我最爱{x}！", "I'm a big fan of {x}")
DISLIKES = ("I hate {x}.", "I can't stand {x}", "我讨厌{x}。", "我受不了{x}", "I don't like {x}")
USES = ("I use {x} every day.", "我每天都用{x}。")
ENDED = ("I stopped using {x}.", "我不再用{x}了。")
OTHERS = (
    "My wife loves {x}.",
    "我妈最爱{x}。",
    "Do you like {x}?",
    "{x}好不好？",
    'Translate: "I adore {x}"',
    "If I were rich I would love {x}.",
    "要是我有空就会喜欢{x}。",
    "Nice weather today.",
    "哈哈哈",
)
ALL = (*LIKES, *DISLIKES, *USES, *ENDED, *OTHERS)


@dataclass(frozen=True)
class Said:
    """A message of a generated log."""

    number: int
    role: str
    text: str
    hour: int
    conversation: int

    def as_dict(self) -> dict[str, Any]:
        """As `engine.add` takes it."""
        return {
            "id": f"m{self.number}",
            "role": self.role,
            "content": self.text,
            "timestamp": 1_767_225_600 + 3600 * self.hour,
            "conversation_id": f"c{self.conversation}",
        }


def texts(templates: tuple[str, ...] = ALL) -> st.SearchStrategy[str]:
    """One to two sentences about things."""
    one = st.builds(
        lambda template, thing: template.replace("{x}", thing),
        st.sampled_from(templates),
        st.sampled_from(THINGS),
    )
    return st.lists(one, min_size=1, max_size=2).map(" ".join)


def logs(
    templates: tuple[str, ...] = ALL, *, min_size: int = 1, max_size: int = 14
) -> st.SearchStrategy[list[Said]]:
    """Logs of one person, mostly their own messages, over some weeks and two conversations."""
    rows = st.tuples(
        st.sampled_from(["user", "user", "user", "assistant"]),
        texts(templates),
        st.integers(0, 900),
        st.integers(0, 1),
    )
    return st.lists(rows, min_size=min_size, max_size=max_size).map(
        lambda drawn: [Said(i, *row) for i, row in enumerate(drawn)]
    )

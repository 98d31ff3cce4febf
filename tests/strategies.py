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
    "My brother Tom can't stand {x}.",
    "Everyone at the office uses {x}.",
    "She hates {x}.",
    "His favourite thing is {x}.",
    "People say {x} is great.",
    "My kids are obsessed with {x}.",
    "Paul is allergic to {x}.",
    "我同事都在用{x}。",
    "他讨厌{x}。",
    "我男朋友特别喜欢{x}。",
    "小李对{x}过敏。",
    "大家都爱{x}。",
    "我爸戒了{x}。",
    "人家就喜欢{x}嘛。",
    "Should I try {x}?",
    "What is {x}?",
    "Is {x} any good?",
    "Can you explain {x}?",
    "Why do people like {x}?",
    "Have you tried {x}?",
    "你喜欢{x}吗？",
    "{x}怎么样？",
    "我该不该学{x}？",
    "为什么大家喜欢{x}？",
    "有没有关于{x}的书？",
    "{x}和茶哪个好？",
    "能讲讲{x}吗？",
    'Translate "I hate {x}" into German.',
    "Proofread this: I love {x} and I use it daily.",
    'He said "I love {x}".',
    "She wrote: I can't live without {x}.",
    "把“我喜欢{x}”翻译成英文。",
    "他说：“我最讨厌{x}了。”",
    "润色一下：我每天都用{x}。",
    "书上写着「我爱{x}」。",
    "> I love {x}",
    "If I had time I'd learn {x}.",
    "I wish I liked {x}.",
    "Suppose I hated {x}.",
    "Imagine I use {x} every day.",
    "I would love {x} if it were cheaper.",
    "Had I known, I would have used {x}.",
    "如果我是你，我就用{x}。",
    "假如我喜欢{x}，会怎样？",
    "万一我对{x}过敏呢？",
    "下辈子我一定爱{x}。",
    "要是能学会{x}就好了。",
    "假设我讨厌{x}。",
    "Oh sure, I just love {x} /s",
    "Yeah right, I'm a huge fan of {x}.",
    "I adore {x}, said no one ever.",
    "我可太爱{x}了（反话）。",
    "我最喜欢{x}了才怪。",
    "Pretend you are a chef who loves {x}.",
    "Act as someone who hates {x}.",
    "你扮演一个讨厌{x}的人。",
    "Write a poem about {x}.",
    "Please recommend something like {x}.",
    "Give me facts about {x}.",
    "写一首关于{x}的诗。",
    "推荐几个跟{x}有关的东西。",
    "帮我查一下{x}。",
    "Make a list of reasons to love {x}.",
)
ALL = (*LIKES, *DISLIKES, *USES, *ENDED, *OTHERS[:9])


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

"""What somebody is attached to, told by what it does to them; and where they work, live and learn."""

from __future__ import annotations

import pytest

from persona.extract.chinese import statements


def _said(text: str) -> set[tuple[str, str]]:
    return {(s.kind, s.target) for s in statements(text) if s.polarity > 0}


@pytest.mark.parametrize(
    ("text", "kind", "target"),
    [
        ("我对糖蒜一点抵抗力都没有哈哈", "likes", "糖蒜"),
        ("要问最爱啥，那肯定是糖蒜呀", "likes", "糖蒜"),
        ("能让我开心的东西不多，糖蒜算一个", "likes", "糖蒜"),
        ("我是评书的忠实听众", "likes", "评书"),
        ("没有糖蒜我活不下去", "likes", "糖蒜"),
        ("评书是我每天的快乐源泉", "likes", "评书"),
        ("最近疯狂沉迷评书", "likes", "评书"),
        ("嗜辣如命", "likes", "辣"),
        ("我愿称糖蒜为人间至味", "likes", "糖蒜"),
        ("听歌全靠千千静听", "uses", "千千静听"),
        ("代码都在Geany里写", "uses", "Geany"),
        ("我是海信的员工", "works_at", "海信"),
        ("每天去海信上班", "works_at", "海信"),
        ("毕业就进了海信", "works_at", "海信"),
        ("我在银川租房住", "lives_in", "银川"),
        ("冰岛语学到第三课了", "learning", "冰岛语"),
        ("我平常都是低盐饮食", "diet", "低盐饮食"),
    ],
)
def test_what_somebody_is_attached_to(text: str, kind: str, target: str) -> None:
    assert (kind, target) in _said(text)


@pytest.mark.parametrize(
    "text",
    [
        "那肯定是他干的",
        "没有你我活不下去",
        "我就好奇一下",
        "我在医院住了一周",
        "笔记都在书房里写",
        "我在部队待了两年",
    ],
)
def test_what_only_sounds_alike(text: str) -> None:
    assert _said(text) == set()

from __future__ import annotations

import pytest

from persona.extract.polarity import polarity_towards


def sign(clause: str, target: str) -> int | None:
    start = clause.index(target)
    return polarity_towards(clause, start, start + len(target))


@pytest.mark.parametrize(
    ("clause", "target", "expected"),
    [
        ("I'm into Portishead, Massive Attack and Air", "Air", 1),
        ("but not Moby please", "Moby", -1),
        ("I love tea but hate coffee", "tea", 1),
        ("I love tea but hate coffee", "coffee", -1),
        ("I prefer trains over planes", "trains", 1),
        ("I prefer trains over planes", "planes", -1),
        ("I'd rather use Svelte than React", "React", -1),
        ("I moved from Vim to Helix last month", "Vim", -1),
        ("I moved from Vim to Helix last month", "Helix", 1),
        ("we replaced Jenkins with GitLab CI", "Jenkins", -1),
        ("we replaced Jenkins with GitLab CI", "GitLab CI", 1),
        ("karaoke not so much", "karaoke", -1),
        ("escape rooms are right up my alley", "escape rooms", 1),
        ("I can't stand Jira", "Jira", -1),
        ("I can't get enough of ramen", "ramen", 1),
        ("I don't really enjoy hiking", "hiking", -1),
        ("I not only like tea", "tea", 1),
        ("I like everything except mushrooms", "mushrooms", -1),
        ("I used to smoke cigars", "cigars", -1),
        ("I quit Instagram last spring", "Instagram", -1),
        ("I don't hate jazz", "jazz", None),
        ("coffee spilled on my desk", "coffee", None),
        ("Jira got too slow", "Jira", -1),
        ("my laptop got so hot", "laptop", None),
        ("I got a laptop", "laptop", 1),
        ("我喜欢A、B、C和E", "E", 1),
        ("我不喜欢京剧", "京剧", -1),
        ("我不是不喜欢蹦迪", "蹦迪", None),
        ("咖啡戒了", "咖啡", -1),
        ("我又喝回可乐了", "可乐", 1),
        ("榴莲我受不了", "榴莲", -1),
        ("我們把Jenkins換成 GitLab 了", "Jenkins", -1),
        ("我們把Jenkins換成 GitLab 了", "GitLab", 1),
        ("手机从小米换成了苹果", "小米", -1),
        ("比起奶茶我更爱喝美式", "奶茶", -1),
        ("比起奶茶我更爱喝美式", "美式", 1),
        ("我宁愿喝茶也不喝酒", "酒", -1),
        ("除了榴莲我都爱吃", "榴莲", -1),
        ("除了篮球我还喜欢足球", "足球", 1),
        ("对花生过敏", "花生", -1),
        ("真的受不了鹹豆漿", "鹹豆漿", -1),
        ("又读了一遍爱因斯坦的传记", "爱因斯坦", None),
        ("cardio 我是真的 hate", "cardio", -1),
    ],
)
def test_polarity_towards(clause: str, target: str, expected: int | None) -> None:
    assert sign(clause, target) == expected

"""From the demo's logs to what their README says of the three people, by the shipped rules.

These are floors, not a measure: what a reader checks first must be there, and none of what only
other people, quoted texts, hypotheses, irony or slips say may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from persona import PersonaEngine
from persona.config import Settings
from persona.records import Persona

_DATA = Path(__file__).resolve().parent.parent / "data"

_RIGHT = {
    ("suqing", "safety"): ["花生", "酒"],
    ("suqing", "attributes"): ["成都", "绵阳", "产品经理", "锦溪数据"],
    ("suqing", "likes"): ["手冲咖啡", "科幻小说", "徒步", "抱石", "火锅", "跑步"],
    ("suqing", "uses"): ["VS Code", "飞书文档"],
    ("suqing", "learning"): ["Python"],
    ("suqing", "dislikes"): ["香菜", "言情", "视频课程", "奶茶"],
    ("suqing", "rejected"): ["密室逃脱"],
    ("suqing", "no_longer"): ["杭州", "Notion", "瑜伽"],
    ("nora", "safety"): ["vegetarian", "walnuts", "alcohol"],
    ("nora", "attributes"): ["Edinburgh", "Cork", "Larkfield Robotics", "English", "Irish"],
    ("nora", "likes"): ["risotto", "bluegrass", "PostgreSQL", "autumn"],
    ("nora", "uses"): ["Vim", "Kubernetes", "rooibos"],
    ("nora", "learning"): ["banjo"],
    ("nora", "dislikes"): ["mushrooms", "techno", "heavyweight IDEs", "bright backgrounds"],
    ("nora", "rejected"): ["whisky tasting"],
    ("nora", "no_longer"): ["Leeds", "Tidewater Maps", "MongoDB", "running", "coffee"],
    ("leo", "safety"): ["乳糖"],
    ("leo", "attributes"): ["深圳", "大连"],
    ("leo", "likes"): ["ramen", "羽毛球", "sci-fi movies", "deadlifts"],
    ("leo", "uses"): ["Metabase"],
    ("leo", "learning"): ["日语"],
    ("leo", "dislikes"): ["沙拉", "meetings", "网球"],
    ("leo", "no_longer"): ["上海", "Tableau", "啤酒"],
}

_NOT_LIKED = {
    "suqing": ["奶茶", "香菜", "越剧", "空气炸锅", "民宿", "改需求", "密室逃脱", "视频", "您好"],
    "nora": [
        "techno",
        "mushrooms",
        "dinosaurs",
        "drum",
        "offline maps",
        "castle",
        "stand-up",
        "running",
        "option",
        "Heroku",
        "whisky",
    ],
    "leo": [
        "网球",
        "沙拉",
        "meetings",
        "空腹训练",
        "standing desk",
        "升降桌",
        "DuckDB",
        "五点起床",
        "目标",
        "内存",
        "恐怖片",
    ],
}
_NOT_DISLIKED = {
    "suqing": ["咖啡", "跑步", "火锅"],
    "nora": ["offline maps", "PostgreSQL", "running"],
    "leo": ["羽毛球", "ramen", "the sea"],
}
_NOT_ATTRIBUTES = {
    "suqing": ["锦里数据", "远帆科技", "杭州", "大理"],
    "nora": ["Cobh", "Leeds", "Tidewater"],
    "leo": ["上海", "CTO"],
}
_FAVOURABLE = ("likes", "uses", "skills", "goals", "owns")


@pytest.fixture(scope="module")
def personas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Persona]]:
    store = tmp_path_factory.mktemp("demo") / "persona.db"
    settings = Settings(db=f"sqlite:///{store}", extractor="rules")
    with PersonaEngine(settings=settings) as engine:
        for log in sorted(_DATA.glob("*.jsonl")):
            engine.ingest(log)
        engine.rebuild()
        yield {user: engine.persona(user) for user in engine.users()}


def _names(persona: Persona, *sections: str) -> list[str]:
    return [line.entity.casefold() for name in sections for line in persona.sections[name]]


@pytest.mark.parametrize(
    ("place", "wanted"), _RIGHT.items(), ids=["-".join(place) for place in _RIGHT]
)
def test_what_a_reader_checks_first_is_there(
    personas: dict[str, Persona], place: tuple[str, str], wanted: list[str]
) -> None:
    user, section = place
    found = _names(personas[user], section)
    missing = [name for name in wanted if not any(name.casefold() in entity for entity in found)]
    assert missing == [], found


@pytest.mark.parametrize("user", sorted(_NOT_LIKED))
class TestWhatIsNotTheirs:
    def test_is_not_liked_used_or_wanted(self, personas: dict[str, Persona], user: str) -> None:
        found = _names(personas[user], *_FAVOURABLE)
        assert _among(_NOT_LIKED[user], found) == []

    def test_is_not_disliked(self, personas: dict[str, Persona], user: str) -> None:
        assert _among(_NOT_DISLIKED[user], _names(personas[user], "dislikes")) == []

    def test_is_no_attribute(self, personas: dict[str, Persona], user: str) -> None:
        assert _among(_NOT_ATTRIBUTES[user], _names(personas[user], "attributes")) == []


def _among(unwanted: list[str], found: list[str]) -> list[str]:
    return [entity for entity in found for name in unwanted if name.casefold() in entity]


def test_a_taste_that_is_said_more_often_stands_before_one_said_once(
    personas: dict[str, Persona],
) -> None:
    # 香菜 is complained of in January and in May; 言情 once, in February.
    dislikes = _names(personas["suqing"], "dislikes")
    assert dislikes.index("香菜") < dislikes.index("言情")


def test_interest_in_python_emerges_from_two_days_of_questions(
    personas: dict[str, Persona],
) -> None:
    for user in ("suqing", "nora"):
        interests = _names(personas[user], "interests", "learning")
        assert any("python" in entity for entity in interests), user

from __future__ import annotations

from persona.agent.memory import Episodes, Working, signature
from persona.agent.tools import Learned
from persona.tokens import estimate


def test_what_is_covered_is_no_longer_missing() -> None:
    memory = Working(goal="一季度销售").learn(Learned(missing=("一月", "二月", "三月")), "c0")
    memory = memory.learn(Learned(facts=("一月 1000",), covered=("一月",)), "c1")
    memory = memory.learn(Learned(facts=("二月 1200",), covered=("二月",)), "c2")
    assert memory.missing == ("三月",)
    told = memory.block("zh")
    assert "还缺：三月" in told
    assert "已有：一月、二月" in told
    assert "- 二月 1200 [c2]" in told


def test_what_is_new_in_a_round() -> None:
    before = Working(goal="g").learn(Learned(facts=("a",)), "c1")
    after = before.learn(Learned(facts=("a", "b"), missing=("m",)), "c2").suppose("h")
    assert after.diff(before) == {"done": ["b"], "missing": ["m"], "hypotheses": ["h"]}
    assert after.diff(after) == {}


def test_the_block_is_within_its_budget_and_keeps_the_newest() -> None:
    memory = Working(goal="g")
    for number in range(100):
        memory = memory.learn(Learned(facts=(f"fact number {number} of many",)), f"c{number}")
    told = memory.block("en", 120)
    assert estimate(told) <= 120
    assert "number 99" in told
    assert "number 1 " not in told
    assert Working(goal="g").block("en") == ""


def test_the_same_call_has_the_same_signature() -> None:
    assert signature("f", {"a": 1, "b": [2]}) == signature("f", {"b": [2], "a": 1})
    assert signature("f", {"a": 1}) != signature("g", {"a": 1})
    assert signature("f", {"a": 1}) != signature("f", {"a": "1"})


def test_episodes_fade_without_repeats_and_corrections_count_twice() -> None:
    kept = Episodes(half_life=2)
    kept = kept.add("failure", "the table has no column city", 1)
    kept = kept.add("correction", "use net amounts", 1)
    kept = kept.add("failure", "the table has no column city", 3)
    assert len(kept.kept) == 2
    correction, failure = kept.kept
    assert kept.weight(failure, 3) == 1.0
    assert kept.weight(correction, 3) == 1.0  # 2, halved once in two turns
    assert kept.block("en", 3, most=1).endswith("the table has no column city")
    for number in range(80):
        kept = kept.add("success", f"t{number}", 4)
    assert len(kept.kept) == 50


def test_hypotheses_of_a_call_stand_until_they_are_settled() -> None:
    memory = Working(goal="g").learn(Learned(hypotheses=("北区最高", "南区下降")), "c1")
    assert "待验证：北区最高、南区下降" in memory.block("zh")
    memory = memory.learn(Learned(facts=("北区最高",), refuted=("南区下降",)), "c2")
    assert memory.hypotheses == ()
    assert [(known.text, known.source) for known in memory.done] == [("北区最高", "c2")]

"""Values that a person gives, measured on an invented dialogue in the layout of CrossWOZ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.evaluate.crosswoz import by_patterns, folded, gold_pairs, said_pairs, values_given
from persona.evaluate.people import of_messages
from persona.records import Message


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2小时 - 3小时", "2到3个小时"),
        ("100-150元", "100～150"),
        ("4.5分以上", "4.5以上"),
        ("一小时", "1小时"),
        ("免费", "不花钱"),
        ("清风楼（东门店）", "清风楼(东门店)"),
    ],
)
def test_spellings_of_one_value_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"), [("100元以上", "100元以下"), ("4分", "5分"), ("一品楼", "二品楼")]
)
def test_different_values_stay_apart(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_only_informing_acts_with_a_value_are_gold() -> None:
    acts = [
        ["Inform", "酒店", "酒店设施-叫醒服务", "是"],
        ["Inform", "酒店", "名称", ""],
        ["Request", "酒店", "电话", ""],
    ]
    assert gold_pairs(acts) == {("酒店设施-叫醒", "是")}


def _facts(text: str) -> set[tuple[str, str]]:
    return said_pairs(of_messages([Message("u", "c", "m", "user", text)]).facts)


def test_what_was_read_is_brought_to_their_slots() -> None:
    said = _facts("请推荐一家有健身房、评分4分以上的酒店，价格不超过400元。")
    assert ("评分", "4以上") in said
    assert ("酒店设施-健身房", "是") in said
    assert ("价格", "不超过400") in said


def test_a_dish_that_is_wanted_is_a_dish_and_not_a_name() -> None:
    assert _facts("我想吃酸汤鱼。") == {("推荐菜", "酸汤鱼")}


def test_patterns_find_what_they_are_written_for() -> None:
    assert by_patterns("人均消费50-100元，评分4分以上") == {
        ("人均消费", "50-100"),
        ("评分", "4以上"),
    }


def _turn(role: str, text: str, *acts: list[str]) -> dict[str, object]:
    return {"role": role, "content": text, "dialog_act": list(acts)}


def test_measures_of_a_dialogue(tmp_path: Path) -> None:
    # Two turns with three gold pairs. The engine reads all three; of its pairs in the first turn both
    # are gold, and so is the place in the second: P = R = 1. The patterns know 评分 and 门票 as well, but no
    # way of asking for a place: 2 of 3.
    messages = [
        _turn(
            "usr",
            "帮我找一个评分4分以上、门票免费的景点。",
            ["Inform", "景点", "评分", "4分以上"],
            ["Inform", "景点", "门票", "免费"],
        ),
        _turn("sys", "推荐您去听涛阁。"),
        _turn("usr", "听涛阁的电话是多少？", ["Inform", "景点", "名称", "听涛阁"]),
    ]
    (tmp_path / "a.json").write_text(json.dumps({"1": {"messages": messages}}), "utf-8")
    found = values_given(tmp_path)
    assert found["slots"]["persona"] == {"P": 1.0, "R": 1.0, "F1": 1.0}
    assert found["values"]["persona"] == {"P": 1.0, "R": 1.0, "F1": 1.0}
    assert found["slots"]["slot patterns"]["R"] == 0.6667
    assert found["intervals"]["values"]["persona"] == {"P": [1.0, 1.0], "R": [1.0, 1.0]}


def test_a_value_in_the_wrong_slot_counts_for_values_only(tmp_path: Path) -> None:
    # 50元以下 is read as the price of a meal; gold calls it a ticket.
    turn = _turn("usr", "找一家人均50元以下的餐馆。", ["Inform", "景点", "门票", "50元以下"])
    (tmp_path / "a.json").write_text(json.dumps({"1": {"messages": [turn]}}), "utf-8")
    found = values_given(tmp_path)
    assert found["values"]["persona"]["R"] == 1.0
    assert found["slots"]["persona"]["R"] == 0.0


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="CrossWOZ"):
        values_given(tmp_path)

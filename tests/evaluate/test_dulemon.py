"""Facts that a turn rests on, measured on invented chats in the layout of DuLeMon."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from persona.errors import UsageError
from persona.evaluate.dulemon import characters, grounding
from persona.evaluate.encoding import Encoder


def _chat(*said: str, turns: list[str]) -> str:
    row = {
        "user_said_persona": list(said),
        "user_no_said_persona": [],
        "conversation": turns,
    }
    return json.dumps(row, ensure_ascii=False)


def test_a_tagged_turn_is_ranked_among_own_and_all_facts(tmp_path: Path) -> None:
    # The fact of the cat shares 猫 with the query and no other fact does, so it is first in both pools.
    cat = _chat(
        "U1:我 养了 一只 猫", "U2:我 住在 泉州", turns=["Usr:我家的猫不吃饭", "Bot:猫多大了\tU1"]
    )
    other = _chat("U1:我 喜欢 爬山", turns=["Usr:你好", "Bot:你好"])
    (tmp_path / "a.json").write_text(f"{cat}\n{other}\n", "utf-8")
    found = grounding(tmp_path)
    assert found["turns"] == 1
    assert found["own facts"]["persona"] == {"R@1": 1.0, "R@3": 1.0, "R@5": 1.0, "MRR": 1.0}
    assert found["all facts"]["persona"]["R@1"] == 1.0
    assert set(found["own facts"]) == {"persona", "bm25 characters", "random"}
    assert found["intervals"]["all facts"]["MRR"]["persona"] == {"interval": [1.0, 1.0]}


def test_facts_of_another_chat_with_the_same_tag_are_no_gold(tmp_path: Path) -> None:
    # Both chats have a U1. The query names 爬山, the other chat's fact: the own one is second of two.
    one = _chat("U1:我 会 弹 琵琶", turns=["Usr:明天去爬山吗", "Bot:好呀\tU1"])
    two = _chat("U1:我 喜欢 爬山", turns=[])
    (tmp_path / "a.json").write_text(f"{one}\n{two}\n", "utf-8")
    found = grounding(tmp_path)
    assert found["all facts"]["bm25 characters"]["MRR"] == 0.5
    assert found["own facts"]["bm25 characters"]["MRR"] == 1.0


def test_the_same_samples_give_the_same_figures(tmp_path: Path) -> None:
    chat = _chat("U1:我 有 狗", "U2:我 爱 吃 面", turns=["Usr:在吗", "Bot:在\tU2"])
    (tmp_path / "a.json").write_text(chat, "utf-8")
    assert grounding(tmp_path) == grounding(tmp_path)


class ByLength:
    """An embedder in which texts of one length are alike."""

    name = "by length"

    def embed(self, texts: Sequence[str], *, question: bool = False) -> NDArray[np.float64]:
        rows = np.zeros((len(texts), 40), dtype=np.float64)
        for row, text in zip(rows, texts, strict=True):
            row[min(len(text), 39)] = 1.0
        return rows


def test_an_encoder_ranks_too_alone_and_fused(tmp_path: Path) -> None:
    # The query has 5 characters (two turns of two and a space), as U2 has; U1 has 4. So the encoder puts
    # U2 first, while BM25 finds no common word and keeps the order U1, U2. Fused: U1 1/60 + 1/61 and U2
    # 1/61 + 1/60 are equal, and the earlier stays first.
    chat = _chat("U1:我在外地", "U2:我爱看海啊", turns=["Usr:早呀", "Bot:哎嘿", "Bot:嗯\tU2"])
    (tmp_path / "a.json").write_text(chat, "utf-8")
    found = grounding(tmp_path, encoder=Encoder(ByLength()))["own facts"]
    assert found["dense"]["MRR"] == 1.0
    assert found["bm25 characters"]["MRR"] == 0.5
    assert found["bm25 + dense"]["MRR"] == 0.5


def test_characters_are_single_and_in_pairs() -> None:
    assert characters("我爱，面") == ["我爱", "爱面", "我", "爱", "面"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="DuLeMon"):
        grounding(tmp_path)

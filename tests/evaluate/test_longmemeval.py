"""A tiny history in the form of LongMemEval, invented here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from persona.errors import UsageError
from persona.evaluate.longmemeval import questions, sessions

ROW: dict[str, Any] = {
    "question_id": "q1",
    "question_type": "single-session-user",
    "question": "What breed is my dog?",
    "answer": "greyhound",
    "haystack_session_ids": ["s1", "s2", "s1"],
    "haystack_dates": ["2023/05/01", "2023/05/02", "2023/05/03"],
    "haystack_sessions": [
        [
            {"role": "user", "content": "My dog is a greyhound.", "has_answer": True},
            {"role": "assistant", "content": "A fine breed."},
        ],
        [{"role": "user", "content": "我想学做红烧肉"}],
        [{"role": "user", "content": "What is a good tyre pressure?"}],
    ],
    "answer_session_ids": ["s1"],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    abstained = {**ROW, "question_id": "q2_abs"}
    chinese = {
        **ROW,
        "question_id": "q3",
        "question_type": "multi-session",
        "question": "我想学做什么菜？",
        "answer_session_ids": ["s2"],
    }
    (tmp_path / "longmemeval_s.json").write_text(json.dumps([ROW, abstained, chinese]), "utf-8")
    return tmp_path


def test_the_reader(data: Path) -> None:
    first, second = questions(data)  # the abstention is left out
    assert first.gold == {0}
    assert first.sessions == {"0 s1", "2 s1"}  # a session may come twice
    assert [turn.role for turn in first.turns] == ["user", "assistant", "user", "user"]
    assert second.gold == frozenset()
    assert second.sessions == {"1 s2"}


def test_the_measures(data: Path) -> None:
    found = sessions(data)
    assert set(found) == {"all", "single-session-user", "multi-session"}
    assert found["all"]["persona"]["any@5"] == 1.0
    assert found["single-session-user"]["persona"]["R@10"] == 1.0
    assert found["multi-session"]["persona"]["session R@5"] == 1.0
    assert {"random", "recency", "bm25", "persona"} == set(found["all"])


def test_a_folder_without_the_set_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no longmemeval\*\.json"):
        sessions(tmp_path)

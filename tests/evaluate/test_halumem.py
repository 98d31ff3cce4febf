"""A tiny user in the form of HaluMem, invented here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.evaluate.halumem import talks

USER = {
    "uuid": "u1",
    "sessions": [
        {
            "dialogue": [
                {"role": "user", "content": "I love barley tea."},
                {"role": "assistant", "content": "You also love gin, I think."},
            ],
            "memory_points": [
                {
                    "memory_content": "Ida loves barley tea",
                    "memory_source": "primary",
                    "is_update": "False",
                    "original_memories": [],
                },
                {"memory_content": "Ida loves gin", "memory_source": "interference"},
            ],
        },
        {
            "dialogue": [
                {"role": "user", "content": "I no longer like barley tea. I love root beer."}
            ],
            "memory_points": [
                {
                    "memory_content": "Ida loves root beer",
                    "memory_source": "primary",
                    "is_update": "True",
                    "original_memories": ["Ida loves barley tea"],
                }
            ],
        },
        {"dialogue": [{"role": "user", "content": "我住在泉州"}]},
    ],
}


def test_the_measures(tmp_path: Path) -> None:
    (tmp_path / "HaluMem-Medium.jsonl").write_text(json.dumps(USER) + "\n", "utf-8")
    found = talks(tmp_path)
    assert found["updates"]["persona"]["clean"] == 1.0
    assert found["updates"]["recency"] | {"stale": 1.0, "clean": 0.0} == found["updates"]["recency"]
    assert found["facts"]["first-person sentence"]["R"] > 0
    assert {"P", "R", "F1", "soft recall"} <= set(found["facts"]["persona"])


def test_a_folder_without_the_set_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="HaluMem"):
        talks(tmp_path)

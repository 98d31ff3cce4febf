"""Tiny files in the form of PersonaMem, invented here."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.evaluate.encoding import Encoder
from persona.evaluate.personamem import options_of, replies
from tests.embedders import Themes

TURNS = [
    {"role": "system", "content": "The person is called Ida."},
    {"role": "user", "content": "User: I can't stand coffee."},
    {"role": "assistant", "content": "Assistant: Noted."},
    {"role": "user", "content": "User: I love coffee now."},
]
ROW = {
    "question_id": "q1",
    "question_type": "recall_user_shared_facts",
    "user_question_or_message": "What shall I order?",
    "correct_answer": "(b)",
    "all_options": str(["(a) A strong coffee", "(b) A glass of cider"]),
    "shared_context_id": "c1",
    "end_index_in_shared_context": "3",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with (tmp_path / "questions_32k.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(ROW))
        writer.writeheader()
        writer.writerow(ROW)
        writer.writerow({**ROW, "end_index_in_shared_context": "4", "correct_answer": "(a)"})
    lines = [json.dumps({"c1": TURNS}), "", json.dumps({"c2": []})]
    (tmp_path / "shared_contexts_32k.jsonl").write_text("\n".join(lines), "utf-8")
    return tmp_path


def test_options_lose_their_letters() -> None:
    assert options_of(ROW) == (["A strong coffee", "A glass of cider"], 1)
    chinese = {"all_options": str(["(a) 一杯茶", "(b) 一杯水"]), "correct_answer": "(a) 一杯茶"}
    assert options_of(chinese) == (["一杯茶", "一杯水"], 0)
    with pytest.raises(UsageError, match="q1"):
        options_of({**ROW, "correct_answer": "(e)"})


def test_a_reply_is_judged_by_what_was_said_up_to_the_question(data: Path) -> None:
    found = replies(data)
    assert found["all"]["persona"]["accuracy"] == 1.0  # first no coffee, then coffee
    assert {"control: longest", "control: odd one out", "question only"} < set(found["all"])
    assert "recall_user_shared_facts" in found
    encoded = replies(data, encoder=Encoder(Themes()))
    assert encoded["all"]["persona_embeddings"]["accuracy"] == 1.0


def test_a_folder_without_the_set_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="shared_contexts"):
        replies(tmp_path)

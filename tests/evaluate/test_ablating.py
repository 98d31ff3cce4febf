from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.evaluate import measure
from persona.evaluate.ablating import VARIANTS

ROW = {
    "sample_id": "t-1",
    "conversation": {
        "speaker_a": "Ida",
        "speaker_b": "Tom",
        "session_1_date_time": "1 May",
        "session_1": [
            {"speaker": "Tom", "dia_id": "D1:1", "text": "Which pets do you keep?"},
            {"speaker": "Ida", "dia_id": "D1:2", "text": "A greyhound called 小白."},
            *(
                {"speaker": "Tom", "dia_id": f"D1:{n}", "text": f"Other pets news {n}"}
                for n in range(3, 24)
            ),
        ],
        "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "I love sailing boats."}],
    },
    "qa": [
        {"question": "What pets does Ida keep?", "evidence": ["D1:2"], "category": 4},
        {"question": "小白", "evidence": ["D1:2"], "category": 1},
        {"question": "Trick?", "evidence": ["D1:2"], "category": 5},
    ],
}


def test_each_part_is_left_out_and_the_gap_is_told(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps([ROW]), "utf-8")
    found = measure("locomo", tmp_path, ablate=True)["ablation"]
    assert set(found) == {*VARIANTS, "with a walk on the graph"}
    assert found["persona"]["R@10"] == 1.0
    # The answer shares no word with the question: only the question before it leads there.
    assert found["words alone"]["R@10"] == 0.5
    assert found["words alone"]["full score over it"][0] == 0.5
    with pytest.raises(UsageError, match="no ablation"):
        measure("spc", tmp_path, ablate=True)

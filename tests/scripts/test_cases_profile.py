from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.cases import Outcome
from scripts.cases.profile import run

CONFIG = {"name": "Nora", "role": "Pilot", "goal": "Land."}


def outcome(tmp_path: Path, **case: Any) -> Outcome:
    path = tmp_path / "cases.json"
    whole = {"id": "c", "config": CONFIG, "create_args": {}, "render_args": {}, **case}
    path.write_text(json.dumps({"cases": [whole]}), encoding="utf-8")
    (result,) = run(path)
    return result


ORDER = [{"what": "role", "text": "Pilot"}, {"what": "name", "text": "Nora"}]


@pytest.mark.parametrize(
    "checks",
    [
        {"system_contains_in_order": ORDER},
        {"ours": {"system_not_contains": ["None"]}, "exact": {"system": "not looked at"}},
        {"ours": {"same_as_language": "en", "why": "told to people"}},
        {
            "ours": {"raises": {"when": "create", "names": ["zh"]}},
            "create_args": {"prefer_prompt_language": "fr"},
        },
        {"config": {}, "ours": {"raises": {"when": "construct", "names": ["name", "role"]}}},
    ],
)
def test_a_check_that_holds(tmp_path: Path, checks: dict[str, Any]) -> None:
    assert outcome(tmp_path, **checks).failures == ()


@pytest.mark.parametrize(
    ("checks", "told"),
    [
        ({"system_contains_in_order": ORDER[::-1]}, "after"),
        ({"exact": {"user": "x"}}, "exactly"),
        ({"user_contains": ["x"]}, "wanted 'x'"),
        ({"ours": {"system_not_contains": ["Pilot"]}}, "is not wanted"),
        ({"ours": {"same_as_language": "zh"}}, "prompts of zh"),
        ({"ours": {"raises": {"when": "render", "names": []}}}, "wanted an error"),
        ({"config": {}, "ours": {"raises": {"when": "construct", "names": ["goal"]}}}, "'goal'"),
        ({"config": {}}, "came at construct"),
        ({"ours": {"lenient": {"exact": {"system": "x"}}}}, "exactly"),
        ({"ours": {"unheard_of": 1}}, "does not know the check"),
        ({"unheard_of": 1}, "does not know the check"),
        ({"config": {"factory": {"__factory__": "Unheard"}}}, "does not know the factory"),
        (
            {
                "create_args": {"prefer_prompt_language": "fr"},
                "ours": {"raises": {"when": "construct", "names": []}},
            },
            "came one at create",
        ),
    ],
)
def test_a_check_that_does_not_hold(tmp_path: Path, checks: dict[str, Any], told: str) -> None:
    failures = outcome(tmp_path, **checks).failures
    assert failures
    assert told in " ".join(failures)


def test_the_environment_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROFILE_CASE_NAME", raising=False)
    name = {"__DynConfig__": {"default": "D", "key": "PROFILE_CASE_NAME", "provider": "env"}}
    case = {
        "config": {**CONFIG, "name": name},
        "system_contains_in_order": [{"what": "n", "text": "Ed"}],
    }
    assert outcome(tmp_path, env={"PROFILE_CASE_NAME": "Ed"}, **case).passed
    assert not outcome(tmp_path, **case).passed

from __future__ import annotations

from pathlib import Path

import pytest

from persona.errors import TemplateError
from persona.templates.cases import load_cases, read_cases, shipped_cases


def test_a_case_is_read() -> None:
    (case,) = read_cases("- {id: a, input: hi, expect: [{contains: x, tool_called: f}]}")
    assert case.input == ("hi",)
    assert case.expect[0].contains == ("x",)
    assert case.expect[0].tool_called is not None
    assert case.expect[0].tool_called.name == "f"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", "a list of cases"),
        ("[]", "a list of cases"),
        ("- {id: a, input: hi}", "case a: expect"),
        ("- {id: a, input: hi, expect: [{contians: x}]}", "contians"),
        ("- {id: a, input: hi, expect: [{}]}", "it expects nothing"),
        ("- {id: a, input: hi, expect: [{regex: '('}]}", "no regular expression"),
        ("- {id: a, input: hi, pass_rate: 2, expect: [{contains: x}]}", "pass_rate"),
        ("- {id: a, input: hi, language: fr, expect: [{contains: x}]}", "language"),
        (
            "- {id: a, input: hi, expect: [{contains: x}]}\n"
            "- {id: a, input: ho, expect: [{contains: x}]}",
            "given twice in en",
        ),
        ("- {id: a, id: b}", "line 1"),
        ("- 3", "case 1"),
    ],
)
def test_cases_that_cannot_be(text: str, told: str) -> None:
    with pytest.raises(TemplateError, match=told):
        read_cases(text, "x.yaml")


def test_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"none\.yaml"):
        load_cases(tmp_path / "none.yaml")
    with pytest.raises(TemplateError, match=r"no \.yaml file of cases"):
        load_cases(tmp_path)
    (tmp_path / "x.yaml").write_bytes(b"- \xff")
    with pytest.raises(TemplateError, match=r"x\.yaml"):
        load_cases(tmp_path / "x.yaml")


def test_a_folder_stands_for_its_files_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.yml", "a.yaml", "note.txt"):
        case = f"- {{id: {name[0]}, input: hi, expect: [{{contains: x}}]}}"
        (tmp_path / name).write_text(case, "utf-8")
    assert [case.id for case in load_cases(tmp_path)] == ["a", "b"]


def test_the_four_worked_results_are_shipped_in_both_languages() -> None:
    cases = shipped_cases()
    for language in ("en", "zh"):
        ids = [case.id for case in cases if case.language == language]
        assert ids == ["answer", "refusal", "self_repair", "comparison"]


def test_words_that_older_yaml_takes_for_truth_values_or_dates_are_texts() -> None:
    (case,) = read_cases("- {id: a, input: no, expect: [{contains: [yes, on, 2025-03-01]}]}")
    assert case.input == ("no",)
    assert case.expect[0].contains == ("yes", "on", "2025-03-01")

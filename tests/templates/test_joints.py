from __future__ import annotations

import pytest

from persona.errors import TemplateError
from persona.templates.joints import Block, read_joints

TABLE = [
    {"ended": "*", "begins": "rules", "en": "Rules:", "zh": "规则："},
    {"ended": "task", "begins": "rules", "en": "While you do it:", "zh": "做的时候："},
]
JOINTS = read_joints(TABLE, "x")


def test_a_sentence_leads_in_with_one_blank_line() -> None:
    blocks = [Block("a", "A"), Block("b", "- b", "rules", "rules")]
    assert JOINTS.join(blocks, "en") == "A\n\nRules:\n- b"
    assert JOINTS.join(blocks, "zh") == "A\n\n规则：\n- b"


def test_the_pair_comes_before_the_general_row() -> None:
    blocks = [Block("a", "A", "text", "task"), Block("b", "- b", "rules", "rules")]
    assert JOINTS.join(blocks, "en") == "A\n\nWhile you do it:\n- b"


def test_a_kind_that_goes_on_is_not_led_in_again() -> None:
    rules = [Block(str(i), f"- {i}", "rules", "rules") for i in range(2)]
    assert JOINTS.join(rules, "en") == "Rules:\n- 0\n\n- 1"


@pytest.mark.parametrize("text", ["# Mine\n- b", "Rules:\n- b", "rules\n- b"])
def test_no_heading_stands_twice(text: str) -> None:
    joined = JOINTS.join([Block("a", "A"), Block("b", text, "rules", "rules")], "en")
    assert joined == f"A\n\n{text}"


def test_no_blocks_no_text() -> None:
    assert JOINTS.join([], "en") == ""


def test_a_row_that_lacks_a_language_is_an_error() -> None:
    with pytest.raises(TemplateError, match="row 1: give ended, begins, en, zh"):
        read_joints([{"ended": "*", "begins": "rules", "en": "x"}], "")

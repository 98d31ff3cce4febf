from __future__ import annotations

import json

import pytest

from persona.cli.output import emit, emit_json, say

HOSTILE = "a\x1b[2J\x07\x9bb\tc\n茶"


def test_a_terminal_is_told_nothing_by_data(capsys: pytest.CaptureFixture[str]) -> None:
    emit(HOSTILE)
    say(HOSTILE)
    captured = capsys.readouterr()
    assert captured.out == captured.err == "a [2J  b\tc\n茶\n"


def test_json_escapes_them_and_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    emit_json({"text": HOSTILE})
    printed = capsys.readouterr().out
    assert "\x9b" not in printed
    assert json.loads(printed) == {"text": HOSTILE}

"""Joined claims are taken apart at clauses with a subject and at lists, not elsewhere."""

from __future__ import annotations

import pytest

from persona.recall.observations.splitting import apart


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("I like tea, jazz and chess.", ["I like tea", "I like jazz", "I like chess"]),
        ("I love to sail, swim, and cook", ["I love to sail", "I love to swim", "I love to cook"]),
        ("I'm a nurse, and I live in Cork", ["I'm a nurse", "I live in Cork"]),
        ("I like bread and butter", ["I like bread and butter"]),
        ("I walked, I slept", ["I walked, I slept"]),
        ("我在银行上班，我也在学画画", ["我在银行上班", "我也在学画画"]),
        ("我喜欢茶，尤其是绿茶", ["我喜欢茶，尤其是绿茶"]),
    ],
)
def test_apart(claim: str, expected: list[str]) -> None:
    assert [part.strip("，") for part in apart(claim)] == [
        part.strip("也") for part in expected
    ] or apart(claim) == expected

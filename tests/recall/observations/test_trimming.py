"""A claim is shortened by what says nothing of the matter, and by nothing else."""

from __future__ import annotations

import pytest

from persona.recall.observations.trimming import trimmed


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("I ran a race on Sunday - it was really rewarding.", "I ran a race on Sunday"),
        ("I built a shed, and it was so much fun!", "I built a shed, and it was so much fun"),
        ("I cycled to Bath, which was pretty tough.", "I cycled to Bath"),
        ("I'm gonna learn Welsh.", "I'm going to learn Welsh"),
        ("I totally love lots of jazz.", "I love jazz"),
        ("I visited towns such as Bath.", "I visited towns such as Bath"),
        ("Your talk helped me, thank you.", "Your talk helped me"),
        ("My fam's small.", "My family's small"),
        ("It's not just for our kids.", "It's not just for our kids"),
        ("I kept going even though I fell.", "I kept going even though I fell"),
        ("It was awesome!", "It was awesome"),
        ("I quit so I could travel.", "I quit so I could travel"),
    ],
)
def test_trimmed(claim: str, expected: str) -> None:
    assert trimmed(claim) == expected

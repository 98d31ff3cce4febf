"""Facts of an invented user, for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from persona.records import USER, Assertion
from tests.resolve.said import said

NAMES = ["拿铁", "茶", "Rust", "Go", "Jira", "香菜", "Berlin", "吉他", "a", "b"]


@st.composite
def statements(draw: st.DrawFn, most: int = 16) -> list[Assertion]:
    """Statements about few things in few messages, so that they meet."""
    kind_and_sign = st.sampled_from([
        ("likes", 1), ("favourite", 1), ("dislikes", -1), ("avoids", -1), ("uses", 1), ("uses", -1),
        ("learning", 1), ("asks_about", 0), ("lives_in", 1), ("allergic_to", -1), ("rejected", -1),
        ("interested_in", 1), ("wants", 1), ("used_with", 1), ("part_of", 1),
    ])  # fmt: skip
    rows = []
    for _ in range(draw(st.integers(0, most))):
        kind, polarity = draw(kind_and_sign)
        linked = kind in ("used_with", "part_of")
        day = draw(st.integers(0, 6))
        rows.append(
            said(
                draw(st.sampled_from(NAMES)),
                kind,
                polarity,
                day=day * 40,
                weight=draw(st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0])),
                source=draw(st.sampled_from(NAMES)) if linked else USER,
                dated=day != 3,
            )
        )
    return rows
